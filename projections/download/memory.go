package download

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/projections/runtime"
)

const day = 24 * time.Hour

// memory is what the rules remember of visitors: their counted hits. Nearly every visitor of a project has one, which is
// stored without a list. It is not safe for concurrent use.
type memory struct {
	rules  download.Rules
	ones   map[visit]one
	lists  map[visit]list
	newest int64           // hour, since 1970
	room   download.Window // for the window of the hit that is judged

	unpacker download.Unpacker
}

// visit is a visitor of a project.
type visit struct {
	project uint64 // hash
	visitor download.Visitor
	kind    download.Kind
}

// A visitor ends with the day, since 1970.
type (
	one struct {
		entry download.Entry
		day   int32
	}
	list struct {
		entries download.Window
		day     int32
	}
)

func newMemory(rules download.Rules) *memory {
	return &memory{rules: rules, ones: map[visit]one{}, lists: map[visit]list{}, newest: math.MinInt64, room: make(download.Window, 0, 8)}
}

func dayOf(at time.Time) time.Time { return at.UTC().Truncate(day) }

func visitOf(kind download.Kind, h *download.Hit) visit {
	return visit{project: download.Hash(h.Project), visitor: h.Visitor, kind: kind}
}

// judge judges a hit by the rule of its kind.
func (m *memory) judge(kind download.Kind, h *download.Hit) download.Verdict {
	hour := hourOf(h.At)
	m.forget(hour)
	v, since := visitOf(kind, h), int32(floor(hour, hoursOfDay)) //nolint:gosec // a day of a stored time
	single, isOne := m.ones[v]
	var many list
	isList := false
	if !isOne && len(m.lists) > 0 {
		many, isList = m.lists[v]
	}
	w := m.room[:0]
	switch {
	case isOne && since <= single.day:
		w, since = append(w, single.entry), single.day
	case isList && since <= many.day:
		w, since = many.entries, many.day
	}
	w, verdict := m.rules[kind].Judge(w, *h)
	if isOne && len(w) != 1 {
		delete(m.ones, v)
	}
	if isList && len(w) < 2 {
		delete(m.lists, v)
	}
	switch {
	case len(w) == 1:
		m.ones[v] = one{w[0], since}
	case len(w) > 1 && isList:
		m.lists[v] = list{w, since}
	case len(w) > 1:
		m.lists[v] = list{slices.Clone(w), since} // the room is used again
	}
	return verdict
}

// late is how much later than a newer hit one may be recorded and still be judged by what the visitor did before.
const late = time.Hour

// forget removes what no rule needs any more, once an hour.
func (m *memory) forget(hour int64) {
	if hour <= m.newest {
		return
	}
	m.newest = hour
	var needed [len(download.Rules{})]int64 // the oldest time, by kind
	for kind, rule := range m.rules {
		needed[kind] = timeOfHour(hour).Add(-rule.Within - late).UnixMilli()
	}
	maps.DeleteFunc(m.ones, func(v visit, o one) bool { return o.entry.At < needed[v.kind] })
	maps.DeleteFunc(m.lists, func(v visit, l list) bool {
		return !slices.ContainsFunc(l.entries, func(e download.Entry) bool { return e.At >= needed[v.kind] })
	})
}

// remembered is the memory of the read model for the runner. What is remembered is of the day of the newest hit and of the day before.
func remembered(rules download.Rules) *runtime.Memory {
	return &runtime.Memory{
		Since: `select min(position) from day_begins where day >= (select max(day) from day_begins) - interval '24 hours'`,
		New:   func() any { return newMemory(rules) },
		Add: func(m any, e runtime.Event) error {
			kind, packed, ok := download.HitsOf(e.Payload)
			if !ok {
				return nil
			}
			remembers := m.(*memory)
			hits, err := remembers.unpacker.Hits(packed)
			if err != nil {
				return fmt.Errorf("read the hits of event %d: %w", e.Position, err)
			}
			for i := range hits {
				remembers.judge(kind, &hits[i])
			}
			return nil
		},
	}
}
