package download

import (
	"fmt"
	"slices"
	"time"
)

// Rule decides which hits count. Hits are judged in the order of the log, each by the counted ones of the same visitor and
// project before it.
type Rule struct {
	Name    string
	Version int           // raised when the rule changes: history is then counted again
	Pause   time.Duration // between two counted hits
	Most    int           // counted hits within Within
	Within  time.Duration
	Pair    time.Duration // a call and a file of one version within this time are one download
}

// Default is the rule of the site: one download of a visitor and project in 15 s, at most 6 in 6 h, none by bots.
func Default() Rule {
	return Rule{Name: "default", Version: 1, Pause: 15 * time.Second, Most: 6, Within: 6 * time.Hour, Pair: time.Minute}
}

// Views is the rule of the site for views: one of a visitor and project in 15 s, at most 60 in 6 h, none by bots.
func Views() Rule {
	return Rule{Name: "views", Version: 1, Pause: 15 * time.Second, Most: 60, Within: 6 * time.Hour}
}

// Playtimes is the rule of the site for playtime: a program tells of 300 s at most at once, so that 72 reports are 6 h, and no more
// counts in 6 h.
func Playtimes() Rule {
	return Rule{Name: "playtime", Version: 2, Pause: time.Minute, Most: 72, Within: 6 * time.Hour}
}

// Rules are the rules in use, by kind.
type Rules [Playtime + 1]Rule

// DefaultRules are the rules of the site.
func DefaultRules() Rules { return Rules{Download: Default(), View: Views(), Playtime: Playtimes()} }

// Version changes with that of any rule.
func (r Rules) Version() (sum int) {
	for _, rule := range r {
		sum += rule.Version
	}
	return sum
}

// String is the name of the rule in events, with its version.
func (r Rule) String() string { return fmt.Sprintf("%s/%d", r.Name, r.Version) }

// Verdict says whether a hit counts, or why not.
type Verdict string

// The verdicts.
const (
	Counts   Verdict = "counts"
	ByBot    Verdict = "bot"
	Repeated Verdict = "repeated" // a repeat of a counted hit, which has its key
	Paired   Verdict = "paired"   // the file of a counted call, or the call of a counted file
	TooSoon  Verdict = "too-soon"
	TooMany  Verdict = "too-many"
)

// Window are the counted hits of a visitor and project that the rule still needs, the oldest first.
type Window []Entry

// Entry is a counted hit.
type Entry struct {
	At      int64  // milliseconds since 1970
	Version uint64 // hash
	Key     uint32
	Call    bool
	Paired  bool // the other of call and file has come
}

// Judge judges a hit, and returns the window after it, in the same memory if there is room. Times may go back a little: several processes
// record.
func (r Rule) Judge(w Window, h Hit) (Window, Verdict) {
	if h.Client == Bot {
		return w, ByBot
	}
	at, version := h.At.UnixMilli(), Hash(h.Version)
	w = slices.DeleteFunc(w, func(e Entry) bool { return at-e.At >= r.Within.Milliseconds() })
	for i, e := range w {
		switch {
		case h.Key != 0 && h.Key == e.Key && (h.Call == e.Call || e.Paired):
			return w, Repeated
		case version == e.Version && h.Call != e.Call && !e.Paired && (h.Key != 0 && h.Key == e.Key || at-e.At < r.Pair.Milliseconds()):
			w[i].Paired = true
			return w, Paired
		}
	}
	switch {
	case len(w) > 0 && at-w[len(w)-1].At < r.Pause.Milliseconds():
		return w, TooSoon
	case len(w) >= r.Most:
		return w, TooMany
	}
	return append(w, Entry{At: at, Key: h.Key, Version: version, Call: h.Call}), Counts
}

// Hash is a number that stands for an id where ids are only compared (FNV-1a). Ids are made by the site, which nobody else chooses.
func Hash(id string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(id) {
		h = (h ^ uint64(id[i])) * 1099511628211
	}
	return h
}
