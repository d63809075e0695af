package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/platform/pause"
	"github.com/modyard/modyard/search"
	"github.com/modyard/modyard/search/elastic/elastictest"
)

// searchNode is the Elasticsearch of a run.
type searchNode struct {
	own  *elastictest.Node // nil if other tests also use it: then it must not be stopped
	addr string            // host and port
	url  string            // with an index name of this run
}

// newSearchNode returns the shared node of all tests for a short run, and starts one for a long run or if there is
// none. Without a JDK there is no Elasticsearch, and the site runs without it.
func newSearchNode(t *testing.T) *searchNode {
	t.Helper()
	if raw := os.Getenv(elastictest.EnvURL); raw != "" && os.Getenv(envChaos) == "" {
		u, err := url.Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		return &searchNode{addr: u.Host, url: elastictest.Address(t, raw)}
	}
	ctx, cancel := context.WithTimeout(context.Background(), hangs)
	defer cancel()
	var node *elastictest.Node
	var err error
	if reason := os.Getenv(elastictest.EnvMissing); reason != "" {
		err = errors.New(reason)
	} else {
		node, err = elastictest.Start(ctx)
	}
	switch {
	case err == nil:
		t.Cleanup(node.Stop)
		return &searchNode{own: node, addr: node.Addr(), url: elastictest.Address(t, node.URL())}
	case elastictest.Required():
		t.Fatalf("no Elasticsearch to test with: %v", err)
	}
	t.Logf("chaos without Elasticsearch: %v", err)
	return nil
}

// searchFaults injects faults of Elasticsearch, together with all others and later alone.
type searchFaults struct {
	world    *chaosWorld
	faults   faults // only for durations and the count
	ctx      context.Context
	client   *http.Client // its own, so that other users of the default one do not affect searches
	strict   bool         // no other test uses the machine, so that durations are checked
	searches tally
	back     []time.Duration // durations until it answered again
}

func (w *chaosWorld) searchFaults(ctx context.Context, random *rand.Rand, long bool) *searchFaults {
	return &searchFaults{world: w, ctx: ctx, client: &http.Client{Transport: &http.Transport{}}, strict: os.Getenv(envChaos) != "",
		faults: faults{world: w, random: random, long: long, counts: map[string]int{}}}
}

func (s *searchFaults) kinds() []func(context.Context) {
	if s.world.search == nil {
		return nil
	}
	all := []func(context.Context){s.cut, s.cutAll, s.stop, s.slow}
	if s.world.search.own != nil {
		all = append(all, s.kill, s.pause)
	}
	return all
}

// deal injects faults until the context ends. Every fault ends by itself.
func (s *searchFaults) deal(ctx context.Context) {
	kinds := s.kinds()
	for kinds != nil {
		for _, i := range s.faults.random.Perm(len(kinds)) {
			if !pause.For(ctx, s.faults.between(150, 1000)) {
				return
			}
			kinds[i](ctx)
		}
	}
}

func (s *searchFaults) wire() *wire {
	hosts := s.world.hosts
	return hosts[s.faults.random.IntN(len(hosts))].find
}

func (s *searchFaults) cut(ctx context.Context) {
	s.faults.counts["wires cut"]++
	wire := s.wire()
	wire.set(true, false)
	pause.For(ctx, s.faults.lasting())
	wire.set(false, false)
}

// cutAll simulates for all processes that the node is unreachable.
func (s *searchFaults) cutAll(ctx context.Context) {
	s.faults.counts["times all wires cut"]++
	for _, h := range s.world.hosts {
		h.find.set(true, false)
	}
	pause.For(ctx, s.faults.lasting())
	for _, h := range s.world.hosts {
		h.find.set(false, false)
	}
}

func (s *searchFaults) stop(ctx context.Context) {
	s.faults.counts["wires stopped"]++
	wire := s.wire()
	wire.set(false, true)
	pause.For(ctx, s.faults.lasting())
	wire.set(s.faults.random.IntN(2) == 0, false) // in half of the cases the blocked data is lost
	wire.set(false, false)
}

// slow delays every answer until after the caller's timeout, or just before.
func (s *searchFaults) slow(ctx context.Context) {
	s.faults.counts["wires slow"]++
	wire := s.wire()
	wire.slow(s.faults.between(50, 600))
	pause.For(ctx, s.faults.lasting())
	wire.slow(0)
}

func (s *searchFaults) kill(ctx context.Context) {
	s.faults.counts["nodes killed"]++
	s.world.search.own.Kill()
	pause.For(ctx, s.faults.lasting())
	if err := s.world.search.own.Restart(s.ctx); err != nil {
		s.world.t.Errorf("Elasticsearch does not start again: %v", err)
	}
}

func (s *searchFaults) pause(ctx context.Context) {
	s.faults.counts["nodes stopped"]++
	if err := s.world.search.own.Pause(); err != nil {
		s.world.t.Error(err)
	}
	pause.For(ctx, s.faults.lasting())
	if err := s.world.search.own.Resume(); err != nil {
		s.world.t.Error(err)
	}
}

func (s *searchFaults) heal() {
	for _, h := range s.world.hosts {
		if h.find != nil {
			h.find.set(false, false)
			h.find.slow(0)
		}
	}
}

func (s *searchFaults) sum() string {
	if s.world.search == nil {
		return "there was none"
	}
	return fmt.Sprintf("%s; back after %s; searches while it alone failed: %s", sums(s.faults.counts), s.back, sums(s.searches.counts()))
}

// Limits that are checked if no other test uses the machine.
const (
	backLimit   = 30 * time.Second // from the end of a fault until Elasticsearch answers again
	searchLimit = 3 * time.Second  // of one search during any fault of Elasticsearch, whose own limit is 1 s
)

// try injects each kind of fault once without other faults. During a fault of only Elasticsearch, every search is
// answered correctly, and every process stays ready. Then Elasticsearch recovers by itself and contains the same data
// as Postgres.
func (s *searchFaults) try(ctx context.Context) {
	if s.world.search == nil {
		return
	}
	s.world.t.Helper()
	s.serves(ctx)
	trying, done := context.WithCancel(ctx)
	var running sync.WaitGroup
	for i := range 2 {
		running.Go(func() { s.search(ctx, trying, i) })
	}
	running.Go(func() {
		for pause.For(trying, 200*time.Millisecond) {
			for _, h := range s.world.hosts {
				if !h.ready(ctx) && ctx.Err() == nil {
					s.world.t.Errorf("%s is not ready while Elasticsearch fails:\n%s", h.name, h.said())
				}
			}
		}
	})
	kinds := s.kinds()
	for n, i := range s.faults.random.Perm(len(kinds)) {
		// After the first fault Elasticsearch is not used for a while: the other faults occur during that time, unless
		// there is enough time.
		if n > 0 && s.strict {
			s.serves(ctx)
		}
		kinds[i](trying)
		pause.For(ctx, 200*time.Millisecond)
	}
	done()
	running.Wait()
	s.heal()
	s.serves(ctx)
	out, code := s.world.tool("", "verify", "search")
	// Connections of killed processes may fill the server until it notices that they are closed.
	for deadline := time.Now().Add(30 * time.Second); strings.Contains(out, "SQLSTATE 53300") && time.Now().Before(deadline); {
		pause.For(ctx, time.Second)
		out, code = s.world.tool("", "verify", "search")
	}
	if code != 0 {
		s.world.t.Errorf("Elasticsearch does not contain the data of Postgres: %s", out)
	}
}

// serves waits until Elasticsearch answers the searches of both servers.
func (s *searchFaults) serves(ctx context.Context) {
	s.world.t.Helper()
	began := time.Now()
	for i := range 2 {
		for {
			engine, _, err := s.ask(ctx, i, "/v2/search?limit=1")
			if err == nil && engine == search.EngineElasticsearch {
				break
			}
			if !pause.For(ctx, 50*time.Millisecond) {
				s.world.t.Fatalf("serve-%d is not answered by Elasticsearch again but by %q, %v:\n%s", i+1, engine, err, s.world.hosts[i].said())
			}
		}
	}
	took := time.Since(began)
	s.back = append(s.back, took.Round(time.Millisecond))
	if s.strict && took > backLimit {
		s.world.t.Errorf("Elasticsearch answers again after %s", took)
	}
}

// search searches one server for existing data, alternating with lists and counts.
func (s *searchFaults) search(ctx, trying context.Context, serve int) {
	s.world.mu.Lock()
	kept := append([]*kept(nil), s.world.kept...)
	s.world.mu.Unlock()
	for n := 0; trying.Err() == nil && len(kept) > 0; n++ {
		k := kept[n/3%len(kept)]
		path := []string{"/v2/search?query=" + url.QueryEscape(k.slug), "/v2/search?limit=5", "/_internal/search/counts"}[n%3]
		began := time.Now()
		engine, said, err := s.ask(ctx, serve, path)
		took := time.Since(began)
		var found struct {
			Hits []struct {
				ID string `json:"project_id"`
			}
		}
		switch {
		case err != nil && ctx.Err() == nil:
			s.world.t.Errorf("GET %s at serve-%d while Elasticsearch alone fails: %v\n%s", path, serve+1, err, s.world.hosts[serve].said())
		case s.strict && took > searchLimit:
			s.world.t.Errorf("GET %s at serve-%d took %s while Elasticsearch alone failed", path, serve+1, took)
		case strings.Contains(path, "query") && (json.Unmarshal(said, &found) != nil || len(found.Hits) == 0 || found.Hits[0].ID != k.id):
			s.world.t.Errorf("%s does not find %s at serve-%d: %.300s", engine, k.slug, serve+1, said)
		}
		s.searches.add("answered by " + engine)
		pause.For(trying, 5*time.Millisecond)
	}
}

// ask sends one search and returns the engine that answered.
func (s *searchFaults) ask(ctx context.Context, serve int, path string) (engine string, said []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.world.serveNumber(serve)+path, nil)
	if err != nil {
		return "", nil, err
	}
	answer, err := s.client.Do(req)
	if err != nil {
		return "", nil, err
	}
	defer answer.Body.Close() //nolint:errcheck // read to its end
	if said, err = io.ReadAll(answer.Body); err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("status %d: %.300s", answer.StatusCode, said)
	}
	return answer.Header.Get("Search-Engine"), said, err
}
