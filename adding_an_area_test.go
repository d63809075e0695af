package modyard_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// docs/adding-an-area.md walks through the files of one area. It names each of them, and nothing that is not there.
func TestTheWalkThroughAnAreaNamesEveryFileOfIt(t *testing.T) {
	page, err := os.ReadFile("docs/adding-an-area.md")
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	for _, m := range regexp.MustCompile("`([a-z0-9_/.\\-A-Z]+\\.(?:go|sql|tsx?|css|mjs|tsv|md|json|txt))`").FindAllStringSubmatch(string(page), -1) {
		named[m[1]] = true
		if _, err := os.Stat(m[1]); err != nil && strings.Contains(m[1], "/") {
			t.Errorf("the page names %s: %v", m[1], err)
		}
	}
	for _, dir := range []string{"domain/claim", "commands/claim", "projections/claim", "readapi/claim", "ui/src/features/claim", "ui/src/routes/_signedIn", "ui/src/lib/i18n", "cmd/modyard/app", "e2e/tests"} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			path = filepath.ToSlash(path)
			ours := strings.HasSuffix(dir, "/claim") || strings.Contains(d.Name(), "claim")
			if err != nil || d.IsDir() || !ours || strings.Contains(path, "testdata/events/") {
				return err
			}
			if !named[path] {
				t.Errorf("the page does not name %s", path)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
