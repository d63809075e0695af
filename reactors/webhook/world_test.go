package webhook_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/commands/commandstest"
	commands "github.com/modyard/modyard/commands/webhook"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/project"
	domain "github.com/modyard/modyard/domain/webhook"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/idempotency"
	"github.com/modyard/modyard/platform/keyfile"
	"github.com/modyard/modyard/platform/outbound"
	"github.com/modyard/modyard/platform/pgtest"
	store "github.com/modyard/modyard/platform/webhook"
	"github.com/modyard/modyard/reactors/webhook"
)

const (
	owner = "Owner001"
	mod   = "Projec01"
	path  = "/v3/project/" + mod + "/webhooks"
)

// world is a project whose owner adds webhooks to local receivers.
type world struct {
	*commandstest.World
	db         *database.DB
	store      *store.Store
	service    *commands.Service
	dispatcher *webhook.Dispatcher

	mu       sync.Mutex
	now      time.Time
	document string
}

func newWorld(t testing.TB, adjust ...func(*webhook.Options)) *world {
	t.Helper()
	w := &world{
		World: commandstest.New(t, project.EventTypes(), domain.EventTypes()), db: pgtest.Database(t),
		now: time.Now().UTC(), document: `{"id":"` + mod + `","title":"Lantern"}`,
	}
	policy := outbound.Policy{Private: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}
	var err error
	if w.store, err = store.New(store.Options{Pool: w.db.Pool, Keys: keyfile.Keys{Wrapping: [32]byte{1}}, Now: w.clock}); err != nil {
		t.Fatal(err)
	}
	handler := w.Handler()
	handler.Now = w.clock
	guard := idempotency.NewGuard(idempotency.NewStore(w.db.Pool, nil), []byte("a key of tests for requests, 32 b"), func(r *http.Request) string {
		return identity.FromContext(r.Context()).Account
	})
	if w.service, err = commands.New(commands.Options{
		Handler: handler, Store: w.store, Pool: w.db.Pool, Requests: guard, Policy: policy, Logger: w.Logger,
	}); err != nil {
		t.Fatal(err)
	}
	o := webhook.Options{Webhooks: w.service, Store: w.store, Policy: policy, Logger: w.Logger, Timeout: 500 * time.Millisecond,
		Document: func(context.Context, string, string) (json.RawMessage, error) {
			w.mu.Lock()
			defer w.mu.Unlock()
			if w.document == "" {
				return nil, nil
			}
			return json.RawMessage(w.document), nil
		}}
	for _, f := range adjust {
		f(&o)
	}
	if w.dispatcher, err = webhook.New(o); err != nil {
		t.Fatal(err)
	}
	w.Serve(w.service.Routes)
	w.Happen("project-"+mod, project.Created{Project: mod, Slug: "lantern", Type: project.TypeMod, Title: "Lantern", Owner: owner},
		project.ListedByImport{Status: project.Listed})
	return w
}

func (w *world) clock() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

func (w *world) after(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = w.now.Add(d)
}

// add adds a webhook to an address.
func (w *world) add(address string) contract.WebhookSecret {
	w.Helper()
	var out contract.WebhookSecret
	w.Want(200, owner, "POST", path, map[string]any{"url": address, "kinds": []string{"project.updated"}}).Decode(w, &out)
	return out
}

// change hands a change of the project to the dispatcher.
func (w *world) change(id string) {
	w.Helper()
	c := contract.Change{ID: id, Cursor: "history.7", Kind: "project.updated", Object: contract.ChangedObject{Type: "project", ID: mod}, At: w.clock()}
	if err := w.dispatcher.Change(w.Context(), c); err != nil {
		w.Fatal(err)
	}
}

// deliveries are those of a webhook, the oldest first.
func (w *world) deliveries(hook string) []store.Delivery {
	w.Helper()
	list, err := w.store.Log(w.Context(), hook, 0, 1000)
	if err != nil {
		w.Fatal(err)
	}
	slices.Reverse(list)
	return list
}

// run runs the job of each delivery of a webhook that waits, once, and returns the longest pause.
func (w *world) run(hook string) (longest time.Duration) {
	w.Helper()
	for _, d := range w.deliveries(hook) {
		if d.State != store.Waiting {
			continue
		}
		wait, err := w.dispatcher.Run(w.Context(), store.Job{Hook: hook, Delivery: d.ID})
		if err != nil {
			w.Fatal(err)
		}
		longest = max(longest, wait)
	}
	return longest
}

func (w *world) events(hook string) []any { return w.Events("webhook-" + hook) }

// got is a request that a receiver got.
type got struct {
	header http.Header
	body   []byte
	change contract.Change
}

// receiver records requests and answers as it is told.
type receiver struct {
	*httptest.Server
	mu     sync.Mutex
	got    []got
	answer func(w http.ResponseWriter, n int)
}

func newReceiver(t testing.TB, answer func(w http.ResponseWriter, n int)) *receiver {
	r := &receiver{answer: answer}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		body, _ := io.ReadAll(q.Body)
		one := got{header: q.Header, body: body}
		_ = json.Unmarshal(body, &one.change)
		r.mu.Lock()
		r.got = append(r.got, one)
		n := len(r.got)
		r.mu.Unlock()
		if r.answer != nil {
			r.answer(w, n)
		}
	}))
	t.Cleanup(r.CloseClientConnections)
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) requests() []got {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.got)
}

// status answers with one status.
func status(code int) func(http.ResponseWriter, int) {
	return func(w http.ResponseWriter, _ int) { w.WriteHeader(code) }
}

// authentic checks a request as docs/webhooks.md says.
func authentic(g got, secret string) bool {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(g.header.Get("Modyard-Timestamp") + "." + string(g.body)))
	want := "v1=" + hex.EncodeToString(mac.Sum(nil))
	for one := range strings.SplitSeq(g.header.Get("Modyard-Signature"), ",") {
		if hmac.Equal([]byte(one), []byte(want)) {
			return true
		}
	}
	return false
}
