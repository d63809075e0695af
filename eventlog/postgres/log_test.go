package postgres_test

import (
	"context"
	"testing"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/eventlogtest"
	"github.com/modyard/modyard/eventlog/postgres"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/pgtest"
)

func TestThePostgresEngineKeepsTheContract(t *testing.T) {
	eventlogtest.Run(t, func(t *testing.T) func() eventlog.Log {
		db := pgtest.Database(t)
		return func() eventlog.Log { return open(t, db) }
	})
}

func open(t testing.TB, db *database.DB) *postgres.Log {
	t.Helper()
	log, err := postgres.Open(context.Background(), db.Pool)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(log.Close)
	return log
}
