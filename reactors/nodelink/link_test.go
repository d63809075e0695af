package nodelink_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	projected "github.com/modyard/modyard/projections/server"
	"github.com/modyard/modyard/reactors/nodelink"
)

const (
	host = "NodeOne1"
	one  = "ServOne1"
	site = "https://site.example"
)

// world is a site with links, and the key of a node that has joined.
type world struct {
	*catalogtest.World
	t     *testing.T
	links *nodelink.Links
	url   string
	key   ed25519.PrivateKey

	mu       sync.Mutex
	changed  chan struct{}
	desired  []node.Desired
	at       uint64
	recorded []node.Report
	fail     error // of Record and Keep
	kept     map[string]string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	w := &world{World: catalogtest.New(t), t: t, key: private, changed: make(chan struct{}), kept: map[string]string{}}
	w.Also(projected.New())
	w.Happen("node-"+host, "", server.NodeAdded{Node: host, Name: "华东一号"})
	w.Happen("server-"+one, "", server.Provisioned{Server: one, Owner: "UserOwn1", Node: host, Port: 25565})
	w.Happen("server-ServTwo2", "", server.Provisioned{Server: "ServTwo2", Owner: "UserOwn1", Node: "NodeTwo2", Port: 25565})
	w.Settle()
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	w.links, err = nodelink.New(nodelink.Options{
		Pool: w.DB.Pool, Site: site, Origins: []string{site}, Keys: []node.Key{{ID: "k", Public: "p"}}, Now: time.Now, Logger: quiet,
		Key: func(_ context.Context, id string) (ed25519.PublicKey, error) {
			if id != host {
				return nil, nil
			}
			return public, nil
		},
		Record: func(_ context.Context, _ string, r node.Report) error {
			w.mu.Lock()
			defer w.mu.Unlock()
			if w.fail != nil {
				return w.fail
			}
			w.recorded = append(w.recorded, r)
			return nil
		},
		Desired: func(_ context.Context, _ string, after uint64) ([]node.Desired, uint64, error) {
			w.mu.Lock()
			defer w.mu.Unlock()
			if after >= w.at {
				return nil, after, nil
			}
			return w.desired, w.at, nil
		},
		Revoked: func(ctx context.Context, _ string, after uint64) (list []node.Revoked, at uint64, err error) {
			rows, err := w.DB.Pool.Query(ctx, `select server, account, epoch, position from server.revocations where position > $1 order by position`, int64(after))
			if err != nil {
				return nil, after, err
			}
			var r node.Revoked
			_, err = pgx.ForEachRow(rows, []any{&r.Server, &r.Account, &r.Epoch, &after}, func() error {
				list = append(list, r)
				return nil
			})
			return list, after, err
		},
		Keep: func(_ context.Context, server, hash string, content []byte) error {
			w.mu.Lock()
			defer w.mu.Unlock()
			if w.fail != nil {
				return w.fail
			}
			w.kept[server+" "+hash] = string(content)
			return nil
		},
		Changed: func() <-chan struct{} {
			w.mu.Lock()
			defer w.mu.Unlock()
			return w.changed
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	api := httpkit.New(httpkit.Options{Logger: quiet})
	w.links.Register(api)
	s := httptest.NewServer(api.Handler())
	w.url = s.URL
	t.Cleanup(func() { w.links.Close(); s.Close() })
	return w
}

// want changes the desired states.
func (w *world) want(list ...node.Desired) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.desired, w.at = list, w.at+1
	close(w.changed)
	w.changed = make(chan struct{})
}

// token signs a token of a node; change may spoil it.
func (w *world) token(change func(jwt.MapClaims)) string {
	w.t.Helper()
	claims := jwt.MapClaims{"iss": host, "aud": site, "iat": time.Now().Unix(), "exp": time.Now().Add(time.Minute).Unix(), "jti": uuid.NewString()}
	if change != nil {
		change(claims)
	}
	signed, err := jwt.NewWithClaims(jwt.SigningMethodEdDSA, claims).SignedString(w.key)
	if err != nil {
		w.t.Fatal(err)
	}
	return signed
}

// dial opens a link with a token.
func (w *world) dial(token string) (*websocket.Conn, *http.Response, error) {
	return websocket.Dial(w.t.Context(), w.url+node.PathLink, &websocket.DialOptions{HTTPHeader: http.Header{"Authorization": {"Bearer " + token}}})
}

// peer is a node's end of an open link.
type peer struct {
	*websocket.Conn
	t       *testing.T
	revoked []node.Revoked // of all frames
}

func (w *world) open(h node.Hello) *peer {
	w.t.Helper()
	conn, _, err := w.dial(w.token(nil))
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = conn.CloseNow() })
	p := &peer{Conn: conn, t: w.t}
	p.send(node.Frame{Hello: &h})
	return p
}

func hello() node.Hello {
	return node.Hello{Protocol: node.Protocol, Node: host, Incarnation: "one", Version: "dev", Address: "https://n1.example.org", Host: node.Host{Tier: "plain"}}
}

func (p *peer) send(f node.Frame) {
	p.t.Helper()
	data, err := json.Marshal(f)
	if err == nil {
		err = p.Write(p.t.Context(), websocket.MessageText, data)
	}
	if err != nil {
		p.t.Fatal(err)
	}
}

// next is the next frame that is no beat.
func (p *peer) next() node.Frame {
	p.t.Helper()
	for {
		var f node.Frame
		_, data, err := p.Read(p.t.Context())
		if err == nil {
			err = json.Unmarshal(data, &f)
		}
		if err != nil {
			p.t.Fatal(err)
		}
		p.revoked = append(p.revoked, f.Revoked...)
		if f.Welcome != nil || f.Desired != nil || f.Revoked != nil || f.Acknowledged != nil {
			return f
		}
	}
}

// closed reads until the site closes the link, and returns the status.
func (p *peer) closed() websocket.StatusCode {
	p.t.Helper()
	for {
		if _, _, err := p.Read(p.t.Context()); err != nil {
			return websocket.CloseStatus(err)
		}
	}
}

func (w *world) count(query string, args ...any) (n int) {
	w.t.Helper()
	if err := w.DB.Pool.QueryRow(w.t.Context(), query, args...).Scan(&n); err != nil {
		w.t.Fatal(err)
	}
	return n
}

func TestANodeGetsItsServersAndEachChange(t *testing.T) {
	w := newWorld(t)
	w.want(node.Desired{Server: one, Generation: 1})
	p := w.open(hello())
	if f := p.next(); f.Welcome == nil || f.Welcome.Servers != 1 || f.Welcome.Acknowledged != 0 || len(f.Welcome.Keys) != 1 || f.Welcome.Origins[0] != site {
		t.Fatalf("%+v", f.Welcome)
	}
	if f := p.next(); len(f.Desired) != 1 || f.Desired[0].Server != one {
		t.Fatalf("%+v", f)
	}
	w.want(node.Desired{Server: one, Generation: 2, Running: true})
	if f := p.next(); len(f.Desired) != 1 || !f.Desired[0].Running {
		t.Fatalf("%+v", f)
	}
	if n := w.count(`select count(*) from hosting.links where node = $1`, host); n != 1 {
		t.Error("the open link is not written")
	}
	_ = p.Close(websocket.StatusNormalClosure, "")
	w.links.Close()
	if n := w.count(`select count(*) from hosting.links`) + 10*w.count(`select count(*) from hosting.hosts where node = $1`, host); n != 10 {
		t.Error("the end of the link is not written")
	}
}

// holds is what a node does with a console's token: it refuses one of an epoch before the account lost a right.
func (p *peer) holds(c node.Claims) bool {
	for _, r := range p.revoked {
		if r.Server == c.Server && r.Account == c.Subject && c.Epoch < r.Epoch {
			return false
		}
	}
	return true
}

func TestTheTokenOfARemovedMemberIsRefusedAfterTheNextFrame(t *testing.T) {
	w := newWorld(t)
	w.Happen("server-"+one, "UserOwn1", server.MemberInvited{Server: one, Account: "UserTwo2", Role: server.EditorRole, Until: time.Now().Add(time.Hour)})
	w.Happen("server-"+one, "UserTwo2", server.MemberJoined{Server: one, Account: "UserTwo2"})
	w.Settle()
	p := w.open(hello())
	p.next()
	token := node.Claims{Server: one, Subject: "UserTwo2"}
	if !p.holds(token) {
		t.Fatal("a member's token does not hold")
	}
	w.Happen("server-"+one, "UserOwn1", server.MemberRemoved{Server: one, Account: "UserTwo2"})
	w.Settle()
	w.want()
	if f := p.next(); len(f.Revoked) != 1 {
		t.Fatalf("%+v", f)
	}
	if p.holds(token) || !p.holds(node.Claims{Server: one, Subject: "UserOwn1"}) {
		t.Error("the token of the removed member holds, or that of another does not")
	}
	again := w.open(hello()) // a node that was away
	again.next()
	if f := again.next(); len(f.Revoked) != 1 || again.holds(token) {
		t.Errorf("a node that was away does not learn of it: %+v", f)
	}
}

func TestReportsAreAcknowledgedWhenTheyAreRecordedAndNotBefore(t *testing.T) {
	w := newWorld(t)
	p := w.open(hello())
	p.next()
	reports := func(from, to uint64) (list []node.Report) {
		for n := from; n <= to; n++ {
			list = append(list, node.Report{Sequence: n, Incarnation: "one", Server: one, Kind: node.ReportReady})
		}
		return list
	}
	p.send(node.Frame{Reports: reports(1, 3)})
	if f := p.next(); *f.Acknowledged != 3 {
		t.Fatalf("%d", *f.Acknowledged)
	}
	w.mu.Lock()
	w.fail = errors.New("the log is away")
	w.mu.Unlock()
	p.send(node.Frame{Reports: reports(4, 5)})
	if status := p.closed(); status != websocket.StatusInternalError {
		t.Errorf("the link ends with %d", status)
	}
	w.mu.Lock()
	w.fail = nil
	w.mu.Unlock()
	p = w.open(hello())
	if f := p.next(); f.Welcome.Acknowledged != 3 {
		t.Errorf("%d reports are acknowledged, want 3", f.Welcome.Acknowledged)
	}
	p.send(node.Frame{Reports: reports(4, 5)})
	if f := p.next(); *f.Acknowledged != 5 || len(w.recorded) != 5 {
		t.Errorf("%d acknowledged, %d recorded", *f.Acknowledged, len(w.recorded))
	}
	reborn := hello()
	reborn.Incarnation = "two"
	if f := w.open(reborn).next(); f.Welcome.Acknowledged != 0 {
		t.Error("another incarnation counts from the beginning")
	}
}

func TestObservationsAreStoredForTheNodesOwnServersAlone(t *testing.T) {
	w := newWorld(t)
	p := w.open(hello())
	p.next()
	p.send(node.Frame{Observed: []node.Observed{
		{Server: one, State: node.StateStarting}, {Server: "ServTwo2", State: node.StateRunning}, {Server: "Nowhere1", State: node.StateRunning},
		{Server: one, State: node.StateRunning, Players: &node.Players{Names: []string{"a\x00b"}}}, {Server: one, State: "\"><script>"},
	}, Reports: []node.Report{{Sequence: 1, Incarnation: "one", Server: one, Kind: node.ReportReady}}})
	p.next() // the frame was handled
	if n := w.count(`select count(*) from hosting.observed`); n != 1 {
		t.Errorf("%d observations are stored", n)
	}
	var doc []byte
	if err := w.DB.Pool.QueryRow(t.Context(), `select observed from hosting.observed where server = $1`, one).Scan(&doc); err != nil {
		t.Fatal(err)
	}
	var o node.Observed
	if err := json.Unmarshal(doc, &o); err != nil || o.State != node.StateRunning {
		t.Errorf("%s %v", doc, err)
	}
}

func TestAListOfFilesIsStoredBesideTheStateUntilAnotherComes(t *testing.T) {
	w := newWorld(t)
	p := w.open(hello())
	p.next()
	list := &node.Contents{Files: []node.ContentFile{{Path: "/mods/a.jar", Size: 3, SHA512: "x", Disabled: true}}}
	tooLong := &node.Contents{Files: make([]node.ContentFile, node.MaxContents+1)}
	p.send(node.Frame{Observed: []node.Observed{
		{Server: one, State: node.StateStopped, Contents: list}, {Server: one, State: node.StateRunning}, {Server: one, State: node.StateRunning, Contents: tooLong},
		{Server: "ServTwo2", State: node.StateRunning, Contents: list},
	}, Reports: []node.Report{{Sequence: 1, Incarnation: "one", Server: one, Kind: node.ReportReady}}})
	p.next() // the frame was handled
	var doc, state []byte
	if err := w.DB.Pool.QueryRow(t.Context(), `select c.contents, o.observed from hosting.contents c join hosting.observed o using (server) where server = $1`, one).Scan(&doc, &state); err != nil {
		t.Fatal(err)
	}
	var got node.Contents
	if err := json.Unmarshal(doc, &got); err != nil || len(got.Files) != 1 || got.Files[0] != list.Files[0] || bytes.Contains(state, []byte("a.jar")) {
		t.Errorf("%s %s %v", doc, state, err)
	}
	if n := w.count(`select count(*) from hosting.contents`); n != 1 {
		t.Errorf("%d lists are stored", n)
	}
}

func TestANewerConnectionOfANodeReplacesTheFormer(t *testing.T) {
	w := newWorld(t)
	first := w.open(hello())
	first.next()
	second := w.open(hello())
	second.next()
	if status := first.closed(); status != node.StatusReplaced {
		t.Errorf("the former link ends with %d", status)
	}
	second.send(node.Frame{Reports: []node.Report{{Sequence: 1, Incarnation: "one", Server: one, Kind: node.ReportReady}}})
	if f := second.next(); *f.Acknowledged != 1 {
		t.Error("the newer link does not work")
	}
	if n := w.count(`select count(*) from hosting.links where node = $1`, host); n != 1 {
		t.Error("the end of the former link removed the row of the newer")
	}
}

func TestHostileTokensAndFramesOpenNoLink(t *testing.T) {
	w := newWorld(t)
	_, foreign, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	with := func(key string, value any) string {
		return w.token(func(c jwt.MapClaims) {
			if value == nil {
				delete(c, key)
				return
			}
			c[key] = value
		})
	}
	signed := func(m jwt.SigningMethod, key any) string {
		s, err := jwt.NewWithClaims(m, jwt.MapClaims{"iss": host, "aud": site, "iat": time.Now().Unix(), "exp": time.Now().Add(time.Minute).Unix(), "jti": "x"}).SignedString(key)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for name, token := range map[string]string{
		"none": "", "garbage": "a.b.c", "another node": with("iss", "NodeTwo2"), "no node": with("iss", "../../x"), "another site": with("aud", "https://other.example"),
		"expired": with("exp", time.Now().Add(-2*time.Minute).Unix()), "of the future": with("iat", time.Now().Add(10*time.Minute).Unix()), "without an end": with("exp", nil),
		"without a beginning": with("iat", nil), "without a name": with("jti", nil), "an hour long": with("exp", time.Now().Add(time.Hour).Unix()),
		"another key": signed(jwt.SigningMethodEdDSA, foreign), "by a shared secret": signed(jwt.SigningMethodHS256, []byte(w.key.Public().(ed25519.PublicKey))),
		"unsigned": signed(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType),
	} {
		if _, res, err := w.dial(token); err == nil || res == nil || res.StatusCode != http.StatusUnauthorized {
			t.Errorf("a token %s opens a link: %v", name, res)
		}
	}
	once := w.token(nil)
	if conn, _, err := w.dial(once); err != nil {
		t.Error(err)
	} else {
		_ = conn.CloseNow()
	}
	if _, _, err := w.dial(once); err == nil {
		t.Error("a token opens two links")
	}
	for name, change := range map[string]func(*node.Hello){
		"another node": func(h *node.Hello) { h.Node = "NodeTwo2" }, "no incarnation": func(h *node.Hello) { h.Incarnation = "" },
	} {
		h := hello()
		change(&h)
		if status := w.open(h).closed(); status != websocket.StatusPolicyViolation {
			t.Errorf("a Hello with %s ends with %d", name, status)
		}
	}
	old := hello()
	old.Protocol = 99
	if status := w.open(old).closed(); status != node.StatusProtocol {
		t.Errorf("another protocol ends with %d", status)
	}
}

func TestAWatchTellsOfChangedServersAndOfNothingElse(t *testing.T) {
	w := newWorld(t)
	advanced := make(chan struct{})
	watch := nodelink.NewWatch(w.DB.Pool, func() <-chan struct{} { return advanced }, slog.New(slog.NewTextHandler(io.Discard, nil)))
	before := watch.Changed()
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { _ = watch.Run(ctx) })
	defer running.Wait()
	defer cancel()
	<-before // the servers that were there
	after := watch.Changed()
	w.Happen("account-Someone1", "", account.RoleGranted{Account: "Someone1", Role: account.Moderator})
	w.Settle()
	advanced <- struct{}{}
	advanced <- struct{}{} // is taken after the look that follows the first
	select {
	case <-after:
		t.Error("an event about no server is told")
	default:
	}
	w.Happen("server-"+one, "", server.PowerRequested{Server: one, Action: server.Start})
	w.Settle()
	advanced <- struct{}{}
	<-after
}
