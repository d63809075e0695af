package asof_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/read"
	"github.com/modyard/modyard/projections/asof"
	"github.com/modyard/modyard/projections/catalog"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	"github.com/modyard/modyard/projections/document"
)

const owner = "UserOwn1"

// life appends random events of a project and up to four versions.
type life struct {
	*catalogtest.World
	random   *rand.Rand
	id       string
	versions []string // that exist
	made     int
}

func (l *life) version(n int) string { return fmt.Sprintf("Ver%s%d", l.id[4:], n) }

// step appends the next event, or the two of a version that is added or removed.
func (l *life) step() {
	own := func(e any) { l.Project(l.id, owner, e) }
	n := l.random.IntN(1000)
	if l.made < 4 && n%4 == 0 {
		l.made++
		id := l.version(l.made)
		l.versions = append(l.versions, id)
		l.Happen("version-"+id, owner, project.VersionCreated{
			Version: id, Project: l.id, Author: owner, Name: "Release", Number: fmt.Sprintf("1.%d.0", n), Changelog: "修复 *问题*", Channel: project.Release,
			Status: project.VersionListed, Loaders: []string{[]string{"fabric", "forge"}[n%8/4]}, GameVersions: []string{fmt.Sprintf("1.%d", n%20)},
			Files: []project.File{{SHA1: fmt.Sprintf("%040d", n), SHA512: fmt.Sprintf("%0128d", n), URL: "https://cdn.example/f.jar", Name: "f.jar", Size: 10, Primary: true}},
		})
		l.Happen("projectversions-"+l.id, owner, project.VersionAdded{Version: id})
		return
	}
	if len(l.versions) > 0 && n%2 == 0 {
		i := n % len(l.versions)
		id := l.versions[i]
		if n%5 == 0 {
			l.versions = append(l.versions[:i:i], l.versions[i+1:]...)
			l.Happen("version-"+id, owner, project.VersionDeleted{})
			l.Happen("projectversions-"+l.id, owner, project.VersionRemoved{Version: id})
			return
		}
		l.Happen("version-"+id, owner, []any{
			project.ChangelogWritten{Changelog: fmt.Sprint("text ", n)},
			project.CompatibilityChanged{Loaders: []string{"quilt"}, GameVersions: []string{fmt.Sprintf("1.%d", n%20)}},
			project.VersionStatusChanged{Status: project.VersionDraft},
			project.VersionFeatured{},
			project.FilesAdded{Files: []project.File{{SHA1: fmt.Sprintf("%040d", n), SHA512: fmt.Sprintf("%0128d", n), URL: "https://cdn.example/g.jar", Name: "g.jar", Size: 9}}},
		}[n%5])
		return
	}
	own([]any{
		project.Renamed{Title: fmt.Sprint("Lantern ", n)},
		project.Described{Body: fmt.Sprint("# 正文 ", n)},
		project.Categorised{Categories: []string{"magic"}},
		project.Submitted{From: project.Draft, Requested: project.Listed},
		project.Approved{From: project.Processing, Status: project.Listed, Message: "ok"},
		project.Rejected{From: project.Processing, Message: "no"},
		project.StatusChanged{From: project.Listed, To: project.Draft},
		project.PictureAdded{Picture: project.Picture{URL: fmt.Sprintf("https://cdn.example/%d.png", n%3), Title: "Quay"}},
		project.PictureRemoved{URL: fmt.Sprintf("https://cdn.example/%d.png", n%3)},
		project.IconChanged{URL: fmt.Sprintf("https://cdn.example/%d.png", n)},
		project.DownloadsOpened{Count: int64(n)},
	}[n%11])
}

// stored are the documents in the read model, in the form that the fold returns; empty for an absent project.
func stored(t *testing.T, w *catalogtest.World, id string) string {
	t.Helper()
	var v2, page []byte
	var position int64
	err := w.DB.Pool.QueryRow(t.Context(), `select doc_v2, doc_page, position from catalog.projects where id = $1`, id).Scan(&v2, &page, &position)
	if err == pgx.ErrNoRows {
		return ""
	}
	if err != nil {
		t.Fatal(err)
	}
	out := catalog.Documents{Position: eventlog.Position(position), Project: decode[contract.Project](t, v2), Page: decode[contract.PageExtra](t, page), Versions: []contract.Version{}}
	found, err := w.DB.Pool.Query(t.Context(), `select doc_v2 from catalog.versions where project = $1 order by published, created`, id)
	if err != nil {
		t.Fatal(err)
	}
	documents, err := pgx.CollectRows(found, pgx.RowTo[[]byte])
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range documents {
		out.Versions = append(out.Versions, decode[contract.Version](t, d))
	}
	return encode(t, out)
}

func decode[T any](t *testing.T, raw []byte) (v T) {
	t.Helper()
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func encode(t *testing.T, d catalog.Documents) string {
	t.Helper()
	b, err := document.Encode(d)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func reader(w *catalogtest.World) *asof.Reader {
	return asof.New(asof.Options{Log: read.Only(w.Log), Codec: w.Codec, Markdown: catalogtest.Markdown})
}

// write fills a log with the lives of some projects, of which every other one is deleted, and returns their ids.
func write(w *catalogtest.World) (ids []string) {
	w.Account(owner, "舟大工", "user")
	for n := range 6 {
		l := &life{World: w, random: rand.New(rand.NewPCG(uint64(n), 1)), id: fmt.Sprintf("Proj%04d", n)}
		ids = append(ids, l.id)
		l.Project(l.id, owner, project.Created{
			Project: l.id, Slug: l.id, Type: project.TypeMod, Title: "Lanternquay", Body: "# 正文", Owner: owner, License: project.License{ID: "MIT"},
		})
		for i := range 30 {
			l.step()
			if i%5 == n%5 {
				l.Happen("wiki-"+l.id, owner, wiki.Locked{Project: l.id}, wiki.EditingSet{Project: l.id, Editing: []wiki.Editing{wiki.Open, wiki.Closed}[i/5%2]})
			}
		}
		if n%2 == 1 {
			l.Project(l.id, owner, project.Deleted{})
		}
	}
	return ids
}

func TestTheFoldAtEachPositionIsWhatTheCatalogueStoredWhenTheLogEndedThere(t *testing.T) {
	whole, prefix := catalogtest.New(t), catalogtest.New(t)
	ids := write(whole)
	prefix.Account(owner, "舟大工", "user") // the log's first event
	r := reader(whole)
	folds, projects, versions := 0, 0, 0
	for batch, err := range whole.Log.Read(t.Context(), 1, math.MaxUint64, eventlog.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range batch.Events {
			if _, err := prefix.Log.Append(t.Context(), eventlog.Write{Stream: e.Stream, Expected: eventlog.At(e.Revision - 1), Events: []eventlog.Event{e.Event}}); err != nil {
				t.Fatal(err)
			}
			prefix.Settle()
			for _, id := range ids {
				d, exists, err := r.Project(t.Context(), id, e.Position)
				if err != nil {
					t.Fatal(err)
				}
				got := ""
				if exists {
					got = encode(t, d)
					projects++
					versions += len(d.Versions)
				}
				if want := stored(t, prefix, id); got != want {
					t.Fatalf("%s as of %d (%s) is\n%s\nthe catalogue stored\n%s", id, e.Position, e.Type, got, want)
				}
				folds++
			}
		}
	}
	if projects < 200 || versions < 200 || projects > folds-200 {
		t.Errorf("of %d folds %d had a project, with %d versions", folds, projects, versions)
	}
}

func TestAnUnreadableEventIsAnErrorAndNotAnOlderProject(t *testing.T) {
	w := catalogtest.New(t)
	ids := write(w)
	w.Settle()
	bad := eventlog.Event{ID: eventlog.NewEventID(), Type: "project.unheard-of.v1", Data: []byte(`{}`)}
	receipt, err := w.Log.Append(t.Context(), eventlog.Write{Stream: "project-" + ids[0], Expected: eventlog.Exists, Events: []eventlog.Event{bad}})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := reader(w).Project(t.Context(), ids[0], receipt.Position); err == nil {
		t.Error("an event of an unknown type was left out")
	}
	if _, exists, err := reader(w).Project(t.Context(), ids[0], receipt.Position-1); err != nil || !exists {
		t.Errorf("before it: %v, %v", exists, err)
	}
}
