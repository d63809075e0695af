package analysis

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

const (
	maxSlug = 48 // characters of a proposed slug; up to 64 are allowed
	enough  = 3  // letters of a name's Latin words that suffice for a slug
)

// Slug proposes a slug for a name, of lower-case letters, digits and hyphens: the Latin words of the name where they
// are long enough, otherwise these and the pinyin of its characters, each in its first reading. It is empty for a
// name without readable characters.
func Slug(name string) string {
	tokens := tokenize(withoutMarks(name))
	var latin, all []string
	for _, t := range tokens {
		if !t.cjk {
			if word := plain(fold(t.text)); word != "" {
				latin, all = append(latin, word), append(all, word)
			}
			continue
		}
		for _, r := range t.text {
			if read := readings(r); read != nil {
				all = append(all, read[0])
			}
		}
	}
	if len(strings.Join(latin, "")) >= enough && strings.ContainsFunc(strings.Join(latin, ""), isLetter) {
		return join(latin)
	}
	return join(all)
}

// withoutMarks converts full-width letters and removes accents.
func withoutMarks(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFKD.String(s))
}

func isLetter(r rune) bool { return r >= 'a' && r <= 'z' }

func plain(word string) string {
	return strings.Map(func(r rune) rune {
		if isLetter(r) || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, word)
}

// join appends whole words up to the maximum length.
func join(words []string) string {
	slug := ""
	for _, w := range words {
		next := w
		if slug != "" {
			next = slug + "-" + w
		}
		if len(next) > maxSlug {
			break
		}
		slug = next
	}
	return slug
}
