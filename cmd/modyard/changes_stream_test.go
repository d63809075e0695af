package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/account"
)

func TestAWaitingReaderOfTheChangesIsAnsweredAtOnce(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	h := newHistory(t, s, 13)
	s.served(h.last)
	_, end := s.changes("", "limit=1000")
	var best time.Duration = time.Hour
	for range 5 { // other programs of a busy machine may delay one
		type answer struct {
			list []contract.Change
			next string
			at   time.Time
		}
		answered := make(chan answer, 1)
		after := end
		go func() {
			list, next := s.changes("", "wait=30&after="+after)
			answered <- answer{list, next, time.Now()}
		}()
		time.Sleep(300 * time.Millisecond)
		visible := s.served(s.happen("account-"+h.accounts[0], account.ProfileChanged{Account: h.accounts[0]}))
		got := <-answered
		end = got.next
		if len(got.list) != 1 || got.list[0].Kind != "user.updated" {
			t.Fatalf("got %v", got.list)
		}
		best = min(best, got.at.Sub(visible))
	}
	t.Logf("answered %v after the change was visible", best)
	if best > 100*time.Millisecond {
		t.Errorf("answered %v after the change was visible", best)
	}
}

func TestAStreamOfChangesIsResumed(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	h := newHistory(t, s, 17)
	s.served(h.last)
	all, _ := s.changes("", "limit=1000")
	read := func(last string, n int) (got []contract.Change, id string) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+"/v3/changes", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept", "text/event-stream")
		r.Header.Set("Last-Event-ID", last)
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		var event string
		for lines := bufio.NewScanner(res.Body); len(got) < n && lines.Scan(); {
			name, value, _ := strings.Cut(lines.Text(), ": ")
			switch {
			case name == "id":
				id = value
			case name == "event":
				event = value
			case name == "data" && event == "change":
				var c contract.Change
				if err := json.Unmarshal([]byte(value), &c); err != nil || c.Cursor != id {
					t.Fatal(value, err)
				}
				got = append(got, c)
			}
		}
		return got, id
	}
	first, id := read("", 2)
	rest, id := read(id, len(all)-2)
	if !reflect.DeepEqual(append(first, rest...), all) {
		t.Fatalf("the stream has %d and %d changes, the list %d", len(first), len(rest), len(all))
	}
	go func() {
		time.Sleep(200 * time.Millisecond)
		s.happen("account-"+h.accounts[1], account.ProfileChanged{Account: h.accounts[1]})
	}()
	if more, _ := read(id, 1); len(more) != 1 || more[0].Object.ID != h.accounts[1] {
		t.Fatal(more)
	}
}

func TestTheDocumentedClientFollowsTheChanges(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	h := newHistory(t, s, 19)
	page, err := os.ReadFile(filepath.Join(repository, "docs", "change-feed.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, program, _ := strings.Cut(string(page), "```js\n")
	program, _, found := strings.Cut(program, "```")
	if lines := strings.Count(program, "\n"); !found || lines > 20 {
		t.Fatalf("the client has %d lines", lines)
	}
	file, copied := filepath.Join(t.TempDir(), "follow.mjs"), filepath.Join(t.TempDir(), "copy.json")
	if err := os.WriteFile(file, []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second run continues
		ctx, cancel := context.WithCancel(t.Context())
		client := exec.CommandContext(ctx, "node", file, s.url, copied)
		var out bytes.Buffer
		client.Stderr = &out
		if err := client.Start(); err != nil {
			t.Fatal(err)
		}
		for range 60 {
			h.step()
		}
		s.served(h.last)
		want := map[string]any{}
		for o, document := range h.public() {
			want[o.Type+"/"+o.ID] = document
		}
		var got struct{ Documents map[string]any }
		for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
			got.Documents = nil
			if data, err := os.ReadFile(copied); err == nil && json.Unmarshal(data, &got) == nil && reflect.DeepEqual(got.Documents, want) {
				break
			}
		}
		cancel()
		_ = client.Wait() // it was killed
		if !reflect.DeepEqual(got.Documents, want) {
			t.Fatalf("the client has %d documents, the API %d\n%s", len(got.Documents), len(want), &out)
		}
	}
}
