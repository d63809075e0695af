// Package spreadsheet writes what programs for tables read.
package spreadsheet

import "strings"

// Cell is a text as a cell that no program runs as a formula: one that could begin a formula gets an apostrophe. Numbers
// need not pass through it.
func Cell(text string) string {
	for _, first := range text {
		if strings.ContainsRune("=+-@\t\r\n＝＋－＠", first) {
			return "'" + text
		}
		break
	}
	return text
}
