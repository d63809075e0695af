package elastic

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/platform/ids"
)

func TestKeysCompareLikeTheBytesOfTheirIds(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 2))
	all := []string{"0", "00", "9", "A", "Z", "a", "z", "0000000000", "zzzzzzzzzz", "AAAAAAAA", "AAAAAAAa", "AAAAAAAAA"}
	for range 2000 {
		id := ids.New()
		all = append(all, id, id[:1+random.IntN(len(id))])
	}
	slices.Sort(all)
	all = slices.Compact(all)
	for i, b := range all[1:] {
		a := all[i]
		x, err := keyOf(a)
		y, other := keyOf(b)
		if err != nil || other != nil || cmp.Compare(x, y) != strings.Compare(a, b) || x <= 0 {
			t.Errorf("%s is %d, %s is %d; %v, %v", a, x, b, y, err, other)
		}
	}
}

func TestAnIdThatIsNotBase62OrTooLongHasNoKey(t *testing.T) {
	for _, id := range []string{"", "a-b", "ab_", "é", "a b", "zzzzzzzzzzz", "\x00"} {
		if key, err := keyOf(id); !errors.Is(err, errUnkeyed) {
			t.Errorf("%q is %d, %v", id, key, err)
		}
	}
}
