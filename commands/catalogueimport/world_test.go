package catalogueimport_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modyard/modyard/commands/catalogueimport"
	"github.com/modyard/modyard/commands/commandstest"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
)

// world is a log into which catalogues are imported.
type world struct {
	*commandstest.World
	accounts map[string]identity.NewAccount
}

// Ensure stores accounts like identity does.
func (w *world) Ensure(_ context.Context, accounts ...identity.NewAccount) (int, error) {
	for _, a := range accounts {
		w.accounts[a.ID] = a
	}
	return len(accounts), nil
}

func newWorld(t testing.TB) *world {
	t.Helper()
	return &world{World: commandstest.New(t, project.EventTypes(), thread.EventTypes(), organization.EventTypes()), accounts: map[string]identity.NewAccount{}}
}

// files writes a catalogue and its side files, and returns the catalogue's name.
func files(t testing.TB, content map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range content {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "projects.jsonl")
}

// run imports and returns the report's lines without the header.
func (w *world) run(file string, set ...func(*catalogueimport.Options)) (catalogueimport.Summary, []string, error) {
	w.Helper()
	var report bytes.Buffer
	o := catalogueimport.Options{Projects: file, Log: w.EventLog, Codec: w.Codec, Accounts: w, Report: &report}
	for _, s := range set {
		s(&o)
	}
	summary, err := catalogueimport.Run(w.Context(), o)
	return summary, strings.Split(strings.TrimSpace(report.String()), "\n")[1:], err
}

func (w *world) must(file string) (catalogueimport.Summary, []string) {
	w.Helper()
	summary, report, err := w.run(file)
	if err != nil {
		w.Fatal(err)
	}
	return summary, report
}

// all is every event of the log.
func (w *world) all() []eventlog.Recorded {
	w.Helper()
	var list []eventlog.Recorded
	head := w.Head()
	if head == 0 {
		return nil
	}
	for batch, err := range w.EventLog.Follow(w.Context(), 0, eventlog.Filter{}) {
		if err != nil {
			w.Fatal(err)
		}
		list = append(list, batch.Events...)
		if batch.UpTo >= head {
			break
		}
	}
	return list
}

// states folds all events: projects by slug, their versions by the project's slug, teams by id.
func (w *world) states() (map[string]project.State, map[string][]project.Version, map[string]organization.State) {
	w.Helper()
	projects, versions, teams := map[string]project.State{}, map[string]project.Version{}, map[string]organization.State{}
	var order []string
	for _, e := range w.all() {
		payload, err := w.Codec.Decode(e.Type, e.Data)
		if err != nil {
			w.Fatal(err)
		}
		category, id, _ := strings.Cut(e.Stream, "-")
		switch category {
		case "project":
			projects[id] = project.EvolveAt(projects[id], payload, e.Meta.At)
		case "version":
			if _, known := versions[id]; !known {
				order = append(order, id)
			}
			versions[id] = project.EvolveVersionAt(versions[id], payload, e.Meta.At)
		case "organization":
			teams[id] = organization.Evolve(teams[id], payload)
		}
	}
	bySlug, of := map[string]project.State{}, map[string][]project.Version{}
	for _, s := range projects {
		bySlug[s.Slug] = s
	}
	for _, id := range order {
		v := versions[id]
		of[projects[v.Project].Slug] = append(of[projects[v.Project].Slug], v)
	}
	return bySlug, of, teams
}

// happened are the log's events of a type.
func happened[T any](w *world) []T {
	w.Helper()
	var list []T
	for _, e := range w.all() {
		payload, err := w.Codec.Decode(e.Type, e.Data)
		if err != nil {
			w.Fatal(err)
		}
		if p, ok := payload.(T); ok {
			list = append(list, p)
		}
	}
	return list
}
