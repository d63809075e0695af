package markdown_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/modyard/modyard/platform/markdown"
)

func TestTheBrowsersPreviewKnowsTheSameElements(t *testing.T) {
	source, err := os.ReadFile("../../ui/src/lib/written-tags.ts")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"shown": markdown.ShownElements, "hidden": markdown.HiddenElements} {
		m := regexp.MustCompile(`(?s)const ` + name + ` =\n(.*?)'\n\n?(?:const|$)`).FindSubmatch(source)
		if m == nil {
			t.Fatalf("no list %s", name)
		}
		got := strings.Join(regexp.MustCompile(`[a-z0-9]+`).FindAllString(string(m[1]), -1), " ")
		if got != want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, want)
		}
	}
}
