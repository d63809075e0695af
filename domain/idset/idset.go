// Package idset is a set of ids in the order in which they were added. Folding n events into a set takes time that
// depends only on n, not on the size of the set.
package idset

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// Set is a set of ids, which must not be empty. The zero Set is empty. With and Without change the set on which they
// are called and every copy of it; adding or removing the same id again through another copy changes nothing. A set is
// not safe for concurrent use, not even for reading.
type Set struct{ *members }

type members struct {
	order []string       // with an empty text in place of each removed id
	n     int            // ids in order
	place map[string]int // index in order; created after several searches
	scans int            // number of searches without the index
}

// mostScans is the number of full searches after which an index is created.
const mostScans = 8

// Of is the set of some ids, without duplicates.
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

// find returns the index of an id in order, or -1.
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

// Has is true if an id is in the set.
func (s Set) Has(id string) bool { return id != "" && s.members != nil && s.find(id) >= 0 }

// Len is the number of ids in the set.
func (s Set) Len() int {
	if s.members == nil {
		return 0
	}
	return s.n
}

// IDs returns the ids in the order in which they were added. The caller may change the list.
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

// With adds an id at the end; an id of the set keeps its place.
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

// Without removes an id.
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

// MarshalJSON encodes the ids in order: as one string with spaces between them, which is decoded much faster than a
// list, or as a list if an id has a character that must be escaped.
func (s Set) MarshalJSON() ([]byte, error) {
	list := s.IDs()
	if len(list) == 0 || slices.ContainsFunc(list, mustEscape) {
		return json.Marshal(list)
	}
	return []byte(`"` + strings.Join(list, " ") + `"`), nil
}

// mustEscape is true if an id cannot be stored unescaped between two spaces in a JSON string.
func mustEscape(id string) bool {
	for _, c := range []byte(id) {
		if c <= ' ' || c > '~' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			return true
		}
	}
	return false
}

// UnmarshalJSON decodes the form of MarshalJSON.
func (s *Set) UnmarshalJSON(data []byte) error {
	if text, ok := bytes.CutPrefix(data, []byte(`"`)); ok && !bytes.ContainsRune(data, '\\') {
		ids := strings.Fields(string(bytes.TrimSuffix(text, []byte(`"`))))
		*s = Set{&members{order: ids, n: len(ids)}} // MarshalJSON wrote no duplicates
		return nil
	}
	var list []string
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	*s = Of(list...)
	return nil
}
