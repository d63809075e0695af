// Package spreadsheet writes what programs for tables read.
package spreadsheet

import (
	"strings"
	"unicode/utf8"
)

// Cell is a text as a cell that no program runs as a formula: one that could begin a formula gets an apostrophe. Numbers
// need not pass through it.
func Cell(text string) string {
	if first, _ := utf8.DecodeRuneInString(text); text != "" && strings.ContainsRune("=+-@\t\r\n＝＋－＠", first) {
		return "'" + text
	}
	return text
}
