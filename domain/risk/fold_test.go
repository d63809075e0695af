package risk

import "testing"

func FuzzPlainCharactersAreFoldedAsAllOthers(f *testing.F) {
	for _, seed := range []string{"", "Ａ b。\u0301e\u0301灯\u3099か\u3099Straße …ｶﾞ\xff～！\x7f", "\u1100\u1161\u11a8K", "a\u034f\u0301"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got, want := Fold(s), foldAny(s); got != want {
			t.Errorf("%q is %q, want %q", s, got, want)
		}
	})
}
