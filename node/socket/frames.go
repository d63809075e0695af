package socket

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"github.com/modyard/modyard/contract/node"
)

// lineOverhead is about what a line's members take beside its text.
const lineOverhead = 64

// batch is a run of lines that is sent as one frame to most sockets, so it is encoded once.
type batch struct {
	after    uint64 // number of the line before, from which on nothing is missing but what is not kept any more
	lines    []node.Line
	numbered []byte
	plain    func() [][]byte
}

func newBatch(after uint64, lines []node.Line) *batch {
	return &batch{
		after: after, lines: lines, numbered: numbered(after, lines),
		plain: sync.OnceValue(func() [][]byte { return plain(after, lines) }),
	}
}

func (b *batch) last() uint64 { return b.lines[len(b.lines)-1].Number }

// frames are those of a batch for a socket that has the lines up to a number.
func (b *batch) frames(number uint64, withNumbers bool) [][]byte {
	lines := b.lines
	for len(lines) > 0 && lines[0].Number <= number {
		lines = lines[1:]
	}
	switch {
	case len(lines) == 0:
		return nil
	case number == b.after && withNumbers:
		return [][]byte{b.numbered}
	case number == b.after:
		return b.plain()
	case withNumbers:
		return [][]byte{numbered(number, lines)}
	}
	return plain(number, lines)
}

// numbered is EventLines. What lies between the number and the first line is missing.
func numbered(after uint64, lines []node.Line) []byte {
	return encode(node.Lines{Event: node.EventLines, Missing: missing(after, lines), Lines: lines})
}

func missing(after uint64, lines []node.Line) uint64 {
	if first := lines[0].Number; first > after+1 {
		return first - after - 1
	}
	return 0
}

// plain are EventLog: one for each run of lines of one stream.
func plain(after uint64, lines []node.Line) (frames [][]byte) {
	if n := missing(after, lines); n > 0 && after > 0 {
		frames = append(frames, encode(node.Log{Event: node.EventLog, Stream: "node", Message: fmt.Sprintf("省略 %d 行", n)}))
	}
	for len(lines) > 0 {
		n := 1
		for n < len(lines) && lines[n].Stream == lines[0].Stream {
			n++
		}
		var text strings.Builder
		for i, line := range lines[:n] {
			if i > 0 {
				text.WriteByte('\n')
			}
			text.WriteString(line.Text)
		}
		frames = append(frames, encode(node.Log{Event: node.EventLog, Stream: lines[0].Stream, Message: text.String()}))
		lines = lines[n:]
	}
	return frames
}

// encode writes a frame. The documents of the contract cannot fail.
func encode(document any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(document); err != nil {
		return []byte(`{}`)
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

func event(name string) []byte {
	return encode(struct {
		Event string `json:"event"`
	}{name})
}
