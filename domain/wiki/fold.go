package wiki

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// foldTitle is the form in which titles are compared: NFKC, then case folding.
func foldTitle(title string) string {
	title = norm.NFKC.String(title)
	if strings.ContainsFunc(title, cased) {
		return cases.Fold().String(title)
	}
	return strings.ToLower(title)
}

// cased is true for a character outside ASCII that may have a case. Most titles have none and need no tables of folding.
func cased(r rune) bool {
	return r >= utf8.RuneSelf && !unicode.In(r, unicode.Lo, unicode.Nd, unicode.P, unicode.Zs)
}

// foldSlug is the form in which slugs are compared.
func foldSlug(slug string) string { return strings.ToLower(slug) }
