package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
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
	"github.com/modyard/modyard/platform/until"
)

// patient sends a request to the feed. The channel is closed when it was answered; leave gives it up.
func (s *testSite) patient(query string) (answered <-chan struct{}, leave func()) {
	s.t.Helper()
	ctx, leave := context.WithCancel(s.t.Context())
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+"/v3/changes?"+query, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			return
		}
		defer res.Body.Close()
		if _, err := io.Copy(io.Discard, res.Body); err == nil {
			close(done)
		}
	}()
	return done, leave
}

func TestAWaitingReaderOfTheChangesIsAnsweredAtOnce(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	h := newHistory(t, s, 13)
	s.served(h.last)
	_, end := s.changes("", "limit=1000")
	for range 5 { // some of the readers wait before the change
		type answer struct {
			list []contract.Change
			next string
		}
		answered := make(chan answer, 1)
		after := end
		go func() {
			list, next := s.changes("", "wait=30&after="+after)
			answered <- answer{list, next}
		}()
		// The change is of no interest to this reader, which is answered when its wait ends.
		patient, leave := s.patient("wait=30&types=collection&after=" + after)
		defer leave()
		s.happen("account-"+h.accounts[0], account.ProfileChanged{Account: h.accounts[0]})
		select {
		case got := <-answered:
			end = got.next
			if len(got.list) != 1 || got.list[0].Kind != "user.updated" {
				t.Fatalf("got %v", got.list)
			}
		case <-patient:
			t.Fatal("the reader was answered only when its wait ended")
		}
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
	s.happen("account-"+h.accounts[1], account.ProfileChanged{Account: h.accounts[1]})
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
		until.Until(t, "the client has the documents of the API", func() error {
			var got struct{ Documents map[string]any }
			if data, err := os.ReadFile(copied); err != nil {
				return err
			} else if err := json.Unmarshal(data, &got); err != nil {
				return err
			}
			if !reflect.DeepEqual(got.Documents, want) {
				return fmt.Errorf("it has %d of %d, or others", len(got.Documents), len(want))
			}
			return nil
		})
		cancel()
		_ = client.Wait() // it was killed
		if t.Failed() {
			t.Log(out.String())
		}
	}
}
