package wiki

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/modyard/modyard/domain/text"
)

func hostile(f *testing.F) {
	for _, s := range []string{
		"", " ", "a", "安装", "a\x00b", "a\u202eb", "\u202e", "\u200b\u200d", "a\r\nb", "a\rb", "\xed\xa0\x80", "\xff", "..", "a/b", "%2f",
		"ÅSTRÖM", "ﬁ", "Ⅷ", "K", "e\u0301", "\u00e9", "ŉ", "ẞ", "ǰ", strings.Repeat("字", MaxTitle+1), strings.Repeat("-", MaxSlug+1),
		strings.Repeat("字", MaxBody+1),
	} {
		f.Add(s)
	}
}

func FuzzTitlesAreVisibleLines(f *testing.F) {
	hostile(f)
	f.Fuzz(func(t *testing.T, in string) {
		out, err := title(Tree{}, "", in)
		if err != nil {
			return
		}
		if n := utf8.RuneCountInString(out); !utf8.ValidString(out) || n < 1 || n > MaxTitle || out != strings.TrimSpace(out) || !visible(out) {
			t.Fatalf("%q gives %q", in, out)
		}
		if strings.ContainsFunc(out, text.Hostile) {
			t.Fatalf("%q passed", in)
		}
		if again, err := title(Tree{}, "", out); err != nil || again != out {
			t.Fatalf("%q is not accepted again: %v", out, err)
		}
		taken := Tree{Pages: map[string]Page{"p": {ID: "p", Title: out}}}
		for _, same := range []string{out, strings.ToUpper(out), strings.ToLower(out)} {
			if _, err := title(taken, "q", same); err == nil && foldTitle(same) == foldTitle(out) {
				t.Fatalf("%q was taken by %q", same, out)
			}
		}
	})
}

func FuzzPlainTitlesAreFoldedAsAllOthers(f *testing.F) {
	hostile(f)
	f.Fuzz(func(t *testing.T, in string) {
		if got, want := foldTitle(in), cases.Fold().String(norm.NFKC.String(in)); got != want && utf8.ValidString(in) {
			t.Fatalf("%q is %q, want %q", in, got, want)
		}
	})
}

func FuzzSlugsAreSegmentsOfAPath(f *testing.F) {
	hostile(f)
	f.Fuzz(func(t *testing.T, in string) {
		out, err := slug(Tree{}, "", in)
		if err != nil {
			return
		}
		if out != in || len(out) < 1 || len(out) > MaxSlug || strings.Trim(out, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-") != "" || strings.Trim(out, "-") != out {
			t.Fatalf("%q gives %q", in, out)
		}
	})
}

func FuzzBodiesKeepEverythingButLineEnds(f *testing.F) {
	hostile(f)
	f.Fuzz(func(t *testing.T, in string) {
		out, err := Body(in)
		if err != nil {
			return
		}
		if utf8.RuneCountInString(out) > MaxBody || strings.Contains(out, "\r") || !utf8.ValidString(out) {
			t.Fatalf("%q gives %q", in, out)
		}
		if strings.ContainsFunc(out, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }) {
			t.Fatalf("%q has a control character", out)
		}
		breaks := strings.NewReplacer("\r", "", "\n", "")
		if breaks.Replace(in) != breaks.Replace(out) {
			t.Fatalf("%q became %q", in, out)
		}
	})
}
