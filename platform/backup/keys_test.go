package backup_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/platform/backup"
	"github.com/modyard/modyard/platform/pgtest"
)

// The keys of a site, as they appear in a file.
const (
	fileKey    = "a key that wraps the keys of the accounts"
	siteKey    = "the key of the site for proofs of work"
	accountKey = "the wrapped key of the texts of an account"
)

const erasureTables = `CREATE SCHEMA IF NOT EXISTS erasure;
CREATE TABLE IF NOT EXISTS erasure.keys (subject text PRIMARY KEY, key_id text NOT NULL, wrapped bytea);
CREATE TABLE IF NOT EXISTS erasure.keyfile (one boolean PRIMARY KEY DEFAULT true, check_value bytea NOT NULL)`

// keyed is a site with every kind of key.
func keyed(t *testing.T) *site {
	t.Helper()
	s := newSite(t)
	exec(t, s.db.OwnerURL, erasureTables)
	exec(t, s.db.OwnerURL, `DELETE FROM identity.keys; INSERT INTO identity.keys (name, key) VALUES ('proof', '`+siteKey+`')`)
	exec(t, s.db.OwnerURL, `INSERT INTO erasure.keys (subject, key_id, wrapped) VALUES ('AABBCCDD', 'k1', '`+accountKey+`'), ('AABBCCDE', 'k2', '`+accountKey+` 2')`)
	exec(t, s.db.OwnerURL, `INSERT INTO erasure.keyfile (check_value) VALUES ('which keys file it was')`)
	return s
}

// target is an empty target of a restore.
func target(t *testing.T) backup.Target {
	t.Helper()
	to := backup.Target{DataDir: filepath.Join(t.TempDir(), "new"), DatabaseURL: pgtest.Empty(t), Blobs: "blobs"}
	if text(t, pgtest.Database(t).OwnerURL, `SELECT (to_regclass('erasure.keys') IS NULL)::text`) == "true" {
		exec(t, to.DatabaseURL, erasureTables) // migrations do not create them
	}
	return to
}

func restore(t *testing.T, path string, to backup.Target) backup.Summary {
	t.Helper()
	s, err := backup.Restore(t.Context(), path, to, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const heldKeys = `SELECT coalesce(string_agg(subject || ' ' || key_id || ' ' || coalesce(convert_from(wrapped, 'UTF8'), 'erased'), E'\n' ORDER BY subject), '') FROM erasure.keys`

func TestOnlyTheSecondFileContainsKeys(t *testing.T) {
	s := keyed(t)
	// Neither a hard link to the keys file nor an earlier second file adds keys to the backup.
	if err := os.Link(s.keysFile, filepath.Join(s.dir, ".keys-1")); err != nil {
		t.Fatal(err)
	}
	inside := filepath.Join(s.dir, "backups")
	if err := os.Mkdir(inside, 0o750); err != nil {
		t.Fatal(err)
	}
	if _, err := s.write(t, filepath.Join(inside, "first.backup"), nil); err != nil {
		t.Fatal(err)
	}
	s.file(t, "blobs/data/of-an-upload.keys", "no keys at all")
	path := s.made(t)
	first, second := unpacked(t, path), unpacked(t, path+backup.KeysSuffix)
	for _, secret := range []string{fileKey, siteKey, accountKey, "which keys file it was"} {
		for _, form := range []string{secret, hex.EncodeToString([]byte(secret))} {
			if bytes.Contains(first, []byte(form)) {
				t.Errorf("%q is in the backup", secret)
			}
		}
		if !bytes.Contains(second, []byte(secret)) && !bytes.Contains(second, []byte(hex.EncodeToString([]byte(secret)))) {
			t.Errorf("%q is not in the second file", secret)
		}
	}
	if bytes.Contains(second, []byte("铁匠")) {
		t.Error("the second file contains more than keys")
	}
	for _, name := range []string{path, path + backup.KeysSuffix} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v", name, info.Mode(), err)
		}
	}
	to := target(t)
	if got := restore(t, path, to); !got.Keys {
		t.Error("the keys beside the backup were not used")
	}
	for _, sql := range []string{heldKeys, `SELECT string_agg(key::text, ' ') FROM identity.keys`, `SELECT check_value::text FROM erasure.keyfile`, `SELECT count(*)::text FROM identity.sessions`} {
		if a, b := text(t, s.db.OwnerURL, sql), text(t, to.DatabaseURL, sql); a != b || a == "" {
			t.Errorf("%s was %q and is %q", sql, a, b)
		}
	}
	data, err := os.ReadFile(filepath.Join(to.DataDir, "keys.json"))
	info, _ := os.Stat(filepath.Join(to.DataDir, "keys.json"))
	if err != nil || !strings.Contains(string(data), fileKey) || info.Mode().Perm() != 0o600 {
		t.Errorf("the keys file is %q, %v", data, err)
	}
	if data, err := os.ReadFile(filepath.Join(to.DataDir, "blobs/data/of-an-upload.keys")); err != nil || string(data) != "no keys at all" {
		t.Errorf("an upload whose name ends like that of keys is %q, %v", data, err)
	}
}

func TestARestoreWithoutKeysEndsEverySession(t *testing.T) {
	s := keyed(t)
	path := s.made(t)
	alone := filepath.Join(t.TempDir(), "alone.backup")
	if err := os.Rename(path, alone); err != nil {
		t.Fatal(err)
	}
	to := target(t)
	if got := restore(t, alone, to); got.Keys {
		t.Error("the summary says that keys were used")
	}
	for sql, want := range map[string]string{
		heldKeys: "", `SELECT count(*)::text FROM identity.sessions`: "0", `SELECT count(*)::text FROM identity.accounts`: "2",
		`SELECT count(*)::text FROM identity.keys WHERE name = 'proof'`: "0", `SELECT count(*)::text FROM erasure.keyfile`: "0",
	} {
		if got := text(t, to.DatabaseURL, sql); got != want {
			t.Errorf("%s is %q", sql, got)
		}
	}
	if _, err := os.Lstat(filepath.Join(to.DataDir, "keys.json")); !errors.Is(err, fs.ErrNotExist) {
		t.Error("a keys file was restored")
	}
	// A second file that is named explicitly is used, wherever it is.
	named := target(t)
	named.Keys, named.KeysFile = path+backup.KeysSuffix, filepath.Join(t.TempDir(), "elsewhere", "the.json")
	if got := restore(t, alone, named); !got.Keys || text(t, named.DatabaseURL, heldKeys) != text(t, s.db.OwnerURL, heldKeys) {
		t.Error("the explicitly named keys were not used")
	}
	if data, err := os.ReadFile(named.KeysFile); err != nil || !strings.Contains(string(data), fileKey) {
		t.Errorf("the keys file is %q, %v", data, err)
	}
	// A second restore with the same keys file succeeds, and the keys file of another site is not overwritten.
	again := target(t)
	again.Keys, again.KeysFile = named.Keys, named.KeysFile
	restore(t, alone, again)
	if err := os.WriteFile(named.KeysFile, []byte("other keys"), 0o600); err != nil {
		t.Fatal(err)
	}
	third := target(t)
	third.Keys, third.KeysFile = named.Keys, named.KeysFile
	if _, err := backup.Restore(t.Context(), alone, third, nil); !errors.Is(err, backup.ErrNotEmpty) {
		t.Errorf("over another keys file: %v", err)
	}
	if _, err := os.Lstat(third.DataDir); !errors.Is(err, fs.ErrNotExist) {
		t.Error("a rejected restore created the data directory")
	}
}

func TestKeysOfAnotherSiteAreRejected(t *testing.T) {
	s := keyed(t)
	path := s.made(t)
	another := keyed(t)
	exec(t, another.db.OwnerURL, `UPDATE log.format SET generation = gen_random_uuid()`) // test databases are copies of one
	others := another.made(t) + backup.KeysSuffix
	whole, err := os.ReadFile(path + backup.KeysSuffix)
	if err != nil {
		t.Fatal(err)
	}
	changed := filepath.Join(t.TempDir(), "changed.keys")
	whole[len(whole)/2] ^= 1
	if err := os.WriteFile(changed, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		keys string
		want error
	}{
		"another site's": {others, backup.ErrKeys}, "changed": {changed, backup.ErrNotWhole}, "the backup itself": {path, backup.ErrKeys},
		"missing": {path + ".nowhere", fs.ErrNotExist},
	} {
		to := backup.Target{DataDir: filepath.Join(t.TempDir(), "new"), DatabaseURL: "postgres://nowhere.invalid/x", Keys: c.keys}
		if _, err := backup.Restore(t.Context(), path, to, nil); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Lstat(to.DataDir); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: the data directory was made", name)
		}
	}
}

func TestAnErasureAppliesToAnOlderBackup(t *testing.T) {
	s := keyed(t)
	s.file(t, "blobs/erased/OTHER123", "") // erased before the backup; a crash left its key
	exec(t, s.db.OwnerURL, `INSERT INTO erasure.keys (subject, key_id, wrapped) VALUES ('OTHER123', 'k3', 'left')`)
	path := s.made(t)
	s.file(t, "blobs/erased/AABBCCDD", "") // erased after the backup
	s.file(t, "blobs/erased/AABBCCDD.attrs", "{}")
	s.file(t, "blobs/erased/NOBODY12", "")
	erased, err := backup.Erased(filepath.Join(s.dir, "blobs"))
	slices.Sort(erased)
	if err != nil || !slices.Equal(erased, []string{"AABBCCDD", "NOBODY12", "OTHER123"}) {
		t.Fatalf("the list is %v, %v", erased, err)
	}
	to := target(t)
	to.Erased = erased
	got := restore(t, path, to)
	if got.Erased != 3 {
		t.Errorf("%d accounts are erased", got.Erased)
	}
	// The row of an erased account without a key prevents a new key.
	want := "AABBCCDD k1 erased\nAABBCCDE k2 " + accountKey + " 2\nNOBODY12  erased\nOTHER123 k3 erased"
	if held := text(t, to.DatabaseURL, heldKeys); held != want {
		t.Errorf("the keys are\n%s\nwant\n%s", held, want)
	}
	kept, err := backup.Erased(filepath.Join(to.DataDir, "blobs"))
	slices.Sort(kept)
	if err != nil || !slices.Equal(kept, erased) {
		t.Errorf("the restored site's list is %v, %v", kept, err)
	}
	// Without lists from the caller, the list in the backup is applied.
	alone := target(t)
	if got := restore(t, path, alone); got.Erased != 1 || !strings.Contains(text(t, alone.DatabaseURL, heldKeys), "OTHER123 k3 erased") {
		t.Errorf("%d accounts are erased", got.Erased)
	}
	// The list of another store is not copied.
	elsewhere := target(t)
	elsewhere.Blobs, elsewhere.Erased = "", erased
	restore(t, path, elsewhere)
	if held := text(t, elsewhere.DatabaseURL, heldKeys); held != want {
		t.Errorf("the keys are\n%s\nwant\n%s", held, want)
	}
	bad := target(t)
	bad.Erased = []string{"../../x"}
	if _, err := backup.Restore(t.Context(), path, bad, nil); err == nil {
		t.Error("a list with an invalid account was accepted")
	}
}

func TestOldSecondFilesAreDeletedByTheNextBackup(t *testing.T) {
	s := keyed(t)
	dir := t.TempDir()
	put := func(name string, made time.Time) string {
		path := filepath.Join(dir, name)
		source := rewritten(t, s.made(t)+backup.KeysSuffix, "keys.json", func(data string) string {
			return `{"format":2,"made":"` + made.UTC().Format(time.RFC3339) + `"}`
		})
		if err := os.Rename(source, path); err != nil {
			t.Fatal(err)
		}
		return path
	}
	now := time.Now()
	old := put("old.backup.keys", now.Add(-backup.KeysKept-time.Hour))
	young := put("young.backup.keys", now.Add(-backup.KeysKept+time.Hour))
	other := filepath.Join(dir, "other.keys") // not a second file, despite its name
	left := filepath.Join(dir, "killed.backup.keys.partial")
	for _, name := range []string{other, left} {
		if err := os.WriteFile(name, []byte("something else"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(name, time.Time{}, now.Add(-2*backup.KeysKept)); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(dir, "new.backup")
	if _, err := s.write(t, path, nil); err != nil {
		t.Fatal(err)
	}
	for name, there := range map[string]bool{old: false, left: false, young: true, other: true, path: true, path + backup.KeysSuffix: true} {
		if _, err := os.Lstat(name); (err == nil) != there {
			t.Errorf("%s: %v", filepath.Base(name), err)
		}
	}
}

func TestRebuiltRowsAreNotBackedUp(t *testing.T) {
	s := newSite(t)
	exec(t, s.db.OwnerURL, `CREATE SCHEMA IF NOT EXISTS commands; CREATE TABLE IF NOT EXISTS commands.snapshots (x text); CREATE TABLE IF NOT EXISTS commands.idempotency (x text)`)
	exec(t, s.db.OwnerURL, `CREATE TABLE commands.others (x text)`)
	made, err := s.write(t, filepath.Join(t.TempDir(), "site.backup"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, there := made.Rows["commands.others"]; !there {
		t.Error("a table of that schema is missing")
	}
	for _, name := range []string{"commands.snapshots", "commands.idempotency"} {
		if _, there := made.Rows[name]; there {
			t.Errorf("the backup contains %s", name)
		}
	}
}

func TestInboxMarksAreBackedUp(t *testing.T) {
	s := newSite(t)
	exec(t, s.db.OwnerURL, `INSERT INTO inbox.inboxes (account, change, read_before) VALUES ('AABBCCDD', 7, '2026-05-06T07:08:09.123456Z'), ('AABBCCDE', 1, NULL)`)
	exec(t, s.db.OwnerURL, `INSERT INTO inbox.marks (account, notification, read, removed) VALUES ('AABBCCDD', 'n1', true, false), ('AABBCCDD', 'n2', false, true)`)
	to := target(t)
	restore(t, s.made(t), to)
	for _, sql := range []string{
		`SELECT string_agg(i::text, E'\n' ORDER BY account) FROM inbox.inboxes i`, `SELECT string_agg(m::text, E'\n' ORDER BY notification) FROM inbox.marks m`,
	} {
		if a, b := text(t, s.db.OwnerURL, sql), text(t, to.DatabaseURL, sql); a != b || a == "" {
			t.Errorf("%s was\n%s\nand is\n%s", sql, a, b)
		}
	}
}
