package archive_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/archive"
)

func TestOldRangesAreArchivedRecordedAndDropped(t *testing.T) {
	w := newWorld(t)
	dropped := w.run()
	if len(dropped) != 3 || dropped[0].From != 1 || dropped[0].To != 99 || dropped[2].To != 299 || !slices.Equal(dropped, w.records) {
		t.Errorf("dropped %+v, recorded %+v", dropped, w.records)
	}
	if w.first() != 300 {
		t.Errorf("the log begins at %d", w.first())
	}
	w.wantAll()
	w.append(200)
	if again := w.run(); len(again) != 2 || again[0].From != 300 {
		t.Errorf("then it dropped %+v", again)
	}
	w.wantAll()
	for name, data := range w.files {
		if strings.HasSuffix(name, "progress.json") {
			t.Errorf("%s is left", name)
		}
		if strings.HasSuffix(name, "000000000001-000000000099/manifest.json") {
			var m archive.Manifest
			if err := json.Unmarshal(data, &m); err != nil || m.Log != "hits" || m.Count != 99 || len(m.Files) < 2 || !m.First.Equal(w.all[0].RecordedAt) || !m.Last.Equal(w.all[98].RecordedAt) {
				t.Errorf("the manifest is %s, %v", data, err)
			}
		}
	}
}

func TestRecentAndUnreadRangesAreKept(t *testing.T) {
	w := newWorld(t)
	if dropped, err := w.archiver().Run(t.Context(), w.all[98].RecordedAt); err != nil || len(dropped) != 0 {
		t.Errorf("with a last event that is not old enough: %+v, %v", dropped, err)
	}
	w.read = 98
	if dropped := w.run(); len(dropped) != 0 {
		t.Errorf("unread events were dropped: %+v", dropped)
	}
	if len(w.files) != 0 || w.first() != 1 {
		t.Errorf("%d files, the log begins at %d", len(w.files), w.first())
	}
	w.read = 99
	if dropped := w.run(); len(dropped) != 1 || w.first() != 100 {
		t.Errorf("the range that was read: %+v", dropped)
	}
	w.wantAll()
}

func TestACrashBetweenAnyTwoStepsIsRepairedByTheNextRun(t *testing.T) {
	counted := newWorld(t)
	counted.run()
	if counted.steps < 20 {
		t.Fatalf("only %d steps", counted.steps)
	}
	for _, late := range []bool{false, true} {
		for crash := 1; crash <= counted.steps; crash++ {
			w := newWorld(t)
			w.crash, w.late = crash, late
			if _, err := w.archiver().Run(t.Context(), time.Now().Add(time.Hour)); !errors.Is(err, errCrash) {
				t.Fatalf("step %d: %v", crash, err)
			}
			w.wantAll()
			for position := eventlog.Position(1); position < w.first(); position++ { // recorded before it was dropped
				if !slices.ContainsFunc(w.records, func(r archive.Range) bool { return r.From <= position && position <= r.To }) {
					t.Fatalf("step %d, late %v: event %d was dropped and not recorded", crash, late, position)
				}
			}
			w.run()
			if w.first() != 300 || len(w.records) != 3 {
				t.Errorf("step %d, late %v: the log begins at %d, with %d records", crash, late, w.first(), len(w.records))
			}
			w.wantAll()
		}
	}
}

func TestAFileThatIsNotWrittenAsGivenStopsTheArchive(t *testing.T) {
	for _, part := range []string{"000001.jsonl.zst", "manifest.json"} {
		w := newWorld(t)
		a := archive.New(archive.Options{
			Log: w.log, Name: "hits", Files: forgetful{w, part}, Record: w.record,
			Read: func(context.Context) (eventlog.Position, error) { return 1 << 40, nil },
		})
		if _, err := a.Run(t.Context(), time.Now().Add(time.Hour)); !errors.Is(err, archive.ErrDamaged) {
			t.Errorf("%s: %v", part, err)
		}
		if w.first() != 1 || len(w.records) != 0 {
			t.Errorf("%s: the log begins at %d, with %d records", part, w.first(), len(w.records))
		}
	}
}

// forgetful stores one kind of file wrongly.
type forgetful struct {
	*world
	part string
}

func (f forgetful) Write(ctx context.Context, name string, data []byte) error {
	if strings.HasSuffix(name, f.part) {
		data = append(slices.Clone(data), 'x')
	}
	return f.world.Write(ctx, name, data)
}

func TestAFileThatWasDamagedBeforeTheDropIsWrittenAgain(t *testing.T) {
	w := newWorld(t)
	w.crash, w.late = 1<<30, false
	stop := archive.New(archive.Options{
		Log: w.log, Name: "hits", Files: w, FileBytes: 8 << 10,
		Record: func(context.Context, archive.Range) error { return errCrash },
		Read:   func(context.Context) (eventlog.Position, error) { return 1 << 40, nil },
	})
	if _, err := stop.Run(t.Context(), time.Now().Add(time.Hour)); !errors.Is(err, errCrash) {
		t.Fatal(err)
	}
	for name := range w.files {
		if strings.HasSuffix(name, "000002.jsonl.zst") {
			w.files[name][30] ^= 1
		}
	}
	w.run()
	w.wantAll()
}

func TestFilesOfAbandonedEventsAreNotTakenForThoseOfTheLog(t *testing.T) {
	for _, left := range []string{"manifest.json", "progress.json"} {
		abandoned, w := newWorld(t), newWorld(t)
		abandoned.run()
		for name, data := range abandoned.files {
			name = strings.Replace(name, abandoned.reader().Generation, w.reader().Generation, 1)
			name = strings.Replace(name, "manifest.json", left, 1)
			w.files[name] = bytes.ReplaceAll(data, []byte(abandoned.reader().Generation), []byte(w.reader().Generation))
		}
		w.run()
		w.wantAll()
	}
}
