package catalogueimport_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/modyard/modyard/commands/catalogueimport"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/postgres"
	"github.com/modyard/modyard/platform/pgtest"
)

func many(n int) map[string]string {
	var projects, versions strings.Builder
	for i := range n {
		fmt.Fprintf(&projects, `{"slug":"project-%03d","title":"Project %d","project_type":"plugin","loaders":["bukkit"],"downloads":%d}`+"\n", i, i, 10*i)
		for v := range i % 5 {
			fmt.Fprintf(&versions, `{"project":"project-%03d","version_number":"1.%d"}`+"\n", i, v)
		}
	}
	return map[string]string{"projects.jsonl": projects.String(), "versions.jsonl": versions.String()}
}

// interrupting is a log that ends the import's context during its appends.
type interrupting struct {
	eventlog.Log
	left   atomic.Int64
	cancel context.CancelFunc
}

func (l *interrupting) Append(ctx context.Context, writes ...eventlog.Write) (eventlog.Receipt, error) {
	if l.left.Add(-1) == 0 {
		l.cancel()
	}
	receipt, err := l.Log.Append(ctx, writes...)
	if err == nil && ctx.Err() != nil {
		return eventlog.Receipt{}, ctx.Err() // appended, but the caller gets an error
	}
	return receipt, err
}

func interruptAndRepeat(t *testing.T, w *world) {
	t.Helper()
	file := files(t, many(200))
	log := w.EventLog
	for after := range 4 {
		ctx, cancel := context.WithCancel(t.Context())
		l := &interrupting{Log: log, cancel: cancel}
		l.left.Store(int64(6 + after))
		_, err := catalogueimport.Run(ctx, catalogueimport.Options{Projects: file, Log: l, Codec: w.Codec, Accounts: w, InFlight: 3})
		cancel()
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	part := w.Head()
	summary, _ := w.must(file)
	if summary.There == 0 || summary.Imported == 0 || summary.There+summary.Imported != 200 {
		t.Fatalf("%+v after %d events", summary, part)
	}
	whole := w.Head()
	again, report := w.must(file)
	if again.There != 200 || again.Imported != 0 || w.Head() != whole {
		t.Fatalf("%+v", again)
	}
	for _, line := range report {
		if strings.Contains(line, "refused") {
			t.Error(line)
		}
	}
	projects, versions, _ := w.states()
	n := 0
	for _, list := range versions {
		n += len(list)
	}
	// One of every five projects has only the single version that stands for unknown versions.
	if len(projects) != 200 || n != 200/5*(1+1+2+3+4) {
		t.Fatalf("%d projects, %d versions", len(projects), n)
	}
}

func TestAnInterruptedImportIsRepeatedWithoutDuplicates(t *testing.T) {
	interruptAndRepeat(t, newWorld(t))
}

func TestAnInterruptedImportIntoPostgresIsRepeatedWithoutDuplicates(t *testing.T) {
	w := newWorld(t)
	log, err := postgres.Open(t.Context(), pgtest.Database(t).Pool)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(log.Close)
	w.EventLog = log
	interruptAndRepeat(t, w)
}

func TestAnImportWithNewDataDoesNotChangeAnImportedProject(t *testing.T) {
	w := newWorld(t)
	w.must(files(t, map[string]string{"projects.jsonl": `{"slug":"first","title":"The first","project_type":"mod"}`}))
	summary, _ := w.must(files(t, map[string]string{"projects.jsonl": `{"slug":"first","title":"Another title","project_type":"mod","downloads":3,"icon_url":"https://x.example/i.png"}
{"slug":"second","title":"The second","project_type":"mod"}`}))
	if summary.There != 1 || summary.Imported != 1 {
		t.Fatalf("%+v", summary)
	}
	projects, _, _ := w.states()
	if projects["first"].Title != "The first" {
		t.Fatal(projects["first"].Title)
	}
}

// flaky is a log that is unavailable from time to time.
type flaky struct {
	eventlog.Log
	calls atomic.Int64
}

func (l *flaky) Append(ctx context.Context, writes ...eventlog.Write) (eventlog.Receipt, error) {
	receipt, err := l.Log.Append(ctx, writes...)
	if l.calls.Add(1) == 7 && err == nil {
		return eventlog.Receipt{}, &eventlog.Unavailable{Err: errors.New("the answer was lost")}
	}
	return receipt, err
}

func TestAnAppendWhoseAnswerWasLostIsRepeated(t *testing.T) {
	w := newWorld(t)
	w.EventLog = &flaky{Log: w.EventLog}
	if summary, _ := w.must(files(t, many(60))); summary.Imported != 60 {
		t.Fatalf("%+v", summary)
	}
}

func TestTheRealCatalogueCanBeImported(t *testing.T) {
	const dir = "../../../shared/data"
	if _, err := os.Stat(dir); err != nil {
		t.Skip("the real catalogue is not available: ", dir)
	}
	var file string
	for _, name := range []string{"projects.jsonl.gz", "projects.jsonl"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			file = filepath.Join(dir, name)
		}
	}
	if file == "" {
		t.Skip("no projects.jsonl in ", dir)
	}
	w := newWorld(t)
	summary, report, err := w.run(file, func(o *catalogueimport.Options) { o.Limit = 300 })
	if err != nil {
		t.Fatal(err)
	}
	if summary.Imported != 300 || len(summary.Refused) != 0 {
		t.Fatalf("%+v\n%s", summary, strings.Join(report, "\n"))
	}
	projects, versions, _ := w.states()
	withFile := 0
	for _, list := range versions {
		for _, v := range list {
			if len(v.Files) > 0 {
				withFile++
			}
		}
	}
	if len(projects) != 300 || withFile < 300 {
		t.Fatalf("%d projects, %d versions with a file", len(projects), withFile)
	}
}

// deployment is a site on which one process does not support a type.
type deployment struct{ unknown string }

func (d deployment) Writable(_ context.Context, types ...string) error {
	if slices.Contains(types, d.unknown) {
		return errors.New("process old does not support " + d.unknown)
	}
	return nil
}

func TestAnImportWritesNoTypeThatARunningProcessDoesNotSupport(t *testing.T) {
	w := newWorld(t)
	file := files(t, many(3))
	old := func(unknown string) func(*catalogueimport.Options) {
		return func(o *catalogueimport.Options) { o.Types = deployment{unknown} }
	}
	for _, unknown := range []string{"organization.created.v1", "project.created.v1"} {
		if _, _, err := w.run(file, old(unknown)); err == nil || !strings.Contains(err.Error(), "process old does not support "+unknown) {
			t.Errorf("the import = %v", err)
		}
		for e := range w.written() {
			if e == unknown {
				t.Errorf("%s was written", unknown)
			}
		}
	}
	if summary, _, err := w.run(file, old("")); err != nil || summary.Imported != 3 {
		t.Errorf("%+v %v", summary, err)
	}
}

// written are the types of all events in the log.
func (w *world) written() map[string]bool {
	w.Helper()
	types := map[string]bool{}
	if w.Head() == 0 {
		return types
	}
	for batch, err := range w.EventLog.Follow(w.Context(), 0, eventlog.Filter{}) {
		if err != nil {
			w.Fatal(err)
		}
		for _, e := range batch.Events {
			types[e.Type] = true
		}
		if batch.UpTo >= w.Head() {
			break
		}
	}
	return types
}
