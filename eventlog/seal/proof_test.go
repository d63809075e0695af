package seal_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/seal"
)

func at(t testing.TB, text string) time.Time {
	t.Helper()
	when, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		t.Fatal(err)
	}
	return when
}

func TestEveryEventCanBeProvenAgainstACheckpoint(t *testing.T) {
	w := newWorld(t)
	for _, n := range []int{1, 2, 300, 70} {
		w.fill(n)
		w.catch()
	}
	w.fill(1)
	for _, n := range []int{1, 2, 3, 4, 256, 257, 258, 303, 304, 373} {
		id := eventlog.DeriveEventID("fill", n)
		p, err := seal.Prove(t.Context(), w.log, w.db.Pool, w.key, id)
		if err != nil {
			t.Fatal(err)
		}
		c, err := w.key.Open(p.Checkpoint)
		if err != nil {
			t.Fatal(err)
		}
		var path tlog.RecordProof
		for _, text := range p.Hashes {
			h, err := tlog.ParseHash(text)
			if err != nil {
				t.Fatal(err)
			}
			path = append(path, h)
		}
		if err := tlog.CheckRecord(path, c.Size, c.Root, p.Index, p.Leaf.Hash()); err != nil || p.Leaf.Event != id.String() || p.Index != int64(n-1) {
			t.Errorf("event %d: %v", n, err)
		}
	}
	if _, err := seal.Prove(t.Context(), w.log, w.db.Pool, w.key, eventlog.DeriveEventID("fill", 374)); !errors.Is(err, seal.ErrUnsealed) {
		t.Errorf("an event without a checkpoint: %v", err)
	}
	w.asOwner(`UPDATE log.events SET data = '{}' WHERE position = 4`)
	if _, err := seal.Prove(t.Context(), w.log, w.db.Pool, w.key, eventlog.DeriveEventID("fill", 4)); !errors.Is(err, seal.ErrChanged) {
		t.Errorf("a changed event: %v", err)
	}
}

// The program that checks proofs in the browser's language reads this file (ui/src/testing/log-proof.test.ts).
func TestAProofHasTheFormThatOtherProgramsRead(t *testing.T) {
	w := newWorld(t)
	w.asOwner(`UPDATE seal.tree SET origin = 'modyard/00000000-0000-4000-8000-000000000000'`)
	var err error
	if w.key, err = seal.NewKey("modyard/00000000-0000-4000-8000-000000000000", [32]byte{1}); err != nil {
		t.Fatal(err)
	}
	w.fill(300)
	w.asOwner(`UPDATE log.events SET recorded_at = '2026-01-02T03:04:05Z'`)
	w.catch()
	p, err := seal.Prove(t.Context(), w.log, w.db.Pool, w.key, eventlog.DeriveEventID("fill", 49))
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "proof.json", string(text)+"\n")
}
