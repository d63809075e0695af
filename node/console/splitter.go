package console

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
)

// The parts of a terminal's escape sequences.
const (
	inText    = iota
	inEscape  // after ESC
	inCharset // after ESC and an intermediate, such as ESC ( B
	inCSI     // ESC [ …
	inString  // ESC ] P X ^ _ …: title, link, clipboard; to BEL, ST or the end of the line
	inStringEscape
)

const (
	esc    = 0x1b
	maxSGR = 64 // bytes of a colour's sequence; longer ones are removed
)

// Splitter makes lines of the bytes that a process writes. Line feed, carriage return and both together end a line; a line of more
// than MaxLine bytes is cut. Escape sequences are removed, but for colours (SGR); so are control characters, but for the tab. The zero
// value is ready.
type Splitter struct {
	line     []byte
	seq      []byte
	state    int
	returned bool // the last byte was a carriage return
}

// Write takes the next bytes and calls emit for each line that they end.
func (s *Splitter) Write(p []byte, emit func(line string)) {
	for _, c := range p {
		if c == '\n' || c == '\r' {
			if c != '\n' || !s.returned {
				s.end(emit)
			}
			s.returned = c == '\r'
			continue
		}
		s.returned = false
		s.take(c, emit)
	}
}

// End calls emit for the rest that no line break ended, if there is one.
func (s *Splitter) End(emit func(line string)) {
	if len(s.line) > 0 {
		s.end(emit)
	}
	*s = Splitter{line: s.line[:0]}
}

func (s *Splitter) end(emit func(string)) {
	emit(Clean(Decode(s.line)))
	s.line, s.seq, s.state = s.line[:0], s.seq[:0], inText
}

func (s *Splitter) take(c byte, emit func(string)) {
	if c == 0x18 || c == 0x1a { // CAN and SUB end a sequence
		s.state = inText
		return
	}
	if c == esc && s.state != inString && s.state != inStringEscape {
		s.state, s.seq = inEscape, append(s.seq[:0], c)
		return
	}
	switch s.state {
	case inText:
		s.add(emit, c)
	case inEscape:
		s.escape(c)
	case inCharset:
		if c < 0x20 || c > 0x2f {
			s.state = inText
		}
	case inCSI:
		s.csi(c, emit)
	case inString:
		if c == esc {
			s.state = inStringEscape
		} else if c == 0x07 {
			s.state = inText
		}
	case inStringEscape: // ESC \ ends the string; ESC and anything else is a new sequence
		if s.state = inText; c != '\\' {
			s.seq = append(s.seq[:0], esc)
			s.escape(c)
		}
	}
}

func (s *Splitter) escape(c byte) {
	switch {
	case c == '[':
		s.state, s.seq = inCSI, append(s.seq, c)
	case strings.IndexByte("]PX^_", c) >= 0:
		s.state = inString
	case c >= 0x20 && c <= 0x2f:
		s.state = inCharset
	case c == esc:
		s.state = inEscape
	default:
		s.state = inText
	}
}

func (s *Splitter) csi(c byte, emit func(string)) {
	if len(s.seq) <= maxSGR {
		s.seq = append(s.seq, c)
	}
	if c >= 0x20 && c < 0x40 {
		return
	}
	s.state = inText
	if c == 'm' && isSGR(string(s.seq)) {
		s.add(emit, s.seq...)
	}
}

// add appends bytes that stay together, and cuts the line before them if it would be too long.
func (s *Splitter) add(emit func(string), p ...byte) {
	if len(s.line)+len(p) > MaxLine {
		at := cut(s.line)
		emit(Clean(Decode(s.line[:at])))
		s.line = append(s.line[:0], s.line[at:]...)
	}
	s.line = append(s.line, p...)
}

// cut is the place up to which a line consists of whole characters: its end or up to three bytes before it. UTF-8 is tried at each
// place first, since a piece of it is often valid in GB18030 too.
func cut(line []byte) int {
	for _, whole := range []func([]byte) bool{utf8.Valid, isGB18030} {
		for back := range 4 {
			if at := len(line) - back; at > 0 && whole(line[:at]) {
				return at
			}
		}
	}
	return len(line)
}

// Decode reads UTF-8, else GB18030, else UTF-8 with replacement characters for what is not.
func Decode(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	if text, ok := gb18030(b); ok {
		return text
	}
	return strings.ToValidUTF8(string(b), string(utf8.RuneError))
}

func isGB18030(b []byte) bool {
	_, ok := gb18030(b)
	return ok
}

func gb18030(b []byte) (string, bool) {
	text, err := simplifiedchinese.GB18030.NewDecoder().Bytes(b)
	return string(text), err == nil && !strings.ContainsRune(string(text), utf8.RuneError)
}
