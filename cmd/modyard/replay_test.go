package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/subprocess"
)

// past are hits of two projects: fifty at one time, the others an hour later.
func past(projects ...string) (hits []download.Hit) {
	begin := time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC)
	for n := range 80 {
		at := begin
		if n >= 50 {
			at = begin.Add(time.Hour)
		}
		hits = append(hits, download.Hit{At: at, Visitor: download.Visitor{byte(n)}, Project: projects[n%len(projects)], Version: "Version1"})
	}
	return hits
}

// replayed runs the command on the site and returns the lines of the file.
func (s *testSite) replayed(c replayDownloadsCmd) []string {
	s.t.Helper()
	file := filepath.Join(s.t.TempDir(), "hits.jsonl")
	c.To = "jsonl:" + file
	if c.Speed == "" {
		c.Speed = "max"
	}
	if err := c.Run(environmentOf(s.t, s.Config)); err != nil {
		s.t.Fatal(err)
	}
	return linesOf(s.t, file)
}

func linesOf(t *testing.T, file string) []string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.SplitAfter(string(bytes.TrimSuffix(data, []byte("\n"))), "\n")
}

func TestTheCommandReplaysWhatWasAskedFor(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	s.happened(past("ProjOne1", "ProjTwo2"))
	s.happened(past("ProjOne1"))
	all := s.replayed(replayDownloadsCmd{})
	if len(all) != 160 || !strings.HasPrefix(all[80], `{"cursor":"2.0","at":"2026-03-01T08:00:00Z","project":"ProjOne1"`) {
		t.Fatalf("%d lines, the second event begins with %s", len(all), all[min(len(all)-1, 80)])
	}
	at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		command replayDownloadsCmd
		lines   int
	}{
		"later":            {replayDownloadsCmd{From: at}, 60},
		"earlier":          {replayDownloadsCmd{Until: at}, 100},
		"one project":      {replayDownloadsCmd{Project: "ProjTwo2"}, 40},
		"behind an event":  {replayDownloadsCmd{After: "1"}, 80},
		"behind a hit":     {replayDownloadsCmd{After: "1.78"}, 81},
		"nothing":          {replayDownloadsCmd{After: "2"}, 1},
		"all of it at all": {replayDownloadsCmd{From: at.Add(-time.Hour), Until: at.Add(time.Hour), Speed: "1000000000x"}, 160},
	} {
		if got := s.replayed(c.command); len(got) != c.lines {
			t.Errorf("%s: %d lines, want %d", name, len(got), c.lines)
		}
	}
	for name, c := range map[string]replayDownloadsCmd{
		"a speed that is none": {Speed: "fast", To: "stdout"}, "a cursor that is none": {Speed: "max", After: "x", To: "stdout"}, "a cursor of another log": {Speed: "max", After: "3", To: "stdout"},
		"a destination that is none": {Speed: "max", To: "tape"},
		"no time":                    {Speed: "max", From: at, Until: at, To: "stdout"},
		"two places":                 {Speed: "max", Resume: true, After: "1", To: "jsonl:" + filepath.Join(t.TempDir(), "x")},
	} {
		if err := c.Run(environmentOf(t, s.Config)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestAKilledReplayIsContinuedWithoutAHitLostOrDoubled(t *testing.T) {
	if testing.Short() {
		t.Skip("kills a program")
	}
	t.Parallel()
	s := newTestSite(t)
	s.happened(past("ProjOne1"))
	s.happened(past("ProjTwo2"))
	whole := s.replayed(replayDownloadsCmd{})
	file := filepath.Join(t.TempDir(), "hits.jsonl")
	// At its real speed it waits an hour behind the first fifty hits.
	c := program("replay", "downloads", "--to", "jsonl:"+file, "--speed", "1x", "--data-dir", s.Config.DataDir)
	c.Env = append(c.Env, "MODYARD_DATABASE_URL="+s.Config.DatabaseURL, "MODYARD_DATABASE_OWNER_URL="+s.Config.DatabaseOwnerURL)
	var said bytes.Buffer
	c.Stderr = &said
	if err := subprocess.Start(c); err != nil {
		t.Fatal(err)
	}
	s.until("it has written fifty hits", func() bool {
		data, err := os.ReadFile(file)
		return err == nil && bytes.Count(data, []byte("\n")) == 50
	})
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait() // it was killed
	half, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := half.WriteString(whole[50][:30]); err != nil { // as if it had been killed in a write
		t.Fatal(err)
	}
	if err := half.Close(); err != nil {
		t.Fatal(err)
	}
	if err := (&replayDownloadsCmd{To: "jsonl:" + file, Speed: "max"}).Run(environmentOf(t, s.Config)); err == nil || !strings.Contains(err.Error(), "--resume") {
		t.Errorf("the file of a killed run is written over: %v", err)
	}
	if err := (&replayDownloadsCmd{To: "jsonl:" + file, Speed: "max", Resume: true}).Run(environmentOf(t, s.Config)); err != nil {
		t.Fatalf("%v\n%s", err, &said)
	}
	if got := linesOf(t, file); strings.Join(got, "") != strings.Join(whole, "") {
		t.Errorf("the continued file has %d lines, want %d", len(got), len(whole))
	}
}

func TestTheRightOfAnAnalystIsGivenAndTakenByAnAdministrator(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	session, boss := s.person("analyst", identity.RoleUser), s.person("boss", identity.RoleAdmin)
	s.happened(past("ProjOne1"))
	made := s.ask(session, http.MethodPost, "/v2/pat", map[string]any{"name": "notebook", "scopes": identity.ScopeAnalytics | identity.ScopeUserRead, "expires": time.Now().AddDate(0, 1, 0)})
	var pat struct {
		Token string `json:"access_token"`
	}
	if err := json.Unmarshal(made.Body, &pat); err != nil || pat.Token == "" {
		t.Fatalf("%d %s", made.Status, made.Body)
	}
	lines := func(auth string) int {
		t.Helper()
		got := s.ask(auth, http.MethodGet, "/v3/analytics/events", nil)
		if got.Status != http.StatusOK {
			t.Fatalf("%d %s", got.Status, got.Body)
		}
		if n := bytes.Count(got.Body, []byte(`"visitor"`)); n != bytes.Count(got.Body, []byte("\n")) {
			t.Errorf("%d of the lines have a visitor", n)
		}
		return bytes.Count(got.Body, []byte("\n"))
	}
	change := func(by string, revoke bool) error {
		return (&adminAnalystCmd{adminRight{Username: "analyst", By: by, Reason: "evaluates the launchers", Revoke: revoke}}).Run(environmentOf(t, s.Config))
	}
	if n := lines(session) + lines(boss) + lines(pat.Token); n != 0 {
		t.Errorf("without the right they read %d hits of others", n)
	}
	if err := change("analyst", false); err == nil {
		t.Error("an account gives the right to itself")
	}
	if err := change("nobody", false); err == nil {
		t.Error("an account that does not exist gives the right")
	}
	for range 2 { // a second time changes nothing
		if err := change("boss", false); err != nil {
			t.Fatal(err)
		}
	}
	if a, b, c := lines(session), lines(pat.Token), lines(boss); a != 80 || b != 80 || c != 0 {
		t.Errorf("the analyst reads %d and %d hits, an administrator %d", a, b, c)
	}
	for _, path := range []string{"/v2/user", "/v3/user", "/v3/user/analyst"} {
		if body := string(s.ask(session, http.MethodGet, path, nil).Body); !strings.Contains(body, `"role":"developer"`) || strings.Count(body, "analyst") != strings.Count(body, `"username":"analyst"`)+strings.Count(body, "analyst@") {
			t.Errorf("%s shows the right: %s", path, body)
		}
	}
	if err := change("boss", true); err != nil {
		t.Fatal(err)
	}
	if n := lines(session) + lines(pat.Token); n != 0 {
		t.Errorf("without the right they read %d hits of others", n)
	}
	id := read[struct{ ID string }](s, session, "/v2/user").ID
	var events []string
	for e, err := range s.Core.Log.Stream(t.Context(), "account-"+id, 0) {
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(e.Type, "account.right") {
			events = append(events, e.Type+" as "+e.Meta.Role)
		}
	}
	if got := strings.Join(events, ", "); got != "account.right-granted.v1 as admin, account.right-revoked.v1 as admin" {
		t.Errorf("the log has %s", got)
	}
}
