package commandstest

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/erasable"
)

// WholeSnapshots fails if a state that went through JSON within a history differs from a state that was folded without
// a snapshot, for many random histories of a stream's event types. A history begins with first.
func WholeSnapshots[S, C any](t *testing.T, of *commands.Aggregate[S, C], types map[string]any, first ...any) {
	t.Helper()
	if of.Version == "" {
		t.Fatal("the aggregate has no version: it has no snapshots")
	}
	if hole := holeIn(reflect.TypeFor[S](), reflect.TypeFor[S]().String(), map[reflect.Type]bool{}); hole != "" {
		t.Fatalf("%s cannot be stored in a snapshot", hole)
	}
	random := rand.New(rand.NewPCG(12, 7))
	for range 100 {
		history := historyOf(random, types, 120)
		for i, event := range first {
			history[i].event = event
		}
		whole := run(of.Evolve, *new(S), history)
		for _, cut := range []int{0, 1, random.IntN(len(history)), len(history)} {
			kept, err := json.Marshal(run(of.Evolve, *new(S), history[:cut]))
			if err != nil {
				t.Fatal(err)
			}
			var state S
			if err := json.Unmarshal(kept, &state); err != nil {
				t.Fatal(err)
			}
			if got := asJSON(t, run(of.Evolve, state, history[cut:])); got != asJSON(t, whole) {
				t.Fatalf("cut at %d of %d:\n%s\nwithout a snapshot:\n%s", cut, len(history), got, asJSON(t, whole))
			}
		}
	}
}

type past struct {
	event any
	at    time.Time
}

func run[S any](evolve func(S, any, time.Time) S, state S, history []past) S {
	for _, p := range history {
		state = evolve(state, p.event, p.at)
	}
	return state
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// historyOf generates random events. Their ids come from a small set, so that several events affect the same thing.
func historyOf(random *rand.Rand, types map[string]any, n int) []past {
	names := slices.Sorted(maps.Keys(types))
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	history := make([]past, n)
	for i := range history {
		event := reflect.New(reflect.TypeOf(types[names[random.IntN(len(names))]])).Elem()
		draw(random, event)
		at = at.Add(time.Duration(random.IntN(1e6)) * time.Microsecond)
		history[i] = past{event.Interface(), at}
	}
	return history
}

func draw(random *rand.Rand, v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprintf("Thing%03d", random.IntN(8)))
	case reflect.Bool:
		v.SetBool(random.IntN(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(random.IntN(4)))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(random.IntN(4)))
	case reflect.Float64:
		v.SetFloat(float64(random.IntN(4)))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), random.IntN(4), 4))
		for i := range v.Len() {
			draw(random, v.Index(i))
		}
	case reflect.Pointer:
		if random.IntN(2) == 0 {
			v.Set(reflect.New(v.Type().Elem()))
			draw(random, v.Elem())
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(time.Unix(int64(random.IntN(1e9)), 0).UTC()))
			return
		}
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				draw(random, v.Field(i))
			}
		}
	default:
	}
}

// holeIn names the part of a type that a snapshot must not contain: texts that can be erased, and what JSON omits:
// unexported fields, fields without a name, interfaces and functions.
func holeIn(t reflect.Type, path string, seen map[reflect.Type]bool) string {
	if seen[t] {
		return ""
	}
	seen[t] = true
	if reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]()) && t.Implements(reflect.TypeFor[json.Marshaler]()) {
		return ""
	}
	if t == reflect.TypeFor[erasable.Text]() {
		return path + ", a text that a person can have erased,"
	}
	switch t.Kind() {
	case reflect.Interface, reflect.Func, reflect.Chan:
		return path
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return holeIn(t.Elem(), path+"[]", seen)
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if !f.IsExported() && !f.Anonymous || name == "-" {
				return path + "." + f.Name
			}
			if hole := holeIn(f.Type, path+"."+f.Name, seen); hole != "" {
				return hole
			}
		}
	default:
	}
	return ""
}
