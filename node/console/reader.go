package console

import (
	"errors"
	"os"
	"sync"

	"github.com/modyard/modyard/contract/node"
)

const (
	// MaxRead is the size of the texts that one read returns, in bytes; a longer line comes alone.
	MaxRead = 1 << 20
	// tailLines and tailBytes bound what a Reader keeps in memory.
	tailLines = 1000
	tailBytes = 128 << 10
	// markEvery is the distance of the places in a segment whose numbers a Reader remembers.
	markEvery = 64 << 10
)

// Reader reads a console that another process may be writing. Its methods may be called at the same time.
type Reader struct {
	dir string

	mu     sync.Mutex
	firsts []uint64
	marks  map[uint64][]mark // by segment, ascending
	offset int64             // up to which the last segment was read
	last   uint64
	tail   []node.Line // the last lines, without a hole
	bytes  int         // of the texts in tail
}

type mark struct {
	number uint64
	offset int64
}

// NewReader reads the console in a folder. A folder that does not exist yet is an empty console.
func NewReader(dir string) *Reader {
	return &Reader{dir: dir, marks: map[uint64][]mark{}}
}

// Last is the number of the newest line, 0 if there is none.
func (r *Reader) Last() (uint64, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	err := r.refresh()
	return r.last, err
}

// Since returns the oldest lines after a number: at most max, and about a MiB of text. missing is the number of lines between the number
// and the first one returned that are not kept any more. There are none if the number is that of the newest line or higher.
func (r *Reader) Since(number uint64, limit int) (lines []node.Line, missing uint64, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.refresh(); err != nil {
		return nil, 0, err
	}
	return r.since(number, limit)
}

// LastLines returns the newest lines: at most max, and about a MiB of text.
func (r *Reader) LastLines(limit int) ([]node.Line, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.refresh(); err != nil || limit <= 0 {
		return nil, err
	}
	var all []node.Line
	for number := r.last - min(r.last, uint64(limit)); ; number = all[len(all)-1].Number {
		lines, _, err := r.since(number, limit)
		if err != nil {
			return nil, err
		}
		if len(lines) == 0 {
			break
		}
		all = append(all, lines...)
	}
	from, size := len(all), 0
	for from > 0 && (from == len(all) || size+len(all[from-1].Text) <= MaxRead) {
		from--
		size += len(all[from].Text)
	}
	return all[from:], nil
}

func (r *Reader) since(number uint64, limit int) ([]node.Line, uint64, error) {
	if number >= r.last || limit <= 0 {
		return nil, 0, nil
	}
	c := collected{after: number, limit: limit}
	if len(r.tail) > 0 && number+1 >= r.tail[0].Number {
		for _, l := range r.tail[number+1-r.tail[0].Number:] {
			if !c.take(l) {
				break
			}
		}
		return c.result()
	}
	for i, first := range r.firsts {
		if i+1 < len(r.firsts) && r.firsts[i+1] <= number+1 {
			continue
		}
		_, more, err := r.scan(first, r.markBefore(first, number+1), c.take)
		if errors.Is(err, os.ErrNotExist) {
			continue // it was removed as the oldest one: its lines are missing
		}
		if err != nil {
			return nil, 0, err
		}
		if !more {
			break
		}
	}
	return c.result()
}

// collected are the lines of one read.
type collected struct {
	after uint64
	limit int
	size  int
	lines []node.Line
}

func (c *collected) take(l node.Line) bool {
	if l.Number <= c.after {
		return true
	}
	if len(c.lines) == c.limit || len(c.lines) > 0 && c.size+len(l.Text) > MaxRead {
		return false
	}
	c.lines, c.size = append(c.lines, l), c.size+len(l.Text)
	return true
}

func (c *collected) result() ([]node.Line, uint64, error) {
	if len(c.lines) == 0 {
		return nil, 0, nil
	}
	return c.lines, c.lines[0].Number - c.after - 1, nil
}

// refresh reads what was written since the last call.
func (r *Reader) refresh() error {
	if len(r.firsts) == 0 || r.offset >= SegmentBytes {
		if err := r.list(); err != nil {
			return err
		}
	}
	for range Segments + 2 { // the writer may begin segments meanwhile; the next call reads on
		if len(r.firsts) == 0 {
			return nil
		}
		current := r.firsts[len(r.firsts)-1]
		end, _, err := r.scan(current, mark{offset: r.offset}, r.remember)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		r.offset = end
		if err == nil && r.offset < SegmentBytes {
			return nil
		}
		if err := r.list(); err != nil {
			return err
		}
		if len(r.firsts) > 0 && r.firsts[len(r.firsts)-1] == current {
			return nil
		}
	}
	return nil
}

// list looks which segments there are. Those between the one read last and the newest one are read, so that the tail has no hole.
func (r *Reader) list() error {
	firsts, err := segments(r.dir)
	if err != nil {
		return err
	}
	known := len(r.firsts) > 0
	var current uint64
	if known {
		current = r.firsts[len(r.firsts)-1]
	}
	for i, first := range firsts {
		if !known && i < len(firsts)-1 || known && first <= current {
			continue
		}
		firsts = firsts[:i+1] // one at a time: refresh comes again
		r.offset = 0
		break
	}
	if !known && len(firsts) > 0 {
		r.last = firsts[len(firsts)-1] - 1 // the newest segment may be empty
	}
	r.firsts = firsts
	for first := range r.marks {
		if len(firsts) == 0 || first < firsts[0] {
			delete(r.marks, first)
		}
	}
	return nil
}

func (r *Reader) remember(l node.Line) bool {
	if len(r.tail) > 0 && l.Number != r.last+1 {
		r.tail, r.bytes = nil, 0
	}
	r.tail, r.last = append(r.tail, l), l.Number
	r.bytes += len(l.Text)
	if over := len(r.tail) - tailLines; over > tailLines || r.bytes > 2*tailBytes {
		drop := max(over, 0)
		for _, l := range r.tail[:drop] {
			r.bytes -= len(l.Text)
		}
		for ; r.bytes > tailBytes && drop < len(r.tail)-1; drop++ {
			r.bytes -= len(r.tail[drop].Text)
		}
		r.tail = append([]node.Line(nil), r.tail[drop:]...)
	}
	return true
}

func (r *Reader) markBefore(segment, number uint64) mark {
	found := mark{}
	for _, m := range r.marks[segment] {
		if m.number > number {
			break
		}
		found = m
	}
	return found
}
