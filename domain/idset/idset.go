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
// called on and every copy of it; adding or taking out the same id again through another copy changes nothing.
type Set struct{ *members }

type members struct {
	place map[string]int // in order
	order []string       // with an empty text in the place of each id that was taken out
}

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

// Has says that an id is in the set.
func (s Set) Has(id string) bool {
	if s.members == nil {
		return false
	}
	_, in := s.place[id]
	return in
}

// Len is how many ids the set has.
func (s Set) Len() int {
	if s.members == nil {
		return 0
	}
	return len(s.place)
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
	if s.Has(id) {
		return s
	}
	if s.members == nil {
		s.members = &members{place: map[string]int{}}
	}
	s.place[id] = len(s.order)
	s.order = append(s.order, id)
	return s
}

// Without takes an id out.
func (s Set) Without(id string) Set {
	if !s.Has(id) {
		return s
	}
	s.order[s.place[id]] = ""
	delete(s.place, id)
	if len(s.order) > 2*len(s.place)+16 {
		s.order = s.IDs()
		for at, id := range s.order {
			s.place[id] = at
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
		*s = Of(strings.Fields(string(bytes.TrimSuffix(text, []byte(`"`))))...)
		return nil
	}
	var list []string
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	*s = Of(list...)
	return nil
}
