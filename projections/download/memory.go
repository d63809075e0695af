package download

import (
	"encoding/hex"
	"time"

	"github.com/modyard/modyard/domain/download"
)

// memory is what rules remember of visitors.
type memory struct {
	windows map[windowKey]*window
	newest  time.Time // day
}

type window struct {
	day     time.Time
	entries download.Window
	changed bool
}

func dayOf(at time.Time) time.Time { return at.UTC().Truncate(24 * time.Hour) }

func keyOf(kind download.Kind, h download.Hit) windowKey {
	return windowKey{Visitor: hex.EncodeToString(h.Visitor[:]), Kind: int(kind), Project: h.Project}
}

// judge judges a hit by a rule. A visitor ends with the day.
func (m *memory) judge(rule download.Rule, kind download.Kind, h download.Hit) (verdict download.Verdict) {
	day, key := dayOf(h.At), keyOf(kind, h)
	w := m.windows[key]
	if w == nil || day.After(w.day) {
		w = &window{day: day}
		m.windows[key] = w
	}
	if day.After(m.newest) {
		m.newest = day
	}
	w.entries, verdict = rule.Judge(w.entries, h)
	w.changed = true
	return verdict
}
