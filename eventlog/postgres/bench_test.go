package postgres_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"testing"
	"time"

	"github.com/modyard/modyard/eventlog/eventlogbench"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/postgres"
)

// BenchmarkLog measures the log on its own server with durable commits, and prints the figures beside their budgets.
// One iteration is one whole run: use -benchtime 1x.
func BenchmarkLog(b *testing.B) {
	db := durable(b)
	owner, err := database.ConnectOwner(context.Background(), db.OwnerURL)
	if err != nil {
		b.Fatal(err)
	}
	defer owner.Close(context.Background()) //nolint:errcheck // no request is in progress
	for b.Loop() {
		r, err := eventlogbench.Run(context.Background(), db.Pool, owner, eventlogbench.Options{})
		if err != nil {
			b.Fatal(err)
		}
		for _, at := range r.Appends {
			b.ReportMetric(at.Rate, fmt.Sprintf("events/s@%d", at.Callers))
			b.ReportMetric(ms(at.P99), fmt.Sprintf("p99-ms@%d", at.Callers))
		}
		b.ReportMetric(r.Copy, "copy-rows/s")
		b.ReportMetric(r.Single, "single-events/s")
		b.ReportMetric(r.Bulk, "bulk-events/s")
		b.ReportMetric(r.Follow, "follow-events/s")
		b.ReportMetric(r.OfCopy(), "x-copy(>=0.35)")
		b.ReportMetric(r.OfSingle(), "x-single(>=8)")
		b.ReportMetric(ms(r.LoneP50), "lone-p50-ms(<5)")
		b.ReportMetric(ms(r.LoneP99), "lone-p99-ms(<20)")
	}
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// durable creates a migrated database on a server with fsync.
func durable(tb testing.TB) *database.DB {
	tb.Helper()
	return migrated(tb, startServer(tb))
}

func migrated(tb testing.TB, server *postgres.Server) *database.DB {
	tb.Helper()
	db, err := database.Open(context.Background(), server.Logins())
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(db.Close)
	return db
}

func startServer(tb testing.TB) *postgres.Server {
	tb.Helper()
	logger := slog.New(slog.NewTextHandler(io.Discard, nil))
	server, err := postgres.Start(context.Background(), postgres.Options{DataDir: tb.TempDir(), DieHard: true, Logger: logger})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := server.Close(); err != nil {
			tb.Errorf("stop server: %v", err)
		}
	})
	return server
}
