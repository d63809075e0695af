package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/postgres"
	"github.com/modyard/modyard/platform/subprocess"
	"github.com/modyard/modyard/platform/until"
)

// logText is every event of the site in a data directory, up to a position, in the text form of Postgres.
func logText(ctx context.Context, t *testing.T, dir string, upTo int64) (text string, head int64) {
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
	err = conn.QueryRow(ctx, `SELECT coalesce(string_agg(e::text, E'\n' ORDER BY position), ''), (SELECT position FROM log.log_head)
		FROM log.events e WHERE position <= $1`, upTo).Scan(&text, &head)
	if err != nil {
		t.Fatal(err)
	}
	return text, head
}

func TestARunningSiteIsBackedUpAndRestoredInAnotherFolder(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(context.Background(), hangs)
	defer cancel()
	dir, file := siteDir(t), filepath.Join(t.TempDir(), "site.backup")
	running, site := inhabited(ctx, t, dir)
	staff, author := site.staff, site.author
	first := &kept{}
	if err := author.journey(ctx, staff, "before-the-backup", first); err != nil {
		t.Fatal(err)
	}
	// The copy appends what waits in the outbox as well; the profile of the administrator changes after the start.
	const announced = `SELECT ((SELECT count(*) FROM identity.outbox) = 0 AND EXISTS (SELECT FROM log.events WHERE type = 'account.profile-changed.v1'))::text`
	until.True(t, "the outbox is empty", func() bool { return tampered(ctx, t, dir, announced) == "true" })
	var done atomic.Bool
	var writing sync.WaitGroup
	writing.Go(func() {
		for n := 0; !done.Load(); n++ {
			if err := author.journey(ctx, staff, fmt.Sprintf("meanwhile-%d", n), &kept{}); err != nil {
				t.Error(err)
				return
			}
		}
	})
	out, code := tool(t, "", "backup", "--to", file, "--data-dir", dir)
	done.Store(true)
	writing.Wait()
	if code != 0 || !strings.Contains(out, "Backed up to "+file) {
		t.Fatalf("backup: exit code %d, output:\n%s", code, out)
	}
	for _, name := range []string{file, file + ".keys"} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v", name, err)
		}
	}

	t.Run("a folder with a site is rejected", func(t *testing.T) {
		if out, code := tool(t, "", "restore", "--by", "keeper", "--reason", "disk failure", "--from", file, "--data-dir", dir); code == 0 || !strings.Contains(out, "not empty") {
			t.Errorf("exit code %d, output:\n%s", code, out)
		}
	})
	fresh := filepath.Join(dataDir(t), "fresh")
	t.Run("a folder with an incomplete restore is rejected", func(t *testing.T) {
		if testing.Short() {
			t.Skip("kills a program: runs in make test-all")
		}
		killRestore(t, file, fresh)
		if out, code := tool(t, "", "verify", "--data-dir", fresh); code == 0 || !strings.Contains(out, "not finished") {
			t.Errorf("exit code %d, output:\n%s", code, out)
		}
	})
	if out, code = tool(t, "", "restore", "--by", "keeper", "--reason", "disk failure", "--from", file, "--data-dir", fresh); code != 0 {
		t.Fatalf("restore: exit code %d, output:\n%s", code, out)
	}
	restored := serve(t, fresh, "--rate-limit", "0")
	// The restored log is the beginning of the original one, which has grown since.
	// The event that tells the restore is appended to it.
	var head int64
	until.True(t, "the event of the restore", func() bool {
		_, head = logText(ctx, t, fresh, 0)
		all, _ := logText(ctx, t, fresh, head)
		return strings.Contains(all[strings.LastIndex(all, "\n")+1:], "log.restored.v1")
	})
	was, _ := logText(ctx, t, dir, head-1)
	now, _ := logText(ctx, t, fresh, head-1)
	if was != now || head < 2 {
		t.Errorf("the restored log of %d events differs", head)
	}
	if out, code := tool(t, "", "verify", "--data-dir", fresh); code != 0 {
		t.Errorf("verify: exit code %d, output:\n%s", code, out)
	}
	// Sessions are still valid, and the data is complete.
	site.base.Store(&restored.url)
	site.seen.Store(0)
	staff.finds(ctx, first)
	for _, path := range []string{"/v2/project/" + first.slug, "/v2/project/" + first.slug + "/version"} {
		// Addresses of files are part of events: they keep their original host.
		a, b := document(ctx, t, author, running.url+path), document(ctx, t, author, restored.url+path)
		if a != b || a == "" {
			t.Errorf("%s was\n%s\nand is\n%s", path, a, b)
		}
	}
	file1 := fileOf(ctx, t, author, restored.url, first)
	if body := document(ctx, t, author, restored.url+file1); !strings.HasPrefix(body, "PK") {
		t.Errorf("%s is not there: %.80q", file1, body)
	}
	restored.stop(t)
	running.stop(t)
}

// killRestore kills a restore as soon as it has begun to write to the folder.
func killRestore(t *testing.T, file, dir string) {
	t.Helper()
	c := program("restore", "--by", "keeper", "--reason", "disk failure", "--from", file, "--data-dir", dir)
	if err := subprocess.Start(c); err != nil {
		t.Fatal(err)
	}
	until.Until(t, "the restore begins to write", func() error {
		_, err := os.Stat(filepath.Join(dir, ".restoring", "pg"))
		return err
	})
	_ = c.Process.Signal(syscall.SIGKILL)
	_ = c.Wait()
}

// document reads a page as an account.
func document(ctx context.Context, t *testing.T, c *client, address string) string {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", c.session)
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close() //nolint:errcheck // read to its end
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Errorf("%s: %d %v", address, answer.StatusCode, err)
	}
	return string(body)
}

// fileOf is the path of the first file of a project's first version.
func fileOf(ctx context.Context, t *testing.T, c *client, base string, k *kept) string {
	t.Helper()
	var versions []struct{ Files []struct{ URL string } }
	if err := json.Unmarshal([]byte(document(ctx, t, c, base+"/v2/project/"+k.id+"/version")), &versions); err != nil {
		t.Fatal(err)
	}
	if len(versions) == 0 || len(versions[0].Files) == 0 {
		t.Fatalf("%s has no file", k.slug)
	}
	_, path, found := strings.Cut(versions[0].Files[0].URL, "/data/")
	if !found {
		t.Fatalf("%s is no address of a file", versions[0].Files[0].URL)
	}
	return "/data/" + path
}
