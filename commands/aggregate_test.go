package commands_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/role"
)

func TestGetRejectsAMissingThingAndOpenDoesNot(t *testing.T) {
	h, _ := setUp(t, 0)
	count(t, h, "before", "counter-1", 1)
	errMissing := errors.New("missing")
	of := counters("counter")
	of.Missing = func(sum int) error {
		if sum == 0 {
			return errMissing
		}
		return nil
	}
	err := h.Read(t.Context(), actor.Actor{}, func(ctx context.Context, tx *commands.Tx) error {
		if _, err := of.Get(ctx, tx, "2"); !errors.Is(err, errMissing) {
			t.Error(err)
		}
		if e, err := of.Open(ctx, tx, "2"); err != nil || e.State() != 0 {
			t.Error(err)
		}
		if e, err := of.Get(ctx, tx, "1"); err != nil || e.State() != 1 {
			t.Error(err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestTryRecordsNoEvents(t *testing.T) {
	h, log := setUp(t, 0)
	_, err := h.Handle(t.Context(), commands.Request{Command: "c"}, func(ctx context.Context, tx *commands.Tx) error {
		c, err := open(ctx, tx, "counter-1")
		if err != nil {
			return err
		}
		if err := c.Try(counting{By: 11, Most: 10}); !errors.Is(err, errTooMany) {
			t.Error(err)
		}
		if err := c.Try(counting{By: 1}); err != nil || c.State() != 0 || len(c.Decided()) != 0 || c.Role() != "" {
			t.Error(err, c.State(), c.Decided(), c.Role())
		}
		return nil
	})
	if head, _ := log.Head(t.Context()); err != nil || head != 0 {
		t.Fatal(err, head)
	}
}

func TestEachEventIsAppendedInTheRoleOfItsOwnDecision(t *testing.T) {
	h, log := setUp(t, 0)
	_, err := h.Handle(t.Context(), commands.Request{Command: "c"}, func(ctx context.Context, tx *commands.Tx) error {
		thing, err := open(ctx, tx, "thing-1")
		if err != nil {
			return err
		}
		thing.Append(decision.Event{Role: role.Owner, Payload: counted{1}})
		other, err := open(ctx, tx, "thing-2")
		if err != nil {
			return err
		}
		other.Follow(thing.Role(), counted{2})
		thing.Append(decision.Event{Role: role.Moderator, Payload: counted{3}})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for stream, want := range map[string][]role.Role{"thing-1": {role.Owner, role.Moderator}, "thing-2": {role.Owner}} {
		var got []role.Role
		for e, err := range log.Stream(t.Context(), stream, 0) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, role.Role(e.Meta.Role))
		}
		if len(got) != len(want) || got[0] != want[0] || got[len(got)-1] != want[len(want)-1] {
			t.Errorf("%s: %q, want %q", stream, got, want)
		}
	}
}

func TestAStreamCannotBeFoldedToTwoTypesOfState(t *testing.T) {
	h, _ := setUp(t, 0)
	other := &commands.Aggregate[string, int]{Category: "counter", Evolve: func(s string, _ any, _ time.Time) string { return s }}
	err := h.Read(t.Context(), actor.Actor{}, func(ctx context.Context, tx *commands.Tx) error {
		if _, err := open(ctx, tx, "counter-1"); err != nil {
			return err
		}
		_, err := other.Open(ctx, tx, "1")
		return err
	})
	if err == nil {
		t.Fatal("a stream was folded twice")
	}
}

func TestReadAppendsNothingAndMayReturnAnError(t *testing.T) {
	h, log := setUp(t, 0)
	h.Ledger = refusingLedger{}
	count(t, h, "before", "counter-1", 9)
	look := func(n int) (sum int, err error) {
		err = h.Read(t.Context(), actor.Actor{Account: "ann"}, func(ctx context.Context, tx *commands.Tx) error {
			c, err := open(ctx, tx, "counter-1")
			if err != nil {
				return err
			}
			if err := c.Do(counting{By: n, Most: 10}); err != nil {
				return err
			}
			if tx.By().Account != "ann" || tx.Now().IsZero() {
				t.Error(tx.By(), tx.Now())
			}
			sum = c.State()
			return nil
		})
		return sum, err
	}
	if sum, err := look(1); err != nil || sum != 10 {
		t.Error(sum, err)
	}
	if _, err := look(2); !errors.Is(err, errTooMany) {
		t.Error(err)
	}
	if head, _ := log.Head(t.Context()); head != 1 {
		t.Error(head)
	}
}

// refusingLedger rejects every named command.
type refusingLedger struct{}

func (refusingLedger) Check(context.Context, string, string) error  { return errors.New("asked") }
func (refusingLedger) Record(context.Context, string, string) error { return errors.New("recorded") }
