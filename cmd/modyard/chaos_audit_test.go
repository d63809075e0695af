package main

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/database"
)

// auditMoves records every change of a checkpoint in the same transaction.
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

// books compares the answers with the content of the log.
type books struct {
	commands map[string]*command // by the id in their events
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

// audit reads the log and the recorded changes of checkpoints.
func (w *chaosWorld) audit(ctx context.Context, b *books) {
	w.t.Helper()
	log, done := w.openLog(ctx)
	defer done()
	eventCount := map[string]int{} // events of each command
	ids := map[eventlog.EventID]bool{}
	var order []string
	for batch, err := range log.Read(ctx, 0, math.MaxUint64, eventlog.Filter{}) { // it fails at a missing position
		if err != nil {
			w.t.Fatal(err)
		}
		for _, e := range batch.Events {
			if ids[e.ID] {
				w.t.Errorf("event %s is a duplicate, again at %d", e.ID, e.Position)
			}
			ids[e.ID] = true
			order = append(order, e.ID.String())
			eventCount[e.Meta.Command]++
		}
	}
	b.events = len(ids)
	for id, c := range b.commands {
		n := eventCount[id]
		switch {
		case c.outcome == succeeded && n == 0:
			w.t.Errorf("%s was answered with success and is not in the log", c)
		case c.outcome == refused && n > 0:
			w.t.Errorf("%s was rejected (%s) and has %d events in the log", c, c.reply, n)
		}
		// The events of one decision are numbered; a second decision would add other numbers, or repeat these.
		for i := range n {
			if !ids[eventlog.DeriveEventID(id, i)] {
				w.t.Errorf("%s has %d events, and not the one numbered %d: it was decided twice", c, n, i)
			}
		}
	}
	w.auditSeal(ctx, order)
	w.auditMoves(ctx, b)
}

// auditSeal checks that the leaves of the seal are the events of the log in their order, without a gap.
func (w *chaosWorld) auditSeal(ctx context.Context, order []string) {
	w.t.Helper()
	conn, err := database.ConnectOwner(ctx, w.server.URL())
	if err != nil {
		w.t.Fatal(err)
	}
	defer conn.Close(ctx) //nolint:errcheck // a test's
	var size int64
	if err := conn.QueryRow(ctx, `SELECT size FROM seal.tree`).Scan(&size); err != nil || size != int64(len(order)) {
		w.t.Errorf("the seal covers %d of %d events, %v", size, len(order), err)
	}
	rows, err := conn.Query(ctx, `SELECT leaf, event_id::text FROM seal.leaves ORDER BY leaf`)
	if err != nil {
		w.t.Fatal(err)
	}
	var leaf int64
	var id string
	next := 0
	if _, err := pgx.ForEachRow(rows, []any{&leaf, &id}, func() error {
		if int(leaf) != next || next >= len(order) || order[next] != id {
			return fmt.Errorf("leaf %d is event %s, expected leaf %d", leaf, id, next)
		}
		next++
		return nil
	}); err != nil || next != len(order) {
		w.t.Errorf("%d of %d events are leaves of the seal in their order: %v", next, len(order), err)
	}
}

// auditMoves checks that each checkpoint advanced step by step, in consecutive terms, each of one process.
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
			w.t.Errorf("%s changed from %d to %d, but was at %d", key, before, after, s.at)
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
