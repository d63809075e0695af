package main

import (
	"context"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog/seal"
	"github.com/modyard/modyard/platform/postgres"
)

// tampered runs SQL as the owner of a running site's database, with its triggers disabled, and returns the first value.
func tampered(ctx context.Context, t *testing.T, dir, sql string) (value string) {
	t.Helper()
	logins, err := postgres.Join(ctx, dir)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(ctx, logins.Owner)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx) //nolint:errcheck // a test's
	if _, err := conn.Exec(ctx, `SET session_replication_role = replica`); err != nil {
		t.Fatal(err)
	}
	if err := conn.QueryRow(ctx, sql).Scan(&value); err != nil {
		t.Fatal(err)
	}
	return value
}

func TestTheLogOfASiteProvesItselfThroughARestoreAndFindsATampering(t *testing.T) {
	long(t, "runs many whole programs")
	t.Parallel()
	ctx, cancel := context.WithTimeout(context.Background(), hangs)
	defer cancel()
	dir, file := siteDir(t), filepath.Join(t.TempDir(), "site.backup")
	running, site := inhabited(ctx, t, dir)
	site.journey(ctx)
	if out, code := tool(t, "", "backup", "--to", file, "--data-dir", dir); code != 0 {
		t.Fatalf("backup: exit code %d, output:\n%s", code, out)
	}
	site.journey(ctx)
	running.stop(t) // makes a checkpoint of all events
	succeeds := func(want string, args ...string) string {
		t.Helper()
		out, code := tool(t, "", args...)
		if code != 0 || !strings.Contains(out, want) {
			t.Fatalf("%v: exit code %d, output:\n%s", args, code, out)
		}
		return out
	}
	fails := func(want string, args ...string) {
		t.Helper()
		if out, code := tool(t, "", args...); code == 0 || !strings.Contains(out, want) {
			t.Errorf("%v: exit code %d, output:\n%s", args, code, out)
		}
	}
	succeeds("the last checkpoint outside the database covers", "verify", "--log", "--data-dir", dir)

	fresh := filepath.Join(dataDir(t), "fresh")
	restore := []string{"restore", "--from", file, "--data-dir", fresh, "--erased", dir, "--reason", "disk failure", "--by"}
	fails("no such account", append(restore, "nobody")...)
	succeeds("Restored", append(restore, "keeper")...)
	fails("its end was cut off", "verify", "--log", "--data-dir", fresh) // the site was not started, so nothing tells the restore
	restored := serve(t, fresh, "--rate-limit", "0", "--proof-bits", "0")
	site.base.Store(&restored.url)
	site.seen.Store(0)
	site.staff.finds(ctx, site.all[0])
	site.journey(ctx)
	restored.stop(t)
	out := succeeds("restored at", "verify", "--log", "--data-dir", fresh)
	if !strings.Contains(out, "was abandoned") {
		t.Errorf("verify --log: %s", out)
	}

	restored = serve(t, fresh)
	defer restored.stop(t)
	event := tampered(ctx, t, fresh, `SELECT id::text FROM log.events WHERE type LIKE 'project.submitted%' ORDER BY position LIMIT 1`)
	var proof seal.Proof
	if err := json.Unmarshal([]byte(succeeds(event, "prove", event, "--data-dir", fresh)), &proof); err != nil || proof.Leaf.Event != event {
		t.Errorf("proof %+v, %v", proof, err)
	}
	fails("parse event id", "prove", "nothing", "--data-dir", fresh)
	succeeds("now in use", "rebuild", "frog", "--data-dir", fresh)
	tampered(ctx, t, fresh, `UPDATE log.events SET meta = replace(convert_from(meta, 'UTF8'), '"role":"', '"role":"x')::bytea WHERE id = '`+event+`' RETURNING 'x'`)
	fails(event, "verify", "--log", "--data-dir", fresh)
	fails("were not replaced", "rebuild", "frog", "--data-dir", fresh)
	succeeds("now in use", "rebuild", "frog", "--unverified", "--data-dir", fresh)
}
