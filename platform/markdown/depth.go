package markdown

import "strings"

// maxMarks is the maximum number of emphasis and link delimiters in one block. The parser compares them pairwise. A
// table of links that fills a whole text stays below.
const maxMarks = 8000

// maxDepth is the maximum nesting of quotes and lists. The parser's time is quadratic in it; ordinary texts stay far
// below.
const maxDepth = 64

// tooDeep finds a line that opens more containers than maxDepth, or is indented as far as such a depth needs, and a
// block with more than maxMarks.
func tooDeep(src string) bool {
	marks := 0
	for line := range strings.Lines(src) {
		if strings.TrimSpace(line) == "" {
			marks = 0
		} else if marks += countMarks(line); marks > maxMarks {
			return true
		}
		depth, spaces := 0, 0
	scan:
		for i := 0; i < len(line); i++ {
			switch c := line[i]; c {
			case ' ':
				spaces++
			case '\t':
				spaces += 4
			case '>':
				depth++
			case '-', '+', '*':
				if i+1 < len(line) && (line[i+1] == ' ' || line[i+1] == '\t') {
					depth++
				} else {
					break scan
				}
			case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
				// digits before the mark of a numbered item
			case '.', ')':
				depth++
			default:
				break scan
			}
			if depth > maxDepth {
				return true
			}
		}
		if depth > 0 && spaces/2 > maxDepth*2 {
			return true
		}
	}
	return false
}

func countMarks(line string) int {
	n := 0
	for i := range len(line) {
		switch line[i] {
		case '*', '_', '~':
			n++
		case '[':
			n += 2 // costs more than the others
		}
	}
	return n
}
