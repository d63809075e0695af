package idset_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/modyard/modyard/domain/idset"
)

func TestASetPreservesTheOrderThroughAnyHistory(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var set idset.Set
	var list []string
	for n := range 20_000 {
		id := strconv.Itoa(random.IntN(300) + 1)
		if random.IntN(2) == 0 {
			if set = set.With(id); !slices.Contains(list, id) {
				list = append(list, id)
			}
		} else {
			set = set.Without(id)
			list = slices.DeleteFunc(list, func(other string) bool { return other == id })
		}
		if set.Len() != len(list) || set.Has(id) != slices.Contains(list, id) {
			t.Fatalf("after %d changes %d of %d", n, set.Len(), len(list))
		}
		if n%97 == 0 && !slices.Equal(set.IDs(), list) {
			t.Fatalf("after %d changes %v, want %v", n, set.IDs(), list)
		}
	}
	data, err := json.Marshal(set)
	if err != nil {
		t.Fatal(err)
	}
	var back idset.Set
	if err := json.Unmarshal(data, &back); err != nil || !slices.Equal(back.IDs(), list) {
		t.Fatalf("%s: %v", data, err)
	}
}

func TestAllCopiesOfASetChangeTogether(t *testing.T) {
	one := idset.Of("a", "b", "c")
	other := one
	one = one.With("d").Without("a")
	other = other.With("d").Without("a") // the same change again, as when a state is folded twice
	if want := []string{"b", "c", "d"}; !slices.Equal(one.IDs(), want) || !slices.Equal(other.IDs(), want) {
		t.Errorf("%v and %v", one.IDs(), other.IDs())
	}
}

func TestAnEmptySetIsEncodedAsAnEmptyList(t *testing.T) {
	if data, err := json.Marshal(idset.Set{}); err != nil || string(data) != "[]" {
		t.Errorf("%s %v", data, err)
	}
	if s := (idset.Set{}).Without("a"); s.Len() != 0 || s.Has("a") {
		t.Error(s)
	}
}

func TestASetOfAnyIDsIsUnchangedAfterJSON(t *testing.T) {
	for _, ids := range [][]string{{"a"}, {"Lantern1", "a-b_c.9"}, {"two words", "b"}, {`quo"te`}, {`back\slash`, "b"}, {"<&>"}, {"灯笼", "b"}, {"line\nfeed"}, {" "}} {
		data, err := json.Marshal(struct{ IDs idset.Set }{idset.Of(ids...)})
		if err != nil {
			t.Fatal(err)
		}
		var back struct{ IDs idset.Set }
		if err := json.Unmarshal(data, &back); err != nil || !slices.Equal(back.IDs.IDs(), ids) {
			t.Errorf("%q became %s and %q: %v", ids, data, back.IDs.IDs(), err)
		}
	}
}

func BenchmarkTenThousandIDsAreReadBack(b *testing.B) {
	ids := make([]string, 10_000)
	for n := range ids {
		ids[n] = "Vers" + strconv.Itoa(10_000+n)
	}
	data, err := json.Marshal(idset.Of(ids...))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		var back idset.Set
		if err := json.Unmarshal(data, &back); err != nil {
			b.Fatal(err)
		}
	}
}
