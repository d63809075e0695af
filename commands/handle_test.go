package commands_test

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/identity"
)

type counted struct {
	By int `json:"by"`
}

// counting tells a counter to add By, and to return an error if that exceeds Most, if set.
type counting struct{ By, Most int }

type counter = commands.Entity[int, counting]

// counters are sums, one stream each.
func counters(category string) *commands.Aggregate[int, counting] {
	return &commands.Aggregate[int, counting]{
		Category: category,
		Evolve:   commands.Timeless(func(n int, event any) int { return n + event.(counted).By }),
		Decide: func(sum int, c counting) ([]decision.Event, error) {
			switch {
			case c.Most > 0 && sum+c.By > c.Most:
				return nil, errTooMany
			case c.By == 0:
				return nil, nil
			}
			return decision.In(role.Member, []any{counted{c.By}}, nil)
		},
	}
}

// open loads the counter of a stream.
func open(ctx context.Context, tx *commands.Tx, stream string) (*counter, error) {
	category, id, _ := strings.Cut(stream, "-")
	return counters(category).Open(ctx, tx, id)
}

// rival appends to a stream just before another caller's append, a number of times.
type rival struct {
	*memory.Log
	handler *commands.Handler
	times   int
	busy    bool
}

func (r *rival) Append(ctx context.Context, writes ...eventlog.Write) (eventlog.Receipt, error) {
	if r.times > 0 && !r.busy {
		r.times--
		r.busy = true
		_, err := r.handler.Handle(ctx, commands.Request{Command: fmt.Sprint("r", r.times)}, late)
		r.busy = false
		if err != nil {
			return eventlog.Receipt{}, err
		}
	}
	return r.Log.Append(ctx, writes...)
}

var errTooMany = errors.New("too many")

// add adds n, and returns an error if the sum exceeds ten.
func add(n int, seen *[]int) func(context.Context, *commands.Tx) error {
	return func(ctx context.Context, tx *commands.Tx) error {
		c, err := open(ctx, tx, "counter-1")
		if err != nil {
			return err
		}
		if seen != nil {
			*seen = append(*seen, c.State())
		}
		return c.Do(counting{By: n, Most: 10})
	}
}

// late adds one without a limit.
func late(ctx context.Context, tx *commands.Tx) error {
	c, err := open(ctx, tx, "counter-1")
	if err != nil {
		return err
	}
	return c.Do(counting{By: 1})
}

func setUp(t *testing.T, rivals int) (*commands.Handler, *rival) {
	t.Helper()
	types, err := codec.New(map[string]any{"counter.counted.v1": counted{}})
	if err != nil {
		t.Fatal(err)
	}
	log := &rival{Log: memory.New(), times: rivals}
	h := &commands.Handler{Log: log, Codec: types}
	log.handler = h
	return h, log
}

func TestADecisionIsRetriedAfterAConflict(t *testing.T) {
	h, _ := setUp(t, 3)
	var seen []int
	out, err := h.Handle(t.Context(), commands.Request{Command: "c"}, add(2, &seen))
	if err != nil || len(seen) != 4 || seen[3] != 3 || out.Position != 4 {
		t.Fatal(out, seen, err)
	}
}

func TestACommandThatAlwaysConflictsGivesUpAfterTwoSeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, log := setUp(t, 1<<30)
		begun := time.Now()
		_, err := h.Handle(t.Context(), commands.Request{Command: "c"}, late)
		took := time.Since(begun)
		var conflict *eventlog.Conflict
		if tries := 1<<30 - log.times; !errors.As(err, &conflict) || took < 1900*time.Millisecond || took > 3*time.Second || tries < 10 {
			t.Error(err, took, tries)
		}
	})
}

func TestACommandSucceedsAfterMoreThanThreeConflicts(t *testing.T) {
	h, _ := setUp(t, 8)
	if _, err := h.Handle(t.Context(), commands.Request{Command: "c"}, add(2, nil)); err != nil {
		t.Fatal(err)
	}
}

func TestADecisionThatARetryRejectsIsNotAppended(t *testing.T) {
	h, log := setUp(t, 1)
	if _, err := h.Handle(t.Context(), commands.Request{Command: "c"}, add(10, nil)); !errors.Is(err, errTooMany) {
		t.Fatal(err)
	}
	if head, _ := log.Head(t.Context()); head != 1 {
		t.Fatal(head)
	}
}

func TestACommandIsHandledOnce(t *testing.T) {
	h, log := setUp(t, 0)
	for i := range 3 {
		out, err := h.Handle(t.Context(), commands.Request{Command: "c"}, add(2, nil))
		if err != nil || out.Repeated != (i > 0) || out.Position != 1 {
			t.Fatal(i, out, err)
		}
	}
	if head, _ := log.Head(t.Context()); head != 1 {
		t.Fatal(head)
	}
}

func TestACommandWithoutEventsReturnsThePositionOfTheStream(t *testing.T) {
	h, _ := setUp(t, 0)
	if _, err := h.Handle(t.Context(), commands.Request{Command: "c"}, add(2, nil)); err != nil {
		t.Fatal(err)
	}
	out, err := h.Handle(t.Context(), commands.Request{Command: "d"}, add(0, nil))
	if err != nil || out.Position != 1 || out.Repeated {
		t.Fatal(out, err)
	}
}

func TestTheMetadataOfEveryEventNamesTheActorAndTheCommand(t *testing.T) {
	h, log := setUp(t, 0)
	at := time.Date(2026, 1, 2, 3, 4, 5, 678_901_234, time.FixedZone("x", 3600))
	h.Now = func() time.Time { return at }
	if _, err := h.Handle(t.Context(), commands.Request{Command: "c", By: actor.Actor{Account: "a"}, ID: "r", Credential: "s"}, add(2, nil)); err != nil {
		t.Fatal(err)
	}
	for e, err := range log.Stream(t.Context(), "counter-1", 0) {
		if err != nil {
			t.Fatal(err)
		}
		want := eventlog.Metadata{Actor: "a", Role: "member", Credential: "s", Command: "c", Request: "r", Salt: e.Meta.Salt, At: at.UTC().Truncate(time.Microsecond)}
		if e.Meta != want || e.Meta.Salt == (eventlog.Salt{}) || e.ID != eventlog.DeriveEventID("c", 0) {
			t.Fatalf("%+v", e)
		}
	}
}

func TestAnIdempotencyKeyIsScopedToItsAccountMethodAndPath(t *testing.T) {
	ask := func(account, method, path, key string) string {
		r := httptest.NewRequest(method, path, nil)
		r.Header.Set("Idempotency-Key", key)
		req, err := commands.NewRequest(r, identity.Caller{Account: account})
		if err != nil {
			t.Fatal(err)
		}
		return req.Command
	}
	one := ask("a", "POST", "/v2/x", "k")
	if one != ask("a", "POST", "/v2/x", "k") || len(one) != 36 {
		t.Fatal("the same key gives another command id")
	}
	for _, other := range []string{ask("b", "POST", "/v2/x", "k"), ask("a", "PATCH", "/v2/x", "k"), ask("a", "POST", "/v2/y", "k"), ask("a", "POST", "/v2/x", "l")} {
		if other == one {
			t.Fatal("two commands have the same id")
		}
	}
	bare := httptest.NewRequest("POST", "/v2/x", nil)
	first, _ := commands.NewRequest(bare, identity.Caller{Account: "a"})
	second, _ := commands.NewRequest(bare, identity.Caller{Account: "a"})
	if first.Command == second.Command || first.Command == "" {
		t.Fatal("without a key two commands have the same id")
	}
	for _, bad := range []string{strings.Repeat("k", 129), "a\x01b", "\xff"} {
		r := httptest.NewRequest("POST", "/v2/x", nil)
		r.Header["Idempotency-Key"] = []string{bad}
		if _, err := commands.NewRequest(r, identity.Caller{Account: "a"}); err == nil {
			t.Errorf("%q passed", bad)
		}
	}
}
