package commandstest_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/modyard/modyard/commands/collection"
	"github.com/modyard/modyard/commands/commandstest"
	"github.com/modyard/modyard/commands/icon"
	"github.com/modyard/modyard/commands/image"
	"github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/commands/report"
	"github.com/modyard/modyard/commands/snapshot"
	"github.com/modyard/modyard/commands/upload"
	"github.com/modyard/modyard/commands/wiki"
	domaincollection "github.com/modyard/modyard/domain/collection"
	domainimage "github.com/modyard/modyard/domain/image"
	domainorganization "github.com/modyard/modyard/domain/organization"
	domainproject "github.com/modyard/modyard/domain/project"
	domainreport "github.com/modyard/modyard/domain/report"
	domainthread "github.com/modyard/modyard/domain/thread"
	domainwiki "github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/eventlog/postgres"
	"github.com/modyard/modyard/identity/erasure"
	"github.com/modyard/modyard/platform/ids"
	"github.com/modyard/modyard/platform/keyfile"
	"github.com/modyard/modyard/platform/pgtest"
)

const (
	benchOwner   = "owner001"
	benchProject = "Lantern1"
)

// BenchmarkMaximumStreams measures commands over HTTP on Postgres whose streams have their maximum length. The budget
// is p99 < 20 ms.
func BenchmarkMaximumStreams(b *testing.B) {
	w := maximum(b)
	b.Run("follows", func(b *testing.B) {
		const follower = "follower"
		var events []any
		for n := range 5000 {
			events = append(events, domaincollection.FollowAdded{Account: follower, Project: benchID(n)})
		}
		for n := range 22_500 {
			events = append(events, domaincollection.FollowRemoved{Account: follower, Project: benchID(n % 5000)},
				domaincollection.FollowAdded{Account: follower, Project: benchID(n % 5000)})
		}
		events = append(events, domaincollection.FollowRemoved{Account: follower, Project: benchID(0)})
		fill(w, "follows-"+follower, events)
		measure(b, func(n int) {
			w.Want(204, follower, []string{"POST", "DELETE"}[n%2], "/v2/project/"+benchProject+"/follow", nil)
		})
	})
	b.Run("edits", func(b *testing.B) {
		var events []any
		for n := range 10_000 {
			events = append(events, domainproject.IconChanged{URL: fmt.Sprint("https://example.test/", n)})
		}
		fill(w, "project-"+benchProject, events)
		measure(b, func(n int) {
			w.Want(204, benchOwner, "PATCH", "/v2/project/"+benchProject, map[string]any{"title": fmt.Sprint("Another ", n)})
		})
	})
	for name, bench := range map[string]func(*testing.B, *commandstest.World){
		"versions": benchVersions, "gallery": benchGallery, "images": benchImages, "thread": benchThread,
		"wiki": benchWiki,
	} {
		b.Run(name, func(b *testing.B) { bench(b, w) })
	}
}

func benchID(n int) string { return ids.FromBytes(fmt.Append(nil, "bench ", n)) }

// maximum is a world on Postgres with one listed project.
func maximum(b *testing.B) *commandstest.World {
	db := pgtest.Database(b)
	w := commandstest.New(b, domainproject.EventTypes(), domainorganization.EventTypes(), domaincollection.EventTypes(),
		domainimage.EventTypes(), domainreport.EventTypes(), domainthread.EventTypes(), domainwiki.EventTypes())
	log, err := postgres.Open(b.Context(), db.Pool)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(log.Close)
	w.EventLog = log
	if w.Texts, err = erasure.New(db.Pool, keyfile.Keys{}); err != nil {
		b.Fatal(err)
	}
	h := w.Handler()
	h.Snapshots = snapshot.New(db.Pool, nil)
	uploads := &upload.Store{Blobs: w.Blobs, Handler: h, Logger: w.Logger}
	icons := icon.New(uploads)
	files, err := upload.NewFiles(upload.FileOptions{Uploads: uploads, Projects: project.Uploads{Handler: h}, TempDir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	projects, err := project.New(project.Options{Handler: h, Files: files, Icons: icons, OpenWiki: wiki.SetOpen})
	if err != nil {
		b.Fatal(err)
	}
	collections, err := collection.New(collection.Options{Handler: h, Icons: icons})
	if err != nil {
		b.Fatal(err)
	}
	images, err := image.New(image.Options{Handler: h, Uploads: uploads, Subjects: report.Pictured()})
	if err != nil {
		b.Fatal(err)
	}
	reports, err := report.New(report.Options{Handler: h, Subjects: project.Reported(), Team: project.Team})
	if err != nil {
		b.Fatal(err)
	}
	w.Serve(projects.Routes, collections.Routes, images.Routes, reports.Routes, wikis(b, w, h, db).Routes)
	w.Happen("project-"+benchProject,
		domainproject.Created{Project: benchProject, Slug: "lantern", Type: domainproject.TypeMod, Title: "Lantern", Owner: benchOwner},
		domainproject.Submitted{From: domainproject.Draft}, domainproject.Approved{From: domainproject.Processing, Status: domainproject.Listed})
	w.Happen("slug-lantern", domainproject.SlugReserved{Slug: "lantern", Project: benchProject})
	return w
}

// fill appends many events to one stream.
func fill(w *commandstest.World, stream string, events []any) {
	w.Helper()
	for chunk := range slices.Chunk(events, 5000) {
		w.Happen(stream, chunk...)
	}
}

// measure sends one request after the other and reports the percentiles. The first request, which finds no snapshot
// yet, is measured separately.
func measure(b *testing.B, ask func(n int)) {
	b.Helper()
	measureAfter(b, func(int) {}, ask)
}

// measureAfter is measure for requests that need a preparation, which is not measured.
func measureAfter(b *testing.B, prepare, ask func(n int)) {
	b.Helper()
	prepare(0)
	begun := time.Now()
	ask(0)
	first := time.Since(begun)
	var took []time.Duration
	n := 1
	for b.Loop() {
		prepare(n)
		begun := time.Now()
		ask(n)
		took = append(took, time.Since(begun))
		n++
	}
	slices.SortFunc(took, cmp.Compare[time.Duration])
	b.ReportMetric(float64(first)/1e6, "first-ms")
	b.ReportMetric(float64(took[len(took)/2])/1e6, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100])/1e6, "p99-ms(<20)")
}
