package render

import (
	"unicode"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

// order compares texts as browsers do for the interface's language, by pinyin: engines have no collation. A collator
// belongs to one engine, because it is not safe for concurrent use.
func order() func(a, b string, numeric bool) int {
	plain := collate.New(language.SimplifiedChinese)
	numbers := collate.New(language.SimplifiedChinese, collate.Numeric, collate.IgnoreCase)
	return func(a, b string, numeric bool) int {
		if first := hanFirst([]rune(a), []rune(b)); first != 0 {
			return first
		}
		if numeric {
			return numbers.CompareString(a, b)
		}
		return plain.CompareString(a, b)
	}
}

// hanFirst compares texts whose first difference is a Chinese character in one and a letter of another script in the
// other: Unicode's order for Chinese begins with the characters, and the package has no reordering of scripts.
func hanFirst(a, b []rune) int {
	for i := range min(len(a), len(b)) {
		if a[i] == b[i] {
			continue
		}
		switch {
		case unicode.Is(unicode.Han, a[i]) && otherLetter(b[i]):
			return -1
		case otherLetter(a[i]) && unicode.Is(unicode.Han, b[i]):
			return 1
		}
		return 0
	}
	return 0
}

func otherLetter(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(unicode.Han, r) }
