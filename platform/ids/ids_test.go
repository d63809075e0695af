package ids_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/modyard/modyard/platform/ids"
)

func TestNewIsValidAndDoesNotRepeat(t *testing.T) {
	seen := map[string]bool{}
	for range 20_000 {
		id := ids.New()
		if !ids.Valid(id) {
			t.Fatalf("New() = %q, which Valid rejects", id)
		}
		if seen[id] {
			t.Fatalf("New() gave %q twice", id)
		}
		seen[id] = true
	}
}

func TestFromBytesDependsOnlyOnTheSeed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.SliceOf(rapid.Byte()).Draw(t, "seed")
		a, b := ids.FromBytes(seed), ids.FromBytes(seed)
		if a != b || !ids.Valid(a) {
			t.Fatalf("FromBytes(%x) = %q, then %q", seed, a, b)
		}
		if other := ids.FromBytes(append(seed, 1)); other == a {
			t.Fatalf("two seeds gave %q", a)
		}
	})
}

func TestFromBytesIsStableAcrossVersions(t *testing.T) {
	if got := ids.FromBytes([]byte("sodium")); got != frozen {
		t.Fatalf("FromBytes(sodium) = %q, want %q: imported ids would change", got, frozen)
	}
}

const frozen = "hb9w5pIA"

func TestValidRejectsOtherForms(t *testing.T) {
	for _, s := range []string{"", "AABBCCD", "AABBCCDDE", "AABB-CDD", "AABBCC D", "é1BBCCD", "0ABBCCDD", "AABBCCD\x00"} {
		if ids.Valid(s) {
			t.Errorf("Valid(%q) = true", s)
		}
	}
	if !ids.Valid("AABBCCDD") {
		t.Error("Valid(AABBCCDD) = false")
	}
}
