package catalog_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/catalog"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
)

// plannedDocument is what a document says of a plan.
type plannedDocument struct {
	Status          string  `json:"status"`
	RequestedStatus *string `json:"requested_status"`
	Schedule        *struct {
		Time            time.Time `json:"time"`
		RequestedStatus string    `json:"requested_status"`
		UserID          string    `json:"user_id"`
	} `json:"schedule"`
	Approved  *time.Time `json:"approved"`
	Published time.Time  `json:"date_published"`
	Updated   time.Time  `json:"updated"`
	Versions  []string   `json:"versions"`
}

func TestAPlannedReleaseIsInTheDocumentsUntilItEnds(t *testing.T) {
	const id, old, fresh, author = "ProjOne1", "VersOld1", "VersNew2", "UserOwn1"
	w := catalogtest.New(t)
	w.Account(author, "gale", "user")
	w.Slug("lanternquay", id)
	read := func(table, key string) (d plannedDocument, listed, visible bool) {
		t.Helper()
		w.Settle()
		for _, column := range []string{"doc_v3", "doc_v2"} {
			var doc []byte
			if err := w.DB.Pool.QueryRow(t.Context(), "select "+column+", listed, visible from catalog."+table+" where id = $1", key).Scan(&doc, &listed, &visible); err != nil {
				t.Fatal(err)
			}
			d = plannedDocument{}
			if err := json.Unmarshal(doc, &d); err != nil {
				t.Fatal(err)
			}
		}
		return d, listed, visible
	}
	due := time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC)
	w.Project(id, author, project.Created{Project: id, Slug: "lanternquay", Type: project.TypeMod, Title: "Lanternquay", Summary: "简介", Owner: author},
		project.Submitted{From: project.Draft, Requested: project.Listed})
	w.Project(id, "UserMod3", project.Approved{From: project.Processing, Status: project.Scheduled},
		project.ReleasePlanned{Plan: "PlanOne1", Author: "UserMod3", Status: project.Unlisted, Time: due})
	d, listed, visible := read("projects", id)
	if d.Status != "scheduled" || d.Schedule == nil || !d.Schedule.Time.Equal(due) || d.Schedule.UserID != "UserMod3" || d.RequestedStatus == nil || *d.RequestedStatus != "unlisted" {
		t.Errorf("%+v", d)
	}
	if listed || visible || d.Approved != nil {
		t.Errorf("listed %v, visible %v, approved %v", listed, visible, d.Approved)
	}
	w.Project(id, "UserMod3", project.StatusChanged{From: project.Scheduled, To: project.Listed, Plan: "PlanOne1"})
	if d, listed, _ = read("projects", id); d.Schedule != nil || !listed || d.Approved == nil {
		t.Errorf("%+v, listed %v", d, listed)
	}

	for _, v := range []string{old, fresh} {
		w.Happen("projectversions-"+id, author, project.VersionAdded{Version: v})
		w.Happen("version-"+v, author, project.VersionCreated{
			Version: v, Project: id, Author: author, Name: v, Number: v, Channel: project.Release, Status: project.VersionListed,
			Loaders: []string{"fabric"}, GameVersions: []string{"1.21"},
		})
	}
	w.Happen("version-"+old, author, project.VersionStatusChanged{Version: old, Project: id, Status: project.VersionScheduled},
		project.VersionReleasePlanned{Version: old, Project: id, Plan: "PlanTwo2", Author: author, Status: project.VersionListed, Time: due})
	if d, listed, visible = read("versions", old); d.Status != "scheduled" || d.Schedule == nil || d.Schedule.RequestedStatus != "listed" || listed || visible {
		t.Errorf("%+v, listed %v, visible %v", d, listed, visible)
	}
	if p, _, _ := read("projects", id); !slices.Equal(p.Versions, []string{fresh}) {
		t.Errorf("the versions are %v", p.Versions)
	}
	w.Happen("version-"+old, author, project.VersionStatusChanged{Version: old, Project: id, Status: project.VersionListed, Plan: "PlanTwo2"})
	d, listed, _ = read("versions", old)
	p, _, _ := read("projects", id)
	if d.Schedule != nil || !listed || !slices.Equal(p.Versions, []string{fresh, old}) || !p.Updated.Equal(d.Published) {
		t.Errorf("%+v, listed %v, of %+v", d, listed, p)
	}
	if found, err := w.Runner.Verify(t.Context(), catalog.Name); err != nil || len(found) > 0 {
		t.Errorf("a rebuild differs: %v, %v", found, err)
	}
}
