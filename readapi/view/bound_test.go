package view_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/readapi/view"
)

func TestRowsAreReadUntilTheirSumIsTooLarge(t *testing.T) {
	sizes := []int{view.MaxAnswer / 2, view.MaxAnswer / 2, 1, 1}
	next := 0
	scan := view.Within(func(pgx.CollectableRow) (int, error) {
		next++
		return sizes[next-1], nil
	}, func(n int) int { return n })
	for i := range sizes {
		_, err := scan(nil)
		if large := err != nil && strings.Contains(err.Error(), "32 MiB"); large != (i >= 2) {
			t.Fatalf("row %d: %v", i, err)
		}
	}
}
