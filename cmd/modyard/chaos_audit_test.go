package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/database"
)

// auditMoves notes every step of a checkpoint in the transaction that makes it.
const auditMoves = `
CREATE SCHEMA chaos;
CREATE TABLE chaos.moves (n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text, version int, before bigint, after bigint, holder text, app text);
CREATE FUNCTION chaos.note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
    INSERT INTO chaos.moves (name, version, before, after, holder, app)
    VALUES (new.name, new.version, old.position, new.position, new.holder, current_setting('application_name'));
    RETURN NULL;
END $$;
CREATE TRIGGER note AFTER UPDATE ON runtime.checkpoints FOR EACH ROW
WHEN (new.slot = '' AND new.position <> old.position) EXECUTE FUNCTION chaos.note();`

// books is what was answered, against what the log holds.
type books struct {
	commands map[string]*command // by the id that their events carry
	outcomes map[string]int
	events   int
	moves    int
	terms    int
}

func (w *chaosWorld) books(authors []*person, staff *person) *books {
	b := &books{commands: map[string]*command{}, outcomes: map[string]int{}}
	for _, p := range append(slices.Clone(authors), staff) {
		for _, c := range p.sent {
			b.commands[c.id(p.account)] = c
			b.outcomes[c.outcome]++
		}
	}
	return b
}

// audit reads the log and the checkpoints' steps.
func (w *chaosWorld) audit(ctx context.Context, b *books) {
	w.t.Helper()
	log, done := w.openLog(ctx)
	defer done()
	stands := map[string]int{} // events of each command
	ids := map[eventlog.EventID]bool{}
	head, err := log.Head(ctx)
	if err != nil {
		w.t.Fatal(err)
	}
	for batch, err := range log.Follow(ctx, 0, eventlog.Filter{}) { // which fails where a position is missing
		if err != nil {
			w.t.Fatal(err)
		}
		for _, e := range batch.Events {
			if ids[e.ID] {
				w.t.Errorf("event %s stands twice, again at %d", e.ID, e.Position)
			}
			ids[e.ID] = true
			stands[e.Meta.Command]++
		}
		if batch.UpTo >= head {
			break
		}
	}
	b.events = len(ids)
	for id, c := range b.commands {
		n := stands[id]
		switch {
		case c.outcome == succeeded && n == 0:
			w.t.Errorf("%s was answered with success and is not in the log", c)
		case c.outcome == refused && n > 0:
			w.t.Errorf("%s was refused (%s) and has %d events in the log", c, c.said, n)
		}
		// The events of one decision are numbered; a second decision would number others, or these again.
		for i := range n {
			if !ids[eventlog.DeriveEventID(id, i)] {
				w.t.Errorf("%s has %d events, and not the one numbered %d: it was decided twice", c, n, i)
			}
		}
	}
	w.auditMoves(ctx, b)
}

// auditMoves checks that each checkpoint went from step to step, under one term after the other, each of one process.
func (w *chaosWorld) auditMoves(ctx context.Context, b *books) {
	w.t.Helper()
	conn, err := database.ConnectOwner(ctx, w.server.URL())
	if err != nil {
		w.t.Fatal(err)
	}
	defer conn.Close(ctx) //nolint:errcheck // a test's
	rows, err := conn.Query(ctx, `SELECT name, version, before, after, holder, app FROM chaos.moves ORDER BY n`)
	if err != nil {
		w.t.Fatal(err)
	}
	type state struct {
		at     int64
		holder string
		ended  map[string]bool
	}
	states, apps := map[string]*state{}, map[string]string{}
	var name, holder, app string
	var version int
	var before, after int64
	_, err = pgx.ForEachRow(rows, []any{&name, &version, &before, &after, &holder, &app}, func() error {
		key := fmt.Sprintf("%s/v%d", name, version)
		s := states[key]
		if s == nil {
			s = &state{ended: map[string]bool{}}
			states[key] = s
		}
		b.moves++
		if before != s.at || after <= before {
			w.t.Errorf("%s went from %d to %d, and stood at %d", key, before, after, s.at)
		}
		s.at = after
		if holder != s.holder {
			b.terms++
			s.ended[s.holder] = true
			s.holder = holder
		}
		if holder == "" || s.ended[holder] {
			w.t.Errorf("%s was moved to %d by %q after another had taken over", key, after, holder)
		}
		if known, found := apps[key+holder]; found && known != app {
			w.t.Errorf("%s was moved by %s and %s in one term", key, known, app)
		}
		apps[key+holder] = app
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
	if b.moves == 0 {
		w.t.Error("no checkpoint moved")
	}
}
