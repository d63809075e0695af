package link_test

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/link"
	"github.com/modyard/modyard/platform/until"
)

// world is a node's link and a site.
type world struct {
	site    *site
	fleet   *fleet
	outbox  *outbox
	feed    *feed
	link    *link.Link
	revoked []node.Revoked
	signs   int
}

// start runs a link to a site until the test ends.
func start(t *testing.T, address string, client *http.Client, delays link.Delays, s *site) *world {
	t.Helper()
	w := &world{site: s, outbox: &outbox{}, feed: &feed{}}
	w.fleet = newFleet(w.feed)
	w.link = link.New(link.Options{
		Site: address, Hello: func() node.Hello { return node.Hello{Node: "nodeAAAA", Version: "v1"} },
		Sign:  func() (string, error) { w.signs++; return fmt.Sprint("token", w.signs), nil },
		Fleet: w.fleet, Outbox: w.outbox, Changed: w.feed.wait, Welcome: func([]node.Key, []string) error { return nil },
		Revoke: func(r node.Revoked) error { w.revoked = append(w.revoked, r); return nil },
		Log:    slog.New(slog.DiscardHandler), Client: client, Delays: delays,
	})
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { w.link.Run(ctx) })
	t.Cleanup(func() { cancel(); running.Wait() })
	return w
}

// quick is a link over real connections that dials again at once.
func quick(t *testing.T, s *site) *world {
	t.Helper()
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return start(t, server.URL, nil, link.Delays{Least: time.Millisecond, Most: 2 * time.Millisecond, Refused: time.Millisecond}, s)
}

// bubble is a link in a bubble of synctest.
func bubble(t *testing.T, s *site) *world {
	t.Helper()
	p := newPipes()
	server := &http.Server{Handler: s, ReadHeaderTimeout: time.Minute}
	var serving sync.WaitGroup
	serving.Go(func() { _ = server.Serve(p) })
	t.Cleanup(func() { _ = server.Close(); serving.Wait() })
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, n, a string) (net.Conn, error) { return p.dial(ctx, n, a) }}}
	return start(t, "http://site", client, link.Delays{}, s)
}

func TestTheLinkEndsInTheLastDesiredStateWhateverHappensToItsFrames(t *testing.T) {
	t.Parallel()
	for seed := range uint64(12) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			s := newSite()
			chaos := rand.New(rand.NewPCG(seed, 1))
			s.chaos = rand.New(rand.NewPCG(seed, 2))
			w := quick(t, s)
			for i := range 400 {
				s.want(t.Context(), fmt.Sprintf("server%d", chaos.IntN(1+i/20)), chaos.IntN(2) == 0)
				if chaos.IntN(5) == 0 {
					w.outbox.add(chaos.IntN(30))
					w.feed.tell()
				}
				if chaos.IntN(40) == 0 {
					s.cut()
				}
			}
			s.with(func() { s.chaos = nil })
			s.cut() // what was lost is made good by the next connection
			until.True(t, "the desired state is everywhere", func() bool {
				s.mu.Lock()
				defer s.mu.Unlock()
				w.fleet.mu.Lock()
				defer w.fleet.mu.Unlock()
				for id, d := range s.desired {
					o := s.observed[id]
					want := node.StateStopped
					if d.Running {
						want = node.StateRunning
					}
					if w.fleet.desired[id].Generation != d.Generation || w.fleet.absent[id] || o.Generation != d.Generation || o.State != want {
						return false
					}
				}
				sent, err := w.outbox.Sent()
				return err == nil && s.durable == sent
			})
			for i, r := range s.reports {
				if r.Sequence != uint64(i)+1 {
					t.Fatalf("report %d is number %d", r.Sequence, i+1)
				}
			}
		})
	}
}

func TestAServerThatTheSiteDoesNotNameIsStoppedAfterAllOthersHaveCome(t *testing.T) {
	t.Parallel()
	s := newSite()
	w := quick(t, s)
	for i := range 10 {
		s.want(t.Context(), fmt.Sprintf("server%d", i), true)
	}
	until.True(t, "all run", func() bool {
		all := w.fleet.Observed()
		return len(all) == 10 && !slices.ContainsFunc(all, func(o node.Observed) bool { return o.State != node.StateRunning })
	})
	s.with(func() { delete(s.desired, "server3") })
	s.cut()
	until.True(t, "the forgotten one is stopped, the others run", func() bool {
		for _, o := range w.fleet.Observed() {
			if (o.State == node.StateRunning) == (o.Server == "server3") {
				return false
			}
		}
		return true
	})
}

func TestFortyThousandReportsOfAnOutageArriveOnceEachInBoundedBatches(t *testing.T) {
	t.Parallel()
	s := newSite()
	s.with(func() { s.status = http.StatusServiceUnavailable })
	w := quick(t, s)
	w.outbox.add(40_000)
	s.with(func() { s.status = 0 })
	until.True(t, "all have arrived", func() bool { s.mu.Lock(); defer s.mu.Unlock(); return s.durable == 40_000 })
	until.True(t, "all are forgotten", func() bool { p, err := w.outbox.Pending(0, 1); return err == nil && len(p) == 0 })
	if s.repeats != 0 || slices.Max(s.batches) > node.MaxReports || len(s.batches) > 210 {
		t.Errorf("%d repeats, %d batches, the largest of %d", s.repeats, len(s.batches), slices.Max(s.batches))
	}
}

func TestASiteThatHasReportsOfAnotherIncarnationGetsAllOfThisOne(t *testing.T) {
	t.Parallel()
	s := newSite()
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		conn, err := websocket.Accept(rw, r, nil)
		if err != nil {
			return
		}
		defer conn.CloseNow() //nolint:errcheck // it may be closed
		hello, err := read(r.Context(), conn)
		if err != nil || hello.Hello.Incarnation != "one" || hello.Hello.Sent != 3 {
			t.Errorf("%+v, %v", hello.Hello, err)
		}
		if err := write(r.Context(), conn, node.Frame{Welcome: &node.Welcome{Acknowledged: 5000}}); err != nil {
			t.Error(err)
		}
		s.serveRest(r.Context(), conn)
	}))
	t.Cleanup(server.Close)
	box := &outbox{}
	box.add(3)
	startWith(t, server.URL, s, box)
	until.True(t, "all have arrived", func() bool { s.mu.Lock(); defer s.mu.Unlock(); return s.durable == 3 })
}

// serveRest serves a connection that was welcomed.
func (s *site) serveRest(ctx context.Context, conn *websocket.Conn) {
	for {
		frame, err := read(ctx, conn)
		if err != nil || s.take(ctx, conn, frame) != nil {
			return
		}
	}
}

func startWith(t *testing.T, address string, s *site, box *outbox) {
	t.Helper()
	f := &feed{}
	l := link.New(link.Options{
		Site: address, Hello: func() node.Hello { return node.Hello{} }, Sign: func() (string, error) { return "token", nil }, Fleet: newFleet(f), Outbox: box, Changed: f.wait,
		Welcome: func([]node.Key, []string) error { return nil }, Revoke: func(node.Revoked) error { return nil }, Log: slog.New(slog.DiscardHandler),
		Delays: link.Delays{Least: time.Millisecond, Most: 2 * time.Millisecond},
	})
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { l.Run(ctx) })
	t.Cleanup(func() { cancel(); running.Wait() })
}

func TestEachSideBeatsAndASilentLinkIsBrokenAfterThreeBeats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSite()
		s.silent = true
		w := bubble(t, s)
		synctest.Wait()
		if !w.link.Connected() {
			t.Fatal("not connected")
		}
		time.Sleep(29 * time.Second)
		synctest.Wait()
		if n := s.count(); n != 2 || !w.link.Connected() {
			t.Errorf("%d frames in 29 s without a server, connected: %v", n, w.link.Connected())
		}
		time.Sleep(1100 * time.Millisecond)
		synctest.Wait()
		if w.link.Connected() {
			t.Error("the link of a silent site stands after 30 s")
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		s.with(func() {
			if len(s.hellos) != 2 || s.tokens[0] != "Bearer token1" || s.tokens[1] != "Bearer token2" {
				t.Errorf("%d connections, %q", len(s.hellos), s.tokens)
			}
		})
	})
}

func TestObservationsComeAtOnceWhenAStateChangesElseEachFifteenSeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSite()
		bubble(t, s)
		time.Sleep(time.Second)
		s.want(context.Background(), "server1", true)
		synctest.Wait()
		if o := s.saw("server1"); o.State != node.StateRunning {
			t.Errorf("at once: %+v", o)
		}
		before := s.count()
		for i := range 50 {
			s.want(context.Background(), "server1", i%2 == 0)
			time.Sleep(10 * time.Millisecond)
		}
		time.Sleep(100 * time.Millisecond)
		synctest.Wait()
		if n, last := s.count()-before, s.saw("server1").Generation; n > 7 || last != 51 {
			t.Errorf("50 changes in 500 ms made %d frames; the last is %d", n, last)
		}
		s.with(func() { delete(s.observed, "server1") })
		time.Sleep(15 * time.Second)
		synctest.Wait()
		if s.saw("server1").Server == "" {
			t.Error("nothing was observed in 15 s")
		}
	})
}

func TestPausesBetweenConnectionsGrowAndARefusalIsLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSite()
		s.status = http.StatusBadGateway
		w := bubble(t, s)
		dials := func() int { s.mu.Lock(); defer s.mu.Unlock(); return len(s.tokens) }
		time.Sleep(time.Minute)
		if n := dials(); n < 5 || n > 11 {
			t.Errorf("%d dials in the first minute", n)
		}
		time.Sleep(time.Minute)
		before := dials()
		time.Sleep(10 * time.Minute)
		if n := dials() - before; n < 20 || n > 40 {
			t.Errorf("%d dials in ten later minutes", n)
		}
		for name, refuse := range map[string]func(){
			"a close code": func() { s.status, s.refuse = 0, node.StatusUnknown },
			"a status":     func() { s.status, s.refuse = http.StatusUnauthorized, 0 },
		} {
			s.with(refuse)
			for before = dials(); dials() == before; {
				time.Sleep(time.Second)
			}
			before = dials()
			time.Sleep(9*time.Minute + 58*time.Second)
			if n := dials() - before; n != 0 {
				t.Errorf("after a refusal by %s: %d dials in ten minutes", name, n)
			}
			time.Sleep(3 * time.Second)
			if n := dials() - before; n != 1 {
				t.Errorf("after a refusal by %s: %d dials after ten minutes", name, n)
			}
		}
		s.with(func() { s.status, s.refuse = 0, 0 })
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		if !w.link.Connected() {
			t.Error("not connected")
		}
	})
}
