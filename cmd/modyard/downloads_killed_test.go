package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/pause"
	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/platform/subprocess"
)

// TestKilledProcessesLoseNoAnsweredDownloadAndCountNoneTwice sends downloads to two processes that are killed at any moment, beside
// a worker that is killed too. Each visitor repeats a download with its key until it is answered.
func TestKilledProcessesLoseNoAnsweredDownloadAndCountNoneTwice(t *testing.T) {
	long(t, "kills programs")
	kills := 6
	if n, err := strconv.Atoi(os.Getenv(envKills)); err == nil {
		kills = n
	}
	ctx, stop := context.WithTimeout(context.Background(), hangs)
	defer stop()
	owner := pgtest.Migrated(t)
	logins := pgtest.Logins(t, owner)
	dirs := []string{t.TempDir(), t.TempDir()}
	shared := []string{
		"--database-url", logins.App, "--database-owner-url", logins.Owner, "--keys-file", filepath.Join(t.TempDir(), "keys.json"), "--trusted-proxies", "127.0.0.0/8",
	}
	unlimited := append([]string{"--rate-limit", "0"}, shared...)
	first, people := inhabited(ctx, t, dirs[0], shared...)
	made := &kept{}
	if err := people.author.journey(ctx, people.staff, "downloaded", made); err != nil {
		t.Fatal(err)
	}
	running := []*served{first, serve(t, dirs[1], unlimited...)}
	var urls [2]atomic.Pointer[string]
	for i, s := range running {
		urls[i].Store(&s.url)
	}
	worker := startWorker(t, shared)
	defer func() { _ = worker() }()

	var visitors, done atomic.Int64
	var senders sync.WaitGroup
	for range 8 {
		senders.Go(func() {
			for done.Load() == 0 {
				downloadOnce(ctx, t, &urls, made.versions[0], visitors.Add(1))
			}
		})
	}
	for n := range kills {
		pause.For(ctx, time.Duration(200+rand.IntN(900))*time.Millisecond) // a kill comes at any moment of an append or a batch
		if n%3 == 2 {
			_ = worker()
			worker = startWorker(t, shared)
			continue
		}
		i := rand.IntN(len(running))
		if err := running[i].Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = running[i].Wait()
		running[i] = serve(t, dirs[i], unlimited...)
		urls[i].Store(&running[i].url)
	}
	done.Store(1)
	senders.Wait()
	for _, s := range running {
		s.stop(t) // a process that ends has written what it had queued
	}
	again := serve(t, dirs[0], unlimited...)
	// verify compares what is served with a new build of the whole log.
	if out, code := tool(t, "", append([]string{"verify", "download", "--data-dir", dirs[0]}, shared...)...); code != 0 {
		t.Errorf("the counts differ from the log: %s", out)
	}
	conn, err := pgx.Connect(ctx, owner)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	var counted, recorded int64
	if err := conn.QueryRow(ctx, `select (select sum(downloads) from download.versions)::bigint, (select sum(hits) from download.verdicts)::bigint`).Scan(&counted, &recorded); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d downloads, recorded %d times through %d kills", visitors.Load(), recorded, kills)
	if counted != visitors.Load() {
		t.Errorf("%d downloads are counted, want %d", counted, visitors.Load())
	}
	again.stop(t)
}

// downloadOnce tells one of the sites of the download of a visitor until one answers.
func downloadOnce(ctx context.Context, t *testing.T, urls *[2]atomic.Pointer[string], version string, visitor int64) {
	for ctx.Err() == nil {
		url := fmt.Sprintf("%s/v3/version/%s/download?key=%d", *urls[rand.IntN(len(urls))].Load(), version, visitor)
		req, err := http.NewRequestWithContext(ctx, http.MethodPatch, url, nil)
		if err != nil {
			t.Error(err)
			return
		}
		req.Header.Set("X-Forwarded-For", fmt.Sprintf("10.%d.%d.%d", visitor>>16&255, visitor>>8&255, visitor&255))
		req.Header.Set("User-Agent", "PrismLauncher/9.1")
		answer, err := http.DefaultClient.Do(req)
		if err == nil {
			text, _ := io.ReadAll(answer.Body)
			answer.Body.Close()
			if answer.StatusCode == http.StatusNoContent {
				return
			}
			if answer.StatusCode < http.StatusInternalServerError {
				t.Errorf("%d %s", answer.StatusCode, text)
				return
			}
		}
		pause.For(ctx, 50*time.Millisecond)
	}
}

// startWorker runs a worker, and returns what kills it.
func startWorker(t *testing.T, shared []string) (kill func() error) {
	t.Helper()
	c := program(append([]string{"worker", "--private-addr", "", "--data-dir", t.TempDir()}, shared...)...)
	if err := subprocess.Start(c); err != nil {
		t.Fatal(err)
	}
	return func() error {
		_ = c.Process.Signal(syscall.SIGKILL)
		return c.Wait()
	}
}
