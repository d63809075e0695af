package log_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/decision"
	. "github.com/modyard/modyard/domain/log"
	"github.com/modyard/modyard/domain/role"
)

func TestTruncationsAreRecordedInOrderAndOnce(t *testing.T) {
	hash, other := strings.Repeat("a1", 32), strings.Repeat("b2", 32)
	first := Truncated{Log: "hits", From: 1, To: 99, Manifest: hash, By: "system"}
	for name, c := range map[string]struct {
		given []any
		when  Truncate
		then  []any
		fails bool
	}{
		"the first range":                     {nil, Truncate{"hits", 1, 99, hash, ""}, []any{first}, false},
		"by an account":                       {nil, Truncate{"hits", 1, 99, hash, "AAAAAAA1"}, []any{Truncated{"hits", 1, 99, hash, "AAAAAAA1"}}, false},
		"the next range":                      {[]any{first}, Truncate{"hits", 100, 199, other, ""}, []any{Truncated{"hits", 100, 199, other, "system"}}, false},
		"the same range again":                {[]any{first}, Truncate{"hits", 1, 99, hash, ""}, nil, false},
		"the last range with other files":     {[]any{first}, Truncate{"hits", 1, 99, other, ""}, []any{Truncated{"hits", 1, 99, other, "system"}}, false},
		"a range behind a gap":                {[]any{first}, Truncate{"hits", 101, 199, other, ""}, nil, true},
		"a range that overlaps":               {[]any{first}, Truncate{"hits", 99, 199, other, ""}, nil, true},
		"a range that does not begin at 1":    {nil, Truncate{"hits", 2, 99, hash, ""}, nil, true},
		"an empty range":                      {[]any{first}, Truncate{"hits", 100, 99, hash, ""}, nil, true},
		"a range of no log":                   {nil, Truncate{"", 1, 99, hash, ""}, nil, true},
		"a manifest without a hash":           {nil, Truncate{"hits", 1, 99, "", ""}, nil, true},
		"a hash that is too short":            {nil, Truncate{"hits", 1, 99, hash[2:], ""}, nil, true},
		"a hash with letters in capital form": {nil, Truncate{"hits", 1, 99, strings.ToUpper(hash), ""}, nil, true},
	} {
		var s Truncation
		for _, e := range c.given {
			s = EvolveTruncation(s, e)
		}
		got, err := DecideTruncation(s, c.when)
		var want []decision.Event
		for _, e := range c.then {
			want = append(want, decision.Event{Role: role.System, Payload: e})
		}
		if !reflect.DeepEqual(got, want) || (err != nil) != c.fails {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}
