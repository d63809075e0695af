// Package popular counts how many visitors search for a term on a day. Stored are terms, days and numbers; who was
// counted is known for the present day only, as a keyed hash.
package popular

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Bounds of a term, in characters and digits. Numbers of telephones and messengers have five digits in a row or seven in
// all; versions of the game have fewer.
const (
	minTerm   = 2
	maxTerm   = 32
	maxBytes  = 512 // of a text before it is brought into normal form
	maxRun    = 4
	maxDigits = 6
)

var (
	address = regexp.MustCompile(`@|\pL[.。]\pL|//|\\\\|www\.`) // of mail, of a site, of a file
	token   = regexp.MustCompile(`[a-z0-9_-]{20,}`)            // longer than any word
)

// Term returns the form in which searches are compared. It is false for a text that is not counted: too short or long,
// without a letter or digit, or something that could be personal data, such as an address or a number.
func Term(text string) (string, bool) {
	if len(text) > maxBytes || !utf8.ValidString(text) {
		return "", false
	}
	term := normal(text)
	if n := utf8.RuneCountInString(term); n < minTerm || n > maxTerm || normal(term) != term {
		return "", false
	}
	words, run, digits := false, 0, 0
	for _, r := range term {
		if !unicode.IsPrint(r) {
			return "", false
		}
		words = words || unicode.IsLetter(r) || unicode.IsNumber(r)
		if !unicode.IsNumber(r) {
			run = 0
			continue
		}
		if run, digits = run+1, digits+1; run > maxRun || digits > maxDigits {
			return "", false
		}
	}
	if !words || address.MatchString(term) || token.MatchString(term) {
		return "", false
	}
	return term, true
}

func normal(text string) string {
	return strings.Join(strings.Fields(norm.NFKC.String(strings.ToLower(norm.NFKC.String(text)))), " ")
}
