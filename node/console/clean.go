package console

import "strings"

// isSGR says whether a text is one sequence that sets colours: ESC [ digits, ';' or ':' and m.
func isSGR(seq string) bool {
	params, ok := strings.CutPrefix(seq, "\x1b[")
	if !ok || len(seq) > maxSGR || !strings.HasSuffix(params, "m") {
		return false
	}
	return strings.Trim(params[:len(params)-1], "0123456789;:") == ""
}

// sgrLength is the length of the colour's sequence with which a text begins, 0 if it begins with none.
func sgrLength(text string) int {
	end := strings.IndexByte(text[:min(len(text), maxSGR)], 'm')
	if end < 0 || !isSGR(text[:end+1]) {
		return 0
	}
	return end + 1
}

// Clean removes control characters (C0, DEL, C1) from a text, but for tabs and whole colour sequences. What remains can be shown by a
// terminal without any effect but colour.
func Clean(text string) string {
	if strings.IndexFunc(text, isControl) < 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for i := 0; i < len(text); {
		if text[i] == esc {
			n := sgrLength(text[i:])
			b.WriteString(text[i : i+n])
			i += max(n, 1)
			continue
		}
		next := i + 1
		for next < len(text) && text[next]&0xc0 == 0x80 {
			next++
		}
		if strings.IndexFunc(text[i:next], isControl) < 0 {
			b.WriteString(text[i:next])
		}
		i = next
	}
	return b.String()
}

func isControl(r rune) bool {
	return r < 0x20 && r != '\t' || r >= 0x7f && r <= 0x9f
}

// Plain removes the colours from a cleaned text.
func Plain(text string) string {
	if strings.IndexByte(text, esc) < 0 {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		if n := sgrLength(text[i:]); n > 0 {
			i += n
			continue
		}
		if text[i] != esc {
			b.WriteByte(text[i])
		}
		i++
	}
	return b.String()
}
