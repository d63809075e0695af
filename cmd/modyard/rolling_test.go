package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/platform/subprocess"
	"github.com/modyard/modyard/platform/until"
)

// nextRelease builds the program that simulates the next release: a read model of a higher version, and one more event
// type.
func nextRelease(t *testing.T) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "next")
	if out, code, err := subprocess.Output(exec.Command("go", "build", "-tags", "modyard_next", "-o", binary, ".")); err != nil || code != 0 {
		t.Fatalf("build the next release: %v\n%s", err, out)
	}
	return binary
}

// deployment is one database shared by two releases.
type deployment struct {
	t         *testing.T
	old, next string
	database  []string
	met       int
}

// serve starts a release with a private address for operators.
func (d *deployment) serve(binary string) (s *served, private string) {
	d.t.Helper()
	private = freeAddress(d.t)
	return serveAt(d.t, binary, d.t.TempDir(), append([]string{"--private-addr", private}, d.database...)...), private
}

// tool runs one of a release's commands to its end.
func (d *deployment) tool(binary string, args ...string) (out string, err error) {
	c := programAt(binary, append(append(args, "--data-dir", d.t.TempDir()), d.database...)...)
	text, code, err := subprocess.Output(c)
	if err == nil && code != 0 {
		err = fmt.Errorf("exit code %d", code)
	}
	return string(text), err
}

// meet sends one more browser's meeting with the frog.
func (d *deployment) meet(s *served) {
	d.t.Helper()
	d.met++
	answer, err := http.Post(s.url+"/_internal/frog", "application/json", strings.NewReader(fmt.Sprintf(`{"frog":"%022d"}`, d.met)))
	if err != nil {
		d.t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusNoContent {
		d.t.Fatalf("the frog answers %s", answer.Status)
	}
}

// sees waits until a release shows n meetings.
func (d *deployment) sees(s *served, n int) {
	d.t.Helper()
	d.until(fmt.Sprintf("%d meetings are shown", n), func() string {
		var got struct{ Count int }
		get(d.t, s.url+"/_internal/frog", &got)
		if got.Count == n {
			return ""
		}
		return fmt.Sprint(got.Count)
	})
}

// shows waits until the private address reports the version of the frog's read model in use.
func (d *deployment) shows(private string, version int) {
	d.t.Helper()
	want := fmt.Sprintf("frog: readers see v%d;", version)
	d.until(want, func() string {
		var got struct {
			Checks []struct {
				Name   string
				Detail []string
			}
		}
		get(d.t, "http://"+private+"/readyz", &got)
		for _, check := range got.Checks {
			if check.Name == "projections" && strings.Contains(strings.Join(check.Detail, "\n"), want) {
				return ""
			}
		}
		return fmt.Sprint(got)
	})
}

func (d *deployment) until(what string, lacks func() string) {
	d.t.Helper()
	until.Until(d.t, what, func() error {
		if left := lacks(); left != "" {
			return errors.New("it is " + left)
		}
		return nil
	})
}

func get(t *testing.T, url string, into any) {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(into); err != nil {
		t.Fatalf("%s: %v", url, err)
	}
}

func TestTwoReleasesAlternateOnOneDatabase(t *testing.T) {
	long(t, "builds and runs another release")
	t.Parallel()
	logins := pgtest.Logins(t, pgtest.Database(t).OwnerURL)
	d := &deployment{t: t, old: os.Args[0], next: nextRelease(t), database: []string{"--database-url", logins.App, "--keys-file", filepath.Join(t.TempDir(), "keys.json")}}
	a, atA := d.serve(d.old)
	d.meet(a)
	d.sees(a, 1)

	// Forward: the new version is built beside the old one, which stays in use; then the new one is used, and the old
	// release shows it too.
	if out, err := d.tool(d.next, "prebuild"); err != nil || !strings.Contains(out, "frog/v2 is built") {
		t.Fatalf("prebuild: %v\n%s", err, out)
	}
	d.meet(a)
	d.sees(a, 2)
	d.shows(atA, 1)
	b, atB := d.serve(d.next)
	d.shows(atB, 2)
	d.meet(a)
	d.meet(b)
	d.sees(a, 4)
	d.sees(b, 4)
	if out, err := d.tool(d.next, "feed", "0000000000000000000001"); err == nil || !strings.Contains(out, "frog.fed.v1") {
		t.Fatalf("an event that the old release does not support was written beside it: %v\n%s", err, out)
	}

	// Back: the old release, still running or restarted, uses its own version again.
	b.stop(t)
	d.shows(atA, 1)
	d.meet(a)
	d.sees(a, 5)
	a.stop(t)
	b, atB = d.serve(d.next)
	d.shows(atB, 2)
	d.meet(b)
	b.stop(t)
	a, atA = d.serve(d.old)
	d.shows(atA, 1)
	d.sees(a, 6)

	// Forward permanently: with the new event in the log the old release does not start, and reports why.
	b, atB = d.serve(d.next)
	d.shows(atB, 2)
	a.stop(t)
	if out, err := d.tool(d.next, "feed", "0000000000000000000001"); err != nil {
		t.Fatalf("feed: %v\n%s", err, out)
	}
	d.sees(b, 7)
	out, err := d.tool(d.old, "worker", "--private-addr", "")
	if err == nil || !strings.Contains(out, "frog.fed.v1") {
		t.Errorf("the old release starts over an event that it does not support: %v\n%s", err, out)
	}
	d.shows(atB, 2)
}
