package revenue_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/revenue"
	projected "github.com/modyard/modyard/projections/revenue"
)

// BenchmarkSharing applies days that are shared among 10 000 creators: while the log is followed, and in a rebuild.
func BenchmarkSharing(b *testing.B) {
	const days = 30
	for b.Loop() {
		w := unfollowed(b)
		for d := range days {
			on := time.Date(2026, 1, 1+d, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
			w.share(on, fmt.Sprintf("Run%05d", d), "", revenue.Outcome{}, outcome(10_000, 700))
		}
		began := time.Now()
		w.runner = w.Also(projected.New())
		head, err := w.Log.Head(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		if err := w.Board.Wait(b.Context(), projected.Name, uint64(head)); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(time.Since(began).Seconds()/days, "s/day-followed")
		began = time.Now()
		if err := w.runner.Rebuild(b.Context(), projected.Name); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(time.Since(began).Seconds()/days, "s/day-rebuilt")
	}
}
