package erasure

import (
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/eventlog"
)

func TestAHashIsKeyedByEverySubject(t *testing.T) {
	v := NewMemory()
	payloads := map[string]sample{
		ann: {Body: erasable.Of(ann, "x")}, bob: {Body: erasable.Of(bob, "x")},
		ann + "," + bob: {Body: erasable.Of(bob, "x"), Notes: []erasable.Text{erasable.Of(ann, "y"), erasable.Of(bob, "z")}},
	}
	stored := map[string]string{}
	for subjects, payload := range payloads {
		sealed, err := v.Seal(t.Context(), stream, eventlog.EventID{}, payload)
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range []any{payload, sealed} { // before and after sealing
			kept, err := v.RequestHash(t.Context(), "hash", one)
			mac, list, _ := strings.Cut(kept, "@")
			if err != nil || len(mac) != 43 || list != subjects {
				t.Fatalf("%q, %v", kept, err)
			}
			for hash, same := range map[string]bool{"hash": true, "other": false} {
				if got, err := v.SameRequest(t.Context(), hash, kept); err != nil || got != same {
					t.Errorf("%s of %s: %v, %v", hash, subjects, got, err)
				}
			}
			stored[subjects] = kept
		}
	}
	if err := v.Erase(t.Context(), bob); err != nil {
		t.Fatal(err)
	}
	for subjects, usable := range map[string]bool{ann: true, bob: false, ann + "," + bob: false} {
		if same, err := v.SameRequest(t.Context(), "other", stored[subjects]); err != nil || same == usable {
			t.Errorf("after bob was erased, the hash of %s: %v, %v", subjects, same, err)
		}
		again, err := v.RequestHash(t.Context(), "hash", payloads[subjects])
		if err != nil || (again == stored[subjects]) != usable {
			t.Errorf("after bob was erased, the hash of %s is made again: %v, %v", subjects, again, err)
		}
	}
}

func TestAHashWithoutTextsIsUnchanged(t *testing.T) {
	v := NewMemory()
	for _, payload := range []any{nil, struct{ X int }{1}, sample{}, sample{Body: erasable.Of(bob, "x").Erase()}} {
		if kept, err := v.RequestHash(t.Context(), "hash", payload); err != nil || kept != "hash" {
			t.Errorf("%v: %q, %v", payload, kept, err)
		}
	}
	if kept, err := v.RequestHash(t.Context(), "", sample{Body: erasable.Of(bob, "x")}); err != nil || kept != "" {
		t.Error(kept, err)
	}
}
