package revenue_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	handling "github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/commandstest"
	commands "github.com/modyard/modyard/commands/revenue"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/jobs"
	"github.com/modyard/modyard/platform/payout"
	"github.com/modyard/modyard/platform/pgtest"
)

const (
	maker   = "Maker001"
	other   = "Other002"
	admin   = commandstest.Admin
	methods = `[
{"id":"bank","type":"bank","name":"银行","provider":"sandbox","url":"http://127.0.0.1:1","min":1,"max":500,"fee":{"percentage":0.02,"min":0.25,"max":1},
 "countries":["CN"],"fields":[{"name":"account","label":"账号","pattern":"[0-9]{8}","shown":true}]},
{"id":"people","type":"bank","name":"人工","provider":"manual","min":1,"max":500,"fee":{"percentage":0},
 "fields":[{"name":"account","label":"账号","shown":true}]}]`
)

// world has the service over a log in memory and destinations in Postgres, with a provider that a test scripts.
type world struct {
	*commandstest.World
	service  *commands.Service
	handler  *handling.Handler
	provider *provider
	now      time.Time
	restored bool
	factor   bool
	unsure   bool // the sign-in was not confirmed lately
	alone    bool
	byHand   []string // withdrawals that wait for a batch
	looked   func()   // runs while the people of projects are read
	queued   *jobs.Client
	pool     *pgxpool.Pool
	hits     map[string]revenue.Hits
	chosen   map[string]map[string]revenue.Hits // by condition
	people   map[string][]revenue.Person
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{
		World: commandstest.New(t, revenue.EventTypes(), project.EventTypes()), provider: &provider{}, factor: true, alone: true,
		now:    time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC),
		hits:   map[string]revenue.Hits{"Project1": {Views: 3}, "Project2": {Views: 1}},
		people: map[string][]revenue.Person{"Project1": {{Account: maker, Weight: 100}}, "Project2": {{Account: maker, Weight: 100}, {Account: other, Weight: 100}}},
	}
	file, err := revenue.ParseMethods([]byte(methods))
	if err != nil {
		t.Fatal(err)
	}
	handler := w.Handler()
	w.handler = handler
	handler.Now = func() time.Time { return w.now }
	w.pool = pgtest.Database(t).Pool
	if w.queued, err = jobs.NewClient(w.pool, nil); err != nil {
		t.Fatal(err)
	}
	if w.service, err = commands.New(commands.Options{
		Handler: handler, Blobs: w.Blobs, Pool: w.pool, Queue: w.queued, Destinations: commands.NewDestinations(w.pool, w.Texts), Methods: file,
		Providers: map[string]payout.Provider{"bank": w.provider}, Currency: "USD", Sources: []string{"ads", "sponsors"}, Site: "site",
		Webhooks: map[string][]byte{"bank": []byte("a secret of sixteen")},
		Standing: func(context.Context, string) (identity.Standing, error) {
			return identity.Standing{Created: w.now.AddDate(-1, 0, 0), Verified: true, Factor: w.factor, Changed: w.now.AddDate(-1, 0, 0)}, nil
		},
		Confirmed: func(context.Context, identity.Caller) error {
			if w.unsure {
				return errors.New("not confirmed")
			}
			return nil
		},
		Alone:   func(context.Context, string) (bool, error) { return w.alone, nil },
		Account: func(_ context.Context, name string) (string, error) { return name, nil },
		Counted: func(_ context.Context, _, where string) (map[string]revenue.Hits, bool, error) {
			if where != "" {
				return w.chosen[where], true, nil
			}
			return w.hits, true, nil
		},
		Where: func(where string) error {
			if _, known := w.chosen[where]; !known {
				return errors.New("1:1: not known")
			}
			return nil
		},
		People: func(_ context.Context, _ string, ids []string) (map[string][]revenue.Person, error) {
			if w.looked != nil {
				w.looked()
			}
			found := map[string][]revenue.Person{}
			for _, id := range ids {
				found[id] = w.people[id]
			}
			return found, nil
		},
		Unshared: none, Unsettled: none,
		Waiting: none,
		Batchable: func(_ context.Context, _ string, most int) ([]string, error) {
			return w.byHand[:min(most, len(w.byHand))], nil
		},
		Ended: func(context.Context, time.Duration) ([]string, error) { return nil, nil },
		Shared: func(context.Context, string) (map[string]contract.Money, error) {
			return map[string]contract.Money{}, nil
		},
		Projects: func(context.Context, []string) (map[string]contract.LedgerProject, error) {
			return map[string]contract.LedgerProject{}, nil
		},
		Restored: func(context.Context) (bool, error) { return w.restored, nil },
		Resume:   func(context.Context) error { w.restored = false; return nil },
		Logger:   slog.New(slog.NewTextHandler(io.Discard, nil)),
	}); err != nil {
		t.Fatal(err)
	}
	w.Serve(w.service.Routes)
	return w
}

func none(context.Context) ([]string, error) { return nil, nil }

// earns gives an account an amount of dollars that can be withdrawn.
func (w *world) earns(account string, dollars int) {
	w.Helper()
	w.Happen("wallet-"+account, revenue.Earned{Account: account, Month: "2026-01", ValueDate: "2026-03-31", Lines: []revenue.Line{
		{Project: "Project1", Source: "ads", Amount: revenue.Amount(dollars) * revenue.Unit},
	}})
}

// destination adds a destination that may be used.
func (w *world) destination(account, method string) string {
	w.Helper()
	var made contract.PayoutDestination
	w.Want(200, account, "POST", "/v3/payout/destinations", `{"method_id":"`+method+`","details":{"account":"12345678"}}`).Decode(w, &made)
	w.now = w.now.Add(25 * time.Hour)
	return made.ID
}

// withdraw asks for a withdrawal.
func (w *world) withdraw(account, destination, amount string, headers ...string) contract.Payout {
	w.Helper()
	return w.withdrawBy("bank", account, destination, amount, headers...)
}

// withdrawBy does so by a method.
func (w *world) withdrawBy(method, account, destination, amount string, headers ...string) (made contract.Payout) {
	w.Helper()
	body := `{"amount":` + amount + `,"method_id":"` + method + `","method_details":{"destination":"` + destination + `"}}`
	answer := w.Want(200, account, "POST", "/v3/payout", body, headers...)
	var shown struct {
		ID, State string
	}
	if err := json.Unmarshal(answer.Body, &shown); err != nil {
		w.Fatal(err)
	}
	made.ID, made.State = shown.ID, shown.State
	return made
}

// drive brings a withdrawal as far as it comes.
func (w *world) drive(id string) {
	w.Helper()
	for range 20 {
		wait, err := w.service.Drive(w.Context(), id)
		if err != nil {
			w.Fatal(err)
		}
		if wait == 0 {
			return
		}
		w.now = w.now.Add(wait)
	}
	w.Fatal("the withdrawal has no end")
}

// last is the newest event of a stream.
func (w *world) last(stream string) any {
	w.Helper()
	events := w.Events(stream)
	if len(events) == 0 {
		w.Fatalf("%s has no events", stream)
	}
	return events[len(events)-1]
}

// agrees fails if the books, which fold the whole log, do not agree.
func (w *world) agrees() {
	w.Helper()
	books := revenue.NewBooks()
	for batch, err := range w.EventLog.Read(w.Context(), 0, w.Head(), eventlog.Filter{}) {
		if err != nil {
			w.Fatal(err)
		}
		for _, r := range batch.Events {
			event, err := w.Codec.Decode(r.Type, r.Data)
			if err != nil {
				w.Fatal(err)
			}
			books.Add(r.Stream, event, r.Meta.At)
		}
	}
	if found := books.Check(); len(found) > 0 {
		w.Errorf("the books do not agree: %v", found)
	}
}

// provider answers what a test has scripted, and otherwise pays at once.
type provider struct {
	mu    sync.Mutex
	paid  map[string]int64
	sends []string
	lose  int // answers that are lost after the work is done
	drop  int // requests that are lost before
	state string
	deaf  bool // cancellations get no answer
}

var errLost = errors.New("lost")

func (p *provider) Quote(context.Context, payout.Order) (*payout.Quote, error) { return nil, nil }

func (p *provider) Send(_ context.Context, o payout.Order) (payout.Status, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sends = append(p.sends, o.Key)
	if p.drop > 0 {
		p.drop--
		return payout.Status{}, errLost
	}
	if p.paid == nil {
		p.paid = map[string]int64{}
	}
	p.paid[o.Key] = o.Amount
	if p.lose > 0 {
		p.lose--
		return payout.Status{}, errLost
	}
	return p.status(o.Key), nil
}

func (p *provider) status(key string) payout.Status {
	amount, there := p.paid[key]
	if !there {
		return payout.Status{State: payout.Unknown}
	}
	state := p.state
	if state == "" {
		state = payout.Paid
	}
	return payout.Status{State: state, Reference: "R1", Paid: amount, Currency: "USD", Code: "closed", Back: amount}
}

func (p *provider) Find(_ context.Context, key string) (payout.Status, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.status(key), nil
}

func (p *provider) Cancel(_ context.Context, key string) (payout.Status, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.deaf {
		return payout.Status{}, errLost
	}
	if _, there := p.paid[key]; there && p.state == payout.Pending {
		p.state = payout.Cancelled
	}
	return p.status(key), nil
}

func (*provider) Settle() time.Duration { return time.Minute }
