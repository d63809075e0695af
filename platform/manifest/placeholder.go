package manifest

import (
	"regexp"
	"strings"
)

var betweenAts = regexp.MustCompile(`@[A-Za-z][0-9A-Za-z_.-]*@`)

// placeholder says whether a text has a placeholder that the build has not replaced: ${version}, $(version),
// {{ version }} or @version@.
func placeholder(s string) bool {
	return strings.Contains(s, "${") || strings.Contains(s, "$(") || strings.Contains(s, "{{") ||
		strings.Count(s, "@") > 1 && betweenAts.MatchString(s)
}

// number is a version number; empty for a placeholder that the build has not replaced.
func number(s string) string {
	if strings.ContainsAny(s, "${}@") {
		return ""
	}
	return s
}

// unfilled says whether a member is a text with a placeholder.
func (t table) unfilled(name string) bool {
	s, ok := t[name].(string)
	return ok && placeholder(s)
}

// template is what a file says that was not filled in: nothing.
func template() []Manifest { return []Manifest{{Unfilled: true}} }

// filled are the manifests of a file with several, without those that were not filled in. The file is a template if none
// remains.
func filled(list []Manifest, templates int) []Manifest {
	if len(list) == 0 && templates > 0 {
		return template()
	}
	return list
}
