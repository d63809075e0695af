package runtime_test

import (
	"encoding/json"
	"testing"

	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/identity/erasure"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

type said struct {
	Body erasable.Text `json:"body"`
}

// hear stores the text of an event.
func hear(s *rows.Set, e runtime.Event, p said) {
	s.Exec(`INSERT INTO heard VALUES ($1, $2)`, int64(e.Position), p.Body.String())
}

func TestATextWithoutItsKeyIsShownAsErasedAndAMovedTextIsParked(t *testing.T) {
	w, b, vault := newWorld(t), newBoard(), erasure.NewMemory()
	types, err := codec.New(map[string]any{"thing.said.v1": said{}})
	if err != nil {
		t.Fatal(err)
	}
	w.codec, w.texts = types, vault
	n := 0
	say := func(subject, text, stream string) (data []byte) {
		t.Helper()
		n++
		id := eventlog.DeriveEventID("said", n)
		sealed, err := vault.Seal(t.Context(), stream, id, said{Body: erasable.Of(subject, text)})
		if err != nil {
			t.Fatal(err)
		}
		if data, err = json.Marshal(sealed); err != nil {
			t.Fatal(err)
		}
		return data
	}
	var last eventlog.Position
	put := func(stream string, data []byte) {
		t.Helper()
		receipt, err := w.log.Append(t.Context(), eventlog.Write{Stream: stream, Expected: eventlog.Any, Events: []eventlog.Event{
			{ID: eventlog.DeriveEventID("said", n), Type: "thing.said.v1", Data: data}}})
		if err != nil {
			t.Fatal(err)
		}
		last = receipt.Position
	}
	put("thing-1", say("UserAnn1", "of ann", "thing-1"))
	put("thing-2", say("UserBob2", "of bob", "thing-2"))
	put("thing-3", say("UserBob2", "of another stream", "thing-2"))
	put("thing-4", say("UserBob2", "after it", "thing-4"))
	if err := vault.Erase(t.Context(), "UserAnn1"); err != nil {
		t.Fatal(err)
	}
	r := w.runner(b, runtime.Projector{
		Name: "counts", Version: 1, Categories: []string{"thing"}, DDL: `CREATE TABLE heard (position bigint PRIMARY KEY, words text NOT NULL)`,
		Views: []string{"heard"}, Handlers: runtime.Rows(runtime.On(hear)),
	})
	w.start(r)
	b.wait(t, "counts", uint64(last))
	var heard string
	if w.scan(&heard, `SELECT string_agg(words, ', ' ORDER BY position) FROM counts.heard`); heard != "已删除, of bob, after it" {
		t.Error(heard)
	}
	parked, err := r.Parked(t.Context(), "counts")
	if err != nil || len(parked) != 1 || parked[0].Stream != "thing-3" {
		t.Error(parked, err)
	}
}
