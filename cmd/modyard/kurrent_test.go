package main

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/eventlog/kurrent/kurrenttest"
	"github.com/modyard/modyard/platform/pause"
)

// TestTheWholeSiteRunsOnAKurrentDB runs a site whose log is in a double of a secure cluster, after copying the log from
// Postgres, while its connection is cut and its node is stopped.
func TestTheWholeSiteRunsOnAKurrentDB(t *testing.T) {
	long(t, "cuts and stops a node below whole programs")
	t.Parallel()
	ctx, cancel := context.WithTimeout(context.Background(), hangs)
	defer cancel()
	dir := siteDir(t)
	node := kurrenttest.Start(t, kurrenttest.Options{Secure: true})
	running, site := inhabited(ctx, t, dir)
	site.journey(ctx)
	running.stop(t)

	onNode := []string{"--data-dir", dir, "--log-url", node.URL()}
	if out, code := tool(t, "", append([]string{"serve", "--addr", "127.0.0.1:0", "--private-addr", ""}, onNode...)...); code == 0 || !strings.Contains(out, "modyard migrate-log") {
		t.Errorf("on a log that is not the read models': exit code %d, output:\n%s", code, out)
	}
	if out, code := tool(t, "", "migrate-log", "--from", "postgres", "--to", node.URL(), "--data-dir", dir); code != 0 || strings.Contains(out, "changeit") {
		t.Fatalf("migrate-log: exit code %d, output:\n%s", code, out)
	}
	if out, code := tool(t, "", append([]string{"config"}, onNode...)...); code != 0 || strings.Contains(out, "changeit") || !strings.Contains(out, node.Addr()) {
		t.Errorf("config: exit code %d, output:\n%s", code, out)
	}

	site.seen.Store(0) // positions of another log
	running = serve(t, dir, "--rate-limit", "0", "--log-url", node.URL())
	site.base.Store(&running.url)
	site.journey(ctx)
	cuts, stop := context.WithCancel(ctx)
	defer stop()
	cutting := make(chan struct{})
	go func() {
		defer close(cutting)
		for n := 1; pause.For(cuts, 100*time.Millisecond); n++ {
			if n%5 > 0 {
				node.CutConnections()
				continue
			}
			node.Down()
			pause.For(ctx, 300*time.Millisecond) // the outage
			if err := node.Up(); err != nil {
				t.Error(err)
			}
		}
	}()
	site.journey(ctx)
	site.journey(ctx)
	stop()
	<-cutting
	site.findAll(ctx)
	running.stop(t)
	if strings.Contains(running.errs.String(), "changeit") {
		t.Error("a log line contains the password")
	}
	for _, args := range [][]string{{"verify"}, {"rebuild", "catalog"}, {"verify"}, {"verify", "--log"}} {
		if out, code := tool(t, "", append(args, onNode...)...); code != 0 {
			t.Errorf("%v: exit code %d, output:\n%s", args, code, out)
		}
	}

	// A backup does not contain the events, and a restore requires the same log.
	file, fresh := filepath.Join(t.TempDir(), "site.backup"), filepath.Join(dataDir(t), "fresh")
	if out, code := tool(t, "", append([]string{"backup", "--to", file}, onNode...)...); code != 0 || !strings.Contains(out, "not part of the backup") {
		t.Fatalf("backup: exit code %d, output:\n%s", code, out)
	}
	other := kurrenttest.Start(t, kurrenttest.Options{})
	for wantOutput, args := range map[string][]string{"configure that store": nil, "and this one is": {"--log-url", other.URL()}} {
		if out, code := tool(t, "", append([]string{"restore", "--by", "keeper", "--reason", "disk failure", "--from", file, "--data-dir", fresh}, args...)...); code == 0 || !strings.Contains(out, wantOutput) {
			t.Errorf("restore with %v: exit code %d, output:\n%s", args, code, out)
		}
	}
	onNode[1] = fresh
	if out, code := tool(t, "", append([]string{"restore", "--by", "keeper", "--reason", "disk failure", "--from", file}, onNode...)...); code != 0 || strings.Contains(out, "changeit") {
		t.Fatalf("restore: exit code %d, output:\n%s", code, out)
	}
	running = serve(t, fresh, "--rate-limit", "0", "--log-url", node.URL())
	site.base.Store(&running.url)
	site.findAll(ctx)
	site.journey(ctx)
	running.stop(t)
	if out, code := tool(t, "", append([]string{"verify"}, onNode...)...); code != 0 {
		t.Errorf("verify: exit code %d, output:\n%s", code, out)
	}
}
