package backup_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
	logpostgres "github.com/modyard/modyard/eventlog/postgres"
	"github.com/modyard/modyard/platform/backup"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/pgtest"
)

// site is a database with a log and accounts, and a folder with files.
type site struct {
	db  *database.DB
	log *logpostgres.Log
	dir string
	// aside is the folder in which a file is written before it is renamed into dir.
	aside string

	keysFile  string
	elsewhere func(context.Context) (backup.Log, error)
}

func newSite(t *testing.T) *site {
	t.Helper()
	db := pgtest.Database(t)
	log, err := logpostgres.Open(t.Context(), db.Pool)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(log.Close)
	s := &site{db: db, log: log, dir: t.TempDir(), aside: t.TempDir()}
	for i := range 40 {
		s.append(t, i)
	}
	exec(t, s.db.OwnerURL, `INSERT INTO identity.accounts (id, username, username_key, bio) VALUES ('AABBCCDD', '铁匠', '铁匠', E'a\tb\nc\\d'), ('AABBCCDE', 'x', 'x', '')`)
	exec(t, s.db.OwnerURL, `INSERT INTO identity.sessions (id, account, token_hash, created, last_used, expires, refresh_expires) VALUES ('s', 'AABBCCDD', '\x00ff', now(), now(), now(), now())`)
	// An assigned number whose row is deleted: the log still contains it.
	exec(t, s.db.OwnerURL, `INSERT INTO identity.outbox (account, event_id, type, data, metadata) SELECT 'AABBCCDD', gen_random_uuid(), 'a', 'b', 'c' FROM generate_series(1, 2); DELETE FROM identity.outbox`)
	s.file(t, "blobs/data/icon.png", "a picture")
	s.file(t, "blobs/data/icon.png.attrs", `{"user.content_type":"image/png"}`)
	s.file(t, "blobs/data/half.tmp", "half of an upload")
	s.file(t, "mail/1.eml", "a letter")
	s.keysFile = filepath.Join(s.dir, "keys.json")
	s.file(t, "keys.json", `{"wrapping":"`+fileKey+`"}`)
	s.file(t, "pg/password", "a secret of this database alone")
	return s
}

func (s *site) append(t *testing.T, i int) {
	t.Helper()
	_, err := s.log.Append(t.Context(), eventlog.Write{Stream: fmt.Sprintf("thing-%d", i%7), Expected: eventlog.Any, Events: []eventlog.Event{
		{ID: eventlog.NewEventID(), Type: "thing.made.v1", Data: fmt.Appendf(nil, `{"n":%d,"text":"钠 \\ \u0001"}`, i), Meta: eventlog.Metadata{Actor: "AABBCCDD", At: time.Now()}},
	}})
	if err != nil && t.Context().Err() == nil {
		t.Error(err)
	}
}

func (s *site) file(t *testing.T, name, text string) {
	t.Helper()
	path := filepath.Join(s.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	// The blob store renames files into place, so a file is complete or missing.
	written, err := os.CreateTemp(s.aside, "")
	if err != nil {
		t.Error(err)
		return
	}
	_, err = written.WriteString(text)
	if err = errors.Join(err, written.Close(), os.Chmod(written.Name(), 0o640)); err == nil {
		err = os.Rename(written.Name(), path)
	}
	if err != nil {
		t.Error(err)
	}
}

func (s *site) write(t *testing.T, path string, progress backup.Progress) (backup.Summary, error) {
	t.Helper()
	conn, err := database.ConnectOwner(t.Context(), s.db.OwnerURL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background()) //nolint:errcheck // a test's
	return backup.Write(t.Context(), path, backup.Source{
		Conn: conn, DataDir: s.dir, KeysFile: s.keysFile, Log: s.elsewhere, Skip: func(schema string) bool { return schema == "runtime" },
	}, progress)
}

func (s *site) made(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "site.backup")
	if _, err := s.write(t, path, nil); err != nil {
		t.Fatal(err)
	}
	return path
}

func exec(t *testing.T, url, sql string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background()) //nolint:errcheck // a test's
	if _, err := conn.Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
}

func text(t *testing.T, url, sql string) string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background()) //nolint:errcheck // a test's
	var out string
	if err := conn.QueryRow(t.Context(), sql).Scan(&out); err != nil {
		t.Fatal(err)
	}
	return out
}

const (
	digestLog      = `SELECT coalesce(string_agg(e::text, E'\n' ORDER BY position), '') FROM log.events e WHERE position <= `
	digestAccounts = `SELECT string_agg(a::text, E'\n' ORDER BY id) FROM identity.accounts a`
)

func TestARestoredSiteEqualsTheSnapshotTakenWhileTheSiteWrote(t *testing.T) {
	s := newSite(t)
	ctx, stop := context.WithCancel(t.Context())
	var writing sync.WaitGroup
	for w := range 3 {
		writing.Go(func() {
			for i := w; ctx.Err() == nil; i++ {
				s.append(t, i)
				s.file(t, fmt.Sprintf("blobs/data/%d.png", i), strings.Repeat("x", i))
			}
		})
	}
	path := filepath.Join(t.TempDir(), "site.backup")
	var once sync.Once
	made, err := s.write(t, path, func(stage string, _ int64) {
		if stage == "log.events" { // the snapshot has been taken: later rows are not in it
			once.Do(func() { s.append(t, 1); s.file(t, "blobs/data/late.png", "late") })
		}
	})
	stop()
	writing.Wait()
	if err != nil {
		t.Fatal(err)
	}
	to := backup.Target{DataDir: filepath.Join(t.TempDir(), "new"), DatabaseURL: pgtest.Empty(t)}
	got, err := backup.Restore(t.Context(), path, to, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got.Log != made.Log || got.Log.Head < 40 || got.Rows["log.events"] != int64(got.Log.Head) {
		t.Errorf("made %+v, restored %+v", made, got)
	}
	for _, sql := range []string{digestLog + fmt.Sprint(made.Log.Head), digestAccounts, `SELECT token_hash::text FROM identity.sessions`} {
		if a, b := text(t, s.db.OwnerURL, sql), text(t, to.DatabaseURL, sql); a != b || a == "" {
			t.Errorf("%s:\n%s\nand restored:\n%s", sql, a, b)
		}
	}
	if n := text(t, to.DatabaseURL, `INSERT INTO identity.outbox (account, event_id, type, data, metadata) VALUES ('x', gen_random_uuid(), 'a', 'b', 'c') RETURNING id::text`); n != "3" {
		t.Errorf("a number that the log contains was assigned again: %s", n)
	}
	for name, want := range map[string]string{"blobs/data/icon.png": "a picture", "mail/1.eml": "a letter", "blobs/data/late.png": "late"} {
		if b, err := os.ReadFile(filepath.Join(to.DataDir, name)); err != nil || string(b) != want {
			t.Errorf("%s: %q %v", name, b, err)
		}
	}
	for _, name := range []string{"blobs/data/half.tmp", "pg", ".restoring"} {
		if _, err := os.Lstat(filepath.Join(to.DataDir, name)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is there: %v", name, err)
		}
	}
	// The restored log accepts events.
	db, err := database.Open(t.Context(), pgtest.Logins(t, to.DatabaseURL))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	log, err := logpostgres.Open(t.Context(), db.Pool)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	r, err := log.Append(t.Context(), eventlog.Write{Stream: "thing-new", Expected: eventlog.NoStream, Events: []eventlog.Event{
		{ID: eventlog.NewEventID(), Type: "thing.made.v1", Data: []byte(`{}`)}}})
	if err != nil || uint64(r.Position) != made.Log.Head+1 {
		t.Errorf("the next event is at %d after %d: %v", r.Position, made.Log.Head, err)
	}
}

func TestATruncatedOrChangedBackupIsRejectedBeforeAnyWrite(t *testing.T) {
	whole, err := os.ReadFile(newSite(t).made(t))
	if err != nil {
		t.Fatal(err)
	}
	changed := func(at int) []byte {
		b := bytes.Clone(whole)
		b[at] ^= 1
		return b
	}
	for name, data := range map[string][]byte{
		"empty": {}, "half": whole[:len(whole)/2], "without its last byte": whole[:len(whole)-1], "without its last block": whole[:len(whole)-512],
		"without its seal": whole[:len(whole)-2048], "with more behind": append(bytes.Clone(whole), make([]byte, 512)...),
		"changed at the start": changed(600), "changed in the middle": changed(len(whole) / 2), "changed before the end": changed(len(whole) - 2100),
		"with another digest": changed(len(whole) - 1500),
	} {
		path := filepath.Join(t.TempDir(), "x.backup")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		dir := filepath.Join(t.TempDir(), "new")
		_, err := backup.Restore(t.Context(), path, backup.Target{DataDir: dir, DatabaseURL: "postgres://nowhere.invalid/x"}, nil)
		if !errors.Is(err, backup.ErrNotWhole) {
			t.Errorf("a backup %s: %v", name, err)
		}
		if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("a backup %s has made the data directory", name)
		}
	}
}

func TestARestoreRejectsANonEmptyTarget(t *testing.T) {
	s := newSite(t)
	path := s.made(t)
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "letter"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := backup.Restore(t.Context(), path, backup.Target{DataDir: full, DatabaseURL: pgtest.Empty(t)}, nil); !errors.Is(err, backup.ErrNotEmpty) {
		t.Errorf("a full folder: %v", err)
	}
	if _, err := backup.Restore(t.Context(), path, backup.Target{DataDir: t.TempDir(), DatabaseURL: s.db.OwnerURL}, nil); !errors.Is(err, backup.ErrNotEmpty) {
		t.Errorf("a full database: %v", err)
	}
	if _, err := s.write(t, path, nil); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a backup over another: %v", err)
	}
}

func TestAFailedBackupLeavesNoFileUnderItsName(t *testing.T) {
	s := newSite(t)
	path := filepath.Join(t.TempDir(), "site.backup")
	conn, err := database.ConnectOwner(t.Context(), s.db.OwnerURL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background()) //nolint:errcheck // a test's
	ctx, cancel := context.WithCancel(t.Context())
	_, err = backup.Write(ctx, path, backup.Source{Conn: conn, DataDir: s.dir}, func(stage string, _ int64) {
		if stage == "log.events" {
			cancel()
		}
	})
	if err == nil {
		t.Fatal("it did not fail")
	}
	if left, _ := filepath.Glob(path + "*"); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	// The partial file of a killed backup does not block the next one.
	if err := os.WriteFile(path+".partial", []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.write(t, path, nil); err != nil {
		t.Error(err)
	}
}

func TestAnInterruptedRestoreIsDetectedAndStartsAgain(t *testing.T) {
	s := newSite(t)
	path := s.made(t)
	dir := t.TempDir()
	for _, name := range []string{".restoring/pg/data", "blobs"} { // killed while it moved in
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if !backup.Interrupted(dir) {
		t.Error("the interrupted restore was not detected")
	}
	if _, err := backup.Restore(t.Context(), path, backup.Target{DataDir: dir, DatabaseURL: pgtest.Empty(t)}, nil); err != nil {
		t.Fatal(err)
	}
	if backup.Interrupted(dir) {
		t.Error("the finished restore is reported as interrupted")
	}
	if _, err := os.Stat(filepath.Join(dir, "blobs/data/icon.png")); err != nil {
		t.Error(err)
	}
}
