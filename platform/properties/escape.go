package properties

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// unescape reads the escapes of a key or a value. An unfinished \u is taken for its letters, where Java refuses the whole file.
func (f *File) unescape(text string) string {
	if f.latin {
		text = fromLatin(text)
	}
	if !strings.Contains(text, `\`) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 == len(text) {
			b.WriteByte(text[i])
			continue
		}
		i++
		switch text[i] {
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'r':
			b.WriteByte('\r')
		case 'f':
			b.WriteByte('\f')
		case 'u':
			r, size := unit(text[i+1:])
			if size == 0 {
				b.WriteByte('u')
				continue
			}
			i += size
			if utf16.IsSurrogate(r) { // half of a character
				if strings.HasPrefix(text[i+1:], `\u`) {
					if low, n := unit(text[i+3:]); n > 0 {
						if full := utf16.DecodeRune(r, low); full != utf8.RuneError {
							b.WriteRune(full)
							i += 2 + n
							continue
						}
					}
				}
				r = utf8.RuneError
			}
			b.WriteRune(r)
		default:
			b.WriteByte(text[i]) // a first byte of several keeps the others, which follow
		}
	}
	return b.String()
}

// unit reads the four digits of a \u escape.
func unit(text string) (r rune, size int) {
	if len(text) < 4 {
		return 0, 0
	}
	n, err := strconv.ParseUint(text[:4], 16, 16)
	if err != nil {
		return 0, 0
	}
	return rune(n), 4
}

func fromLatin(text string) string {
	var b strings.Builder
	for i := range len(text) {
		b.WriteRune(rune(text[i]))
	}
	return b.String()
}

// escape writes a key or a value in ASCII, which every version of the game reads alike, whatever it takes the file's encoding for.
func escape(text string, key bool) string {
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\f':
			b.WriteString(`\f`)
		case r == ' ' && (key || i == 0), r == '\\', r == '=', r == ':', (r == '#' || r == '!') && i == 0:
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ' || r > '~':
			for _, u := range utf16.AppendRune(nil, r) {
				fmt.Fprintf(&b, `\u%04X`, u)
			}
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
