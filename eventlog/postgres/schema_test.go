package postgres_test

import (
	"context"
	"io/fs"
	"strings"
	"testing"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/eventlogtest"
	"github.com/modyard/modyard/eventlog/postgres"
	"github.com/modyard/modyard/migrations"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/pgtest"
)

// smallPartition is the size of the partitions of the schema small. The suite appends up to 2500 events at once.
const smallPartition = 3000

// makeSmall creates the schema small: the one of 00102_hits.sql with another name and smaller partitions.
func makeSmall(t testing.TB, db *database.DB) {
	t.Helper()
	file, err := fs.ReadFile(migrations.FS, "00102_hits.sql")
	if err != nil {
		t.Fatal(err)
	}
	up, _, found := strings.Cut(string(file), "-- +goose Down")
	if !found || strings.Count(up, "100000;") != 2 {
		t.Fatal("00102_hits.sql has another form")
	}
	up = strings.ReplaceAll(strings.ReplaceAll(up, "100000;", "3000;"), "hits", "small")
	asOwner(t, db, up)
	file, err = fs.ReadFile(migrations.FS, "00180_fence.sql")
	if err != nil {
		t.Fatal(err)
	}
	const both = "ARRAY['log', 'hits']"
	up, _, found = strings.Cut(string(file), "-- +goose Down")
	if !found || strings.Count(up, both) != 1 {
		t.Fatal("00180_fence.sql has another form")
	}
	asOwner(t, db, strings.Replace(up, both, "ARRAY['small']", 1))
}

func openSmall(t testing.TB, db *database.DB) *postgres.Log {
	t.Helper()
	return openSchema(t, db, "small", smallPartition)
}

func openSchema(t testing.TB, db *database.DB, name string, partition int64) *postgres.Log {
	t.Helper()
	log, err := postgres.Open(context.Background(), db.Pool, postgres.WithSchema(name, partition), postgres.WithEngine("postgres "+name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(log.Close)
	return log
}

// smallLogs creates databases with the schema small, and empties them after use.
func smallLogs(t *testing.T) eventlogtest.Factory {
	free := make(chan *database.DB, 16)
	return func(sub *testing.T) func() eventlog.Log {
		var db *database.DB
		select {
		case db = <-free:
		default:
			db = pgtest.Database(t)
			makeSmall(t, db)
		}
		sub.Cleanup(func() {
			asOwner(sub, db, `DROP SCHEMA small CASCADE`)
			makeSmall(sub, db)
			free <- db
		})
		return func() eventlog.Log { return openSmall(sub, db) }
	}
}

func TestALogInAnotherSchemaWithSmallPartitionsFulfilsTheContract(t *testing.T) {
	eventlogtest.Run(t, smallLogs(t))
}

func TestALogDropsItsOldestPartitions(t *testing.T) {
	eventlogtest.RunTruncating(t, smallLogs(t))
}

func TestTwoLogsInOneDatabaseAreIndependent(t *testing.T) {
	db := pgtest.Database(t)
	first, second := open(t, db), openSchema(t, db, "hits", 100_000)
	if _, err := first.Append(t.Context(), happening("thing-1", eventlog.NoStream), happening("thing-2", eventlog.NoStream)); err != nil {
		t.Fatal(err)
	}
	receipt, err := second.Append(t.Context(), happening("thing-1", eventlog.NoStream))
	if err != nil || receipt.Position != 1 {
		t.Fatalf("the second log's first event is at %d, %v", receipt.Position, err)
	}
	one, err1 := first.Generation(t.Context())
	two, err2 := second.Generation(t.Context())
	if err1 != nil || err2 != nil || one == two || first.Engine() == second.Engine() {
		t.Errorf("the logs are %s %s and %s %s, %v, %v", first.Engine(), one, second.Engine(), two, err1, err2)
	}
	eventlogtest.Verify(t, first, 2)
	if len(eventlogtest.Verify(t, second, 1)) != 1 {
		t.Error("the second log has the events of the first")
	}
	if err := first.Truncate(t.Context(), 1); err == nil {
		t.Error("the main log can be truncated")
	}
}
