package pages

import (
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// sheets are the style sheets of the build by their URL: of each selector with classes, these classes. A page that the
// server drew needs the sheets whose selectors can match it, or its parts change their size when their scripts come.
type sheets map[string][][]string

var (
	preludes  = regexp.MustCompile(`([^{}]+)\{`)
	exclusion = regexp.MustCompile(`:not\([^)]*\)`)
	classOf   = regexp.MustCompile(`\.(-?[_a-zA-Z][-\w]*)`)
	drawnIn   = regexp.MustCompile(`class=(?:"([^"]*)")`) // grouped, or the test of the classes that Go writes takes it for markup
)

// readSheets reads the style sheets that the manifest names.
func readSheets(ui fs.FS, c chunks) (sheets, error) {
	read := sheets{}
	for _, one := range c {
		for _, file := range one.CSS {
			if _, known := read["/"+file]; known {
				continue
			}
			text, err := fs.ReadFile(ui, file)
			if err != nil {
				return nil, fmt.Errorf("read a style sheet of the build: %w", err)
			}
			read["/"+file] = selectors(string(text))
		}
	}
	return read, nil
}

// selectors are the classes of each selector of a sheet that has any.
func selectors(sheet string) (all [][]string) {
	seen := map[string]bool{}
	for _, prelude := range preludes.FindAllStringSubmatch(sheet, -1) {
		if at := strings.TrimSpace(prelude[1]); strings.HasPrefix(at, "@") {
			continue
		}
		for selector := range strings.SplitSeq(exclusion.ReplaceAllString(prelude[1], ""), ",") {
			var classes []string
			for _, class := range classOf.FindAllStringSubmatch(selector, -1) {
				classes = append(classes, class[1])
			}
			slices.Sort(classes)
			key := strings.Join(classes, " ")
			if key == "" || seen[key] {
				continue
			}
			seen[key] = true
			all = append(all, classes)
		}
	}
	return all
}

// of lists the URLs of the sheets that HTML needs, sorted.
func (s sheets) of(html string) (urls []string) {
	there := map[string]bool{}
	for _, list := range drawnIn.FindAllStringSubmatch(html, -1) {
		for class := range strings.FieldsSeq(list[1]) {
			there[class] = true
		}
	}
	missing := func(class string) bool { return !there[class] }
	for _, url := range slices.Sorted(maps.Keys(s)) {
		if slices.ContainsFunc(s[url], func(classes []string) bool { return !slices.ContainsFunc(classes, missing) }) {
			urls = append(urls, url)
		}
	}
	return urls
}
