package commands_test

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/identity"
)

type counted struct {
	By int `json:"by"`
}

func evolve(n int, event any, _ time.Time) int { return n + event.(counted).By }

// rival appends to a stream just before somebody else's append, a number of times.
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

// add counts by n, and refuses where that makes more than ten.
func add(n int, seen *[]int) func(context.Context, *commands.Decision) error {
	return func(ctx context.Context, d *commands.Decision) error {
		sum, err := commands.Load(ctx, d, "counter-1", evolve)
		if err != nil {
			return err
		}
		if seen != nil {
			*seen = append(*seen, sum)
		}
		if sum+n > 10 {
			return errTooMany
		}
		if n > 0 {
			d.Append("counter-1", counted{n})
		}
		return nil
	}
}

// late counts without a bound.
func late(ctx context.Context, d *commands.Decision) error {
	if _, err := commands.Load(ctx, d, "counter-1", evolve); err != nil {
		return err
	}
	d.Append("counter-1", counted{1})
	return nil
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

func TestADecisionIsMadeAgainAfterAConflict(t *testing.T) {
	h, _ := setUp(t, 3)
	var seen []int
	out, err := h.Handle(t.Context(), commands.Request{Command: "c"}, add(2, &seen))
	if err != nil || len(seen) != 4 || seen[3] != 3 || out.Position != 4 {
		t.Fatal(out, seen, err)
	}
}

func TestACommandThatAlwaysComesLateGivesUpAfterTwoSeconds(t *testing.T) {
	h, log := setUp(t, 1<<30)
	begun := time.Now()
	_, err := h.Handle(t.Context(), commands.Request{Command: "c"}, late)
	took := time.Since(begun)
	var conflict *eventlog.Conflict
	if tries := 1<<30 - log.times; !errors.As(err, &conflict) || took < 1900*time.Millisecond || took > 10*time.Second || tries < 10 {
		t.Fatal(err, took, tries)
	}
}

func TestACommandThatLostMoreThanThreeTimesIsStillDone(t *testing.T) {
	h, _ := setUp(t, 8)
	if _, err := h.Handle(t.Context(), commands.Request{Command: "c"}, add(2, nil)); err != nil {
		t.Fatal(err)
	}
}

func TestADecisionThatNoLongerHoldsIsNotAppended(t *testing.T) {
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

func TestNothingToAppendStandsWhereTheStreamStood(t *testing.T) {
	h, _ := setUp(t, 0)
	if _, err := h.Handle(t.Context(), commands.Request{Command: "c"}, add(2, nil)); err != nil {
		t.Fatal(err)
	}
	out, err := h.Handle(t.Context(), commands.Request{Command: "d"}, add(0, nil))
	if err != nil || out.Position != 1 || out.Repeated {
		t.Fatal(out, err)
	}
}

func TestEveryEventCarriesWhoAndWhat(t *testing.T) {
	h, log := setUp(t, 0)
	at := time.Date(2026, 1, 2, 3, 4, 5, 678_901_234, time.FixedZone("x", 3600))
	h.Now = func() time.Time { return at }
	if _, err := h.Handle(t.Context(), commands.Request{Command: "c", Actor: "a", ID: "r", Role: role.Member, Credential: "s"}, add(2, nil)); err != nil {
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

func TestAKeyNamesACommandWithinItsAccountMethodAndPath(t *testing.T) {
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
		t.Fatal("the same key is another command")
	}
	for _, other := range []string{ask("b", "POST", "/v2/x", "k"), ask("a", "PATCH", "/v2/x", "k"), ask("a", "POST", "/v2/y", "k"), ask("a", "POST", "/v2/x", "l")} {
		if other == one {
			t.Fatal("two commands meet")
		}
	}
	bare := httptest.NewRequest("POST", "/v2/x", nil)
	first, _ := commands.NewRequest(bare, identity.Caller{Account: "a"})
	second, _ := commands.NewRequest(bare, identity.Caller{Account: "a"})
	if first.Command == second.Command || first.Command == "" {
		t.Fatal("without a key every command is its own")
	}
	for _, bad := range []string{strings.Repeat("k", 129), "a\x01b", "\xff"} {
		r := httptest.NewRequest("POST", "/v2/x", nil)
		r.Header["Idempotency-Key"] = []string{bad}
		if _, err := commands.NewRequest(r, identity.Caller{Account: "a"}); err == nil {
			t.Errorf("%q passed", bad)
		}
	}
}
