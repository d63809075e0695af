package catalogueimport

import "time"

// date parses a plausible time: neither before the game's release nor in the future.
func date(text string) (time.Time, bool) {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil || t.Before(unknownDate().AddDate(-3, 0, 0)) || t.After(time.Now()) {
		return time.Time{}, false
	}
	return t.UTC(), true
}

// released is the release date of the newest or the oldest of some game versions.
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
