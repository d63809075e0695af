package archive_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/archive"
)

func TestTheArchiveIsReadByPositions(t *testing.T) {
	w := newWorld(t)
	w.run()
	for _, c := range [][2]eventlog.Position{{1, 1}, {1, 99}, {99, 100}, {50, 250}, {299, 299}, {100, 199}} {
		var got []eventlog.Recorded
		for e, err := range w.reader().Events(t.Context(), c[0], c[1]) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, e)
		}
		w.want(got, w.all[c[0]-1:c[1]])
	}
	n := 0
	for _, err := range w.reader().Events(t.Context(), 250, 310) {
		if n++; err != nil && (!errors.Is(err, archive.ErrDamaged) || n != 51) {
			t.Errorf("beyond the archive, event %d gave %v", n, err)
		}
	}
	if n != 51 {
		t.Errorf("it ended after %d events without an error", n)
	}
}

func TestADamagedArchiveIsNotRead(t *testing.T) {
	for what, damage := range map[string]func(w *world, name string){
		"a changed byte":   func(w *world, name string) { w.files[name][len(w.files[name])/2] ^= 1 },
		"a missing file":   func(w *world, name string) { delete(w.files, name) },
		"a shortened file": func(w *world, name string) { w.files[name] = w.files[name][:len(w.files[name])-1] },
		"an empty file":    func(w *world, name string) { w.files[name] = []byte{} },
		"another range's one": func(w *world, name string) {
			w.files[name] = w.files[strings.Replace(name, "000000000001-000000000099", "000000000100-000000000199", 1)]
		},
	} {
		for _, part := range []string{"000001.jsonl.zst", "000002.jsonl.zst", "manifest.json"} {
			w := newWorld(t)
			w.run()
			found := false
			for name := range w.files {
				if strings.HasSuffix(name, "000000000001-000000000099/"+part) {
					found = true
					damage(w, name)
				}
			}
			if !found {
				t.Fatalf("no file %s", part)
			}
			var failed error
			for batch, err := range w.whole().Read(t.Context(), 0, 350, eventlog.Filter{}) {
				if failed = err; err == nil && batch.UpTo >= 99 {
					t.Errorf("%s, %s: it was read up to %d", what, part, batch.UpTo)
				}
			}
			if !errors.Is(failed, archive.ErrDamaged) {
				t.Errorf("%s, %s: %v", what, part, failed)
			}
		}
	}
}

func TestTheWholeLogIsReadFromAnyPositionThroughArchiveAndLog(t *testing.T) {
	w := newWorld(t)
	w.run()
	whole := w.whole()
	for _, after := range []eventlog.Position{0, 1, 50, 99, 150, 298, 299, 300, 349} {
		for _, upTo := range []eventlog.Position{100, 299, 300, 350, 1 << 40} {
			for _, filter := range []eventlog.Filter{{}, {Categories: []string{"hits"}}, {Categories: []string{"none"}}} {
				var got []eventlog.Recorded
				last := after
				for batch, err := range whole.Read(t.Context(), after, upTo, filter) {
					if err != nil {
						t.Fatal(err)
					}
					got, last = append(got, batch.Events...), batch.UpTo
				}
				want := w.all[min(after, 350):max(after, min(upTo, 350))]
				if len(filter.Categories) > 0 && filter.Categories[0] == "none" {
					want = nil
				}
				w.want(got, want)
				if wanted := max(after, min(upTo, 350)); last != wanted {
					t.Errorf("from %d to %d it ended at %d", after, upTo, last)
				}
			}
		}
		var got []eventlog.Recorded
		for batch, err := range whole.Follow(t.Context(), after, eventlog.Filter{}) {
			if err != nil {
				t.Fatal(err)
			}
			if got = append(got, batch.Events...); batch.Live {
				break
			}
		}
		w.want(got, w.all[after:])
	}
	for _, at := range []eventlog.Position{1, 99, 100, 299, 300, 350} {
		e, err := whole.Event(t.Context(), at)
		if err != nil {
			t.Fatal(err)
		}
		w.want([]eventlog.Recorded{e}, w.all[at-1:at])
	}
	var missing *eventlog.Missing
	if _, err := whole.Event(t.Context(), 351); !errors.As(err, &missing) {
		t.Errorf("an event after the end: %v", err)
	}
}

func TestAReaderGoesOnInTheArchiveIfItsNextEventIsDropped(t *testing.T) {
	w := newWorld(t)
	w.append(2000)
	var got []eventlog.Recorded
	for batch, err := range w.whole().Follow(t.Context(), 0, eventlog.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		if got = append(got, batch.Events...); w.first() == 1 {
			w.run()
		}
		if batch.Live {
			break
		}
	}
	w.want(got, w.all)
}
