package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/until"
)

// happen appends events to a stream of a running site.
func (s *testSite) happen(stream string, payloads ...any) eventlog.Position {
	s.t.Helper()
	var events []eventlog.Event
	for _, p := range payloads {
		typ, data, err := s.Core.Codec.Encode(p)
		if err != nil {
			s.t.Fatal(err)
		}
		events = append(events, eventlog.Event{ID: eventlog.NewEventID(), Type: typ, Data: data, Meta: eventlog.Metadata{At: time.Now()}})
	}
	receipt, err := s.Log.Append(s.t.Context(), eventlog.Write{Stream: stream, Expected: eventlog.Any, Events: events})
	if err != nil {
		s.t.Fatal(err)
	}
	return receipt.Position
}

// served waits until the feed serves a position: its end is then the leaf of that position, or a later one.
func (s *testSite) served(position eventlog.Position) {
	s.t.Helper()
	until.Until(s.t, fmt.Sprintf("the feed serves %d", position), func() error {
		var leaf int64
		err := s.DB.Pool.QueryRow(s.t.Context(), `select leaf from seal.leaves where position >= $1 order by leaf limit 1`, int64(position)).Scan(&leaf)
		if err != nil {
			return err
		}
		_, end := s.changes("", "after=now")
		_, at, _ := strings.Cut(end, ".")
		if n, err := strconv.ParseInt(at, 10, 64); err != nil || n < leaf {
			return fmt.Errorf("it ends with %q, before the leaf %d", end, leaf)
		}
		return nil
	})
}

// changes reads a page of the feed.
func (s *testSite) changes(auth, query string) (list []contract.Change, next string) {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.url+"/v3/changes?"+query, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	if auth != "" {
		r.Header.Set("Authorization", auth)
	}
	list, next, err = changesOf(http.DefaultClient.Do(r))
	if err != nil {
		s.t.Fatalf("GET /v3/changes?%s: %v", query, err)
	}
	return list, next
}

// changesOf reads an answer of the feed.
func changesOf(res *http.Response, err error) (list []contract.Change, next string, _ error) {
	if err != nil {
		return nil, "", err
	}
	defer res.Body.Close()
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var c contract.Change
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil || res.StatusCode != http.StatusOK {
			return nil, "", fmt.Errorf("%d %s", res.StatusCode, lines.Bytes())
		}
		list = append(list, c)
	}
	return list, res.Header.Get("Next-Cursor"), lines.Err()
}

func TestTheChangesShowNothingPrivate(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	w := newAuthorised(t, s, 0)
	draft, public := w.project("owner", "", false), w.project("owner", "", true)
	hidden := w.collection("private")
	w.report()
	w.invited(w.organization("guest", false), "/v3/organization/")
	s.served(eventlog.Position(w.position))
	about := func(auth string) (objects map[string]bool) {
		f := &follower{}
		f.catchUp(s, auth, 1000)
		objects = map[string]bool{}
		for _, c := range f.seen {
			objects[c.Object.ID] = true
		}
		return objects
	}
	anonymous := &follower{}
	anonymous.catchUp(s, "", 1000)
	for _, c := range anonymous.seen {
		if answer := s.ask("", http.MethodGet, "/v3/"+c.Object.Type+"/"+c.Object.ID, nil); answer.Status != http.StatusOK {
			t.Errorf("the feed names %v, which the API answers with %d", c.Object, answer.Status)
		}
		for _, secret := range []string{draft["id"], draft["version"], hidden["id"]} {
			if data, _ := json.Marshal(c); bytes.Contains(data, []byte(secret)) {
				t.Errorf("the feed contains the private id %s: %s", secret, data)
			}
		}
	}
	type shown struct{ draft, version, collection bool }
	for name, c := range map[string]struct {
		auth string
		want shown
	}{
		"nobody":              {"", shown{}},
		"a stranger":          {w.person("stranger").session, shown{}},
		"a moderator":         {w.person("moderator").session, shown{}},
		"the owner":           {w.person("owner").session, shown{true, true, true}},
		"a token for nothing": {w.token("owner", identity.ScopeUserRead), shown{}},
		"of projects":         {w.token("owner", identity.ScopeProjectRead), shown{draft: true}},
		"of versions":         {w.token("owner", identity.ScopeVersionRead), shown{version: true}},
		"of collections":      {w.token("owner", identity.ScopeCollectionRead), shown{collection: true}},
	} {
		objects := about(c.auth)
		if got := (shown{objects[draft["id"]], objects[draft["version"]], objects[hidden["id"]]}); got != c.want {
			t.Errorf("%s: got %v, want %v", name, got, c.want)
		}
		if !objects[public["id"]] || !objects[public["version"]] {
			t.Errorf("%s does not see the public project", name)
		}
	}
}

func TestTheChangesAreReadFromCursorsAndFiltered(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	h := newHistory(t, s, 11)
	for range 120 {
		h.step()
	}
	s.served(h.last)
	all, end := s.changes("", "limit=1000")
	status := func(query string, want int, code string) {
		t.Helper()
		answer := s.ask("", http.MethodGet, "/v3/changes?"+query, nil)
		if answer.Status != want || !strings.Contains(string(answer.Body), code) {
			t.Errorf("GET /v3/changes?%s: %d %s", query, answer.Status, answer.Body)
		}
	}
	generation, leaf, _ := strings.Cut(end, ".")
	status("after="+strings.Repeat("0", len(generation))+"."+leaf, http.StatusGone, "cursor_gone")
	for _, bad := range []string{"after=x", "after=" + generation, "after=" + generation + ".-1", "after=" + generation + ".999999999", "after=" + end + ".1.1", "limit=0", "limit=x", "wait=61", "kinds=project.eaten", "types=report", "project=%2e"} {
		status(bad, http.StatusBadRequest, "invalid_input")
	}
	if list, next := s.changes("", "after=now"); len(list) > 0 || next != end {
		t.Errorf("after=now: %d changes, cursor %s instead of %s", len(list), next, end)
	}
	check := func(query string, keep func(contract.Change) bool) {
		t.Helper()
		want := slices.DeleteFunc(slices.Clone(all), func(c contract.Change) bool { return !keep(c) })
		if got, next := s.changes("", "limit=1000&"+query); !reflect.DeepEqual(got, want) || next != end || len(want) == 0 {
			t.Errorf("%s: %d changes, expected %d", query, len(got), len(want))
		}
	}
	check("kinds=project.updated,version.created", func(c contract.Change) bool { return c.Kind == "project.updated" || c.Kind == "version.created" })
	check("types=organization", func(c contract.Change) bool { return c.Object.Type == "organization" })
	var some contract.Change
	for _, c := range all {
		if c.Kind == "version.created" {
			some = c
		}
	}
	of := h.of[some.Object.ID]
	check("project="+of, func(c contract.Change) bool { return c.Object.ID == of || h.of[c.Object.ID] == of })

	owner, err := pgx.Connect(t.Context(), s.DB.OwnerURL)
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Close(t.Context())
	if _, err := owner.Exec(t.Context(), `insert into seal.restores (account, reason) values ('nobody', 'a restore')`); err != nil {
		t.Fatal(err)
	}
	status("after="+end, http.StatusGone, "cursor_gone")
	if again, _ := s.changes("", "limit=1000"); len(again) < len(all) {
		t.Errorf("after a restore the feed has %d changes of %d", len(again), len(all))
	}
}
