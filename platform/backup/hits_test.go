package backup_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modyard/modyard/eventlog"
	logpostgres "github.com/modyard/modyard/eventlog/postgres"
	"github.com/modyard/modyard/platform/backup"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/pgtest"
)

// withHits gives the site a log of hits whose first partition was dropped: it keeps the events 100 000 to 100 040.
func withHits(t *testing.T) *site {
	t.Helper()
	s := newSite(t)
	exec(t, s.db.OwnerURL, `INSERT INTO hits.events SELECT g, CASE WHEN g < 1000 THEN 1 ELSE 1000 END, CASE WHEN g < 1000 THEN g - 1 ELSE g - 1000 END, now(), gen_random_uuid(),
		'thing.hit.v1', CASE WHEN g < 1000 THEN 'early-1' ELSE 'hits-1' END, 'x', '{}' FROM generate_series(1, 100040) g`)
	exec(t, s.db.OwnerURL, `INSERT INTO hits.streams VALUES ('early-1', 1, 998), ('hits-1', 1000, 99040)`)
	exec(t, s.db.OwnerURL, `UPDATE hits.log_head SET position = 100040`)
	exec(t, s.db.OwnerURL, `SELECT hits.drop_partition(100000)`)
	return s
}

func TestTheKeptPartOfTheLogOfHitsIsRestored(t *testing.T) {
	s := withHits(t)
	path := filepath.Join(t.TempDir(), "site.backup")
	made, err := s.write(t, path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if made.Hits == nil || *made.Hits != (backup.Hits{First: 100_000, Head: 100_040}) || made.Rows["hits.events"] != 41 {
		t.Errorf("it has the hits %+v, %d rows", made.Hits, made.Rows["hits.events"])
	}
	owner := pgtest.Empty(t)
	if _, err := backup.Restore(t.Context(), path, backup.Target{DataDir: filepath.Join(t.TempDir(), "new"), DatabaseURL: owner}, nil); err != nil {
		t.Fatal(err)
	}
	if got := text(t, owner, `SELECT string_agg(c.relname, ' ' ORDER BY 1) FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid WHERE inhparent = 'hits.events'::regclass`); got != "events_000001 events_000002" {
		t.Errorf("it has the partitions %s", got)
	}
	db, err := database.Connect(t.Context(), pgtest.Logins(t, owner))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	log, err := logpostgres.Open(t.Context(), db.Pool, logpostgres.WithSchema("hits", 100_000))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	if first, err := log.First(t.Context()); err != nil || first != 100_000 {
		t.Errorf("it begins at %d, %v", first, err)
	}
	receipt, err := log.Append(t.Context(), eventlog.Write{Stream: "early-1", Expected: eventlog.At(998), Events: []eventlog.Event{{ID: eventlog.NewEventID(), Type: "thing.hit.v1", Data: []byte("x")}}})
	if err != nil || receipt.Position != 100_041 || receipt.Revisions[0] != 999 {
		t.Errorf("it goes on at %+v, %v", receipt, err)
	}
	n := 0
	for e, err := range log.Stream(t.Context(), "hits-1", 0) {
		if n++; err != nil || e.Revision != eventlog.Revision(99_000+n-1) {
			t.Fatalf("revision %d, %v", e.Revision, err)
		}
	}
	if n != 41 {
		t.Errorf("the stream has %d events", n)
	}
}

func TestADamagedLogOfHitsIsNotRestored(t *testing.T) {
	for what, sql := range map[string]string{
		"a missing event":                `DELETE FROM hits.events WHERE position = 100020`,
		"a missing first event":          `DELETE FROM hits.events WHERE position = 100000`,
		"a missing last event":           `DELETE FROM hits.events WHERE position = 100040`,
		"a changed revision":             `UPDATE hits.events SET revision = revision + 5 WHERE position = 100040`,
		"a stream without its dropped":   `DELETE FROM hits.dropped WHERE stream_id = 1000`,
		"an emptied stream that is none": `DELETE FROM hits.dropped WHERE stream_id = 1`,
		"another first position":         `UPDATE hits.kept SET first = 99999`,
	} {
		s := withHits(t)
		exec(t, s.db.OwnerURL, `DO $$ BEGIN SET LOCAL session_replication_role = replica; `+sql+`; END $$`)
		_, err := backup.Restore(t.Context(), s.made(t), backup.Target{DataDir: filepath.Join(t.TempDir(), "new"), DatabaseURL: pgtest.Empty(t)}, nil)
		if err == nil || !strings.Contains(err.Error(), "log of hits") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestADatabaseWithHitsIsNotEmpty(t *testing.T) {
	s := newSite(t)
	owner := pgtest.Database(t).OwnerURL
	exec(t, owner, `UPDATE hits.log_head SET position = 1`)
	_, err := backup.Restore(t.Context(), s.made(t), backup.Target{DataDir: filepath.Join(t.TempDir(), "new"), DatabaseURL: owner}, nil)
	if !errors.Is(err, backup.ErrNotEmpty) {
		t.Errorf("it gives %v", err)
	}
}

func TestABackupHoldsThePartitionsOfItsSnapshot(t *testing.T) {
	s := withHits(t)
	exec(t, s.db.OwnerURL, `SELECT hits.ensure_partitions()`)
	exec(t, s.db.OwnerURL, `INSERT INTO hits.events SELECT g, 1000, g - 1000, now(), gen_random_uuid(), 'thing.hit.v1', 'hits-1', 'x', '{}' FROM generate_series(100041, 200010) g`)
	exec(t, s.db.OwnerURL, `UPDATE hits.streams SET revision = 199010 WHERE id = 1000`)
	exec(t, s.db.OwnerURL, `UPDATE hits.log_head SET position = 200010`)
	log, err := logpostgres.Open(t.Context(), s.db.Pool, logpostgres.WithSchema("hits", 100_000))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	var during error
	tried := false
	path := filepath.Join(t.TempDir(), "site.backup")
	if _, err := s.write(t, path, func(stage string, _ int64) {
		if stage == "log.events" && !tried { // before the hits are read, within the snapshot
			tried = true
			_, during = s.db.Pool.Exec(t.Context(), `SELECT hits.drop_partition(200000)`)
		}
	}); err != nil {
		t.Fatal(err)
	}
	if !tried || during == nil || !strings.Contains(fmt.Sprint(during), "lock timeout") {
		t.Errorf("during the backup, a partition was dropped: %v", during)
	}
	if err := log.Truncate(t.Context(), 200_000); err != nil {
		t.Errorf("after the backup: %v", err)
	}
	if _, err := backup.Restore(t.Context(), path, backup.Target{DataDir: filepath.Join(t.TempDir(), "new"), DatabaseURL: pgtest.Empty(t)}, nil); err != nil {
		t.Error(err)
	}
}
