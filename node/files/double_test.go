package files_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/files"
	"github.com/modyard/modyard/node/limit"
	"github.com/modyard/modyard/node/token"
	"github.com/modyard/modyard/node/unpack"
)

const (
	nodeID  = "nodeAAAA"
	server  = "srvAAAAA"
	account = "accAAAAA"
	origin  = "https://example.org"
)

// TestMain runs the tests, or the process that reads an archive.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "node-unpack" {
		os.Exit(unpack.Main(os.Args[2:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// host is a node with one server and real folders, and a double of everything else.
type host struct {
	t       testing.TB
	dir     string // the server's folder
	key     ed25519.PrivateKey
	user    limit.User
	guard   *token.Guard
	service *files.Service
	http    *httptest.Server

	mu      sync.Mutex
	now     time.Time
	desired map[string]node.Desired
	change  chan struct{}
}

func newHost(t testing.TB) *host {
	t.Helper()
	h := &host{t: t, dir: filepath.Join(t.TempDir(), server), now: time.Now(), change: make(chan struct{}),
		desired: map[string]node.Desired{server: {Server: server}}}
	var err error
	if _, h.key, err = ed25519.GenerateKey(rand.Reader); err != nil {
		t.Fatal(err)
	}
	if h.guard, err = token.Open("", nodeID, nil); err != nil {
		t.Fatal(err)
	}
	public := base64.RawURLEncoding.EncodeToString(h.key.Public().(ed25519.PublicKey))
	if err := h.guard.Welcome([]node.Key{{ID: "k1", Public: public}}, []string{origin}); err != nil {
		t.Fatal(err)
	}
	h.http = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h.running().ServeHTTP(w, r) }))
	h.http.Config.ReadTimeout, h.http.Config.WriteTimeout = time.Minute, time.Minute // as the node's
	h.start()
	h.http.Start()
	t.Cleanup(func() { _ = h.service.Close(context.Background()); h.http.Close() })
	return h
}

// start starts a service, as a node does after the last one was killed. It may have other options.
func (h *host) start(change ...func(*files.Options)) {
	self, err := os.Executable()
	if err != nil {
		h.t.Fatal(err)
	}
	o := files.Options{Servers: h, Clock: h.clock, Unpack: []string{self, "node-unpack"}}
	for _, f := range change {
		f(&o)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.service = files.New(o, h.guard)
}

func (h *host) running() *files.Service {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.service
}

func (h *host) clock() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.now
}

func (h *host) pass(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now = h.now.Add(d)
}

func (h *host) State(id string) (node.Observed, node.Desired, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	d, ok := h.desired[id]
	return node.Observed{Server: id}, d, ok
}

func (h *host) Observed() []node.Observed { return []node.Observed{{Server: server}} }

func (h *host) Changed(string) <-chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.change
}

func (h *host) Folder(id string) (files.Folder, error) {
	if _, _, known := h.State(id); !known {
		return files.Folder{}, files.ErrNoServer
	}
	if err := os.MkdirAll(filepath.Join(h.dir, "root"), 0o700); err != nil {
		return files.Folder{}, err
	}
	return files.Folder{Dir: h.dir, User: h.user}, nil
}

// want changes what the site wants of the server.
func (h *host) want(change func(*node.Desired)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	d := h.desired[server]
	change(&d)
	h.desired[server] = d
	close(h.change)
	h.change = make(chan struct{})
}

// plan sets the disk of the plan.
func (h *host) plan(mib int) { h.want(func(d *node.Desired) { d.Plan.DiskMiB = mib }) }

// token is a token with both scopes, changed by some.
func (h *host) token(change func(jwt.MapClaims)) string {
	c := jwt.MapClaims{
		"aud": nodeID, "sub": account, "srv": server, "jti": "ses1", "scp": []string{node.ScopeFilesRead, node.ScopeFilesWrite}, "epo": 1,
		"nbf": time.Now().Unix(), "exp": time.Now().Add(10 * time.Minute).Unix(),
	}
	if change != nil {
		change(c)
	}
	j := jwt.NewWithClaims(jwt.SigningMethodEdDSA, c)
	j.Header["kid"] = "k1"
	raw, err := j.SignedString(h.key)
	if err != nil {
		h.t.Fatal(err)
	}
	return raw
}

// reply is the answer to a request.
type reply struct {
	status int
	header http.Header
	body   []byte
	fault  node.FileFault
}

// request makes a request with a good token. Parameters are name, value, ...
func (h *host) request(method, route string, body io.Reader, parameters ...string) *http.Request {
	h.t.Helper()
	q := url.Values{}
	for i := 0; i+1 < len(parameters); i += 2 {
		q.Set(parameters[i], parameters[i+1])
	}
	r, err := http.NewRequest(method, h.http.URL+node.PathFiles+route+"?"+q.Encode(), body)
	if err != nil {
		h.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+h.token(nil))
	return r
}

func (h *host) send(r *http.Request) reply {
	h.t.Helper()
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		h.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	a := reply{status: answer.StatusCode, header: answer.Header, body: body}
	if a.status >= 400 && json.Unmarshal(body, &a.fault) == nil && (a.fault.Error == "" || a.fault.Description == "") {
		h.t.Errorf("%s: a fault without its texts: %s", r.URL.Path, body)
	}
	return a
}

// do sends a request with a text as its body.
func (h *host) do(method, route, body string, parameters ...string) reply {
	h.t.Helper()
	return h.send(h.request(method, route, strings.NewReader(body), parameters...))
}

func (h *host) get(route string, parameters ...string) reply {
	h.t.Helper()
	return h.send(h.request(http.MethodGet, route, nil, parameters...))
}

func (h *host) moves(route, source, destination string) reply {
	h.t.Helper()
	b, err := json.Marshal(node.Move{Source: source, Destination: destination})
	if err != nil {
		h.t.Fatal(err)
	}
	return h.do(http.MethodPost, route, string(b))
}

func (h *host) list(path string) node.FileList {
	h.t.Helper()
	return decoded[node.FileList](h.t, h.get("/list", "path", path))
}

func decoded[T any](t testing.TB, a reply) (v T) {
	t.Helper()
	if a.status != http.StatusOK {
		t.Fatalf("%d: %s", a.status, a.body)
	}
	if err := json.Unmarshal(a.body, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// wants checks a refusal.
func wants(t testing.TB, what string, a reply, status int, code, field string) {
	t.Helper()
	if a.status != status || a.fault.Error != code || a.fault.Field != field {
		t.Errorf("%s: %d %s, wanted %d %q of %q", what, a.status, a.body, status, code, field)
	}
}

func ok(t testing.TB, what string, a reply) {
	t.Helper()
	if a.status != http.StatusNoContent {
		t.Fatalf("%s: %d %s", what, a.status, a.body)
	}
}

// file is a path in the server's root.
func (h *host) file(path string) string { return filepath.Join(h.dir, "root", path) }

// put writes a file as the game would.
func (h *host) put(path, content string) {
	h.t.Helper()
	if err := os.MkdirAll(filepath.Dir(h.file(path)), 0o755); err != nil {
		h.t.Fatal(err)
	}
	if err := os.WriteFile(h.file(path), []byte(content), 0o644); err != nil {
		h.t.Fatal(err)
	}
}

// has checks the content of a file.
func (h *host) has(path, content string) {
	h.t.Helper()
	b, err := os.ReadFile(h.file(path))
	if err != nil || !bytes.Equal(b, []byte(content)) {
		h.t.Errorf("%s: %.80q, %v", path, b, err)
	}
}

// clean checks that the stage is empty.
func (h *host) clean() {
	h.t.Helper()
	entries, err := os.ReadDir(filepath.Join(h.dir, "stage"))
	if err != nil || len(entries) != 0 {
		h.t.Errorf("in the stage: %v, %v", entries, err)
	}
}
