// Package idset is a set of ids that keeps the order in which they were added. Folding n events into one takes time
// that grows with n alone, however large the set is.
package idset

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// Set is a set of ids, which are never empty. The zero Set is empty. With and Without change the set that they are
// called on and every copy of it; adding or taking out the same id again through another copy changes nothing. Several
// goroutines must not use a set at once, not even to look into it.
type Set struct{ *members }

type members struct {
	order []string       // with an empty text in the place of each id that was taken out
	n     int            // ids in order
	place map[string]int // in order; made once the set was searched more often than a decision does
	scans int            // that were done without it
}

// mostScans is how often a set is searched from end to end before an index is worth its making.
const mostScans = 8

// Of is the set of some ids, each counted once.
func Of(ids ...string) Set {
	if len(ids) == 0 {
		return Set{}
	}
	s := Set{&members{place: make(map[string]int, len(ids)), order: make([]string, 0, len(ids))}}
	for _, id := range ids {
		s = s.With(id)
	}
	return s
}

// find gives the place of an id in order, or -1.
func (m *members) find(id string) int {
	if m.place == nil {
		if m.scans++; m.scans <= mostScans {
			return slices.Index(m.order, id)
		}
		m.index()
	}
	if at, in := m.place[id]; in {
		return at
	}
	return -1
}

func (m *members) index() {
	m.place = make(map[string]int, m.n)
	for at, id := range m.order {
		if id != "" {
			m.place[id] = at
		}
	}
}

// Has says that an id is in the set.
func (s Set) Has(id string) bool { return id != "" && s.members != nil && s.find(id) >= 0 }

// Len is how many ids the set has.
func (s Set) Len() int {
	if s.members == nil {
		return 0
	}
	return s.n
}

// IDs lists the set in the order in which its ids were added. The list is the caller's own.
func (s Set) IDs() []string {
	list := make([]string, 0, s.Len())
	if s.members == nil {
		return list
	}
	for _, id := range s.order {
		if id != "" {
			list = append(list, id)
		}
	}
	return list
}

// With adds an id at the end; one that is in the set stays where it is.
func (s Set) With(id string) Set {
	if id == "" || s.Has(id) {
		return s
	}
	if s.members == nil {
		s.members = &members{}
	}
	if s.place != nil {
		s.place[id] = len(s.order)
	}
	s.order = append(s.order, id)
	s.n++
	return s
}

// Without takes an id out.
func (s Set) Without(id string) Set {
	if id == "" || s.members == nil {
		return s
	}
	at := s.find(id)
	if at < 0 {
		return s
	}
	s.order[at] = ""
	s.n--
	delete(s.place, id)
	if len(s.order) > 2*s.n+16 {
		s.order = s.IDs()
		if s.place != nil {
			s.index()
		}
	}
	return s
}

// MarshalJSON writes the ids in order: as one text with a space between two, which is read much faster than a list, or
// as a list where an id has a character that would have to be escaped.
func (s Set) MarshalJSON() ([]byte, error) {
	list := s.IDs()
	if len(list) == 0 || slices.ContainsFunc(list, awkward) {
		return json.Marshal(list)
	}
	return []byte(`"` + strings.Join(list, " ") + `"`), nil
}

// awkward says that an id cannot stand between two spaces in a JSON text as it is.
func awkward(id string) bool {
	for _, c := range []byte(id) {
		if c <= ' ' || c > '~' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			return true
		}
	}
	return false
}

// UnmarshalJSON reads what MarshalJSON writes.
func (s *Set) UnmarshalJSON(data []byte) error {
	if text, ok := bytes.CutPrefix(data, []byte(`"`)); ok && !bytes.ContainsRune(data, '\\') {
		ids := strings.Fields(string(bytes.TrimSuffix(text, []byte(`"`))))
		*s = Set{&members{order: ids, n: len(ids)}} // MarshalJSON wrote each once
		return nil
	}
	var list []string
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	*s = Of(list...)
	return nil
}
