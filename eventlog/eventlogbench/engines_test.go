package eventlogbench_test

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"testing"
	"time"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/eventlogbench"
	"github.com/modyard/modyard/eventlog/kurrent"
	"github.com/modyard/modyard/eventlog/kurrent/kurrenttest"
	"github.com/modyard/modyard/eventlog/postgres"
	"github.com/modyard/modyard/platform/database"
	server "github.com/modyard/modyard/platform/postgres"
)

// BenchmarkEngines compares the engines: Postgres, the double of KurrentDB (memory behind the real protocol and client,
// so it measures the client and not a database) and, with KURRENTDB_URL, a real node.
func BenchmarkEngines(b *testing.B) {
	names := []string{"postgres", "double"}
	pg, err := postgres.Open(b.Context(), durable(b).Pool)
	if err != nil {
		b.Fatal(err)
	}
	defer pg.Close()
	logs := []eventlog.Log{pg}
	urls := []string{kurrenttest.Start(b, kurrenttest.Options{}).URL()}
	if url := os.Getenv("KURRENTDB_URL"); url != "" {
		names, urls = append(names, "node"), append(urls, url)
	}
	for _, url := range urls {
		log, err := kurrent.Open(b.Context(), url)
		if err != nil {
			b.Fatal(err)
		}
		defer log.Close()
		logs = append(logs, log)
	}
	for b.Loop() {
		reports, err := eventlogbench.Compare(b.Context(), eventlogbench.Options{Span: time.Second}, logs...)
		if err != nil {
			b.Fatal(err)
		}
		for i, r := range reports {
			line := names[i] + ":"
			for _, at := range r.Appends {
				line += fmt.Sprintf("  %d callers %.0f/s (p50 %v, p99 %v)", at.Callers, at.Rate, at.P50.Round(10*time.Microsecond), at.P99.Round(10*time.Microsecond))
			}
			b.Logf("%s  alone p50 %v p99 %v  bulk %.0f events/s  follow %.0f events/s  streams %.0f events/s  newest %.0f reads/s", line,
				r.LoneP50.Round(10*time.Microsecond), r.LoneP99.Round(10*time.Microsecond), r.Bulk, r.Follow, r.Streams, r.Newest)
		}
	}
}

// durable creates a migrated database on its own server, with fsync.
func durable(b *testing.B) *database.DB {
	b.Helper()
	started, err := server.Start(b.Context(), server.Options{DataDir: b.TempDir(), DieHard: true, Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := started.Close(); err != nil {
			b.Errorf("stop server: %v", err)
		}
	})
	db, err := database.Open(b.Context(), started.Logins())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(db.Close)
	return db
}
