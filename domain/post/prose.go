package post

import (
	"iter"
	"strings"
)

// Pictures is the number of pictures in a text in Markdown. What looks like one in code is none.
func Pictures(markdown string) (count int) {
	for line := range prose(markdown) {
		count += strings.Count(line, "![") - strings.Count(line, `\![`) + strings.Count(strings.ToLower(line), "<img")
	}
	return count
}

// prose are the lines of a text in Markdown without its code.
func prose(markdown string) iter.Seq[string] {
	return func(yield func(string) bool) {
		fence := ""
		for line := range strings.Lines(markdown) {
			line = strings.TrimRight(line, "\r\n")
			if mark := fenceOf(line); mark != "" && (fence == "" || closes(line, mark, fence)) {
				if fence == "" {
					fence = mark
				} else {
					fence = ""
				}
				continue
			}
			if fence != "" || strings.HasPrefix(line, "    ") || strings.HasPrefix(line, "\t") {
				continue
			}
			if !yield(withoutCode(line)) {
				return
			}
		}
	}
}

// fenceOf is the run of backquotes or tildes that begins or ends a block of code; empty for other lines.
func fenceOf(line string) string {
	trimmed := strings.TrimLeft(line, " ")
	if len(line)-len(trimmed) > 3 || trimmed == "" {
		return ""
	}
	mark := trimmed[0]
	if mark != '`' && mark != '~' {
		return ""
	}
	run := trimmed[:len(trimmed)-len(strings.TrimLeft(trimmed, string(mark)))]
	if len(run) < 3 || mark == '`' && strings.Contains(trimmed[len(run):], "`") {
		return ""
	}
	return run
}

// closes is true for the last line of a block of code.
func closes(line, mark, fence string) bool {
	return mark[0] == fence[0] && len(mark) >= len(fence) && strings.TrimSpace(line) == mark
}

// withoutCode replaces code within a line by a space. A run of backquotes without a partner is text.
func withoutCode(line string) string {
	if !strings.Contains(line, "`") {
		return line
	}
	var out strings.Builder
	for line != "" {
		begin := strings.IndexByte(line, '`')
		if begin < 0 {
			break
		}
		run := len(line[begin:]) - len(strings.TrimLeft(line[begin:], "`"))
		out.WriteString(line[:begin])
		out.WriteByte(' ')
		line = line[begin+run:]
		if end := findRun(line, run); end >= 0 {
			line = line[end+run:]
		}
	}
	out.WriteString(line)
	return out.String()
}

// findRun finds a run of exactly so many backquotes.
func findRun(s string, length int) int {
	for at := 0; at < len(s); {
		next := strings.IndexByte(s[at:], '`')
		if next < 0 {
			return -1
		}
		at += next
		run := len(s[at:]) - len(strings.TrimLeft(s[at:], "`"))
		if run == length {
			return at
		}
		at += run
	}
	return -1
}
