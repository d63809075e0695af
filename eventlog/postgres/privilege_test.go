package postgres_test

import (
	"context"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/eventlogtest"
	"github.com/modyard/modyard/platform/pgtest"
)

const insufficientPrivilege = "42501"

func TestTheProgramsRoleCannotChangeOrRemoveEvents(t *testing.T) {
	db := pgtest.Database(t)
	log := open(t, db)
	if _, err := log.Append(t.Context(), happening("thing-1", eventlog.NoStream)); err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{
		`UPDATE log.events SET type = 'a.b.v1'`, `UPDATE log.events SET data = '' WHERE position = 1`,
		`DELETE FROM log.events`, `TRUNCATE log.events`, `DROP TABLE log.events`, `DROP SCHEMA log CASCADE`,
		`ALTER TABLE log.events DISABLE TRIGGER ALL`, `ALTER TABLE log.events DETACH PARTITION log.events_000000`,
		`UPDATE log.events_000000 SET type = 'a.b.v1'`, `DELETE FROM log.events_000000`, `TRUNCATE log.events_000000`,
		`INSERT INTO log.events_000000 SELECT * FROM log.events`, `DELETE FROM log.streams`, `TRUNCATE log.streams, log.log_head`,
		`CREATE TABLE log.mine (x int)`, `CREATE OR REPLACE FUNCTION log.refuse_change() RETURNS trigger LANGUAGE sql AS ''`,
		`SET session_replication_role = replica`,
		`INSERT INTO log.events SELECT 1, 1, 0, now(), id, type, stream, data, meta FROM log.events ON CONFLICT (position) DO UPDATE SET data = ''`,
	} {
		_, err := db.Pool.Exec(t.Context(), sql)
		var refused *pgconn.PgError
		if !errors.As(err, &refused) || refused.Code != insufficientPrivilege {
			t.Errorf("%s: %v", sql, err)
		}
	}
	eventlogtest.Verify(t, log, 1)
}

func TestEvenTheOwnerIsStoppedByTheTriggers(t *testing.T) {
	db := pgtest.Database(t)
	log := open(t, db)
	if _, err := log.Append(t.Context(), happening("thing-1", eventlog.NoStream)); err != nil {
		t.Fatal(err)
	}
	owner, err := pgx.Connect(t.Context(), db.OwnerURL)
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Close(context.Background()) //nolint:errcheck // nothing is in flight
	for _, table := range []string{"log.events", "log.events_000000", "log.events_000001"} {
		for _, sql := range []string{`UPDATE ` + table + ` SET type = 'a.b.v1'`, `DELETE FROM ` + table, `TRUNCATE ` + table} {
			_, err := owner.Exec(t.Context(), sql)
			var refused *pgconn.PgError
			if !errors.As(err, &refused) || refused.Code != insufficientPrivilege {
				t.Errorf("%s: %v", sql, err)
			}
		}
	}
	eventlogtest.Verify(t, log, 1)
}
