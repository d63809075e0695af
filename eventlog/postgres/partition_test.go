package postgres_test

import (
	"context"
	"testing"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/eventlogtest"
	"github.com/modyard/modyard/platform/pgtest"
)

func TestAppendsAndReadsContinueInTheNextPartition(t *testing.T) {
	db := pgtest.Database(t)
	const border = 20_000_000 // the partition that begins here does not exist yet
	asOwner(t, db, `UPDATE log.log_head SET position = 19999989`)
	log := open(t, db)
	for i := range 10 {
		w := happening("thing-1", eventlog.At(eventlog.Revision(3*i-1)))
		w.Events = append(w.Events, eventlogtest.Event("a.b.v1", ""), eventlogtest.Event("a.b.v1", ""))
		receipt, err := log.Append(t.Context(), w)
		if want := eventlog.Position(border - 11 + 3*(i+1)); err != nil || receipt.Position != want {
			t.Fatalf("append is at %d, want %d: %v", receipt.Position, want, err)
		}
		if again, err := log.Append(t.Context(), w); err != nil || again.Position != receipt.Position {
			t.Fatalf("the repeated append is at %d: %v", again.Position, err)
		}
	}
	for _, filter := range []eventlog.Filter{{}, {Types: []string{"a.b.v1", "thing.happened.v1"}}} {
		next := eventlog.Position(border - 10)
		for batch, err := range log.Follow(t.Context(), next-1, filter) {
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range batch.Events {
				if e.Position != next {
					t.Fatalf("event %d is number %d", e.Position, next)
				}
				next++
			}
			if batch.Live {
				break
			}
		}
		if next != border+20 {
			t.Errorf("reading ended before %d", next)
		}
	}
	revision := eventlog.Revision(0)
	for e, err := range log.Stream(t.Context(), "thing-1", 0) {
		if err != nil || e.Revision != revision {
			t.Fatalf("revision %d is number %d: %v", e.Revision, revision, err)
		}
		revision++
	}
	if revision != 30 {
		t.Errorf("the stream has %d events", revision)
	}
}

func TestThereIsAlwaysAPartitionAheadOfTheHead(t *testing.T) {
	db := pgtest.Database(t)
	asOwner(t, db, `UPDATE log.log_head SET position = 11500000`)
	log := open(t, db)
	if _, err := log.Append(t.Context(), happening("thing-1", eventlog.Any)); err != nil {
		t.Fatal(err)
	}
	var there bool
	if err := db.Pool.QueryRow(context.Background(), `SELECT to_regclass('log.events_000002') IS NOT NULL`).Scan(&there); err != nil || !there {
		t.Errorf("the next partition exists: %v, %v", there, err)
	}
}
