package socket

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/modyard/modyard/contract/node"
)

// FuzzFrames checks that no frame of a browser makes a command of more than one line, or one that shows as something else.
func FuzzFrames(f *testing.F) {
	for _, seed := range []string{
		`{"event":"command","cmd":"list"}`, `{"event":"command","cmd":"a\nb"}`, `{"event":"command","cmd":"\u2028"}`, `{"event":"command","cmd":"\ud800"}`,
		`{"event":"auth","jwt":"x","since":18446744073709551615}`, `{"event":"auth","since":-1}`, `[]`, "\xff", `{"event":1}`, `null`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		frame, ok := parse(data)
		if !ok || malformed(frame.Cmd) != "" {
			return
		}
		if len(frame.Cmd) > node.MaxCommand || !utf8.ValidString(frame.Cmd) || strings.ContainsAny(frame.Cmd, "\r\n\x00\x1b\u0085\u2028\u2029") {
			t.Errorf("%q", frame.Cmd)
		}
	})
}

// FuzzBatches checks that however a console's lines are cut into frames, and wherever a browser stands in them, it gets each line after
// that place once, and is told how many are missing.
func FuzzBatches(f *testing.F) {
	f.Add(uint8(10), uint8(3), uint8(0), uint16(500))
	f.Add(uint8(200), uint8(100), uint8(7), uint16(40000))
	f.Fuzz(func(t *testing.T, count, at, gap uint8, size uint16) {
		first := uint64(gap) + 1
		var lines []node.Line
		for i := range uint64(count) {
			lines = append(lines, node.Line{Number: first + i, Stream: "out", Text: strings.Repeat("x", int(size)%(16<<10))})
		}
		after, position, got := uint64(0), uint64(at), uint64(0)
		for len(lines) > 0 {
			n := fitting(lines)
			b := newBatch(after, lines[:n])
			if len(b.numbered) > batchBytes*2 && n > 1 {
				t.Fatalf("a frame of %d lines has %d bytes", n, len(b.numbered))
			}
			for _, raw := range b.frames(position, true) {
				var frame node.Lines
				if err := json.Unmarshal(raw, &frame); err != nil {
					t.Fatal(err)
				}
				if frame.Lines[0].Number != position+1+frame.Missing {
					t.Fatalf("%d missing, line %d after %d", frame.Missing, frame.Lines[0].Number, position)
				}
				got += uint64(len(frame.Lines))
			}
			position = max(position, b.last())
			after, lines = b.last(), lines[n:]
		}
		if last := first + uint64(count) - 1; count > 0 && got != last-min(last, max(uint64(at), first-1)) {
			t.Errorf("%d lines of %d from %d after %d", got, count, first, at)
		}
	})
}
