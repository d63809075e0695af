package database_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/pgtest"
)

func TestManyProcessesMayMigrateAtOnce(t *testing.T) {
	url := pgtest.Empty(t)
	files := fstest.MapFS{
		"00001_a.sql": {Data: []byte("-- +goose Up\nCREATE TABLE a (n int); SELECT pg_sleep(0.05);\n")},
		"00002_b.sql": {Data: []byte("-- +goose Up\nINSERT INTO a VALUES (1);\n")},
	}
	pgtest.Database(t) // creates the server-wide role modyard_app
	errs := make([]error, 6)
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() { errs[i] = database.Migrate(t.Context(), url, files) })
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	db, err := database.Connect(t.Context(), database.Logins{App: pgtest.Logins(t, url).App + "&pool_max_conns=2", Owner: url + "&pool_max_conns=2"})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if got := db.Pool.Config().MaxConns; got != 2 {
		t.Errorf("the pool holds %d connections, want 2", got)
	}
	if err := database.Migrate(t.Context(), db.OwnerURL, files); err != nil {
		t.Errorf("migrate with the pool's settings in the address: %v", err)
	}
}

func TestAFailedMigrationIsRolledBackAndNamed(t *testing.T) {
	url := pgtest.Empty(t)
	err := database.Migrate(t.Context(), url, fstest.MapFS{
		"00001_a.sql": {Data: []byte("-- +goose Up\nCREATE TABLE a (n int);\nSELECT no_such_function();\n")},
	})
	if err == nil || !strings.Contains(err.Error(), "00001_a.sql") {
		t.Fatalf("Migrate = %v, want an error that names the file", err)
	}
	if err := database.Migrate(t.Context(), url, fstest.MapFS{
		"00001_a.sql": {Data: []byte("-- +goose Up\nCREATE TABLE a (n int);\n")},
	}); err != nil {
		t.Fatalf("after the repair: %v", err)
	}
}

func TestThePoolUsesTheApplicationsRole(t *testing.T) {
	db := pgtest.Database(t)
	if err := db.Health(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Pool.Exec(t.Context(), "CREATE SCHEMA mine CREATE TABLE mine_too (n int)"); err != nil {
		t.Fatalf("the role cannot create a schema: %v", err)
	}
	_, err := db.Pool.Exec(t.Context(), "DROP TABLE goose_db_version")
	var pgErr *pgconn.PgError
	if !errors.As(err, &pgErr) || pgErr.Code != "42501" {
		t.Fatalf("dropping the owner's table = %v, want insufficient privilege", err)
	}
}

func TestABadAddressDoesNotShowItsPassword(t *testing.T) {
	for _, url := range []string{"postgres://u:hunter2@/x?pool_max_conns=many", "postgres://u:hunter2@127.0.0.1:1/x?connect_timeout=1"} {
		_, err := database.Open(t.Context(), database.Logins{App: url, Owner: url})
		if err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("Open = %v", err)
		}
	}
}

func TestCloseHasATimeLimitForConnectionsInUse(t *testing.T) {
	db, err := database.Open(t.Context(), pgtest.Logins(t, pgtest.Database(t).OwnerURL))
	if err != nil {
		t.Fatal(err)
	}
	conn, err := db.Pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	db.Close() // it would not return while the connection is in use
}

func TestMomentsAreReadInUTC(t *testing.T) {
	db := pgtest.Database(t)
	var at time.Time
	var absent *time.Time
	if err := db.Pool.QueryRow(t.Context(), `SELECT timestamptz '2026-05-04 12:00:00+08', NULL::timestamptz`).Scan(&at, &absent); err != nil {
		t.Fatal(err)
	}
	if at.Location() != time.UTC || at.Hour() != 4 || absent != nil {
		t.Errorf("read %v and %v", at, absent)
	}
}
