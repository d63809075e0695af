package activity_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/until"
	"github.com/modyard/modyard/projections/activity"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	"github.com/modyard/modyard/projections/runtime"
	readactivity "github.com/modyard/modyard/readapi/activity"
	"github.com/modyard/modyard/readapi/view"
)

const (
	owner     = "UserOwn1"
	moderator = "UserMod2"
	id        = "ProjAAA1"
)

type world struct {
	*catalogtest.World
	t      *testing.T
	api    *httpkit.API
	runner *runtime.Runner
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{World: catalogtest.New(t), t: t}
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	var err error
	w.runner, err = runtime.New(runtime.Options{DB: w.DB, Log: w.Log, Codec: w.Codec, Board: w.Board, Logger: quiet, LeasePoll: 20 * time.Millisecond}, activity.New())
	if err != nil {
		t.Fatal(err)
	}
	meter := readactivity.NewMeter(w.DB.Pool, w.Board, quiet)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 2)
	go func() { done <- w.runner.Run(ctx) }()
	go func() { done <- meter.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		for range cap(done) {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
	})
	w.api = httpkit.New(httpkit.Options{Logger: quiet})
	source := &view.Source{Pool: w.DB.Pool, Board: w.Board}
	readactivity.New(source, meter).Register(w.api)
	w.Account(owner, "舟大工", "user")
	w.Account(moderator, "mod", "moderator")
	return w
}

// feed reads the feed after all events are projected.
func (w *world) feed(query string) readactivity.Answer {
	w.t.Helper()
	head, err := w.Log.Head(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	r := httptest.NewRequest("GET", "/_internal/activity"+query, nil)
	r.Header.Set("Min-Position", strconv.FormatUint(uint64(head), 10))
	rec := httptest.NewRecorder()
	w.api.Handler().ServeHTTP(rec, r)
	var a readactivity.Answer
	if err := json.Unmarshal(rec.Body.Bytes(), &a); err != nil || rec.Code != 200 || rec.Header().Get("Stale") != "" {
		w.t.Fatalf("%d %s %v", rec.Code, rec.Body, err)
	}
	return a
}

func kinds(a readactivity.Answer) string {
	var out []string
	for _, e := range a.Events {
		out = append(out, e.Type)
	}
	return strings.Join(out, " ")
}

func (w *world) submitted(id, slug string) {
	w.Slug(slug, id)
	w.Project(id, owner, project.Created{
		Project: id, Slug: slug, Type: project.TypeMod, Title: "Lanternquay", Summary: "灯火通明的码头", Owner: owner,
		License: project.License{ID: "MIT"}, Environments: project.Environment{Client: "required", Server: "optional"},
		Categories: []string{"adventure"}, Aliases: []project.Alias{{Text: "灯笼码头", Kind: "zh"}},
	}, project.Submitted{From: project.Draft, Requested: project.Listed})
}

func (w *world) approve(id string) {
	w.Project(id, moderator, project.Approved{From: project.Processing, Status: project.Listed})
}

func (w *world) version(v, of string, status project.VersionStatus) {
	w.Happen("version-"+v, owner, project.VersionCreated{
		Version: v, Project: of, Author: owner, Name: v, Number: "1.0." + v, Channel: project.Beta, Status: status,
		Loaders: []string{"fabric"}, GameVersions: []string{"1.21"},
	})
}

func TestAProjectAppearsInTheFeedWhenItIsListedWithItsWaitingTime(t *testing.T) {
	w := newWorld(t)
	w.version("0", id, project.VersionListed)
	w.submitted(id, "lanternquay")
	if a := w.feed(""); len(a.Events) != 0 {
		t.Fatalf("the feed lists a hidden project: %+v", a.Events)
	}
	w.approve(id)
	a := w.feed("")
	if kinds(a) != "project-listed" {
		t.Fatal(kinds(a))
	}
	e := a.Events[0]
	if e.Project == nil || e.Project.Slug != "lanternquay" || *e.Project.TitleZH != "灯笼码头" || e.Actor != nil || e.WaitedSeconds == nil || *e.WaitedSeconds != 60 {
		t.Errorf("%+v %+v", e, e.Project)
	}
	w.version("1", id, project.VersionListed)
	w.Project(id, owner, project.PictureAdded{Picture: project.Picture{URL: "https://cdn.example/a.png"}})
	w.Project(id, moderator, project.Approved{From: project.Listed, Status: project.Listed})
	a = w.feed("")
	if kinds(a) != "picture-added version-published project-listed" {
		t.Fatal(kinds(a))
	}
	if v := a.Events[1]; v.Version == nil || v.Version.Number != "1.0.1" || v.Version.Channel != "beta" || v.Actor == nil || v.Actor.Username != "舟大工" {
		t.Errorf("%+v", v)
	}
	if p := a.Events[0].Picture; p == nil || *p != "https://cdn.example/a.png" {
		t.Error(p)
	}
}

func TestAHiddenProjectLeavesTheFeedAndReturnsWhenListedAgain(t *testing.T) {
	w := newWorld(t)
	w.submitted(id, "lanternquay")
	w.approve(id)
	w.version("1", id, project.VersionListed)
	w.Project(id, owner, project.PictureAdded{Picture: project.Picture{URL: "https://cdn.example/a.png"}}, project.PictureRemoved{URL: "https://cdn.example/a.png"})
	w.Project(id, owner, project.StatusChanged{From: project.Listed, To: project.Private})
	w.version("2", id, project.VersionListed)
	if a := w.feed(""); len(a.Events) != 0 {
		t.Fatal(kinds(a))
	}
	w.Project(id, owner, project.StatusChanged{From: project.Private, To: project.Listed}, project.StatusChanged{From: project.Listed, To: project.Archived})
	if a := w.feed(""); kinds(a) != "project-archived version-published project-listed" {
		t.Fatal(kinds(a))
	}
	w.Happen("version-1", owner, project.VersionDeleted{Version: "1", Project: id})
	if a := w.feed(""); kinds(a) != "project-archived project-listed" {
		t.Fatal(kinds(a))
	}
}

func TestAnUndoneDecisionKeepsTheTimeOfTheSubmission(t *testing.T) {
	w := newWorld(t)
	w.submitted(id, "lanternquay")
	begun := catalogtest.Epoch()
	w.Project(id, moderator, project.Rejected{From: project.Processing, Message: "x"})
	w.Project(id, moderator, project.DecisionUndone{From: project.Refused, To: project.Processing, SubmittedAt: &begun})
	w.approve(id)
	a := w.feed("")
	if kinds(a) != "project-listed" || a.Events[0].WaitedSeconds == nil || time.Duration(*a.Events[0].WaitedSeconds)*time.Second != a.Events[0].At.Sub(begun) {
		t.Fatalf("%+v", a)
	}
	w.Project(id, moderator, project.DecisionUndone{From: project.Listed, To: project.Processing, SubmittedAt: &begun})
	if a = w.feed(""); len(a.Events) != 0 {
		t.Fatal(kinds(a))
	}
	w.approve(id)
	if a = w.feed(""); kinds(a) != "project-listed" {
		t.Fatal(kinds(a))
	}
}

func TestAVersionIsAnnouncedOnceAndNotBeforeItIsListed(t *testing.T) {
	w := newWorld(t)
	w.submitted(id, "lanternquay")
	w.approve(id)
	w.version("1", id, project.VersionDraft)
	if a := w.feed(""); kinds(a) != "project-listed" {
		t.Fatal(kinds(a))
	}
	for _, s := range []project.VersionStatus{project.VersionListed, project.VersionUnlisted, project.VersionListed} {
		w.Happen("version-1", owner, project.VersionStatusChanged{Version: "1", Project: id, Status: s})
	}
	if a := w.feed(""); kinds(a) != "version-published project-listed" {
		t.Fatal(kinds(a))
	}
}

func TestTheFeedHasPagesAndRejectsInvalidParameters(t *testing.T) {
	w := newWorld(t)
	for n := range 5 {
		o := "Org0000" + strconv.Itoa(n)
		w.Happen("organization-"+o, owner, organization.Created{Organization: o, Slug: "team-" + strconv.Itoa(n), Name: "队 " + strconv.Itoa(n), Owner: owner})
	}
	first := w.feed("?limit=2")
	if len(first.Events) != 2 || first.Next == nil || first.Events[0].Organization.Name != "队 4" || first.Events[0].Actor.Username != "舟大工" {
		t.Fatalf("%+v", first)
	}
	rest := w.feed("?limit=100&before=" + strconv.FormatInt(*first.Next, 10))
	if len(rest.Events) != 3 || rest.Next != nil || rest.Events[0].Organization.Name != "队 2" {
		t.Fatalf("%+v", rest)
	}
	for _, q := range []string{"?before=x", "?before=-1", "?before=99999999999999999999", "?limit=-1", "?limit=x", "?before=%00"} {
		rec := httptest.NewRecorder()
		w.api.Handler().ServeHTTP(rec, httptest.NewRequest("GET", "/_internal/activity"+q, nil))
		if rec.Code != 400 {
			t.Errorf("%s: %d %s", q, rec.Code, rec.Body)
		}
	}
	if a := w.feed("?before=123456789"); len(a.Events) != 0 {
		t.Error("a cursor without events after it returned lines")
	}
}

func TestTheLagIsMeasuredAfterTheFirstEvent(t *testing.T) {
	w := newWorld(t)
	w.submitted(id, "lanternquay")
	if a := w.feed(""); a.LagMs != nil {
		t.Fatal("a lag is reported before the first event: ", *a.LagMs)
	}
	w.approve(id)
	until.True(t, "a lag is measured", func() bool {
		a := w.feed("")
		if a.LagMs != nil && *a.LagMs < 0 {
			t.Fatal(*a.LagMs)
		}
		return a.LagMs != nil
	})
}

func TestARebuiltFeedIsIdentical(t *testing.T) {
	w := newWorld(t)
	for n := range 40 {
		p := "Proj" + strconv.Itoa(1000+n)
		w.submitted(p, "slug-"+strconv.Itoa(n))
		if n%3 > 0 {
			w.approve(p)
			w.version(strconv.Itoa(n), p, project.VersionListed)
		}
		if n%5 == 0 {
			w.Project(p, owner, project.Deleted{Slug: "slug-" + strconv.Itoa(n)})
		}
	}
	w.feed("")
	found, err := w.runner.Verify(t.Context(), activity.Name)
	if err != nil || len(found) > 0 {
		t.Fatal(found, err)
	}
}

func TestAnImportIsNewsOnlyWhereItsCatalogueSaysWhen(t *testing.T) {
	w := newWorld(t)
	const importer, undated = "UserImp3", "ProjBBB2"
	w.Account(importer, "搬运团队", "moderator")
	w.Roles = map[string]string{importer: "import"}
	for slug, of := range map[string]string{"lanternquay": id, "brasswick": undated} {
		w.Slug(slug, of)
		w.Project(of, importer, project.Created{
			Project: of, Slug: slug, Type: project.TypeMod, Title: slug, Summary: "来自别处", Owner: importer, License: project.License{ID: "MIT"},
		}, project.ListedByImport{Source: "catalogue", Status: project.Listed, Undated: of == undated})
	}
	version := func(v, of string, undated bool, files ...project.File) {
		w.Happen("version-"+v, importer, project.VersionCreated{
			Version: v, Project: of, Author: importer, Name: v, Number: v, Channel: project.Release, Status: project.VersionListed,
			Loaders: []string{"fabric"}, GameVersions: []string{"1.21"}, Files: files, Undated: undated,
		})
	}
	file := project.File{URL: "https://files.example/a.jar", Name: "a.jar", Primary: true}
	version("1", id, false)
	version("2", id, true, file)
	version("3", undated, false, file)
	w.Happen("organization-OrgAAAA1", importer, organization.Created{Organization: "OrgAAAA1", Slug: "repost", Name: "搬运团队", Owner: importer, Repost: true})
	a := w.feed("")
	if kinds(a) != "version-published project-listed" || a.Events[0].Version.Number != "3" || a.Events[1].Project.Slug != "lanternquay" {
		t.Fatalf("%s: %+v", kinds(a), a.Events)
	}
	w.version("4", undated, project.VersionListed)
	if a = w.feed(""); !strings.HasPrefix(kinds(a), "version-published version-published") {
		t.Fatalf("an imported project is not followed: %s", kinds(a))
	}
}
