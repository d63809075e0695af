package log_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/erasable"
	. "github.com/modyard/modyard/domain/log"
	"github.com/modyard/modyard/domain/role"
)

func TestARestoreIsRecordedWithWhoAndWhy(t *testing.T) {
	for name, c := range map[string]struct {
		when Restore
		then []decision.Event
	}{
		"with an abandoned checkpoint": {
			Restore{Account: "AAAAAAA1", Reason: " disk ", Size: 9, Root: "r"},
			[]decision.Event{{Role: role.System, Payload: Restored{Size: 9, Root: "r", Account: "AAAAAAA1", Reason: erasable.Of("AAAAAAA1", "disk")}}},
		},
		"without one": {
			Restore{Account: "AAAAAAA1", Reason: "copy"},
			[]decision.Event{{Role: role.System, Payload: Restored{Account: "AAAAAAA1", Reason: erasable.Of("AAAAAAA1", "copy")}}},
		},
		"by nobody":      {Restore{Reason: "disk"}, nil},
		"for no reason":  {Restore{Account: "AAAAAAA1", Reason: "  "}, nil},
		"for too much":   {Restore{Account: "AAAAAAA1", Reason: strings.Repeat("x", MaxReason+1)}, nil},
		"for no letters": {Restore{Account: "AAAAAAA1", Reason: "a\x00b"}, nil},
	} {
		got, err := Decide(State{}, c.when)
		if !reflect.DeepEqual(got, c.then) || (err == nil) != (c.then != nil) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}
