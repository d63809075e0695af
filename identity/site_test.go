package identity_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	deciding "github.com/modyard/modyard/commands"
	commands "github.com/modyard/modyard/commands/account"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/erasure"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/idempotency"
	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/platform/sitekey"
)

const goodPassword = "correct-Horse-9-battery"

// site is the package with a real server and a real database, and a clock that tests set.
type site struct {
	*identity.Service
	t      *testing.T
	db     *database.DB
	server *httptest.Server
	log    eventlog.Log
	vault  *erasure.Vault
	hasher *countingHasher
	logs   *lockedBuffer
	box    *postbox // of a site with letters

	mu  sync.Mutex
	now time.Time
}

func (s *site) pass(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(d)
}

func (s *site) clock() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

// countingHasher is the real hasher, and counts the verified passwords.
type countingHasher struct {
	*identity.Argon2
	mu       sync.Mutex
	verified int
}

func (c *countingHasher) Verify(ctx context.Context, hash, password string) (bool, error) {
	c.mu.Lock()
	c.verified++
	c.mu.Unlock()
	return c.Argon2.Verify(ctx, hash, password)
}

func (c *countingHasher) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.verified
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func newSite(t *testing.T, change ...func(*identity.Options)) *site {
	t.Helper()
	return newSiteOn(t, memory.New(), change...)
}

// newSiteOn is a site over a log.
func newSiteOn(t *testing.T, log eventlog.Log, change ...func(*identity.Options)) *site {
	t.Helper()
	s := &site{t: t, db: pgtest.Database(t), log: log, vault: erasure.NewMemory(), hasher: &countingHasher{Argon2: identity.NewQuickArgon2()}, logs: &lockedBuffer{},
		now: time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)}
	logger := slog.New(slog.NewJSONHandler(s.logs, &slog.HandlerOptions{Level: slog.LevelDebug}))
	c := accountCodec(t)
	o := identity.Options{Pool: s.db.Pool, Texts: s.vault, Journal: identity.NewJournal(log, c, nil), Hasher: s.hasher, Now: s.clock, Logger: logger}
	for _, f := range change {
		f(&o)
	}
	var err error
	if s.Service, err = identity.New(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	api := httpkit.New(httpkit.Options{Logger: logger})
	api.Use(identity.Middleware(s.Service))
	identity.Routes(api, s.Service)
	changing, err := commands.New(commands.Options{Handler: s.handler(log, c), Accounts: s.Service})
	if err != nil {
		t.Fatal(err)
	}
	changing.Routes(api)
	s.server = httptest.NewServer(api.Handler())
	t.Cleanup(s.server.Close)
	return s
}

// handler decides as in the program: with the site's key and named requests.
func (s *site) handler(log eventlog.Log, c *codec.Codec) *deciding.Handler {
	s.t.Helper()
	key, err := sitekey.Read(s.t.Context(), s.db.Pool, sitekey.Request)
	if err != nil {
		s.t.Fatal(err)
	}
	return &deciding.Handler{Log: log, Codec: c, Texts: s.vault, Now: s.clock, Keys: deciding.Keys{Request: key}, Ledger: idempotency.NewStore(s.db.Pool, s.clock)}
}

func accountCodec(t *testing.T) *codec.Codec {
	t.Helper()
	c, err := codec.New(account.EventTypes())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// visitor is a browser or a program: it stores cookies, and sends a token if it has one.
type visitor struct {
	s       *site
	cookies map[string]string
	token   string
	csrf    string // sent as the header
}

func (s *site) visitor() *visitor { return &visitor{s: s, cookies: map[string]string{}} }

type reply struct {
	status int
	header http.Header
	body   string
}

func (r reply) code() string {
	var b struct{ Error string }
	_ = json.Unmarshal([]byte(r.body), &b)
	return b.Error
}

func (r reply) text() string {
	var b struct{ Description string }
	_ = json.Unmarshal([]byte(r.body), &b)
	return b.Description
}

func (v *visitor) do(method, path string, body any, header ...string) reply {
	v.s.t.Helper()
	var in io.Reader
	switch b := body.(type) {
	case nil:
	case string:
		in = strings.NewReader(b)
	default:
		data, err := json.Marshal(b)
		if err != nil {
			v.s.t.Fatal(err)
		}
		in = bytes.NewReader(data)
	}
	req, err := http.NewRequestWithContext(v.s.t.Context(), method, v.s.server.URL+path, in)
	if err != nil {
		v.s.t.Fatal(err)
	}
	if in != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	for name, value := range v.cookies {
		req.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	if v.token != "" {
		req.Header.Set("Authorization", v.token)
	}
	if v.csrf != "" {
		req.Header.Set("X-CSRF-Token", v.csrf)
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	client := *v.s.server.Client()
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	res, err := client.Do(req)
	if err != nil {
		v.s.t.Fatal(err)
	}
	defer res.Body.Close() //nolint:errcheck // read to its end
	data, err := io.ReadAll(res.Body)
	if err != nil {
		v.s.t.Fatal(err)
	}
	for _, c := range res.Cookies() {
		if c.MaxAge < 0 {
			delete(v.cookies, c.Name)
		} else {
			v.cookies[c.Name] = c.Value
		}
	}
	return reply{res.StatusCode, res.Header, string(data)}
}

// want sends a request and checks its status.
func (v *visitor) want(status int, method, path string, body any, header ...string) reply {
	v.s.t.Helper()
	r := v.do(method, path, body, header...)
	if r.status != status {
		v.s.t.Fatalf("%s %s = %d %s, want %d", method, path, r.status, r.body, status)
	}
	return r
}

// signedUp is a browser with an account.
func (s *site) signedUp(name string) *visitor {
	s.t.Helper()
	v := s.visitor()
	v.want(200, "POST", "/v2/auth/create", map[string]string{"username": name, "email": name + "@example.org", "password": goodPassword})
	v.csrf = v.cookies["modyard_csrf"]
	return v
}

// sessionCookies counts the cookies of the session.
func (v *visitor) sessionCookies() int {
	n := len(v.cookies)
	if v.cookies[identity.CookieDevice] != "" {
		n--
	}
	return n
}

// program is the same account by its session's token, without cookies.
func (v *visitor) program() *visitor {
	p := v.s.visitor()
	p.token = v.cookies["modyard_session"]
	return p
}

// erased has left, and the time to return has passed.
func (v *visitor) erased() {
	v.s.t.Helper()
	v.want(204, "DELETE", "/v2/user/"+v.id(), map[string]string{"password": goodPassword})
	v.s.pass(identity.LeaveTime)
	if err := v.s.EraseLeft(v.s.t.Context()); err != nil {
		v.s.t.Fatal(err)
	}
}

func (v *visitor) id() string {
	v.s.t.Helper()
	return field(v.s.t, v.want(200, "GET", "/v2/user", nil), "id")
}

func field(t *testing.T, r reply, name string) string {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal([]byte(r.body), &m); err != nil {
		t.Fatalf("%s: %v", r.body, err)
	}
	s, _ := m[name].(string)
	return s
}
