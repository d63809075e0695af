package remotepicture

// Idle says whether no picture is being fetched.
func (s *Store) Idle() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.flights) == 0
}
