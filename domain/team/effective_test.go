package team_test

import (
	"testing"

	. "github.com/modyard/modyard/domain/team"
)

func TestAWeightIsValidFromTodayOrALaterDay(t *testing.T) {
	const today = "2026-02-28"
	for asked, want := range map[string]string{"": today, today: today, "2026-03-01": "2026-03-01", "2028-02-29": "2028-02-29"} {
		if got, err := Effective(asked, today); err != nil || got != want {
			t.Errorf("%q: %q %v", asked, got, err)
		}
	}
	for _, asked := range []string{"2026-02-27", "2026-02-29", "2026-3-1", "20260301", "2026-03-01T00:00:00Z", "tomorrow", "99999-01-01", " 2026-03-01"} {
		if got, err := Effective(asked, today); err == nil {
			t.Errorf("%q is %q", asked, got)
		}
	}
}
