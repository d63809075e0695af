package kurrent_test

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"github.com/kurrent-io/KurrentDB-Client-Go/kurrentdb"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/kurrent"
	"github.com/modyard/modyard/eventlog/kurrent/kurrenttest"
)

func TestTheNameOfALogContainsTheIDOfItsDatabase(t *testing.T) {
	a, b := kurrenttest.Start(t, kurrenttest.Options{}), kurrenttest.Start(t, kurrenttest.Options{})
	names := make([]string, 8)
	var all sync.WaitGroup
	for i := range names { // concurrently
		all.Go(func() {
			log, err := kurrent.Open(within(t), a.URL(), kurrent.WithLogger(silent()))
			if err != nil {
				t.Error(err)
				return
			}
			defer log.Close()
			names[i] = log.Engine()
			if generation, err := log.Generation(within(t)); err != nil || "kurrent "+generation != names[i] {
				t.Errorf("the generation of %q is %q, %v", names[i], generation, err)
			}
		})
	}
	all.Wait()
	for _, name := range names {
		if name != names[0] || !strings.HasPrefix(name, "kurrent ") || eventlog.Dense(name) {
			t.Errorf("the log is named %q and %q", names[0], name)
		}
	}
	if other := open(t, b.URL()).Engine(); other == names[0] {
		t.Errorf("two databases are named %q", other)
	}
	if again := open(t, a.URL()).Engine(); again != names[0] {
		t.Errorf("the database was named %q and is named %q", names[0], again)
	}
}

// put writes a record like another program.
func put(t *testing.T, client *kurrentdb.Client, stream, typ, data string) {
	t.Helper()
	if _, err := client.AppendToStream(within(t), stream, kurrentdb.AppendToStreamOptions{}, kurrentdb.EventData{
		EventType: typ, ContentType: kurrentdb.ContentTypeJson, Data: []byte(data), Metadata: []byte(`{}`),
	}); err != nil {
		t.Fatal(err)
	}
}

func TestADatabaseOfAnotherFormatIsRejected(t *testing.T) {
	for what, c := range map[string]struct {
		naming    string // empty: none
		used      bool
		wantError string // empty: it is accepted
	}{
		"new":                                 {},
		"with events and no name":             {used: true, wantError: "no record of their format"},
		"with a name without format":          {naming: `{}`},
		"of format 1":                         {naming: `{"format":1}`},
		"with events and without format":      {naming: `{}`, used: true, wantError: "events of format 1"},
		"with events of format 1":             {naming: `{"format":1}`, used: true, wantError: "events of format 1"},
		"with a name that cannot be read":     {naming: `"x"`, used: true, wantError: "events of format 1"},
		"with events of format 2":             {naming: `{"format":2}`, used: true},
		"of a later format":                   {naming: `{"format":3}`, wantError: "a later program"},
		"of a later format and used":          {naming: `{"format":3}`, used: true, wantError: "a later program"},
		"of format 2 with members of its own": {naming: `{"format":2,"site":"x"}`, used: true},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			server := kurrenttest.Start(t, kurrenttest.Options{})
			client := official(t, server.URL())
			put(t, client, "Orders", "OrderPlaced", `{}`) // records of another program are not events
			if c.naming != "" {
				put(t, client, "modyard", "DatabaseNamed", c.naming)
			}
			if c.used {
				put(t, client, fresh(), "thing.happened.v1", `{}`)
			}
			log, err := kurrent.Open(within(t), server.URL(), kurrent.WithLogger(silent()))
			if c.wantError != "" {
				if err == nil || !strings.Contains(err.Error(), c.wantError) {
					t.Errorf("it gave %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			defer log.Close()
			stream, err := client.ReadStream(within(t), "modyard", kurrentdb.ReadStreamOptions{Direction: kurrentdb.Backwards, From: kurrentdb.End{}}, 1)
			if err != nil {
				t.Fatal(err)
			}
			defer stream.Close()
			record, err := stream.Recv()
			if err != nil {
				t.Fatal(err)
			}
			var stored struct{ Format int }
			if err := json.Unmarshal(record.Event.Data, &stored); err != nil || stored.Format != 2 || log.Engine() != "kurrent "+record.Event.EventID.String() {
				t.Errorf("%s is recorded as %s %s", log.Engine(), record.Event.EventID, record.Event.Data)
			}
		})
	}
}
