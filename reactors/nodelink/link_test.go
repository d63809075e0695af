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
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/golang-jwt/jwt/v5"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/reactors/nodelink"
)

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
