package keeper

import (
	"io"
	"strings"
	"sync"
	"time"

	"github.com/modyard/modyard/node/console"
)

// readyStart and readyEnd are the parts of the line with which the game says that it is ready.
const (
	readyStart = "Done ("
	readyEnd   = `For help, type "help"`
)

// isReady says whether a line is the one with which the game says that it is ready. A line that a player can cause contains other
// text before "Done (" than the game's own, which ends with "]: " or is nothing.
func isReady(line string) bool {
	line = console.Plain(line)
	before, after, ok := strings.Cut(line, readyStart)
	before = strings.TrimRight(before, " ")
	return ok && strings.Contains(after, readyEnd) && (before == "" || strings.HasSuffix(before, "]:")) && !strings.ContainsRune(before, '<')
}

// output takes what a game writes: it finds what the lines say, keeps those that are not too many, and tells that there are new ones. Its
// methods may be called at the same time. What the disk does not take is lost; the game is never made to wait.
type output struct {
	to      *console.Writer
	changed func()

	mu       sync.Mutex
	throttle console.Throttle
	stack    stack
	ready    *time.Time
	failed   error
}

// pump reads a stream of the game until its end.
func (o *output) pump(from io.Reader, stream string) {
	var split console.Splitter
	buf := make([]byte, 64<<10)
	var lines []string
	for {
		n, err := from.Read(buf)
		lines = lines[:0]
		emit := func(line string) { lines = append(lines, line) }
		split.Write(buf[:n], emit)
		if err != nil {
			split.End(emit)
		}
		o.take(stream, lines)
		if err != nil {
			return
		}
	}
}

func (o *output) take(stream string, lines []string) {
	if len(lines) == 0 {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	now := time.Now().UTC()
	kept := lines[:0]
	for _, line := range lines {
		o.stack.add(line)
		if o.ready == nil && stream == console.Out && isReady(line) {
			o.ready = &now
		}
		keep, omitted := o.throttle.Take(now)
		if omitted > 0 {
			o.write(now, stream, kept)
			o.write(now, console.Node, []string{console.Omitted(omitted)})
			kept = kept[:0:0]
		}
		if keep {
			kept = append(kept, line)
		}
	}
	o.write(now, stream, kept)
	o.changed()
}

// due tells of omitted lines that no line followed. Call it about once a second.
func (o *output) due() {
	o.mu.Lock()
	defer o.mu.Unlock()
	now := time.Now().UTC()
	if n := o.throttle.Due(now); n > 0 {
		o.write(now, console.Node, []string{console.Omitted(n)})
		o.changed()
	}
}

// typed records a command.
func (o *output) typed(line string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.write(time.Now().UTC(), console.In, []string{line})
	o.changed()
}

func (o *output) write(at time.Time, stream string, lines []string) {
	if err := o.to.Append(at, stream, lines...); err != nil {
		o.failed = err
	}
}

func (o *output) readyAt() *time.Time {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.ready
}

// end tells of the last omitted lines and returns the hash of the last stack trace, and the last error of the disk.
func (o *output) end() (stack string, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if n := o.throttle.End(); n > 0 {
		o.write(time.Now().UTC(), console.Node, []string{console.Omitted(n)})
	}
	return o.stack.hash(), o.failed
}
