package modyard_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// mostPictures bounds what the repository keeps: each change of the look would write all of them anew.
const mostPictures = 30

func TestTheDocsShowEveryPictureThatIsKeptAndNoOther(t *testing.T) {
	kept := map[string]bool{}
	files, err := filepath.Glob("docs/screens/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		kept[filepath.Base(file)] = true
	}
	if len(kept) > mostPictures {
		t.Errorf("%d pictures are kept, at most %d may be", len(kept), mostPictures)
	}
	link := regexp.MustCompile(`screens/([\w-]+\.webp)\)`)
	shown := map[string]bool{}
	for _, page := range []string{"README.md", "docs/screens.md"} {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range link.FindAllStringSubmatch(string(text), -1) {
			shown[found[1]] = true
			if !kept[found[1]] {
				t.Errorf("%s shows %s, which is not kept", page, found[1])
			}
		}
	}
	for file := range kept {
		if !shown[file] && !strings.HasPrefix(file, ".") {
			t.Errorf("docs/screens/%s is kept and not shown", file)
		}
	}
}
