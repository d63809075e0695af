package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/pause"
)

// hooks are the receivers of the webhooks of a run: one for each author's organization, behind one address.
type hooks struct {
	t       *testing.T
	address string
	long    bool

	mu       sync.Mutex
	calm     bool // no more faults
	away     bool // nobody answers
	byPath   map[string]*hook
	outcomes map[string]int
}

// hook is one webhook and what its receiver got.
type hook struct {
	path, organization, secret string
	kinds                      []string
	requests                   int
	got                        map[string]contract.Change // processed changes, by id
	delivery                   map[string]string          // of each change
	repeats                    int
}

// hookKinds are the kinds that the authors choose.
func hookKinds(author int) []string {
	return [][]string{
		{"project.created", "project.updated", "project.removed", "version.created", "version.updated", "version.removed", "organization.updated"},
		{"version.created"}, {"project.created", "project.updated"}, {"project.updated", "version.updated"},
	}[author%4]
}

func newHooks(t *testing.T, long bool) *hooks {
	t.Helper()
	r := &hooks{t: t, long: long, address: freeAddress(t), byPath: map[string]*hook{}, outcomes: map[string]int{}}
	var lc net.ListenConfig
	listener, err := lc.Listen(context.Background(), "tcp", r.address)
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: r, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	return r
}

// organize gives an author an organization with a webhook.
func (p *person) organize(ctx context.Context, author int) {
	p.world.t.Helper()
	r := p.world.hooks
	c := &client{t: p.world.t, base: &p.world.hosts[0].base, seen: &p.seen, session: p.session}
	var team struct{ ID string }
	if err := c.json(ctx, http.MethodPost, "/v3/organization", map[string]string{
		"slug": fmt.Sprintf("guild-%d", author), "name": fmt.Sprintf("Guild %d", author), "description": "试验团队",
	}, &team); err != nil {
		p.world.t.Fatal(err)
	}
	h := &hook{path: fmt.Sprintf("/hook/%d", author), organization: team.ID, kinds: hookKinds(author),
		got: map[string]contract.Change{}, delivery: map[string]string{}}
	var added contract.WebhookSecret
	if err := c.json(ctx, http.MethodPost, "/v3/organization/"+team.ID+"/webhooks", map[string]any{
		"url": "http://" + r.address + h.path, "kinds": h.kinds,
	}, &added); err != nil {
		p.world.t.Fatal(err)
	}
	h.secret = added.Secret
	p.hook, p.objects = h, map[string]bool{team.ID: true}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.byPath[h.path] = h
}

// ServeHTTP receives a delivery, and fails sometimes: before or after it has processed the change.
func (r *hooks) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	body, err := io.ReadAll(q.Body)
	r.mu.Lock()
	h := r.byPath[q.URL.Path]
	if err != nil || h == nil || r.away {
		r.outcomes["not received"]++
		r.mu.Unlock()
		panic(http.ErrAbortHandler) // the connection is closed without an answer
	}
	fate := r.fate(h)
	h.requests++
	r.outcomes[fate]++
	var c contract.Change
	switch err := json.Unmarshal(body, &c); {
	case err != nil || c.ID == "" || q.Header.Get("Modyard-Event") != c.Kind || q.Header.Get("Modyard-Delivery") == "":
		r.t.Errorf("the webhook got %s with %v", body, q.Header)
	case !signed(q.Header, body, h.secret):
		r.t.Errorf("the signature of %s is wrong: %v", c.ID, q.Header)
	case fate == processed || fate == answerLost:
		h.process(r.t, c, q.Header.Get("Modyard-Delivery"))
	}
	r.mu.Unlock()
	switch fate {
	case answerLost:
		panic(http.ErrAbortHandler)
	case failed:
		w.WriteHeader(http.StatusInternalServerError)
	case busy:
		w.WriteHeader(http.StatusServiceUnavailable)
	case hung:
		pause.For(q.Context(), 12*time.Second) // longer than the site waits
		panic(http.ErrAbortHandler)
	default:
		w.WriteHeader(http.StatusNoContent)
	}
}

// What a receiver does with a delivery.
const (
	processed  = "processed"
	answerLost = "processed without an answer"
	failed     = "answered with 500"
	busy       = "answered with 503"
	hung       = "hung"
)

// fate chooses what happens to a request. A failure is followed by a pause of ten seconds: a short run has one for each
// receiver, at its begin.
func (r *hooks) fate(h *hook) string {
	switch {
	case r.calm:
		return processed
	case !r.long:
		if h.requests == 0 {
			return answerLost
		}
		return processed
	}
	switch rand.IntN(400) {
	case 0, 1, 2, 3:
		return answerLost
	case 4, 5:
		return failed
	case 6, 7:
		return busy
	case 8:
		return hung
	}
	return processed
}

// process notes a change as its receiver would: repeats are told apart by the id.
func (h *hook) process(t *testing.T, c contract.Change, delivery string) {
	c.Document = nil // it is read each time
	before, repeated := h.got[c.ID]
	if !repeated {
		h.got[c.ID], h.delivery[c.ID] = c, delivery
		return
	}
	h.repeats++
	if fmt.Sprint(before) != fmt.Sprint(c) || h.delivery[c.ID] != "" && h.delivery[c.ID] != delivery {
		t.Errorf("the change %s is repeated as another: %v in %s, before %v in %s", c.ID, c, delivery, before, h.delivery[c.ID])
	}
}

// signed checks a request as docs/webhooks.md says.
func signed(header http.Header, body []byte, secret string) bool {
	stamp := header.Get("Modyard-Timestamp")
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if age := time.Since(time.Unix(seconds, 0)); err != nil || age > 5*time.Minute || age < -5*time.Minute {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(stamp + "." + string(body)))
	want := "v1=" + hex.EncodeToString(mac.Sum(nil))
	for one := range strings.SplitSeq(header.Get("Modyard-Signature"), ",") {
		if hmac.Equal([]byte(one), []byte(want)) {
			return true
		}
	}
	return false
}

// deal lets all receivers be away at random until the context ends; in a long run only.
func (r *hooks) deal(ctx context.Context, faults *faults) {
	for r.long && pause.For(ctx, faults.between(20_000, 60_000)) {
		r.set(true, false)
		pause.For(ctx, faults.lasting())
		r.set(false, false)
	}
	<-ctx.Done()
	r.set(false, true)
}

func (r *hooks) set(away, calm bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.away, r.calm = away, calm
}

// compareHooks checks that each receiver has processed every change of its author that it chose, and no other.
func (w *chaosWorld) compareHooks(ctx context.Context, feed []contract.Change, authors []*person) string {
	w.t.Helper()
	var deliveries, repeats int
	known := map[string]bool{}
	for _, p := range authors {
		want := map[string]contract.Change{}
		for _, c := range feed {
			if !p.objects[c.Object.ID] {
				continue
			}
			known[c.ID] = true
			if c.Document = nil; slices.Contains(p.hook.kinds, c.Kind) {
				want[c.ID] = c
			}
		}
		for deadline := time.Now().Add(4 * time.Minute); w.hooks.count(p.hook) < len(want); {
			if time.Now().After(deadline) || !pause.For(ctx, 100*time.Millisecond) {
				break
			}
		}
		w.hooks.mu.Lock()
		got := p.hook.got
		for id, c := range want {
			if fmt.Sprint(got[id]) != fmt.Sprint(c) {
				w.t.Errorf("%s got %v of the change %v", p.hook.path, got[id], c)
			}
		}
		for id, c := range got {
			if _, chosen := want[id]; !chosen {
				w.t.Errorf("%s got %v, which it has not chosen", p.hook.path, c)
			}
		}
		deliveries, repeats = deliveries+len(got), repeats+p.hook.repeats
		w.hooks.mu.Unlock()
	}
	for _, c := range feed {
		if !known[c.ID] && c.Object.Type != contract.ObjectUser {
			w.t.Errorf("the object of the change %s, %s of %v, belongs to no author", c.ID, c.Kind, c.Object)
		}
	}
	if deliveries == 0 {
		w.t.Error("no webhook was delivered")
	}
	w.hooks.mu.Lock()
	defer w.hooks.mu.Unlock()
	return fmt.Sprintf("%d changes, %d repeated; requests: %s", deliveries, repeats, sums(w.hooks.outcomes))
}

func (r *hooks) count(h *hook) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(h.got)
}
