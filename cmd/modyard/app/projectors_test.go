package app

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/platform/watermark"
	"github.com/modyard/modyard/projections/runtime"
)

// handled lists, as text, the events that a version of a read model handles. One that reads every category handles a new type of
// event from its first event on, and so needs no new version for it.
func handled(p runtime.Projector, types *codec.Codec) string {
	if len(p.Categories) == 0 {
		return "every event\n"
	}
	var out strings.Builder
	for _, c := range slices.Sorted(slices.Values(p.Categories)) {
		fmt.Fprintf(&out, "category %s\n", c)
	}
	for _, name := range p.Handles(types) {
		fmt.Fprintf(&out, "event %s\n", name)
	}
	return out.String()
}

// A read model that handles other events than before has other rows, so it needs a new version. UPDATE_GOLDEN=1 writes
// the file of a version that has none.
func TestAProjectorThatHandlesOtherEventsHasAnotherVersion(t *testing.T) {
	types, err := Codec()
	if err != nil {
		t.Fatal(err)
	}
	hits, err := codec.New(HitTypes()...)
	if err != nil {
		t.Fatal(err)
	}
	goldenProjectors(t, types, Projectors())
	goldenProjectors(t, hits, HitProjectors())
}

func goldenProjectors(t *testing.T, types *codec.Codec, projectors []runtime.Projector) {
	t.Helper()
	for _, p := range projectors {
		file := filepath.Join("testdata", "projectors", fmt.Sprintf("%s.v%d.txt", p.Name, p.Version))
		stored, err := os.ReadFile(file)
		if os.IsNotExist(err) && os.Getenv("UPDATE_GOLDEN") == "1" {
			stored = []byte(handled(p, types))
			if err = os.MkdirAll(filepath.Dir(file), 0o755); err == nil {
				err = os.WriteFile(file, stored, 0o644)
			}
		}
		if err != nil {
			t.Errorf("%s/v%d: %v (UPDATE_GOLDEN=1 writes missing files)", p.Name, p.Version, err)
			continue
		}
		if got := handled(p, types); got != string(stored) {
			t.Errorf("%s/v%d handles other events than %s lists: raise its version\n%s", p.Name, p.Version, file, got)
		}
		if len(p.Categories) == 0 {
			newest := slices.DeleteFunc(slices.Clone(types.Types()), func(name string) bool { return types.Newest(name) != name })
			if len(p.Handles(types)) != len(newest) {
				t.Errorf("%s/v%d reads every category and does not handle every event", p.Name, p.Version)
			}
			continue
		}
		if len(p.Handles(types)) == 0 {
			t.Errorf("%s/v%d does not list the events that it handles", p.Name, p.Version)
		}
		for _, typ := range p.Handles(types) {
			if category := eventlog.Category(streamOf(typ)); !slices.Contains(p.Categories, category) {
				t.Errorf("%s/v%d handles %s and does not read the category %s", p.Name, p.Version, typ, category)
			}
		}
	}
}

// golden is an event of every type that was ever stored, from the golden files of its package.
type golden struct {
	typ  string
	data []byte
}

func goldenEvents(t *testing.T) []golden {
	t.Helper()
	files, err := filepath.Glob("../../../domain/*/testdata/events/*.json")
	if err != nil {
		t.Fatal(err)
	}
	var out []golden
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		if strings.HasSuffix(name, ".upcast") {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, golden{name, data})
	}
	slices.SortStableFunc(out, func(a, b golden) int { return stage(a.typ) - stage(b.typ) })
	return out
}

// stage orders the events of a thing: creation, changes, deletion.
func stage(typ string) int {
	_, what, _ := strings.Cut(typ, ".")
	begins := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(what, w) })
	}
	switch {
	case begins("created", "opened", "drafted"):
		if strings.HasPrefix(typ, "version.") {
			return 1 // of a project
		}
		return 0
	case begins("member-joined", "added", "gallery-added"):
		return 3
	case begins("member-invited"):
		return 2
	case begins("deleted"):
		if strings.HasPrefix(typ, "version.") {
			return 6
		}
		return 7
	case begins("member-removed", "gallery-removed"):
		return 5
	}
	return 4
}

// streamOf is the stream of an event whose fields have their names as values.
func streamOf(typ string) string {
	exact := map[string]string{
		"organization.slug-reserved.v1": "orgslug-Slug", "organization.slug-released.v1": "orgslug-Slug",
		"organization.project-added.v1": "orgprojects-Organization", "organization.project-removed.v1": "orgprojects-Organization",
		"organization.projects-closed.v1": "orgprojects-Organization",
		"collection.slot-taken.v1":        "collections-Account", "collection.slot-freed.v1": "collections-Account",
		"report.filed.v1": "reports-Account", "report.settled.v1": "reports-Account", "thread.message-placed.v1": "message-Message",
		"follow.added.v1": "follows-Account", "follow.removed.v1": "follows-Account", "inbox.read.v1": "inbox-Account",
		"quota.counted.v1": "quota-Account", "quota.released.v1": "quota-Account",
		"image.added.v1": "images-Account", "image.deleted.v1": "images-Account",
	}
	if stream, found := exact[typ]; found {
		return stream
	}
	category, _, _ := strings.Cut(typ, ".")
	return category + "-" + strings.ToUpper(category[:1]) + category[1:]
}

// The log of this test contains one event of every type, so it finds read models that cannot handle a new type.
func TestEveryGoldenEventGoesThroughEveryProjector(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	types, err := Codec()
	if err != nil {
		t.Fatal(err)
	}
	log := memory.New()
	var last eventlog.Position
	hits, err := codec.New(HitTypes()...)
	if err != nil {
		t.Fatal(err)
	}
	for i, g := range goldenEvents(t) {
		if slices.Contains(hits.Types(), g.typ) {
			continue // in a log of its own
		}
		e := eventlog.Event{
			ID: eventlog.DeriveEventID("golden", i), Type: g.typ, Data: g.data,
			Meta: eventlog.Metadata{Actor: "Actor", At: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)},
		}
		receipt, err := log.Append(ctx, eventlog.Write{Stream: streamOf(g.typ), Expected: eventlog.Any, Events: []eventlog.Event{e}})
		if err != nil {
			t.Fatalf("%s: %v", g.typ, err)
		}
		last = receipt.Position
	}
	if int(last) < len(types.Types()) {
		t.Fatalf("the log contains %d events of %d types", last, len(types.Types()))
	}
	board := watermark.New()
	db := pgtest.Database(t)
	runner, err := runtime.New(runtime.Options{
		DB: db, Log: log, Codec: types, Board: board, Logger: slog.New(slog.DiscardHandler),
	}, Projectors()...)
	if err != nil {
		t.Fatal(err)
	}
	running, stop := context.WithCancel(ctx)
	done := make(chan error, 1)
	go func() { done <- runner.Run(running) }()
	for _, name := range runner.Names() {
		if err := board.Wait(ctx, name, uint64(last)); err != nil {
			t.Errorf("%s does not reach the end of the log: %v; %v", name, err, runner.Ready())
		}
	}
	parked, err := runner.Parked(ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range parked {
		t.Errorf("%s/v%d parked %s in %s: %s", p.Name, p.Version, p.Type, p.Stream, p.Error)
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
	// The rows do not depend on how a build folds or how often it writes.
	for _, bytes := range []int{1, 10_000, 0} {
		builder, err := runtime.New(runtime.Options{
			DB: db, Log: log, Codec: types, Logger: slog.New(slog.DiscardHandler), BuildBytes: bytes,
		}, Projectors()...)
		if err != nil {
			t.Fatal(err)
		}
		found, err := builder.Verify(ctx, builder.Names()...)
		if err != nil {
			t.Fatalf("writing after every %d bytes: %v", bytes, err)
		}
		for name, differences := range found {
			t.Errorf("writing after every %d bytes, %s differs: %v", bytes, name, differences)
		}
	}
}
