package markdown_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/modyard/modyard/platform/markdown"
)

var update = flag.Bool("update", false, "write testdata/chinese.html")

// chinese are texts as authors write them, one a line; \n in a line is a line break.
func chinese(t *testing.T) []string {
	t.Helper()
	file, err := os.ReadFile("testdata/chinese.txt")
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for line := range strings.Lines(string(file)) {
		texts = append(texts, strings.ReplaceAll(strings.TrimRight(line, "\n"), `\n`, "\n"))
	}
	return texts
}

func TestChineseTextsAreRenderedAsTheirAuthorsMeant(t *testing.T) {
	texts := chinese(t)
	if len(texts) < 60 {
		t.Errorf("the corpus has %d texts", len(texts))
	}
	var got strings.Builder
	for _, src := range texts {
		rendered := markdown.Render(src)
		if found := violations(t, rendered); len(found) > 0 {
			t.Errorf("%q gave %q: %v", src, rendered, found)
		}
		if again := markdown.Render(src); again != rendered {
			t.Errorf("%q gave %q, then %q", src, rendered, again)
		}
		got.WriteString(strings.TrimSpace(rendered) + "\n")
	}
	const golden = "testdata/chinese.html"
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("the texts gave\n%s\nwant\n%s", got.String(), want)
	}
}
