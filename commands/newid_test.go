package commands_test

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/ids"
)

func keyed(t *testing.T) *commands.Handler {
	t.Helper()
	h, _ := setUp(t, 0)
	h.Keys.IDs = []byte("a secret key")
	return h
}

func newID(t *testing.T, h *commands.Handler, command, kind string) string {
	t.Helper()
	id, err := h.NewID(t.Context(), commands.Request{Command: command}, kind)
	if err != nil || !ids.Valid(id) {
		t.Fatal(id, err)
	}
	return id
}

func TestTheIDOfANewThingDependsOnTheKeyOfTheSite(t *testing.T) {
	one, other := keyed(t), keyed(t)
	other.Keys.IDs = []byte("the key of another site")
	id := newID(t, one, "c", "project")
	if id != newID(t, one, "c", "project") {
		t.Error("the repeated command creates another thing")
	}
	for what, another := range map[string]string{
		"site": newID(t, other, "c", "project"), "kind": newID(t, one, "c", "version"), "command": newID(t, one, "d", "project"),
		"no key": ids.FromBytes([]byte("project:c")),
	} {
		if another == id {
			t.Errorf("another %s gives the same id", what)
		}
	}
	one.Keys.IDs = nil
	if id, err := one.NewID(t.Context(), commands.Request{Command: "c"}, "project"); err == nil {
		t.Error("an id without a key:", id)
	}
}

func TestAnIDInUseIsSkipped(t *testing.T) {
	for _, stream := range []string{"project-", "version-", "organization-", "collection-", "slug-", "orgslug-"} {
		h := keyed(t)
		first := newID(t, h, "c", "project")
		name := first
		if strings.HasSuffix(stream, "slug-") {
			name = strings.ToLower(first)
		}
		count(t, h, "another command", stream+name, 1)
		second := newID(t, h, "c", "project")
		if second == first || second != newID(t, h, "c", "project") {
			t.Error(stream, first, second)
		}
	}
}

func TestSeveralIDsAreThoseThatWouldBeMadeOneByOne(t *testing.T) {
	h := keyed(t)
	made := func() (made []string) {
		t.Helper()
		_, err := h.Handle(t.Context(), commands.Request{Command: "c"}, func(ctx context.Context, tx *commands.Tx) (err error) {
			made, err = tx.NewIDs(ctx, "project", "version")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return made
	}
	one := []string{newID(t, h, "c", "project"), newID(t, h, "c", "version")}
	if got := made(); !slices.Equal(got, one) {
		t.Errorf("%v, one by one %v", got, one)
	}
	count(t, h, "another command", "project-"+one[1], 1)
	if got := made(); got[0] != one[0] || got[1] == one[1] || got[1] != newID(t, h, "c", "version") {
		t.Errorf("%v, where %s is taken", got, one[1])
	}
	h.Keys.IDs = nil
	if _, err := h.Handle(t.Context(), commands.Request{Command: "c"}, func(ctx context.Context, tx *commands.Tx) error {
		_, err := tx.NewIDs(ctx, "project")
		return err
	}); err == nil {
		t.Error("ids without a key")
	}
}

func TestAnIDIsTheSameWhereThingsAreReadMeanwhile(t *testing.T) {
	onEveryLog(t, func(t *testing.T, h *commands.Handler) {
		h.Keys.IDs = []byte("a secret key")
		counters := counters("counter")
		count(t, h, "before", "counter-account", 7)
		made := func(command string) (id string) {
			t.Helper()
			_, err := h.Handle(t.Context(), commands.Request{Command: command}, func(ctx context.Context, tx *commands.Tx) (err error) {
				if id, err = tx.NewIDLoading(ctx, "project", counters.Want, counters.Want("account")); err != nil {
					return err
				}
				one, err := counters.Open(ctx, tx, id)
				if err != nil {
					return err
				}
				account, err := counters.Open(ctx, tx, "account")
				if err != nil || one.State() != 0 || account.State() != 7 {
					t.Errorf("%d and %d are read, %v", one.State(), account.State(), err)
				}
				return one.Do(counting{By: 1})
			})
			if err != nil {
				t.Fatal(err)
			}
			return id
		}
		if id, one := made("c"), newID(t, h, "c", "project"); id != one {
			t.Errorf("%s, alone %s", id, one)
		}
		first := newID(t, h, "d", "project")
		count(t, h, "another command", "project-"+first, 1)
		if id := made("d"); id == first || id != newID(t, h, "d", "project") {
			t.Errorf("%s, where %s is taken", id, first)
		}
		h.Keys.IDs = nil
		if _, err := h.Handle(t.Context(), commands.Request{Command: "e"}, func(ctx context.Context, tx *commands.Tx) error {
			_, err := tx.NewIDLoading(ctx, "project", counters.Want)
			return err
		}); err == nil {
			t.Error("an id without a key")
		}
	})
}

func TestANameThatDiffersFromAnIDInTheCaseOfLettersLooksLikeIt(t *testing.T) {
	onEveryLog(t, func(t *testing.T, h *commands.Handler) {
		for n, stream := range []string{"project-Aa1bCd2Z", "version-Bb1bCd2Z", "organization-Cc1bCd2Z", "collection-Dd1bCd2Z", "slug-ee1bcd2z", "thread-Ff1bCd2Z"} {
			count(t, h, "command "+strconv.Itoa(n), stream, 1)
		}
		for name, want := range map[string]bool{
			"aa1bcd2z": true, "Aa1bCd2Z": true, "AA1BCD2Z": true, "bb1bcd2z": true, "cc1bcd2z": true, "dd1bcd2z": true,
			"ee1bcd2z": false, "ff1bcd2z": false, "aa1bcd2y": false, "aa1bcd2": false, "aa1bcd2zz": false, "aa1bcd2-": false, "0a1bcd2z": false, "": false, "铁匠铁匠": false,
		} {
			err := h.Read(t.Context(), actor.Actor{}, func(ctx context.Context, tx *commands.Tx) error {
				got, err := tx.LooksLikeID(ctx, name, "")
				if err != nil || got != want {
					t.Errorf("%s: %v %v", name, got, err)
				}
				own, err := tx.LooksLikeID(ctx, name, "Aa1bCd2Z")
				if err != nil || own != (want && !strings.EqualFold(name, "Aa1bCd2Z")) {
					t.Errorf("%s for its own thing: %v %v", name, own, err)
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestARepeatedCommandGetsTheSameID(t *testing.T) {
	h := keyed(t)
	id := newID(t, h, "c", "project")
	count(t, h, "c", "project-"+id, 1)
	if again := newID(t, h, "c", "project"); again != id {
		t.Fatal(again)
	}
}

func TestAnIDThatAnotherCommandTakesFirstIsNotAppended(t *testing.T) {
	onEveryLog(t, func(t *testing.T, h *commands.Handler) {
		h.Keys.IDs = []byte("a secret key")
		g := &gate{Log: h.Log}
		behind := &commands.Handler{Log: h.Log, Codec: h.Codec}
		h.Log = g
		id := newID(t, h, "c", "project")
		g.before = func() { count(t, behind, "a name", "slug-"+strings.ToLower(id), 1) }
		tries := 0
		_, err := h.Handle(t.Context(), commands.Request{Command: "c"}, func(ctx context.Context, tx *commands.Tx) error {
			tries++
			thing, err := open(ctx, tx, "project-"+id)
			if err != nil {
				return err
			}
			tx.Fresh(id)
			return thing.Do(counting{By: 1})
		})
		var conflict *eventlog.Conflict
		if !errors.As(err, &conflict) || tries != 1 {
			t.Fatal(tries, err)
		}
		if next := newID(t, h, "c", "project"); next == id {
			t.Fatal("the next try takes the same id")
		}
	})
}
