package analytics

import (
	"fmt"
	"testing"
	"time"
)

// TestADayBeginsWhereItsZoneBeginsIt has days without a midnight, a day that a zone skips, and days of 23 and 25 hours.
func TestADayBeginsWhereItsZoneBeginsIt(t *testing.T) {
	for _, c := range []struct{ zone, date, want string }{
		{"Asia/Shanghai", "2026-11-01", "2026-11-01T00:00:00+08:00"},
		{"America/Santiago", "2026-09-06", "2026-09-06T01:00:00-03:00"},
		{"America/Santiago", "2026-09-05", "2026-09-05T00:00:00-04:00"},
		{"Pacific/Apia", "2011-12-30", "2011-12-31T00:00:00+14:00"}, // skipped
		{"Pacific/Apia", "2011-12-31", "2011-12-31T00:00:00+14:00"},
		{"Pacific/Apia", "2011-12-29", "2011-12-29T00:00:00-10:00"},
		{"Europe/Berlin", "2026-10-25", "2026-10-25T00:00:00+02:00"},
	} {
		zone, err := time.LoadLocation(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		date, err := time.Parse(dayForm, c.date)
		if err != nil {
			t.Fatal(err)
		}
		if got := beginOf(date, zone).Format(time.RFC3339); got != c.want {
			t.Errorf("%s in %s begins at %s, want %s", c.date, c.zone, got, c.want)
		}
	}
}

func TestARangeHasEachOfItsDaysAndHoursOnce(t *testing.T) {
	for _, c := range []struct {
		zone, slice, first, after string
		want                      int
		begin, end                string
	}{
		{"Pacific/Apia", "day", "2011-12-29", "2012-01-02", 4, "2011-12-29", "2012-01-01"},
		{"Pacific/Apia", "hour", "2011-12-29", "2012-01-01", 48, "2011-12-29T00:00", "2011-12-31T23:00"},
		{"America/Santiago", "day", "2026-09-06", "2026-09-07", 1, "2026-09-06", "2026-09-06"},
		{"America/Santiago", "hour", "2026-09-06", "2026-09-07", 23, "2026-09-06T01:00", "2026-09-06T23:00"},
		{"Europe/Berlin", "hour", "2026-10-25", "2026-10-26", 24, "2026-10-25T00:00", "2026-10-25T23:00"}, // two hours are 02:00
	} {
		zone, err := time.LoadLocation(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		first, err1 := time.Parse(dayForm, c.first)
		after, err2 := time.Parse(dayForm, c.after)
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		got := asked{OverviewIn: &OverviewIn{Slice: c.slice}, zone: zone}.slices(first, after)
		if len(got) != c.want || fmt.Sprint(got[0], got[len(got)-1]) != fmt.Sprint(c.begin, c.end) {
			t.Errorf("%s in %s: %d from %v to %v, want %d from %s to %s", c.slice, c.zone, len(got), got[0], got[len(got)-1], c.want, c.begin, c.end)
		}
	}
}
