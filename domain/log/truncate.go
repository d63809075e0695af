package log

import (
	"fmt"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

// Hits is the name of the log of hits, and the id of its stream.
const Hits = "hits"

// BySystem is the name of the program as the one who truncates a log.
const BySystem = "system"

// Truncated records that the oldest events of a log were archived, before they are dropped. The manifest describes the files.
//
// History: Events {from} to {to} of the log of {log} were archived, and dropped from it.
type Truncated struct {
	Log      string `json:"log"`
	From     int64  `json:"from"`     // first position
	To       int64  `json:"to"`       // last position
	Manifest string `json:"manifest"` // SHA-256, hexadecimal digits
	By       string `json:"by"`       // account, or system
}

// Truncation is the state of a log that is truncated.
type Truncation struct {
	Last Truncated // the last range; the zero value if there was none
}

// EvolveTruncation applies one event to a state.
func EvolveTruncation(s Truncation, event any) Truncation {
	if e, ok := event.(Truncated); ok {
		s.Last = e
	}
	return s
}

// Truncate records an archived range.
type Truncate struct {
	Log      string
	From, To int64
	Manifest string
	By       string // account; empty for the program
}

// digestLength is the length of a SHA-256 in hexadecimal digits.
const digestLength = 64

// DecideTruncation returns the events of a command, or a *fault.Error. Ranges follow each other without a gap. The last
// one may be recorded again, with another manifest: its files were damaged before its events were dropped.
func DecideTruncation(s Truncation, c Truncate) ([]decision.Event, error) {
	if c.By == "" {
		c.By = BySystem
	}
	next := Truncated(c)
	again := s.Last.From == c.From && s.Last.To == c.To
	switch {
	case again && s.Last.Manifest == c.Manifest:
		return nil, nil
	case c.Log == "" || c.From < 1 || c.To < c.From || !digest(c.Manifest):
		return nil, fault.Invalid("range", "归档记录不完整。")
	case !again && c.From != s.Last.To+1:
		return nil, fault.Conflict(fmt.Sprintf("归档应从第 %d 条事件开始。", s.Last.To+1))
	}
	return decision.In(role.System, []any{next}, nil)
}

func digest(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return len(s) == digestLength
}
