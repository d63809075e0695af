package retention

import "time"

// Stored is what is known of one stored file of a project.
type Stored struct {
	Ended     *time.Time // when the last thing that refers to it ended; nil while something refers to it
	Hidden    *time.Time // since when the staff hides the project that refers to it; nil if it does not
	Reviewing bool       // a round of review is open that shows it
	Shown     *time.Time // until when the last closed round of review showed it; nil if none did
	Destroyed bool       // at once: by law, or because its owner was erased
}

// Due is when the bytes are deleted: keep after the last round of review that showed them, or after the end of what
// referred to them if no round did. It is false while somebody but the staff may see them, and during a round.
func Due(s Stored, keep time.Duration) (time.Time, bool) {
	switch {
	case s.Destroyed:
		return time.Time{}, true
	case s.Ended == nil && s.Hidden == nil, s.Reviewing:
		return time.Time{}, false
	case s.Shown != nil:
		return s.Shown.Add(keep), true
	case s.Ended != nil:
		return s.Ended.Add(keep), true
	}
	return s.Hidden.Add(keep), true
}
