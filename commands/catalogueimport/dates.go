package catalogueimport

import (
	"strings"
	"time"
)

// dateForms are the forms of dates in the catalogue; one without a zone is in UTC.
func dateForms() []string {
	return []string{time.RFC3339, time.DateOnly, "2006-01-02T15:04:05", time.DateTime}
}

// date parses a plausible time: neither before the game's release nor in the future.
func date(text string) (time.Time, bool) {
	for _, form := range dateForms() {
		t, err := time.Parse(form, strings.TrimSpace(text))
		if err != nil {
			continue
		}
		if t.Before(unknownDate().AddDate(-3, 0, 0)) || t.After(time.Now()) {
			return time.Time{}, false
		}
		return t.UTC(), true
	}
	return time.Time{}, false
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
