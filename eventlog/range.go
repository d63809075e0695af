package eventlog

import (
	"math"
	"slices"
)

// Last as Range.To stands for the last event of a stream.
const Last Revision = math.MaxInt64

// Range is a part of a stream: the events at the revisions From to To (both inclusive), the oldest first, or the newest
// first if it is Backward. A positive Limit ends it after that many events.
type Range struct {
	From, To Revision
	Limit    int
	Backward bool
}

// Clip returns the same part of a stream whose last revision is known, without a Limit: exactly the revisions From to
// To, or none. With Last as the last revision, a backward range keeps its limit, because its begin is not known.
func (r Range) Clip(last Revision) Range {
	r.From, r.To = max(r.From, 0), min(r.To, last)
	if r.Limit > 0 && !(r.Backward && last == Last) {
		if n := Revision(r.Limit) - 1; !r.Empty() && r.To-r.From > n {
			if r.Backward {
				r.From = r.To - n
			} else {
				r.To = r.From + n
			}
		}
		r.Limit = 0
	}
	return r
}

// Empty is true if no revision is in the range.
func (r Range) Empty() bool { return r.From > r.To }

// Next is the first revision in the range's direction.
func (r Range) Next() Revision {
	if r.Backward {
		return r.To
	}
	return r.From
}

// Rest is the range without its next revision.
func (r Range) Rest() Range {
	if r.Backward {
		r.To--
	} else {
		r.From++
	}
	return r
}

// ValidNames returns the different valid names of streams, for Streams; *Invalid for more than MaxStreams. No stream
// can have an invalid name.
func ValidNames(names []string) ([]string, error) {
	if len(names) > MaxStreams {
		return nil, invalid("请求无效", "%d streams in one read, at most %d", len(names), MaxStreams)
	}
	names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !ValidStream(name) })
	slices.Sort(names)
	return slices.Compact(names), nil
}
