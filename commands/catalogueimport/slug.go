package catalogueimport

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/modyard/modyard/domain/project"
)

const (
	shortestSlug = 3
	longestSlug  = 64
)

// slugOf uses the catalogue's slug, or derives a valid one that no other record has.
func slugOf(r record, taken func(string) bool) (slug string, derived bool, err error) {
	if slug, err = project.NormalSlug(r.Slug); err == nil {
		return slug, false, nil
	}
	base := strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsNumber(c) || strings.ContainsRune("!@$()`.+,_\"-", c) {
			return unicode.ToLower(c)
		}
		return '-'
	}, strings.ToValidUTF8(strings.TrimSpace(r.Slug), ""))
	base = strings.Trim(base, "-.")
	if utf8.RuneCountInString(base) < shortestSlug {
		base += "-" + r.Type
	}
	base = strings.Trim(cut(base, longestSlug), "-.")
	for n := 1; n < 100; n++ {
		slug := base
		if n > 1 {
			end := fmt.Sprintf("-%d", n)
			slug = cut(base, longestSlug-len(end)) + end
		}
		if slug, err = project.NormalSlug(slug); err != nil {
			return "", false, err
		}
		if !taken(slug) {
			return slug, true, nil
		}
	}
	return "", false, err
}
