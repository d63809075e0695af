package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/until"
	"github.com/modyard/modyard/reactors/forward/natstest"
)

func TestPublicChangesArriveInTheBrokerAlsoAfterItWasAway(t *testing.T) {
	long(t, "stops a broker beside a whole program")
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), hangs)
	defer cancel()
	broker, err := natstest.Start(natstest.Options{Dir: t.TempDir(), User: "site", Password: "hunter2"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { broker.Stop() }()
	running, p := inhabited(ctx, t, siteDir(t), "--forward-url", broker.URL()+"?stream=SITE&prefix=site")
	p.journey(ctx)
	messages := arrived(ctx, t, broker, running.url, p.all[0].id)
	for of, want := range map[string]string{"of the project": "site.project.created", "of the version": "site.version.created"} {
		if !slices.ContainsFunc(messages, func(m *nats.RawStreamMsg) bool { return m.Subject == want }) {
			t.Errorf("no message %s on %s", of, want)
		}
	}

	broker.Stop()
	for range 2 {
		p.journey(ctx) // nobody waits for the broker
	}
	p.findAll(ctx)
	if broker, err = broker.Again(); err != nil {
		t.Fatal(err)
	}
	messages = arrived(ctx, t, broker, running.url, p.all[2].id)

	var first contract.Change
	if err := json.Unmarshal(messages[0].Data, &first); err != nil {
		t.Fatal(err)
	}
	want := []string{first.ID}
	for _, c := range feedAfter(ctx, t, running.url, first.Cursor) {
		want = append(want, c.ID)
	}
	var got []string
	for _, m := range messages {
		got = append(got, m.Header.Get(nats.MsgIdHdr))
	}
	if !slices.Equal(got, want) {
		t.Errorf("the broker has %d changes %v,\nthe feed %d %v", len(got), got, len(want), want)
	}
	running.stop(t)
	if strings.Contains(running.errs.String(), "hunter2") {
		t.Error("the log contains the password of the broker")
	}
}

// arrived waits until a project is public in the stream and the stream has all that the feed of the site has, and returns
// all messages.
func arrived(ctx context.Context, t *testing.T, s *natstest.Server, site, project string) []*nats.RawStreamMsg {
	t.Helper()
	conn, js, err := s.Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	var out []*nats.RawStreamMsg
	public := false
	until.Until(t, "the project "+project+" arrives with all changes", func() error {
		for {
			m, err := js.GetMsg("SITE", uint64(len(out)+1), nats.Context(ctx))
			if errors.Is(err, nats.ErrMsgNotFound) {
				break
			}
			if err != nil {
				return err
			}
			out = append(out, m)
			var c contract.Change
			if err := json.Unmarshal(m.Data, &c); err != nil {
				t.Fatal(err)
			}
			public = public || c.Object == contract.ChangedObject{Type: contract.ObjectProject, ID: project} && string(c.Document) != "null"
		}
		if !public {
			return fmt.Errorf("%d messages are there", len(out))
		}
		var last contract.Change
		if err := json.Unmarshal(out[len(out)-1].Data, &last); err != nil {
			t.Fatal(err)
		}
		if left := feedAfter(ctx, t, site, last.Cursor); len(left) > 0 {
			return fmt.Errorf("%d changes are missing", len(left))
		}
		return nil
	})
	return out
}

// feedAfter reads the change feed after a cursor to its end.
func feedAfter(ctx context.Context, t *testing.T, site, cursor string) (all []contract.Change) {
	t.Helper()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, site+"/v3/changes?limit=1000&after="+cursor, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var c contract.Change
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	return all
}
