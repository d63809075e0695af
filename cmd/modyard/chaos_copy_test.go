package main

import (
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/modyard/modyard/platform/pause"
)

// backUp makes a backup while faults happen. A backup that a fault ends is tried again.
func (w *chaosWorld) backUp(ctx, ending context.Context, after time.Duration) {
	if !pause.For(ending, after) || w.node != nil { // a log in another store is not part of a backup
		return
	}
	for n := 1; ctx.Err() == nil; n++ {
		file := filepath.Join(w.t.TempDir(), fmt.Sprintf("chaos-%d.backup", n))
		out, code := w.tool("", "backup", "--to", file, "--database-owner-url", w.server.Logins().Owner)
		if code == 0 {
			w.backup, w.backups = file, n
			return
		}
		w.t.Logf("a backup failed: %s", lastLine(out))
		pause.For(ctx, 300*time.Millisecond)
	}
}

// compareCopy restores the backup of the run in another folder, when the site has ended: the copy's log proves itself, and
// it sends no letter, webhook or forwarded change before it is told.
func (w *chaosWorld) compareCopy(ctx context.Context, author *person) string {
	w.t.Helper()
	if w.node != nil {
		return "none: the log is in another store"
	}
	if w.backup == "" {
		w.t.Error("no backup was made")
		return ""
	}
	dir := filepath.Join(dataDir(w.t), "copy")
	if out, code := tool(w.t, "", "restore", "--by", "keeper", "--reason", "disk failure", "--from", w.backup, "--data-dir", dir); code != 0 {
		w.t.Errorf("restore: exit code %d, output:\n%s", code, out)
		return ""
	}
	broker := newForwarded(w.t)
	w.hooks.mu.Lock()
	var before int
	for _, h := range w.hooks.byPath {
		before += h.requests
		clear(h.got) // cursors have another generation here, and what was not queued yet in the backup has another delivery
		clear(h.delivery)
	}
	w.hooks.mu.Unlock()

	running := serve(w.t, dir, "--rate-limit", "0", "--proof-bits", "0", "--webhook-private", "127.0.0.0/8",
		"--forward-url", broker.server.URL()+"?prefix="+forwardPrefix)
	defer running.stop(w.t)
	var base atomic.Pointer[string]
	base.Store(&running.url)
	c := &client{t: w.t, base: &base, seen: &atomic.Uint64{}, session: author.session}
	if err := c.json(ctx, http.MethodPatch, "/v3/organization/"+author.hook.organization, map[string]string{"description": "在副本里改过"}, nil); err != nil {
		w.t.Error(err)
	}
	if err := c.json(ctx, http.MethodPost, "/v2/auth/password/reset", map[string]string{"username": "keeper"}, nil); err != nil {
		w.t.Error(err)
	}
	sent := func() (requests, messages, letters int) {
		w.hooks.mu.Lock()
		defer w.hooks.mu.Unlock()
		for _, h := range w.hooks.byPath {
			requests += h.requests
		}
		conn, js, err := broker.server.Connect()
		if err != nil {
			w.t.Fatal(err)
		}
		defer conn.Close()
		info, err := js.StreamInfo(forwardStream, nats.Context(ctx))
		if err != nil {
			w.t.Fatal(err)
		}
		files, _ := filepath.Glob(filepath.Join(dir, "mail", "*.eml"))
		return requests - before, int(info.State.Msgs), len(files)
	}
	pause.For(ctx, 3*time.Second) // longer than the poll of the state and of the jobs
	if requests, messages, letters := sent(); requests+messages+letters > 0 {
		w.t.Errorf("the copy has sent %d webhooks, %d messages and %d letters before it was told", requests, messages, letters)
	}
	out, code := tool(w.t, "", "verify", "--log", "--data-dir", dir)
	if code != 0 || !strings.Contains(out, "restored at") {
		w.t.Errorf("verify --log of the copy: exit code %d, output:\n%s", code, out)
	}
	if out, code := tool(w.t, "", "effects", "resume", "--data-dir", dir); code != 0 {
		w.t.Errorf("effects resume: exit code %d, output:\n%s", code, out)
	}
	for deadline := time.Now().Add(time.Minute); ; {
		requests, messages, letters := sent()
		if w.hooks.count(author.hook) > 0 && messages > 0 && letters > 0 {
			return fmt.Sprintf("attempt %d to back up; told to resume, it sent %d webhooks, %d messages and %d letters", w.backups, requests, messages, letters)
		}
		if time.Now().After(deadline) || !pause.For(ctx, 100*time.Millisecond) {
			w.t.Errorf("told to resume, the copy has sent %d webhooks, %d messages and %d letters:\n%s", requests, messages, letters, running.errs)
			return ""
		}
	}
}
