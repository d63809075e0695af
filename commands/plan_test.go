package commands_test

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
)

var planned = time.Date(2026, 1, 2, 3, 4, 5, 678_901_234, time.FixedZone("x", 3600))

// planOf counts in two streams, by two accounts, an hour apart.
func planOf(t *testing.T, h *commands.Handler, name string, as role.Role) []eventlog.Write {
	t.Helper()
	p := commands.NewPlan(h.Codec, name, as)
	for i, step := range []struct{ who, stream string }{{"ann", "counter-1"}, {"bob", "counter-2"}, {"bob", "counter-1"}} {
		err := p.Step(planned.Add(time.Duration(i)*time.Hour), actor.Actor{Account: step.who}, func(tx *commands.Tx) error {
			if _, err := open(t.Context(), tx, "looked-at"); err != nil {
				return err
			}
			c, err := open(t.Context(), tx, step.stream)
			if err != nil {
				return err
			}
			if want := map[int]int{2: 1}[i]; c.State() != want {
				t.Errorf("step %d finds %d, want %d", i, c.State(), want)
			}
			return c.Do(counting{By: 1})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	writes, err := p.Writes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return writes
}

func TestTheSamePlanGivesTheSameWrites(t *testing.T) {
	h, _ := setUp(t, 0)
	one := planOf(t, h, "plan", "")
	if !reflect.DeepEqual(one, planOf(t, h, "plan", "")) {
		t.Error("the same plan gives other writes")
	}
	if other := planOf(t, h, "another plan", ""); other[0].Events[0].ID == one[0].Events[0].ID {
		t.Error("two plans share their ids")
	}
	for range 2 {
		if receipt, err := h.Log.Append(t.Context(), one...); err != nil || receipt.Position != 3 {
			t.Fatal(receipt, err)
		}
	}
	var conflict *eventlog.Conflict
	if _, err := h.Log.Append(t.Context(), planOf(t, h, "another plan", "")...); !errors.As(err, &conflict) {
		t.Error("a plan over streams that exist:", err)
	}
}

func TestEachStepOfAPlanHasItsOwnTimeActorAndRole(t *testing.T) {
	h, _ := setUp(t, 0)
	for _, c := range []struct{ as, want role.Role }{{"", role.Member}, {role.Import, role.Import}} {
		writes := planOf(t, h, "plan", c.as)
		if len(writes) != 2 || writes[0].Stream != "counter-1" || writes[1].Stream != "counter-2" {
			t.Fatalf("%+v", writes)
		}
		for stream, want := range map[int][]eventlog.Metadata{
			0: {{Actor: "ann", At: planned}, {Actor: "bob", At: planned.Add(2 * time.Hour)}},
			1: {{Actor: "bob", At: planned.Add(time.Hour)}},
		} {
			if writes[stream].Expected != eventlog.NoStream || len(writes[stream].Events) != len(want) {
				t.Fatalf("%+v", writes[stream])
			}
			for i, e := range writes[stream].Events {
				want := want[i]
				want.Role, want.Command, want.At, want.Salt = string(c.want), "plan", want.At.UTC().Truncate(time.Microsecond), e.Meta.Salt
				if e.Meta != want || e.Meta.Salt == (eventlog.Salt{}) {
					t.Errorf("%+v, want %+v", e.Meta, want)
				}
			}
		}
	}
}

func TestARejectedStepEndsThePlan(t *testing.T) {
	h, _ := setUp(t, 0)
	p := commands.NewPlan(h.Codec, "plan", "")
	err := p.Step(planned, actor.Actor{}, func(tx *commands.Tx) error { return add(11, nil)(context.Background(), tx) })
	if !errors.Is(err, errTooMany) {
		t.Fatal(err)
	}
	if writes, err := p.Writes(t.Context()); err != nil || len(writes) != 0 {
		t.Fatal(writes, err)
	}
}
