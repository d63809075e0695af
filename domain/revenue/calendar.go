package revenue

import (
	"time"

	"github.com/modyard/modyard/domain/fault"
)

const monthForm = "2006-01"

// Day reads a day as YYYY-MM-DD, as field.
func Day(field, day string) (time.Time, error) {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil || t.Format(time.DateOnly) != day || t.Year() < 2000 || t.Year() > 2200 {
		return t, fault.Invalid(field, "日期的格式须为 YYYY-MM-DD。")
	}
	return t, nil
}

// Month reads a month as YYYY-MM, as field: its first moment.
func Month(field, month string) (time.Time, error) {
	t, err := time.Parse(monthForm, month)
	if err != nil || t.Format(monthForm) != month || t.Year() < 2000 || t.Year() > 2200 {
		return t, fault.Invalid(field, "月份的格式须为 YYYY-MM。")
	}
	return t, nil
}

// MonthOf is the month of a day.
func MonthOf(day string) string { return day[:len(monthForm)] }

// Days are the days of a month.
func Days(month time.Time) []string {
	var days []string
	for t := month; t.Month() == month.Month(); t = t.AddDate(0, 0, 1) {
		days = append(days, t.Format(time.DateOnly))
	}
	return days
}

// valueDays is how long after the end of a month its income can be withdrawn.
const valueDays = 59

// ValueDate is the day from which the income of a month can be withdrawn: the last day of the month and 59 days.
func ValueDate(month time.Time) string {
	return month.AddDate(0, 1, -1).AddDate(0, 0, valueDays).Format(time.DateOnly)
}

// settleFrom is the day of the next month from which on a month is settled.
const settleFrom = 10

// shareHour is how long after the end of a day its sharing begins.
const shareHour = time.Hour
