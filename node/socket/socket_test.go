package socket_test

import (
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/golang-jwt/jwt/v5"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/socket"
	"github.com/modyard/modyard/platform/until"
)

func TestASocketShowsStateHistoryAndWhatComes(t *testing.T) {
	t.Parallel()
	w := newTCPWorld(t)
	c := w.servers.consoles[server]
	c.say(1, 600)
	c.append("in", "list")
	c.append("err", "bad", "worse")
	b := w.enter(alice, nil)
	if f, _ := b.next(); f.Event != node.EventPowerState || f.State != node.StateRunning {
		t.Errorf("%+v", f)
	}
	if f, _ := b.next(); f.Event != node.EventUptime {
		t.Errorf("%+v", f)
	}
	if f, _ := b.next(); f.Event != node.EventStats || f.CPU == nil || f.RAM != 1<<30 || f.Sent != nil {
		t.Errorf("%+v", f)
	}
	first := b.until(node.EventLog)
	if lines := strings.Split(first.Message, "\n"); first.Stream != "out" || len(lines) != node.History-3 || lines[len(lines)-1] != "line 600" {
		t.Errorf("%d lines of %s, the last is %s", len(lines), first.Stream, lines[len(lines)-1])
	}
	if f := b.until(node.EventLog); f.Stream != "in" || f.Message != "list" {
		t.Errorf("%+v", f)
	}
	if f := b.until(node.EventLog); f.Stream != "err" || f.Message != "bad\nworse" {
		t.Errorf("%+v", f)
	}
	b.send(node.FromBrowser{Event: node.EventCommand, Cmd: "say 你好"})
	if f := b.until(node.EventLog); f.Stream != "in" || f.Message != "say 你好" {
		t.Errorf("%+v", f)
	}
}

func TestACrashIsShownWithItsCode(t *testing.T) {
	t.Parallel()
	w := newTCPWorld(t)
	b := w.enter(alice, nil)
	b.until(node.EventPowerState)
	w.servers.change(server, func(o *node.Observed, _ *node.Desired) {
		o.State, o.Exit, o.Figures = node.StateCrashed, &node.Exit{Code: 137, OutOfMemory: true}, nil
	})
	if f := b.until(node.EventPowerState); f.State != node.StateCrashed || f.Exit == nil || *f.Exit != 137 {
		t.Errorf("%+v", f)
	}
}

// lines reads numbered lines up to one, and fails on a hole or a repeat.
func (b *browser) lines(after, to uint64) {
	b.t.Helper()
	for after < to {
		f := b.until(node.EventLines)
		if f.Missing != 0 {
			b.t.Fatalf("%d lines are missing after %d", f.Missing, after)
		}
		for _, line := range f.Lines {
			if line.Number != after+1 {
				b.t.Fatalf("line %d after %d", line.Number, after)
			}
			after = line.Number
		}
	}
}

func TestAReconnectHasNoHoleAndNoRepeatWhileLinesFlow(t *testing.T) {
	t.Parallel()
	w := newTCPWorld(t)
	c := w.servers.consoles[server]
	c.say(1, 100)
	const last = 20_000
	var writing sync.WaitGroup
	// A reader that is far behind is told what it misses, so the writer waits for it.
	var read atomic.Uint64
	read.Store(100)
	writing.Go(func() {
		for i := uint64(101); i <= last; i += 100 {
			until.True(t, "the reader", func() bool { return read.Load()+200 > i })
			c.say(int(i), int(min(i+99, last)))
		}
	})
	for at := read.Load(); at < last; at = read.Load() {
		b := w.enter(alice, number(at))
		// Each socket reads a little, then is cut at an arbitrary frame.
		for range 3 {
			if at == last {
				break
			}
			f := b.until(node.EventLines)
			if f.Missing != 0 || f.Lines[0].Number != at+1 {
				t.Fatalf("%d missing, line %d after %d", f.Missing, f.Lines[0].Number, at)
			}
			at = f.Lines[len(f.Lines)-1].Number
			read.Store(at)
		}
		_ = b.conn.CloseNow()
		until.True(t, "the socket is gone", func() bool { return w.sockets.Open() < 4 })
	}
	writing.Wait()
}

func TestABrowserBeginsAnewWhereItHasNothingOrTheConsoleIsAnother(t *testing.T) {
	t.Parallel()
	w := newTCPWorld(t)
	w.servers.consoles[server].say(1, 700)
	for _, since := range []uint64{0, 701, 1 << 60} {
		f := w.enter(alice, &since).until(node.EventLines)
		if f.Missing != 200 || f.Lines[0].Number != 201 {
			t.Errorf("since %d: %d missing, first line %d", since, f.Missing, f.Lines[0].Number)
		}
	}
	w.servers.consoles[server].keep = 100
	w.servers.consoles[server].say(701, 800)
	if f := w.enter(alice, number(10)).until(node.EventLines); f.Missing != 690 || f.Lines[0].Number != 701 {
		t.Errorf("what is not kept: %d missing, first line %d", f.Missing, f.Lines[0].Number)
	}
}

func TestAConsoleThatComesLaterIsShown(t *testing.T) {
	t.Parallel()
	w := newTCPWorld(t)
	c := w.servers.consoles[server]
	delete(w.servers.consoles, server)
	b := w.enter(alice, number(0))
	b.until(node.EventStats)
	c.say(1, 300)
	w.servers.change(server, func(*node.Observed, *node.Desired) { w.servers.consoles[server] = c })
	b.lines(0, 300)
}

func TestASlowReaderIsToldWhatItMissedAndDelaysNobody(t *testing.T) {
	t.Parallel()
	w := newTCPWorld(t)
	c := w.servers.consoles[server]
	c.say(1, 1)
	slow, old, fast := w.enter(alice, number(1)), w.enter(alice, nil), w.enter(bob, number(1))
	slow.until(node.EventStats)
	old.until(node.EventLog)
	const last = 20_000
	text := strings.Repeat("x", 500)
	var writing sync.WaitGroup
	// The writer waits for the fast reader, so that the slow ones alone fall behind.
	var read atomic.Uint64
	read.Store(1)
	writing.Go(func() {
		for i := uint64(2); i <= last; i++ {
			if i%100 == 0 {
				until.True(t, "the fast reader", func() bool { return read.Load()+200 > i })
			}
			c.append("out", text)
		}
	})
	for at := uint64(1); at < last; at = read.Load() {
		f := fast.until(node.EventLines)
		if f.Missing != 0 || f.Lines[0].Number != at+1 {
			t.Fatalf("%d missing, line %d after %d", f.Missing, f.Lines[0].Number, at)
		}
		read.Store(f.Lines[len(f.Lines)-1].Number)
	}
	writing.Wait()
	at, gap := uint64(1), uint64(0)
	for at < last {
		f := slow.until(node.EventLines)
		if f.Lines[0].Number != at+1+f.Missing {
			t.Fatalf("%d missing, line %d after %d", f.Missing, f.Lines[0].Number, at)
		}
		gap += f.Missing
		at = f.Lines[len(f.Lines)-1].Number
	}
	if gap == 0 {
		t.Error("the slow reader missed nothing of 10 MB")
	}
	for f := old.until(node.EventLog); f.Stream != "node" || !strings.HasPrefix(f.Message, "省略 "); f = old.until(node.EventLog) { //nolint:revive // it looks for the mark
	}
}

func TestCommandsThatAreNoneAreRefused(t *testing.T) {
	t.Parallel()
	w := newTCPWorld(t)
	b := w.enter(alice, nil)
	c := w.servers.consoles[server]
	for cmd, reason := range map[string]string{
		"": "length", strings.Repeat("x", 1025): "length", strings.Repeat("界", 342): "length", "stop\nop me": "characters", "stop\r": "characters", "a\x00": "characters",
		"\x1b]0;t\x07": "characters", "a\u0085b": "characters", "a\u2028b": "characters", "tab\t": "characters",
	} {
		b.send(node.FromBrowser{Event: node.EventCommand, Cmd: cmd})
		if f := b.until(node.EventRefused); f.Reason != reason || len(f.Cmd) > node.MaxCommand || !strings.HasPrefix(cmd, f.Cmd) {
			t.Errorf("%.20q: %s", cmd, f.Reason)
		}
	}
	if typed := c.written(); len(typed) != 0 {
		t.Errorf("the server got %q", typed)
	}
	b.send(node.FromBrowser{Event: node.EventCommand, Cmd: strings.Repeat("x", 1024)})
	b.until(node.EventLog)
	c.halt()
	b.send(node.FromBrowser{Event: node.EventCommand, Cmd: "list"})
	if f := b.until(node.EventRefused); f.Reason != "not-running" {
		t.Errorf("%+v", f)
	}
}

func TestFramesThatAreNoneEndTheSocket(t *testing.T) {
	t.Parallel()
	w := newTCPWorld(t)
	for text, want := range map[string]websocket.StatusCode{
		`{`: 1007, `[]`: 1007, "\"\xff\"": 1007, `{"event":"command","cmd":1}`: 1007, `{"event":"command","cmd":"` + strings.Repeat("x", 64<<10) + `"}`: 1009,
	} {
		b := w.enter(alice, nil)
		b.sendRaw(text)
		if code, _ := b.end(); code != want {
			t.Errorf("%.20q: closed with %d, want %d", text, code, want)
		}
	}
	b := w.enter(alice, nil)
	if err := b.conn.Write(t.Context(), websocket.MessageBinary, []byte(`{}`)); err != nil {
		t.Fatal(err)
	}
	if code, _ := b.end(); code != 1003 {
		t.Errorf("a binary frame: closed with %d", code)
	}
	b = w.enter(alice, nil)
	b.sendRaw(`{"event":"of a later browser","x":[1]}`)
	b.send(node.FromBrowser{Event: node.EventCommand, Cmd: "list"})
	b.until(node.EventLog)
}

func TestTheFirstFrameMustBeAGoodToken(t *testing.T) {
	t.Parallel()
	w := newTCPWorld(t)
	b := w.mustOpen()
	b.send(node.FromBrowser{Event: node.EventCommand, Cmd: "stop"})
	if code, events := b.end(); code != node.StatusUnauthorized || len(events) != 0 {
		t.Errorf("closed with %d after %v", code, events)
	}
	b = w.mustOpen()
	for range 3 {
		b.send(node.FromBrowser{Event: node.EventAuth, JWT: "hello"})
	}
	if code, events := b.end(); code != node.StatusUnauthorized || len(events) != 3 || events[2] != node.EventAuthIncorrect {
		t.Errorf("closed with %d after %v", code, events)
	}
	b = w.mustOpen() // as a client of the first generation does: it gets another token and tries again
	b.send(node.FromBrowser{Event: node.EventAuth, JWT: w.sign(alice, time.Minute, func(c jwt.MapClaims) { c["srv"] = "srvBBBBB" })})
	b.until(node.EventAuthIncorrect)
	b.send(node.FromBrowser{Event: node.EventAuth, JWT: w.sign(alice, time.Minute, nil)})
	b.until(node.EventAuthOK)
	if typed := w.servers.consoles[server].written(); len(typed) != 0 {
		t.Errorf("the server got %q", typed)
	}
}

func TestOriginsAndAddressesAreCheckedBeforeASocketOpens(t *testing.T) {
	t.Parallel()
	w := newTCPWorld(t)
	for _, c := range []struct {
		id      string
		headers []string
		status  int
	}{
		{server, nil, 101}, {server, []string{"Origin", "https://example.org"}, 101}, {server, []string{"Origin", "https://evil.example"}, 403},
		{server, []string{"Origin", "null"}, 403}, {server, []string{"Origin", ""}, 403}, {server, []string{"Origin", "https://example.org", "Origin", "https://evil.example"}, 403},
		{"short", nil, 404}, {"..%2f..%2fetc", nil, 404}, {strings.Repeat("a", 65), nil, 404}, {"srv%0aAAAA", nil, 404},
	} {
		_, answer, err := w.open(c.id, c.headers...)
		if answer == nil || answer.StatusCode != c.status {
			t.Errorf("%s %q: %v, %v", c.id, c.headers, answer, err)
		}
	}
	if _, answer, _ := w.open("srvUnknown"); answer == nil || answer.StatusCode != http.StatusSwitchingProtocols {
		t.Error("an unknown server is told apart without a token")
	}
}

func TestAServerThatIsNotHereIsGone(t *testing.T) {
	t.Parallel()
	w := newTCPWorld(t)
	b, _, err := w.open("srvElsewhere")
	if err != nil {
		t.Fatal(err)
	}
	b.send(node.FromBrowser{Event: node.EventAuth, JWT: w.sign(alice, time.Minute, func(c jwt.MapClaims) { c["srv"] = "srvElsewhere" })})
	if code, _ := b.end(); code != node.StatusGone {
		t.Errorf("closed with %d", code)
	}
}

// TestSocketsAreCountedExactly opens twice as many sockets as an account and a server may have, all at once.
func TestSocketsAreCountedExactly(t *testing.T) {
	t.Parallel()
	w := newTCPWorld(t)
	race := func(n int, account func(int) string) (open []*browser, refused int) {
		var mu sync.Mutex
		var all sync.WaitGroup
		for i := range n {
			all.Go(func() {
				b, _, err := w.open(server)
				if err != nil {
					t.Error(err)
					return
				}
				b.send(node.FromBrowser{Event: node.EventAuth, JWT: w.sign(account(i), time.Minute, nil)})
				f, code := b.next()
				mu.Lock()
				defer mu.Unlock()
				switch {
				case f.Event == node.EventAuthOK:
					open = append(open, b)
				case code == node.StatusTooMany:
					refused++
				default:
					t.Errorf("%+v, closed with %d", f, code)
				}
			})
		}
		all.Wait()
		return open, refused
	}
	open, refused := race(2*socket.MaxOfAccount, func(int) string { return alice })
	if len(open) != socket.MaxOfAccount || refused != socket.MaxOfAccount {
		t.Errorf("of one account: %d open, %d refused", len(open), refused)
	}
	more, refused := race(2*socket.MaxOfServer, func(i int) string { return "acc" + string(rune('A'+i/4)) })
	if len(open)+len(more) != socket.MaxOfServer || refused != socket.MaxOfServer+len(open) {
		t.Errorf("of one server: %d open, %d refused", len(open)+len(more), refused)
	}
	for _, b := range append(open, more...) {
		_ = b.conn.CloseNow()
	}
	until.True(t, "all are gone", func() bool { return w.sockets.Open() == 0 })
	if open, _ := race(4, func(int) string { return alice }); len(open) != 4 {
		t.Errorf("after the others are gone: %d open", len(open))
	}
}
