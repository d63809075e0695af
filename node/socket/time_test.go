package socket_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/socket"
)

func TestASocketWithoutATokenIsClosedAfterFiveSeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		b := w.mustOpen()
		began := time.Now()
		if code, _ := b.end(); code != node.StatusUnauthorized || time.Since(began).Round(time.Second) != 5*time.Second {
			t.Errorf("closed with %d after %s", code, time.Since(began))
		}
	})
}

func TestATokensEndIsAnnouncedAndClosesTheSocketUnlessItIsRenewed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		lazy, eager := w.enter(alice, nil), w.enter(alice, nil)
		lazy.readAlways()
		eager.readAlways()
		began := time.Now()
		lazy.until(node.EventAuthExpiring)
		if at := time.Since(began).Round(time.Second); at != 9*time.Minute+30*time.Second {
			t.Errorf("announced after %s", at)
		}
		eager.until(node.EventAuthExpiring)
		eager.send(node.FromBrowser{Event: node.EventAuth, JWT: w.sign(bob, 10*time.Minute, nil)})
		eager.until(node.EventAuthIncorrect) // of another account
		eager.send(node.FromBrowser{Event: node.EventAuth, JWT: w.sign(alice, 10*time.Minute, nil)})
		eager.until(node.EventAuthOK)
		code, events := lazy.end()
		if at := time.Since(began).Round(time.Second); code != node.StatusUnauthorized || events[len(events)-1] != node.EventAuthIncorrect || at != 10*time.Minute {
			t.Errorf("closed with %d after %s; the last of %d events is %s", code, at, len(events), events[len(events)-1])
		}
		eager.until(node.EventAuthExpiring)
		if at := time.Since(began).Round(time.Second); at != 19*time.Minute {
			t.Errorf("announced again after %s", at)
		}
	})
}

func TestLinesAreBatchedAndStatisticsComeEachSecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		b := w.enter(alice, number(0))
		b.until(node.EventStats)
		go func() {
			for i := range 100 {
				w.servers.consoles[server].say(i+1, i+1)
				time.Sleep(time.Millisecond)
			}
		}()
		frames, got := 0, uint64(0)
		for got < 100 {
			f := b.until(node.EventLines)
			frames++
			for _, line := range f.Lines {
				if line.Number != got+1 {
					t.Fatalf("line %d after %d", line.Number, got)
				}
				got = line.Number
			}
		}
		if frames > 4 {
			t.Errorf("100 lines in 100 ms came in %d frames", frames)
		}
		b.until(node.EventStats)
		began := time.Now()
		for range 10 {
			b.until(node.EventStats)
		}
		if took := time.Since(began).Round(time.Second); took != 10*time.Second {
			t.Errorf("10 statistics took %s", took)
		}
		w.servers.change(server, func(o *node.Observed, _ *node.Desired) { o.State, o.Figures = node.StateStopped, nil })
		if f := b.until(node.EventPowerState); f.State != node.StateStopped {
			t.Errorf("%+v", f)
		}
	})
}

func TestWhoeverMayNotLookAnyMoreIsGoneWithinASecond(t *testing.T) {
	for name, c := range map[string]struct {
		act  func(*world)
		code int
	}{
		"revoked": {func(w *world) {
			if err := w.guard.Revoke(node.Revoked{Server: server, Account: alice, Epoch: 2}); err != nil {
				t.Error(err)
			}
			w.sockets.Recheck(server)
		}, node.StatusForbidden},
		"suspended": {func(w *world) {
			w.servers.change(server, func(_ *node.Observed, d *node.Desired) { d.Suspended = true })
		}, node.StatusSuspended},
		"deleted": {func(w *world) {
			w.servers.change(server, func(_ *node.Observed, d *node.Desired) { d.Deleted = true })
		}, node.StatusGone},
	} {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld(t)
			// One that reads, and one that has stopped reading: its connection is cut.
			reads, stalls := w.enter(alice, nil), w.enter(alice, nil)
			other := w.enter(bob, nil)
			began := time.Now()
			c.act(w)
			if code, _ := reads.end(); int(code) != c.code || time.Since(began) > time.Second {
				t.Errorf("%s: closed with %d after %s", name, code, time.Since(began))
			}
			time.Sleep(time.Second - time.Since(began))
			synctest.Wait()
			if n := w.sockets.Open(); name == "revoked" && n != 1 || name != "revoked" && n != 0 {
				t.Errorf("%s: %d sockets are open", name, n)
			}
			if name == "revoked" {
				other.send(node.FromBrowser{Event: node.EventCommand, Cmd: "list"})
				other.until(node.EventLog)
			}
			_ = stalls
			again := w.mustOpen()
			again.send(node.FromBrowser{Event: node.EventAuth, JWT: w.sign(alice, time.Minute, nil)})
			if code, events := again.end(); int(code) != c.code || slices.Contains(events, node.EventAuthOK) {
				t.Errorf("%s: opened again: %d %v", name, code, events)
			}
		})
	}
}

func TestADeadPeerIsDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.servers.change(server, func(o *node.Observed, _ *node.Desired) { o.Figures = nil })
		b := w.enter(alice, nil)
		b.until(node.EventStats)
		synctest.Wait()
		if n := w.sockets.Open(); n != 1 {
			t.Fatalf("%d sockets", n)
		}
		time.Sleep(pings) // nobody reads, so nobody answers a ping
		synctest.Wait()
		if n := w.sockets.Open(); n != 0 {
			t.Errorf("%d sockets after %s", n, pings)
		}
		synctest.Wait()
		if w.servers.watchers != 0 {
			t.Error("figures are still measured each second")
		}
	})
}

// pings is when a ping was not answered for long enough.
const pings = 45 * time.Second

func TestCommandsAreLimitedAndAFloodOfThemWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		b := w.enter(alice, nil)
		go func() {
			for range 300 {
				b.send(node.FromBrowser{Event: node.EventCommand, Cmd: "say hi"})
			}
		}()
		refused, typed := 0, 0
		for refused+typed < 300 {
			f, closed := b.next()
			switch {
			case closed != 0:
				t.Fatalf("closed with %d", closed)
			case f.Event == node.EventLog:
				typed += strings.Count(f.Message, "say hi")
			case f.Event == node.EventRefused && f.Reason == "rate" && f.Cmd == "say hi":
				refused++
			case f.Event == node.EventRefused:
				t.Fatalf("%+v", f)
			}
		}
		// 200 frames are read at once, the rest in a second.
		if refused < 265 || refused > 280 {
			t.Errorf("%d commands were refused", refused)
		}
	})
}

func TestAReaderIsToldOfATokenThatLacksTheScope(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		scopes := func(s ...string) func(jwt.MapClaims) { return func(c jwt.MapClaims) { c["scp"] = s } }
		b := w.mustOpen()
		b.send(node.FromBrowser{Event: node.EventAuth, JWT: w.sign(alice, time.Minute, scopes(node.ScopeConsole))})
		b.until(node.EventAuthOK)
		b.send(node.FromBrowser{Event: node.EventCommand, Cmd: "stop"})
		if f := b.until(node.EventRefused); f.Reason != "forbidden" {
			t.Errorf("%+v", f)
		}
		c := w.mustOpen()
		c.send(node.FromBrowser{Event: node.EventAuth, JWT: w.sign(alice, time.Minute, scopes(node.ScopeCommands))})
		if code, _ := c.end(); code != node.StatusForbidden {
			t.Errorf("closed with %d", code)
		}
		if strings.Contains(w.log.String(), "eyJ") {
			t.Error("the log contains a token")
		}
	})
}

func TestSocketsWithoutATokenAreLimitedAndLeaveRoomForOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		opened := 0
		for range 300 {
			_, answer, err := w.open(server)
			if err == nil {
				opened++
			} else if answer == nil || answer.StatusCode != http.StatusServiceUnavailable {
				t.Fatal(answer, err)
			}
		}
		if opened != 256 {
			t.Errorf("%d opened", opened)
		}
		time.Sleep(7 * time.Second)
		synctest.Wait()
		if n := w.sockets.Open(); n != 0 {
			t.Errorf("%d are open after their time", n)
		}
	})
}

// TestTheNodesSocketsAreCountedExactly fills a node and then lets more come at once than there is room for.
func TestTheNodesSocketsAreCountedExactly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var ids []string
		for i := range 32 {
			ids = append(ids, fmt.Sprintf("server%02d", i))
		}
		w := newWorld(t, ids...)
		enter := func(i int) bool {
			id := ids[i%len(ids)]
			b, answer, err := w.open(id)
			if err != nil {
				if answer == nil || answer.StatusCode != http.StatusServiceUnavailable {
					t.Error(answer, err)
				}
				return false
			}
			token := w.sign(fmt.Sprintf("account%d", i), time.Minute, func(c jwt.MapClaims) { c["srv"] = id })
			b.send(node.FromBrowser{Event: node.EventAuth, JWT: token})
			f, _ := b.next()
			return f.Event == node.EventAuthOK
		}
		for i := range socket.MaxOfNode - 20 {
			if !enter(i) {
				t.Fatalf("socket %d was refused", i)
			}
		}
		var entered atomic.Int64
		var all sync.WaitGroup
		for i := range 48 {
			all.Go(func() {
				if enter(socket.MaxOfNode - 20 + i) {
					entered.Add(1)
				}
			})
		}
		all.Wait()
		if n := entered.Load(); n != 20 {
			t.Errorf("%d of 48 entered where 20 had room", n)
		}
	})
}
