// Package argv splits a command line into arguments by fixed rules. No shell is involved: $, ;, | and every other character are themselves.
//
// Spaces and tabs separate arguments. Within ' every character is itself. Within " a backslash makes " and \ plain, and is itself before
// anything else. Outside of quotes a backslash makes the next character plain. Quoted and unquoted parts that touch are one argument.
package argv

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The errors of Split.
var (
	// ErrQuote means that a quote or a backslash has no partner.
	ErrQuote = errors.New("a quote is not closed")
	// ErrCharacter means a control character, such as a line break, or text that is not UTF-8.
	ErrCharacter = errors.New("a control character")
)

// Split returns the arguments of a line; none of an empty one.
func Split(line string) ([]string, error) {
	if !utf8.ValidString(line) {
		return nil, ErrCharacter
	}
	var args []string
	var word strings.Builder
	var quote rune // ' or ", 0 outside
	begun, escaped := false, false
	for _, r := range line {
		switch {
		case unicode.IsControl(r) && r != '\t':
			return nil, ErrCharacter
		case escaped:
			if quote == '"' && r != '"' && r != '\\' {
				word.WriteByte('\\')
			}
			word.WriteRune(r)
			escaped = false
		case r == '\\' && quote != '\'':
			escaped, begun = true, true
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '\'' || r == '"':
			quote, begun = r, true
		case r == ' ' || r == '\t':
			if begun {
				args = append(args, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteRune(r)
			begun = true
		}
	}
	if quote != 0 || escaped {
		return nil, ErrQuote
	}
	if begun {
		args = append(args, word.String())
	}
	return args, nil
}

// Join returns a line that Split splits into the arguments, which must be without control characters.
func Join(args []string) string {
	quoted := make([]string, len(args))
	for i, a := range args {
		quoted[i] = a
		if a == "" || strings.ContainsAny(a, " \t'\"\\") {
			quoted[i] = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(a) + `"`
		}
	}
	return strings.Join(quoted, " ")
}
