package main

import (
	"context"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/pause"
	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/platform/subprocess"
)

func TestASiteIsMovedToAnotherLogAndBack(t *testing.T) {
	long(t, "kills programs, and runs many of them")
	t.Parallel()
	ctx, cancel := context.WithTimeout(context.Background(), hangs)
	defer cancel()
	second := pgtest.Database(t)
	dir, other := siteDir(t), pgtest.Logins(t, second.OwnerURL).App
	running, site := inhabited(ctx, t, dir)
	site.journey(ctx)
	there := []string{"migrate-log", "--from", "postgres", "--to", other, "--data-dir", dir}
	if out, code := tool(t, "", there...); code == 0 || !strings.Contains(out, "stop every serve and worker") {
		t.Errorf("while it runs: exit code %d, output:\n%s", code, out)
	}
	if out, code := tool(t, "", append(there, "--ahead")...); code != 0 || !strings.Contains(out, "The site still uses the old log") {
		t.Errorf("ahead: exit code %d, output:\n%s", code, out)
	}
	site.journey(ctx)
	running.stop(t)
	for _, after := range []time.Duration{100 * time.Millisecond, 600 * time.Millisecond} { // killed at an arbitrary time
		c := program(there...)
		if err := subprocess.Start(c); err != nil {
			t.Fatal(err)
		}
		pause.For(ctx, after)
		_ = c.Process.Signal(syscall.SIGKILL)
		_ = c.Wait()
	}
	out, code := tool(t, "", there...)
	if code != 0 || !strings.Contains(out, "MODYARD_LOG_URL=postgres://") {
		t.Fatalf("exit code %d, output:\n%s", code, out)
	}
	if address := strings.SplitN(other, "@", 2)[0]; strings.Contains(address, "postgres://") && strings.Contains(out, address+"@") {
		t.Errorf("the password is printed:\n%s", out)
	}
	if out, code := tool(t, "", "serve", "--addr", "127.0.0.1:0", "--private-addr", "", "--data-dir", dir); code == 0 || !strings.Contains(out, "log in use") {
		t.Errorf("on the old log: exit code %d, output:\n%s", code, out)
	}

	running = serve(t, dir, "--rate-limit", "0", "--log-url", other)
	site.base.Store(&running.url)
	site.journey(ctx)
	site.findAll(ctx)
	if out, code := tool(t, "", "verify", "--data-dir", dir, "--log-url", other); code != 0 {
		t.Errorf("verify: exit code %d, output:\n%s", code, out)
	}
	running.stop(t)
	sealed := func(more ...string) {
		t.Helper()
		if out, code := tool(t, "", append([]string{"verify", "--log", "--data-dir", dir}, more...)...); code != 0 || strings.Contains(out, "; 0 are sealed") {
			t.Errorf("verify --log %v: exit code %d, output:\n%s", more, code, out)
		}
	}
	sealed("--log-url", other)

	if out, code := tool(t, "", "migrate-log", "--from", other, "--to", "postgres", "--data-dir", dir); code != 0 || !strings.Contains(out, "without MODYARD_LOG_URL") {
		t.Fatalf("back: exit code %d, output:\n%s", code, out)
	}
	running = serve(t, dir, "--rate-limit", "0")
	site.base.Store(&running.url)
	site.journey(ctx)
	site.findAll(ctx)
	sealed()
	// The other log is not the beginning of this one only after an event was appended only to it.
	conn, err := pgx.Connect(ctx, other)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx) //nolint:errcheck // a test's
	if _, err := conn.Exec(ctx, `SELECT log.append_one('other-1', -2, ARRAY[gen_random_uuid()], ARRAY['other.made.v1'], ARRAY['{}'::bytea], ARRAY['{"at":"2026-01-01T00:00:00Z"}'::bytea], ARRAY[]::text[], ARRAY[]::bigint[])`); err != nil {
		t.Fatal(err)
	}
	running.stop(t)
	if out, code := tool(t, "", there...); code == 0 || !strings.Contains(out, "not the beginning of the source") {
		t.Errorf("onto a log of its own: exit code %d, output:\n%s", code, out)
	}
}
