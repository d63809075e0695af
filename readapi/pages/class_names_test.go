package pages

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestClassesThatTheServerWritesExistInStyleSheets checks the plain pages against the style sheets of the
// application: a class is either the name of a component's sheet followed by the class in it, or a class of a
// page-wide sheet.
func TestClassesThatTheServerWritesExistInStyleSheets(t *testing.T) {
	t.Parallel()
	rules := sheetClasses(t, "../../ui/src")
	written := 0
	sources, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, source := range sources {
		if strings.HasSuffix(source, "_test.go") {
			continue
		}
		code, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		for _, attribute := range regexp.MustCompile(`class="([^"]*)"`).FindAllStringSubmatch(string(code), -1) {
			for _, name := range strings.Fields(attribute[1]) {
				written++
				if !rules[name] {
					t.Errorf("%s writes the class %q, which no sheet of ui/src has", source, name)
				}
			}
		}
	}
	if written == 0 {
		t.Error("no class was found in the package")
	}
}

// sheetClasses returns the classes of all sheets by their names in the document.
func sheetClasses(t *testing.T, root string) map[string]bool {
	t.Helper()
	class := regexp.MustCompile(`\.([a-z][a-z0-9_-]*)`)
	notLocal := regexp.MustCompile(`(?s)/\*.*?\*/|:global\([^)]*\)|url\([^)]*\)`)
	names := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".css") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		sheet, local := strings.CutSuffix(filepath.Base(path), ".module.css")
		for _, found := range class.FindAllStringSubmatch(notLocal.ReplaceAllString(string(text), ""), -1) {
			switch {
			case !local:
				names[found[1]] = true
			case found[1] == "root":
				names[sheet] = true
			default:
				names[sheet+"__"+found[1]] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}
