package project_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	commands "github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/eventlog"
)

func planned(id, slug string) commands.Planned {
	by, staff := actor.Actor{Account: owner}, actor.Actor{Account: admin, Rank: actor.Admin}
	why := &reason.Reason{Code: reason.Incomplete}
	day := func(n int) time.Time { return time.Date(2024, 1, n, 0, 0, 0, 0, time.UTC) }
	return commands.Planned{Project: id, Command: "import:" + slug, Steps: []commands.Step{
		{At: day(1), By: owner, Do: project.Create{By: by, Project: id, Slug: slug, Type: project.TypeMod, Title: "Sodium", Summary: "A summary", License: project.License{ID: "MIT"}}},
		{At: day(2), By: owner, Version: "Version1", DoVersion: project.CreateVersion{
			By: by, Version: "Version1", Name: "1", Number: "1.0", Channel: project.Release, Imported: true, Loaders: []string{"fabric"},
			Files: []project.File{{URL: "https://example.com/a.jar", Name: "a.jar", Primary: true}},
		}},
		{At: day(3), By: owner, Do: project.Edit{By: by, Body: ptr("Words"), Environments: &project.Environment{Client: "required", Server: "optional"}}},
		{At: day(4), By: owner, Do: project.Submit{By: by}},
		{At: day(5), By: admin, Do: project.Reject{By: staff, Reason: why, Message: "more words"}},
		{At: day(6), By: owner, Do: project.Submit{By: by}},
		{At: day(7), By: admin, Do: project.Approve{By: staff, Reason: why}},
		{At: day(7), Do: project.OpenDownloads{Count: 1234, Estimated: true, Source: "catalogue"}},
	}}
}

func ptr[T any](v T) *T { return &v }

func TestAPlanHasTheSameEventsAsItsCommands(t *testing.T) {
	w := newWorld(t)
	writes, err := commands.PlanProject(t.Context(), w.Codec, planned("Project1", "Sodium"))
	if err != nil {
		t.Fatal(err)
	}
	w.Append(writes...)
	s := w.state("Project1")
	if s.Status != project.Listed || s.Round != 2 || s.Downloads.Count != 1234 || w.versions("Project1").Len() != 1 || s.Body != "Words" {
		t.Fatalf("%+v", s)
	}
	// Ordinary commands continue the project.
	want(t, w.Ask(owner, "PATCH", "/v2/project/sodium", fields{"title": "Sodium 2"}), 204)
	want(t, w.Ask(owner, "PATCH", "/v2/version/Version1", fields{"name": "One"}), 204)
	want(t, w.form(owner, "POST", "/v2/project", []part{data(newProject("sodium"))}), 400)
}

func TestASecondAppendOfAPlanHasNoEffect(t *testing.T) {
	w := newWorld(t)
	first, err := commands.PlanProject(t.Context(), w.Codec, planned("Project1", "sodium"))
	if err != nil {
		t.Fatal(err)
	}
	second, err := commands.PlanProject(t.Context(), w.Codec, planned("Project1", "sodium"))
	if err != nil || !reflect.DeepEqual(first, second) {
		t.Fatal("two plans of the same steps differ", err)
	}
	a, err := w.EventLog.Append(t.Context(), first...)
	if err != nil {
		t.Fatal(err)
	}
	b, err := w.EventLog.Append(t.Context(), second...)
	if err != nil || a.Position != b.Position || w.Head() != a.Position {
		t.Fatal(a, b, err)
	}
	taken, err := commands.PlanProject(t.Context(), w.Codec, planned("Project2", "sodium"))
	if err != nil {
		t.Fatal(err)
	}
	taken[0].Events[0].ID = eventlog.NewEventID()
	var conflict *eventlog.Conflict
	if _, err := w.EventLog.Append(t.Context(), taken...); !errors.As(err, &conflict) {
		t.Fatal(err)
	}
}

func TestAPlanMustSatisfyTheRules(t *testing.T) {
	w := newWorld(t)
	for name, spoil := range map[string]func(*commands.Planned){
		"title":          func(p *commands.Planned) { c := p.Steps[0].Do.(project.Create); c.Title = "x"; p.Steps[0].Do = c },
		"another's":      func(p *commands.Planned) { p.Project = "Project9" },
		"submitted bare": func(p *commands.Planned) { p.Steps = append(p.Steps[:1], p.Steps[3]) },
		"file twice": func(p *commands.Planned) {
			c := p.Steps[1].DoVersion.(project.CreateVersion)
			c.Files = []project.File{{SHA1: "1", SHA512: "5", URL: "x", Name: "a.jar", Primary: true}}
			p.Steps[1].DoVersion = c
			c.Version = "Version2"
			p.Steps = append(p.Steps[:2], commands.Step{Version: "Version2", DoVersion: c})
		},
	} {
		p := planned("Project1", "sodium")
		spoil(&p)
		_, err := commands.PlanProject(t.Context(), w.Codec, p)
		var step *commands.StepError
		if !errors.As(err, &step) {
			t.Errorf("%s: %v", name, err)
		}
	}
	p := planned("Project1", "ab")
	_, err := commands.PlanProject(t.Context(), w.Codec, p)
	var f *fault.Error
	if !errors.As(err, &f) || f.Field != "slug" {
		t.Fatal(err)
	}
}

func BenchmarkPlanningAProject(b *testing.B) {
	w := newWorld(b)
	for b.Loop() {
		if _, err := commands.PlanProject(b.Context(), w.Codec, planned("Project1", "sodium")); err != nil {
			b.Fatal(err)
		}
	}
}

func TestAPlanReservesTheFilesThatItAdds(t *testing.T) {
	w := newWorld(t)
	p, hash := planned("Project1", "sodium"), strings.Repeat("5", 128)
	added := commands.Step{At: p.Steps[2].At, By: owner, Version: "Version1", DoVersion: project.AddFiles{
		By: actor.Actor{Account: owner}, Files: []project.File{{SHA1: strings.Repeat("1", 40), SHA512: hash, URL: "https://example.test/b.jar", Name: "b.jar"}},
	}}
	p.Steps = slices.Insert(p.Steps, 2, added)
	writes, err := commands.PlanProject(t.Context(), w.Codec, p)
	if err != nil {
		t.Fatal(err)
	}
	w.Append(writes...)
	if got := w.Events("file-" + hash); !reflect.DeepEqual(got, []any{project.FileReserved{SHA512: hash, Version: "Version1"}}) {
		t.Errorf("%+v", got)
	}
	p.Steps = slices.Insert(p.Steps, 3, added)
	if _, err := commands.PlanProject(t.Context(), w.Codec, p); err == nil {
		t.Error("a plan was accepted with the same file twice")
	}
}
