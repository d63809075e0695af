package main

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/node/nodetest"
	"github.com/modyard/modyard/platform/scratch"
)

// hangs is when a test of whole programs is given up. It is no limit of what the test does.
const hangs = 15 * time.Minute

// runTests runs the tests with a temporary folder of their own, so that a killed run leaves nothing.
func runTests(m *testing.M) int {
	leave, err := scratch.Enter()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer leave()
	return nodetest.Run(m)
}

func dataDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o755); err != nil { // an unprivileged Postgres must be able to read its folder
		t.Fatal(err)
	}
	return dir
}

// preparing makes the folder that siteDir copies, once for a run: it is in the temporary folder of the run.
var preparing sync.Once

// siteDir is the data directory of a site that has run, and in which nothing has happened yet. It saves a test the
// creation of a database cluster and all migrations.
func siteDir(t *testing.T) string {
	t.Helper()
	prepared := filepath.Join(os.TempDir(), "prepared")
	preparing.Do(func() {
		t.Helper()
		fresh := prepared + ".new"
		if err := os.Mkdir(fresh, 0o755); err != nil {
			t.Fatal(err)
		}
		// A tool creates the cluster and applies the migrations, for which it has no limit; the server does the rest.
		if out, code := tool(t, "", "effects", "status", "--data-dir", fresh); code != 0 {
			t.Fatalf("exit code %d, output:\n%s", code, out)
		}
		serve(t, fresh).stop(t)
		if err := os.Rename(fresh, prepared); err != nil {
			t.Fatal(err)
		}
	})
	if _, err := os.Stat(prepared); err != nil {
		t.Fatal("the site that tests copy was not made: see the first test that failed")
	}
	dir := dataDir(t)
	// The files of Postgres belong to its account.
	if out, err := exec.Command("cp", "-a", prepared+"/.", dir).CombinedOutput(); err != nil {
		t.Fatalf("copy the prepared site: %v\n%s", err, out)
	}
	return dir
}

// long skips a test in a short run.
func long(t *testing.T, why string) {
	t.Helper()
	if testing.Short() {
		t.Skip(why + ": runs in make test-all")
	}
}

// isReady says whether a site answers, and can be read completely.
func isReady(address string) error {
	answer, err := http.Get(address + "/readyz")
	if err != nil {
		return err
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("it answers %s", answer.Status)
	}
	return nil
}
