package transfer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/modyard/modyard/eventlog"
)

// differ names the first difference between two recorded events; empty if they are equal. The metadata's time of an
// earlier log is compared as part of the recording time, because only one of the two events may have been copied.
func differ(want, got eventlog.Recorded) string {
	a, b := want.Meta.Stored(), got.Meta.Stored()
	at := a.At.Equal(b.At)
	unknown := sameMembers(a.Unknown, b.Unknown)
	a.At, b.At, a.Recorded, b.Recorded, a.Unknown, b.Unknown = time.Time{}, time.Time{}, time.Time{}, time.Time{}, "", ""
	switch {
	case want.ID != got.ID:
		return fmt.Sprintf("its id is %s", got.ID)
	case want.Stream != got.Stream:
		return fmt.Sprintf("its stream is %q and not %q", got.Stream, want.Stream)
	case want.Revision != got.Revision:
		return fmt.Sprintf("its revision is %d and not %d", got.Revision, want.Revision)
	case want.Type != got.Type:
		return fmt.Sprintf("its type is %q and not %q", got.Type, want.Type)
	case !bytes.Equal(want.Data, got.Data):
		return "its data differs"
	case a != b || !at || !unknown:
		return "its metadata differs"
	case !want.RecordedAt.Equal(got.RecordedAt):
		return fmt.Sprintf("it was recorded at %s and not at %s", got.RecordedAt.Format(time.RFC3339Nano), want.RecordedAt.Format(time.RFC3339Nano))
	}
	return ""
}

// sameMembers compares the values of JSON objects: an engine may encode a number or a string differently.
func sameMembers(a, b string) bool {
	if a == b {
		return true
	}
	x, errX := decode(a)
	y, errY := decode(b)
	return errX == nil && errY == nil && sameValue(x, y)
}

func decode(text string) (v any, err error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	return v, d.Decode(&v)
}

func sameValue(a, b any) bool {
	switch x := a.(type) {
	case map[string]any:
		y, ok := b.(map[string]any)
		if !ok || len(x) != len(y) {
			return false
		}
		for name := range x {
			if other, there := y[name]; !there || !sameValue(x[name], other) {
				return false
			}
		}
		return true
	case []any:
		y, ok := b.([]any)
		if !ok || len(x) != len(y) {
			return false
		}
		for i := range x {
			if !sameValue(x[i], y[i]) {
				return false
			}
		}
		return true
	case json.Number:
		y, ok := b.(json.Number)
		return ok && (x == y || sameNumber(string(x), string(y)))
	}
	return a == b
}

// sameNumber compares numbers with more digits than metadata has. It does not expand exponents.
func sameNumber(a, b string) bool {
	const bits = 512
	x, _, errX := big.ParseFloat(a, 10, bits, big.ToNearestEven)
	y, _, errY := big.ParseFloat(b, 10, bits, big.ToNearestEven)
	return errX == nil && errY == nil && x.Cmp(y) == 0
}
