package database_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/modyard/modyard/migrations"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/pgtest"
)

func TestADatabaseOfTheLogOfHitsHasOnlyThatLog(t *testing.T) {
	logins := pgtest.Logins(t, pgtest.Empty(t))
	if _, err := database.OpenWith(t.Context(), database.Logins{App: logins.App}, migrations.HitsFS); err == nil || !strings.Contains(err.Error(), "never migrated") {
		t.Errorf("without its owner's login: %v", err)
	}
	db, err := database.OpenWith(t.Context(), logins, migrations.HitsFS)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var hits, log, appended bool
	if err := db.Pool.QueryRow(t.Context(), `SELECT to_regclass('hits.events') IS NOT NULL, to_regclass('log.events') IS NOT NULL,
		(SELECT ok FROM hits.append_one('thing-1', -1, ARRAY[gen_random_uuid()], ARRAY['thing.made.v1'], ARRAY['x'::bytea], ARRAY['{}'::bytea], ARRAY[]::text[], ARRAY[]::bigint[]))`).
		Scan(&hits, &log, &appended); err != nil || !hits || log || !appended {
		t.Errorf("it has the log of hits: %v, the main log: %v, and appends: %v, %v", hits, log, appended, err)
	}
	again, err := database.OpenWith(t.Context(), database.Logins{App: logins.App}, migrations.HitsFS)
	if err != nil {
		t.Fatalf("the program's login alone, afterwards: %v", err)
	}
	again.Close()
}

func TestALoginThatCouldWriteIntoTheLogOfHitsIsRejected(t *testing.T) {
	logins := pgtest.Logins(t, pgtest.Database(t).OwnerURL)
	asOwner(t, logins.Owner, `CREATE ROLE hits_writer LOGIN IN ROLE modyard_app PASSWORD 'x'`)
	t.Cleanup(func() { asOwner(t, logins.Owner, `DROP OWNED BY hits_writer; DROP ROLE hits_writer`) })
	asOwner(t, logins.Owner, `GRANT UPDATE ON hits.kept TO hits_writer`)
	u, err := url.Parse(logins.App)
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.UserPassword("hits_writer", "x")
	db, err := database.Connect(t.Context(), database.Logins{App: u.String()})
	if err == nil {
		db.Close()
	}
	if err == nil || !strings.Contains(err.Error(), "may write into the event log") {
		t.Errorf("it gives %v", err)
	}
}
