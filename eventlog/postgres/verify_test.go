package postgres_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/archive"
	"github.com/modyard/modyard/platform/pgtest"
)

// files is an archive in memory.
type files map[string][]byte

func (f files) Read(_ context.Context, name string) ([]byte, error) { return f[name], nil }

func (f files) Write(_ context.Context, name string, data []byte) error {
	f[name] = data
	return nil
}

func (f files) Delete(_ context.Context, name string) error {
	delete(f, name)
	return nil
}

func TestVerifyFindsWhatIsWrongWithATruncatedLog(t *testing.T) {
	db := pgtest.Database(t)
	for what, c := range map[string]struct{ sql, want string }{
		"nothing":                          {`SELECT 1`, ""},
		"a missing event":                  {`DELETE FROM small.events WHERE position = 3500`, "event 3500 is missing"},
		"a missing first kept event":       {`DELETE FROM small.events WHERE position = 3000`, "event 3000 is missing"},
		"a missing last event":             {`DELETE FROM small.events WHERE position = 4000`, "event 4000 is missing"},
		"a revision set back":              {`UPDATE small.events SET revision = revision - 1 WHERE position = 4000`, "has revision 3998 of thing-1, expected 3999"},
		"an earlier recording time":        {`UPDATE small.events SET recorded_at = 'epoch' WHERE position = 3700`, "before the event that precedes it"},
		"a wrong last revision":            {`UPDATE small.streams SET revision = 9`, "thing-1 is listed from 1 on with revision 9"},
		"a stream without events":          {`INSERT INTO small.streams VALUES ('thing-2', 3, 0)`, "has no events"},
		"a wrong last dropped revision":    {`UPDATE small.dropped SET revision = 5`, "the last dropped one is listed as 5"},
		"dropped events without a listing": {`DELETE FROM small.dropped`, "the last dropped one is listed as -1"},
		"a moved begin":                    {`UPDATE small.kept SET first = 3100`, "events 3000 to 3099 were dropped"},
		"a head that is too far":           {`UPDATE small.log_head SET position = 4100`, "event 4001 is missing"},
	} {
		makeSmall(t, db)
		log := openSmall(t, db)
		for range 4 {
			appendMany(t, log, 1000)
		}
		stored, recorded := files{}, []archive.Range{}
		if _, err := archive.New(archive.Options{
			Log: log, Name: "small", Files: stored,
			Record: func(_ context.Context, r archive.Range) error { recorded = append(recorded, r); return nil },
			Read:   func(context.Context) (eventlog.Position, error) { return 4000, nil },
		}).Run(t.Context(), time.Now().Add(time.Hour)); err != nil || len(recorded) != 1 {
			t.Fatalf("%d ranges, %v", len(recorded), err)
		}
		asOwner(t, db, `SET session_replication_role = replica; `+c.sql)
		generation, err := log.Generation(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		report, err := archive.Verify(t.Context(), log, &archive.Reader{
			Generation: generation, Files: stored, Ranges: func(context.Context) ([]archive.Range, error) { return recorded, nil },
		})
		found := strings.Join(report.Findings, "\n")
		if err != nil || (found == "") != (c.want == "") || !strings.Contains(found, c.want) {
			t.Errorf("%s: %q, %v", what, found, err)
		}
		log.Close()
		asOwner(t, db, `DROP SCHEMA small CASCADE`)
	}
}
