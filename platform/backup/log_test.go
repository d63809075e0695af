package backup_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/modyard/modyard/platform/backup"
)

func TestABackupOfAnotherFormatIsRejectedBeforeAnyWrite(t *testing.T) {
	path := newSite(t).made(t)
	change := func(member, to string) func(string) string {
		return func(data string) string {
			out := regexp.MustCompile(member).ReplaceAllString(data, to)
			if out == data {
				t.Errorf("%s is not in\n%s", member, data)
			}
			return out
		}
	}
	for name, c := range map[string]struct {
		change func(string) string
		want   error
	}{
		"format 1": {func(string) string {
			return `{"format":1,"made":"2026-01-01T00:00:00Z","migrations":83,"log":40,"tables":[],"sequences":[]}`
		}, backup.ErrOlder},
		"no format":             {func(string) string { return `{}` }, backup.ErrOlder},
		"a later format":        {func(string) string { return `{"format":3,"log":"?"}` }, backup.ErrNewer},
		"later tables":          {change(`"migrations": \d+`, `"migrations": 99999`), backup.ErrNewer},
		"a log of format 1":     {change(`"log": \{\s+"format": 2`, `"log": {"format": 1`), backup.ErrLog},
		"a log of later format": {change(`"log": \{\s+"format": 2`, `"log": {"format": 3`), backup.ErrLog},
	} {
		to := backup.Target{DataDir: filepath.Join(t.TempDir(), "new"), DatabaseURL: "postgres://nowhere.invalid/x"}
		_, err := backup.Restore(t.Context(), rewritten(t, path, "backup.json", c.change), to, nil)
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Lstat(to.DataDir); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: the data directory was made", name)
		}
	}
}

func TestABackupRecordsItsLogAndHeadPosition(t *testing.T) {
	s := newSite(t)
	generation, err := s.log.Generation(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "site.backup")
	made, err := s.write(t, path, nil)
	if err != nil || made.Log != (backup.Log{Format: 2, Generation: generation, Head: 40}) {
		t.Errorf("it says %+v, %v", made.Log, err)
	}
	to := target(t)
	if got := restore(t, path, to); got.Log != made.Log {
		t.Errorf("the restored log is %+v", got.Log)
	}
	if got := text(t, to.DatabaseURL, `SELECT generation::text FROM log.format`); got == generation {
		t.Errorf("the restored log is still %s", generation)
	}
}

// TestALogInAnotherStoreIsNotBackedUp: the site's own Postgres still contains the log from before the move.
func TestALogInAnotherStoreIsNotBackedUp(t *testing.T) {
	s := newSite(t)
	asked := 0
	s.elsewhere = func(context.Context) (backup.Log, error) {
		asked++
		return backup.Log{Engine: "kurrent x", Generation: "x", Head: 4711}, nil
	}
	path := filepath.Join(t.TempDir(), "site.backup")
	made, err := s.write(t, path, nil)
	want := backup.Log{Format: 2, Generation: "x", Head: 4711, Elsewhere: true, Engine: "kurrent x"}
	if err != nil || made.Log != want || asked != 1 {
		t.Fatalf("it says %+v, %v", made.Log, err)
	}
	for name := range made.Rows {
		if name == "log.events" || name == "log.streams" || name == "log.log_head" || name == "log.format" {
			t.Errorf("it holds %s", name)
		}
	}
	compare := func(generation string, head uint64) func(context.Context, backup.Log) error {
		return func(_ context.Context, needed backup.Log) error {
			if needed != want {
				t.Errorf("the backup needs %+v", needed)
			}
			return needed.Compare(generation, head)
		}
	}
	for name, log := range map[string]func(context.Context, backup.Log) error{
		"no log": nil, "another log": compare("y", 5000), "a log that lost its end": compare("x", 4710),
	} {
		to := backup.Target{DataDir: filepath.Join(t.TempDir(), "new"), DatabaseURL: "postgres://nowhere.invalid/x", Log: log}
		if _, err := backup.Restore(t.Context(), path, to, nil); !errors.Is(err, backup.ErrLog) {
			t.Errorf("with %s: %v", name, err)
		}
		if _, err := os.Lstat(to.DataDir); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("with %s: the data directory was made", name)
		}
	}
	for _, head := range []uint64{4711, 9000} {
		to := target(t)
		to.Log = compare("x", head)
		if got := restore(t, path, to); got.Log != want {
			t.Errorf("it restored %+v", got.Log)
		}
		if got := text(t, to.DatabaseURL, `SELECT position::text || ' ' || (SELECT count(*) FROM log.events) FROM log.log_head`); got != "0 0" {
			t.Errorf("the log in Postgres holds %s", got)
		}
		if a, b := text(t, s.db.OwnerURL, digestAccounts), text(t, to.DatabaseURL, digestAccounts); a != b || a == "" {
			t.Errorf("accounts:\n%s\nand restored:\n%s", a, b)
		}
	}
	s.elsewhere = nil
	inside := backup.Target{DataDir: filepath.Join(t.TempDir(), "new"), DatabaseURL: "postgres://nowhere.invalid/x", Log: compare("x", 1)}
	if _, err := backup.Restore(t.Context(), s.made(t), inside, nil); !errors.Is(err, backup.ErrLog) {
		t.Errorf("a backup with events beside another log: %v", err)
	}
	s.elsewhere = func(context.Context) (backup.Log, error) { return backup.Log{}, fmt.Errorf("it is away") }
	if _, err := s.write(t, filepath.Join(t.TempDir(), "site.backup"), nil); err == nil {
		t.Error("a backup without its log's end was made")
	}
}
