package eventlog

import "strconv"

// Definite is true if the expectation names one revision: NoStream or At.
func (e Expected) Definite() bool { return e >= NoStream }

// Met is true if a stream whose last revision is actual satisfies the expectation.
func (e Expected) Met(actual Revision) bool {
	switch e {
	case Any:
		return true
	case Exists:
		return actual != NoRevision
	default:
		return Revision(e) == actual
	}
}

// String returns the expectation's name, or the revision.
func (e Expected) String() string {
	switch e {
	case Any:
		return "any"
	case NoStream:
		return "no stream"
	case Exists:
		return "exists"
	default:
		return strconv.FormatInt(int64(e), 10)
	}
}

// known is true if the number is a valid expectation.
func (e Expected) known() bool { return e.Definite() || e == Any || e == Exists }
