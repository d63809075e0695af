package main

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/identity"
)

// A plan is carried out by a job, and all jobs wait while the effects are paused, as after a restore. Skipping what waits
// discards no plan: a release is not sent to the outside.
func TestAPlannedReleaseWaitsWhileEffectsArePaused(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	session := s.person("keeper", identity.RoleAdmin)
	const id = "ProjOne1"
	owner := s.owner()
	s.pause()
	s.happen("slug-lanternquay", project.SlugReserved{Slug: "lanternquay", Project: id})
	s.happen("project-"+id,
		project.Created{Project: id, Slug: "lanternquay", Type: project.TypeMod, Title: "Lanternquay", Summary: "简介", Owner: owner},
		project.Submitted{From: project.Draft, Requested: project.Listed}, project.Approved{From: project.Processing, Status: project.Listed},
		project.StatusChanged{From: project.Listed, To: project.Scheduled},
		project.ReleasePlanned{Plan: "PlanOne1", Author: owner, Status: project.Listed, Time: time.Now().Add(-time.Hour)})
	status := func() string {
		_, after, _ := strings.Cut(string(s.ask(session, http.MethodGet, "/v2/project/"+id, nil).Body), `"status":"`)
		found, _, _ := strings.Cut(after, `"`)
		return found
	}
	s.until("the schedule", func() bool { return status() == "scheduled" })
	if a := s.ask("", http.MethodGet, "/v2/project/"+id, nil); a.Status != http.StatusNotFound {
		t.Errorf("a visitor gets %d %s", a.Status, a.Body)
	}
	s.looksAgain(3)
	if now := status(); now != "scheduled" {
		t.Fatalf("paused, the project became %s", now)
	}
	if _, err := s.ResumeEffects(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	s.until("the release", func() bool { return status() == "approved" })
	if a := s.ask("", http.MethodGet, "/v2/project/"+id, nil); a.Status != http.StatusOK {
		t.Errorf("a visitor gets %d %s", a.Status, a.Body)
	}
}
