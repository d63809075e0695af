package analytics

import "time"

const (
	dayForm  = time.DateOnly
	hourForm = "2006-01-02T15:04"
)

// sliced are the days or hours of the range and of the time before, from values by their beginning.
func (a asked) sliced(values map[string]int64) []Slice {
	now, before := a.slices(a.first, a.after), a.slices(a.first.AddDate(0, 0, -a.days()), a.first)
	all := make([]Slice, len(now))
	for i, start := range now {
		all[i] = Slice{Start: start, Value: values[start]}
		if i < len(before) { // a day may have 25 hours
			all[i].Before = values[before[i]]
		}
	}
	return all
}

// slices are the days or hours of a range of days, each once.
func (a asked) slices(first, after time.Time) []string {
	if a.Slice != "hour" {
		return daysBetween(first, after)
	}
	var all []string
	for at, end := beginOf(first, a.zone), beginOf(after, a.zone); at.Before(end); at = at.Add(time.Hour) {
		if text := at.Format(hourForm); len(all) == 0 || all[len(all)-1] != text {
			all = append(all, text)
		}
	}
	return all
}

// daysBetween are the days of a range. They are counted in UTC, where every day exists and has 24 hours.
func daysBetween(first, after time.Time) (all []string) {
	for at := first; at.Before(after); at = at.AddDate(0, 0, 1) {
		all = append(all, at.Format(dayForm))
	}
	return all
}

func daysOf(first time.Time, n int) []string { return daysBetween(first, first.AddDate(0, 0, n)) }

// beginOf is the first moment of a day in a zone. Clocks may be put forward at midnight, and a zone may skip a day: such a day begins
// where the next one does.
func beginOf(date time.Time, zone *time.Location) time.Time {
	at := time.Date(date.Year(), date.Month(), date.Day(), 0, 0, 0, 0, zone)
	if at.Format(dayForm) < date.Format(dayForm) {
		_, at = at.ZoneBounds()
	}
	return at
}
