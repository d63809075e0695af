package markdown_test

import (
	"strings"
	"testing"

	"github.com/modyard/modyard/platform/markdown"
)

func TestATableOfManyCellsStaysAText(t *testing.T) {
	wide := strings.Repeat("|a", 300) + "\n" + strings.Repeat("|-", 300) + "\n"
	small := strings.Repeat("|a", 70) + "\n" + strings.Repeat("|-", 70) + "\n" + strings.Repeat("a\n", 60) + "\n"
	for name, src := range map[string]string{
		"short rows of a wide table": wide + strings.Repeat("a\n", 300),
		"as many as fit":             wide + strings.Repeat("a\n", 32_000),
		"many tables":                strings.Repeat(small, 150),
		"in a quote":                 "> " + strings.ReplaceAll(wide+strings.Repeat("a\n", 300), "\n", "\n> "),
	} {
		if got := markdown.Render(src); len(got) > 1<<20 || strings.Count(got, "<td") > 10_000 {
			t.Errorf("%s: %d bytes of text became %d bytes with %d cells", name, len(src), len(got), strings.Count(got, "<td"))
		}
	}
	if got := markdown.Render("前文\n\n|项目|说明|\n|-|:-:|\n" + strings.Repeat("|红石|红石|\n", 2000)); strings.Count(got, "<td") != 4000 {
		t.Errorf("a long table has %d cells", strings.Count(got, "<td"))
	}
}
