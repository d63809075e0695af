package console

import (
	"fmt"
	"time"
)

// Limits of the lines that are kept: LinesPerSecond, over ThrottleSpan.
const (
	LinesPerSecond = 5000
	ThrottleSpan   = 2 * time.Second
)

// Omitted is the text of the line that stands for n lines.
func Omitted(n uint64) string { return fmt.Sprintf("省略 %d 行", n) }

// Throttle decides which lines are kept. It is a bucket of ten thousand lines that gets five thousand a second; when it is empty, it
// lets nothing through until it is half full, so that many lines are summed up as one. It is not safe for use by several goroutines.
type Throttle struct {
	room     float64
	at       time.Time
	omitting bool
	omitted  uint64
}

// Take says whether a line is kept. omitted is the number of lines that were not kept before it, if it is the first one after them.
func (t *Throttle) Take(now time.Time) (keep bool, omitted uint64) {
	omitted = t.Due(now)
	if t.omitting || t.room < 1 {
		t.omitting = true
		t.omitted++
		return false, omitted
	}
	t.room--
	return true, omitted
}

// Due is the number of lines that were not kept, once lines are kept again; then they count from 0. Call it from time to time, since
// the last lines of a burst may be followed by none.
func (t *Throttle) Due(now time.Time) uint64 {
	full := LinesPerSecond * ThrottleSpan.Seconds()
	switch passed := now.Sub(t.at); {
	case t.at.IsZero() || passed < 0:
		t.room = full
	default:
		t.room = min(full, t.room+passed.Seconds()*LinesPerSecond)
	}
	t.at = now
	if !t.omitting || t.room < LinesPerSecond {
		return 0
	}
	return t.End()
}

// End is the number of lines that were not kept and are not told yet; then they count from 0.
func (t *Throttle) End() uint64 {
	omitted := t.omitted
	t.omitting, t.omitted = false, 0
	return omitted
}
