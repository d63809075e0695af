package node_test

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/golang-jwt/jwt/v5"

	contract "github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/platform/software"
)

const (
	nodeID  = "nodeAAAA"
	server  = "srvAAAAA"
	account = "accAAAAA"
	code    = "join-me"
)

// site is a double of a site: it takes one node, tells it what it wants, and signs tokens of users.
type site struct {
	t      testing.TB
	server *httptest.Server
	key    ed25519.PrivateKey

	mu       sync.Mutex
	nodeKey  ed25519.PublicKey
	desired  map[string]contract.Desired
	conns    map[*websocket.Conn]struct{}
	observed map[string]contract.Observed
	reports  []contract.Report
	hellos   []contract.Hello
	files    map[string]string // of the site, by name
	asked    map[string]int    // how often a file was asked for
	held     chan struct{}     // files end when it is closed; nil: at once
	slow     string            // the file that is held; empty: all are
	releases map[string]software.Release
	contents map[string]string // of configuration files, by hash
}

func newSite(t testing.TB) *site {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	s := &site{t: t, key: key, desired: map[string]contract.Desired{}, conns: map[*websocket.Conn]struct{}{}, observed: map[string]contract.Observed{}, files: map[string]string{}, asked: map[string]int{}, releases: map[string]software.Release{}, contents: map[string]string{}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+contract.PathJoin, s.join)
	mux.HandleFunc("GET "+contract.PathLink, s.link)
	mux.HandleFunc("PUT "+contract.PathConfiguration+"/{server}/{hash}", s.keep)
	mux.HandleFunc("GET /data/{file}", s.file)
	mux.HandleFunc("GET /software/{name}", s.release)
	s.server = httptest.NewServer(mux)
	t.Cleanup(func() { s.cut(); s.server.Close() })
	return s
}

func (s *site) join(w http.ResponseWriter, r *http.Request) {
	var j contract.Join
	if json.NewDecoder(r.Body).Decode(&j) != nil || j.Code != code {
		w.WriteHeader(http.StatusNotFound)
		_ = json.NewEncoder(w).Encode(map[string]string{"error": contract.JoinUnknown})
		return
	}
	key, err := base64.RawURLEncoding.DecodeString(j.PublicKey)
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	s.nodeKey = key
	s.mu.Unlock()
	_ = json.NewEncoder(w).Encode(contract.Joined{Node: nodeID, Name: "一号机"})
}

// link takes the link of the node that has joined.
func (s *site) link(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	key := s.nodeKey
	s.mu.Unlock()
	raw, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	_, err := jwt.Parse(raw, func(*jwt.Token) (any, error) { return key, nil }, jwt.WithValidMethods([]string{"EdDSA"}), jwt.WithIssuer(nodeID),
		jwt.WithAudience(s.server.URL), jwt.WithExpirationRequired(), jwt.WithIssuedAt())
	if err != nil {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		return
	}
	defer conn.CloseNow() //nolint:errcheck // it may be closed
	conn.SetReadLimit(contract.MaxFrame)
	frame, err := readFrame[contract.Frame](r.Context(), conn)
	if err != nil || frame.Hello == nil {
		return
	}
	s.mu.Lock()
	s.hellos = append(s.hellos, *frame.Hello)
	s.conns[conn] = struct{}{}
	acknowledged := uint64(len(s.reports))
	first := contract.Frame{Welcome: &contract.Welcome{
		Acknowledged: acknowledged, Origins: []string{s.server.URL}, Servers: len(s.desired),
		Keys: []contract.Key{{ID: "k1", Public: base64.RawURLEncoding.EncodeToString(s.key.Public().(ed25519.PublicKey))}},
	}}
	for _, d := range s.desired {
		first.Desired = append(first.Desired, d)
	}
	err = writeFrame(r.Context(), conn, first)
	s.mu.Unlock()
	for err == nil {
		if frame, err = readFrame[contract.Frame](r.Context(), conn); err == nil {
			err = s.take(r.Context(), conn, frame)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.conns, conn)
}

func (s *site) take(ctx context.Context, conn *websocket.Conn, frame contract.Frame) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, o := range frame.Observed {
		if o.Contents == nil { // it is as it was
			o.Contents = s.observed[o.Server].Contents
		}
		s.observed[o.Server] = o
	}
	for _, r := range frame.Reports {
		if r.Sequence == uint64(len(s.reports))+1 {
			s.reports = append(s.reports, r)
		}
	}
	n := uint64(len(s.reports))
	return writeFrame(ctx, conn, contract.Frame{Acknowledged: &n})
}

// want changes what the site wants of a server.
func (s *site) want(id string, change func(*contract.Desired)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.desired[id]
	d.Server = id
	d.Generation++
	change(&d)
	s.desired[id] = d
	for conn := range s.conns {
		_ = writeFrame(context.Background(), conn, contract.Frame{Desired: []contract.Desired{d}})
	}
}

// start wants a server to run.
func (s *site) start(id string) {
	s.want(id, func(d *contract.Desired) {
		d.Name, d.Running, d.Plan = "试验", true, contract.Plan{MemoryMiB: 256, CPUPercent: 200, DiskMiB: 512}
		d.Power = &contract.Power{Generation: d.Generation, Action: contract.ActionStart}
		d.Software = contract.Software{Kind: contract.SoftwareStandIn}
	})
}

func (s *site) revoke(r contract.Revoked) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for conn := range s.conns {
		_ = writeFrame(context.Background(), conn, contract.Frame{Revoked: []contract.Revoked{r}})
	}
}

func (s *site) cut() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for conn := range s.conns {
		_ = conn.CloseNow()
	}
}

func (s *site) state(id string) contract.Observed {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.observed[id]
}

// forget forgets what was observed.
func (s *site) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.observed)
}

// kinds are those of a server's reports, but for those about configuration files, which come when the node looks.
func (s *site) kinds(id string) (kinds []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.reports {
		if r.Server == id && r.Configuration == nil {
			kinds = append(kinds, r.Kind)
		}
	}
	return kinds
}

// token is a token of a user for the console of a server.
func (s *site) token(id, account string) string {
	s.t.Helper()
	return s.tokenFor(id, account, contract.ScopeConsole, contract.ScopeCommands)
}

// tokenFor is a token of a user for a server.
func (s *site) tokenFor(id, account string, scopes ...string) string {
	s.t.Helper()
	j := jwt.NewWithClaims(jwt.SigningMethodEdDSA, jwt.MapClaims{
		"aud": nodeID, "sub": account, "srv": id, "jti": "ses1", "scp": scopes, "epo": 1,
		"nbf": time.Now().Unix(), "exp": time.Now().Add(10 * time.Minute).Unix(),
	})
	j.Header["kid"] = "k1"
	raw, err := j.SignedString(s.key)
	if err != nil {
		s.t.Fatal(err)
	}
	return raw
}

// browser is a console that somebody looks at.
type browser struct {
	t    testing.TB
	conn *websocket.Conn
	rest []contract.Line // of the last frame, not looked at yet
}

// anyFrame is a frame of a console.
type anyFrame struct {
	Event   string          `json:"event"`
	State   string          `json:"state"`
	Missing uint64          `json:"missing"`
	Lines   []contract.Line `json:"lines"`
}

// look opens a console of a server with the lines after a number.
func (s *site) look(address, id string, since uint64) (*browser, error) {
	return s.lookAs(address, id, since, account)
}

// lookAs is look of an account.
func (s *site) lookAs(address, id string, since uint64, account string) (*browser, error) {
	conn, _, err := websocket.Dial(context.Background(), "ws://"+address+"/modyard/v0/servers/"+id+"/ws", &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {s.server.URL}}})
	if err != nil {
		return nil, err
	}
	s.t.Cleanup(func() { _ = conn.CloseNow() })
	conn.SetReadLimit(-1)
	b := &browser{t: s.t, conn: conn}
	return b, b.send(contract.FromBrowser{Event: contract.EventAuth, JWT: s.token(id, account), Since: &since})
}

func (b *browser) send(f contract.FromBrowser) error {
	return writeFrame(context.Background(), b.conn, f)
}

func (b *browser) next() (anyFrame, error) {
	return readFrame[anyFrame](context.Background(), b.conn)
}

// until reads up to a line that contains a text, and returns it.
func (b *browser) until(text string) contract.Line {
	b.t.Helper()
	for {
		for len(b.rest) > 0 {
			line := b.rest[0]
			b.rest = b.rest[1:]
			if strings.Contains(line.Text, text) {
				return line
			}
		}
		f, err := b.next()
		if err != nil {
			b.t.Fatalf("before %q: %v", text, err)
		}
		b.rest = f.Lines
	}
}

func readFrame[T any](ctx context.Context, c *websocket.Conn) (f T, err error) {
	_, data, err := c.Read(ctx)
	if err == nil {
		err = json.Unmarshal(data, &f)
	}
	return f, err
}

func writeFrame(ctx context.Context, c *websocket.Conn, f any) error {
	data, err := json.Marshal(f)
	if err != nil {
		return err
	}
	return c.Write(ctx, websocket.MessageText, data)
}
