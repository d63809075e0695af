// Package idset is a set of ids that keeps the order in which they were added. Folding n events into one takes time
// that grows with n alone, however large the set is.
package idset

import "encoding/json"

// Set is a set of ids, which are never empty. The zero Set is empty. With and Without change the set that they are
// called on and every copy of it; adding or taking out the same id again through another copy changes nothing.
type Set struct{ *members }

type members struct {
	place map[string]int // in order
	order []string       // with an empty text in the place of each id that was taken out
}

// Of is the set of some ids, each counted once.
func Of(ids ...string) Set {
	var s Set
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

// MarshalJSON writes the ids as a list, in order.
func (s Set) MarshalJSON() ([]byte, error) { return json.Marshal(s.IDs()) }

// UnmarshalJSON reads such a list.
func (s *Set) UnmarshalJSON(data []byte) error {
	var ids []string
	if err := json.Unmarshal(data, &ids); err != nil {
		return err
	}
	*s = Of(ids...)
	return nil
}
