package postgres_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/eventlogtest"
	"github.com/modyard/modyard/eventlog/postgres"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/pgtest"
)

func TestThePostgresEngineFulfilsTheContract(t *testing.T) {
	free := make(chan *database.DB, 16) // emptied databases, because creating one takes far longer than a test
	eventlogtest.Run(t, func(sub *testing.T) func() eventlog.Log {
		var db *database.DB
		select {
		case db = <-free:
		default:
			db = pgtest.Database(t)
		}
		sub.Cleanup(func() { // after the logs are closed
			empty(sub, db)
			free <- db
		})
		return func() eventlog.Log { return open(sub, db) }
	})
}

// empty removes all events from a database, which only its owner can do with the triggers disabled.
func empty(t testing.TB, db *database.DB) {
	t.Helper()
	asOwner(t, db, `SET session_replication_role = replica; TRUNCATE log.events, log.streams; UPDATE log.log_head SET position = 0`)
}

// asOwner runs SQL on a database as its owner.
func asOwner(t testing.TB, db *database.DB, sql string) {
	t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, db.OwnerURL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx) //nolint:errcheck // no request is in progress
	if _, err := conn.PgConn().Exec(ctx, sql).ReadAll(); err != nil {
		t.Fatalf("as owner: %v", err)
	}
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

// happening creates an append of one event.
func happening(stream string, expected eventlog.Expected) eventlog.Write {
	return eventlog.Write{Stream: stream, Expected: expected, Events: []eventlog.Event{eventlogtest.Event("thing.happened.v1", `{}`)}}
}
