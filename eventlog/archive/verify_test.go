package archive_test

import (
	"strings"
	"testing"

	"github.com/modyard/modyard/eventlog/archive"
)

func TestALogAndItsArchiveVerify(t *testing.T) {
	w := newWorld(t)
	for range 2 {
		report, err := archive.Verify(t.Context(), w.log, w.reader())
		if err != nil || len(report.Findings) > 0 || report.Archived+report.Kept != 350 || report.Kept == 0 {
			t.Errorf("%+v, %v", report, err)
		}
		w.run()
	}
}

func TestVerifyFindsWhatIsWrongWithTheArchive(t *testing.T) {
	for what, c := range map[string]struct {
		damage func(w *world)
		want   string
	}{
		"no record of the first range":  {func(w *world) { w.records = w.records[1:] }, "events 1 to 99 were dropped"},
		"no record of one in the midst": {func(w *world) { w.records = append(w.records[:1:1], w.records[2]) }, "events 100 to 199 were dropped"},
		"no record of the last range":   {func(w *world) { w.records = w.records[:2] }, "events 200 to 299 were dropped"},
		"another manifest":              {func(w *world) { w.records[1].Manifest = strings.Repeat("a", 64) }, "manifest.json was changed"},
		"a changed file":                {func(w *world) { w.change("000000000100-000000000199/000001.jsonl.zst") }, "000001.jsonl.zst was changed"},
		"a changed manifest":            {func(w *world) { w.change("000000000100-000000000199/manifest.json") }, "manifest.json was changed"},
		"a missing file":                {func(w *world) { delete(w.files, w.name("000000000100-000000000199/000002.jsonl.zst")) }, "000002.jsonl.zst is missing"},
		"a record of kept events":       {func(w *world) { w.records = append(w.records, archive.Range{From: 300, To: 399}) }, "are in the log"},
	} {
		w := newWorld(t)
		w.run()
		c.damage(w)
		report, err := archive.Verify(t.Context(), w.log, w.reader())
		if err != nil || !strings.Contains(strings.Join(report.Findings, "\n"), c.want) {
			t.Errorf("%s: %q, %v", what, report.Findings, err)
		}
	}
}

// name is the full name of a file.
func (w *world) name(end string) string {
	w.Helper()
	for name := range w.files {
		if strings.HasSuffix(name, end) {
			return name
		}
	}
	w.Fatalf("no file %s", end)
	return ""
}

func (w *world) change(end string) {
	w.Helper()
	name := w.name(end)
	w.files[name][len(w.files[name])/2] ^= 1
}
