package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptrace"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/platform/subprocess"
	"github.com/modyard/modyard/platform/until"
)

func TestAWaitingReaderOfTheChangesIsAnsweredAtOnce(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	h := newHistory(t, s, 13)
	s.served(h.last)
	_, end := s.changes("", "limit=1000")
	for range 3 {
		// A reader of what does not happen waits as long, and still waits when the other one is answered.
		idle, stop := context.WithCancel(t.Context())
		other := s.waiting(idle, "wait=60&kinds=version.created&after="+end)
		reader := s.waiting(t.Context(), "wait=60&after="+end)
		s.happen("account-"+h.accounts[0], account.ProfileChanged{Account: h.accounts[0]})
		got, _ := until.Receive(t, "the answer", reader)
		select {
		case <-other:
			t.Error("the wait of another reader was over first")
		default:
		}
		stop()
		if got.err != nil || len(got.list) != 1 || got.list[0].Kind != "user.updated" {
			t.Fatalf("got %v, %v", got.list, got.err)
		}
		end = got.next
	}
}

// changesAnswer is a page of the feed.
type changesAnswer struct {
	list []contract.Change
	next string
	err  error
}

// waiting sends a request to the feed, and returns when it was sent. The channel has its answer later.
func (s *testSite) waiting(ctx context.Context, query string) <-chan changesAnswer {
	s.t.Helper()
	sent, answer := make(chan struct{}), make(chan changesAnswer, 1)
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { close(sent) }})
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+"/v3/changes?"+query, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	// A connection of its own: the request is not sent again.
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	go func() {
		var a changesAnswer
		a.list, a.next, a.err = changesOf(client.Do(r))
		answer <- a
	}()
	until.Receive(s.t, "the request is sent", sent)
	return answer
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
		var out syncBuffer
		client.Stderr = &out
		if err := subprocess.Start(client); err != nil {
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
		until.Until(t, "the client has the documents of the API", func() error {
			got.Documents = nil
			data, err := os.ReadFile(copied)
			if err == nil {
				err = json.Unmarshal(data, &got)
			}
			if err != nil || !reflect.DeepEqual(got.Documents, want) {
				return fmt.Errorf("it has %d documents, the API %d: %w\n%s", len(got.Documents), len(want), err, &out)
			}
			return nil
		})
		cancel()
		_ = client.Wait() // it was killed
	}
}
