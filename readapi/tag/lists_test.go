package tag

import (
	"github.com/modyard/modyard/contract"
	"os"
	"regexp"
	"slices"
	"testing"
)

func TestEveryLinkPlatformHasAnIconInTheBrowser(t *testing.T) {
	t.Parallel()
	code, err := os.ReadFile("../../ui/src/components/ui/platform-icon.tsx")
	if err != nil {
		t.Fatal(err)
	}
	var drawn, want []string
	for _, found := range regexp.MustCompile(`(?m)^  '?([a-z-]+)'?: [A-Z]`).FindAllStringSubmatch(string(code), -1) {
		drawn = append(drawn, found[1])
	}
	for _, p := range contract.Platforms() {
		if p.Short != "other" { // it has the icon of unknown platforms
			want = append(want, p.Short)
		}
	}
	slices.Sort(drawn)
	slices.Sort(want)
	if !slices.Equal(drawn, want) {
		t.Errorf("the browser has icons for %v, the platforms are %v", drawn, want)
	}
	if !slices.Contains(want, "modrinth") {
		t.Error("a project cannot link to its page on the platform whose API the site follows")
	}
}
