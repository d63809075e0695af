package post_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/modyard/modyard/domain/post"
)

func TestNamesAreFoundOutsideOfCodeAndAddresses(t *testing.T) {
	for text, want := range map[string][]string{
		"":                              nil,
		"@ann":                          {"ann"},
		"你好@石榴，在吗":                      {"石榴"},
		"@ann, @bob. @ann":              {"ann", "bob"},
		"(@ann)@bob":                    {"ann", "bob"},
		"ann@example.org":               nil,
		`\@ann`:                         nil,
		"@@ann":                         nil,
		"@ @。":                          nil,
		"@a.b-c_d...":                   {"a.b-c_d"},
		"`@ann` @bob":                   {"bob"},
		"`` ` @ann `` @bob ` @eve":      {"bob", "eve"},
		"```\n@ann\n```\n@bob":          {"bob"},
		"````\n```\n@ann\n````\n@bob":   {"bob"},
		"~~~ java\n@Override\n~~~\n@ok": {"ok"},
		"```\n@ann":                     nil,
		"    @ann\n\t@bob\n@eve":        {"eve"},
		"> @ann":                        {"ann"},
		"@" + strings.Repeat("长", 40):   nil,
		"@" + strings.Repeat("长", 39):   {strings.Repeat("长", 39)},
	} {
		if got := post.Names(text); !slices.Equal(got, want) {
			t.Errorf("%q names %q, want %q", text, got, want)
		}
	}
}

func FuzzNames(f *testing.F) {
	for _, seed := range []string{"@ann", "```\n@a\n``", "`@", "@\xff", strings.Repeat("@a ", 100), "\\@", "~~~~\n```"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		names := post.Names(text)
		if len(names) > 50 {
			t.Errorf("%d names", len(names))
		}
		for i, n := range names {
			if n == "" || utf8.RuneCountInString(n) > 39 || !strings.Contains(text, "@"+n) || slices.Contains(names[:i], n) {
				t.Errorf("%q in %q", n, text)
			}
		}
	})
}

func TestPicturesAreCountedOutsideOfCode(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "![a](b) 和 ![c](d)": 2, "[![徽章](a)](b)": 1, "<img src=x><IMG src=y>": 2, "`![a](b)`": 0, "```\n![a](b)\n```\n![c](d)": 1, `\![a](b)`: 0, "看！[a](b)": 0,
		strings.Repeat("![a](b)\n", 11): 11,
	} {
		if got := post.Pictures(text); got != want {
			t.Errorf("%q has %d pictures, want %d", text, got, want)
		}
	}
	if _, err := post.Body(strings.Repeat("![a](b)\n", post.MaxPictures)); err != nil {
		t.Error(err)
	}
	if _, err := post.Body(strings.Repeat("![a](b)\n", post.MaxPictures+1)); err == nil {
		t.Error("too many pictures are accepted")
	}
}
