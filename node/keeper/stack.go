package keeper

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"strings"

	"github.com/modyard/modyard/node/console"
)

// stack finds stack traces among lines and remembers the last one as a hash that is the same for the same fault: without digits, so
// without line numbers, addresses and times.
type stack struct {
	before string // the line before
	sum    hash.Hash
	lines  int
	last   string
}

// maxTrace bounds the lines of one trace.
const maxTrace = 2000

func (s *stack) add(line string) {
	line = console.Plain(line)
	text := strings.TrimLeft(line, " \t")
	frame := len(text) < len(line) && (strings.HasPrefix(text, "at ") || strings.HasPrefix(text, "... "))
	switch {
	case frame && s.sum == nil:
		s.sum, s.lines = sha256.New(), 0
		s.take(s.before)
		s.take(text)
	case s.sum != nil && (frame || strings.HasPrefix(text, "Caused by: ") || strings.HasPrefix(text, "Suppressed: ")):
		s.take(text)
	case s.sum != nil:
		s.end()
	}
	s.before = text
}

func (s *stack) take(line string) {
	if s.lines++; s.lines > maxTrace {
		return
	}
	b := make([]byte, 0, len(line)+1)
	for i := range len(line) {
		if c := line[i]; c < '0' || c > '9' {
			b = append(b, c)
		}
	}
	_, _ = s.sum.Write(append(b, '\n')) // a hash never fails
}

func (s *stack) end() {
	s.last = hex.EncodeToString(s.sum.Sum(nil)[:8])
	s.sum = nil
}

// hash is that of the last trace, empty if there was none.
func (s *stack) hash() string {
	if s.sum != nil {
		s.end()
	}
	return s.last
}
