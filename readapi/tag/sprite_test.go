package tag

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// sprite is the file from which the browser shows the icons of categories: a symbol for each.
func sprite(t *testing.T) string {
	t.Helper()
	var names []string
	for _, c := range categories() {
		names = append(names, c.Name)
	}
	slices.Sort(names)
	var b strings.Builder
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg">` + "\n")
	for _, name := range slices.Compact(names) {
		d, ok := strokes()[name]
		if !ok {
			t.Errorf("the category %s has no icon", name)
		}
		b.WriteString(`<symbol id="` + name + `" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2"` +
			` stroke-linecap="round" stroke-linejoin="round"><path d="` + d + `"/></symbol>` + "\n")
	}
	b.WriteString("</svg>\n")
	return b.String()
}

func TestTheBrowserHasTheIconOfEveryCategory(t *testing.T) {
	const path = "../../ui/src/components/ui/category-icons.svg"
	want := sprite(t)
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil { //nolint:gosec // a source file
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s differs from the drawings: UPDATE_GOLDEN=1 go test ./readapi/tag", path)
	}
}
