package eventlog

import "strconv"

// Definite says that the expectation names one place in the stream: NoStream or At.
func (e Expected) Definite() bool { return e >= NoStream }

// Met says whether a stream whose last event stands at actual is as expected.
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

// String gives the expectation's name, or the revision.
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

// known says whether the number has a meaning.
func (e Expected) known() bool { return e.Definite() || e == Any || e == Exists }
