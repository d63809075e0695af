package catalogueimport

import "time"

// date reads a moment that can be true: neither before the game nor after now.
func date(text string) (time.Time, bool) {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil || t.Before(unknownDate().AddDate(-3, 0, 0)) || t.After(time.Now()) {
		return time.Time{}, false
	}
	return t.UTC(), true
}

// released is when the newest or the oldest of some game versions came out.
func (f *facts) released(games []string, newest bool) (time.Time, bool) {
	var found time.Time
	for _, g := range games {
		t, known := f.games[g]
		if known && (found.IsZero() || t.After(found) == newest) {
			found = t
		}
	}
	return found, !found.IsZero()
}
