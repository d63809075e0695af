package rows

import (
	"fmt"
	"reflect"
	"time"

	"github.com/jackc/pgx/v5/pgtype"
)

// Day is a day as YYYY-MM-DD, in a column of type date. Empty is null.
type Day string

var dayType = reflect.TypeFor[Day]()

// DateValue implements pgtype.DateValuer.
func (d Day) DateValue() (pgtype.Date, error) {
	if d == "" {
		return pgtype.Date{}, nil
	}
	t, err := time.Parse(time.DateOnly, string(d))
	if err != nil {
		return pgtype.Date{}, fmt.Errorf("store a day: %w", err)
	}
	return pgtype.Date{Time: t, Valid: true}, nil
}

// ScanDate implements pgtype.DateScanner.
func (d *Day) ScanDate(v pgtype.Date) error {
	*d = ""
	if v.Valid {
		*d = Day(v.Time.Format(time.DateOnly))
	}
	return nil
}
