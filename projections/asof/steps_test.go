package asof_test

import (
	"slices"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/projections/asof"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
)

// command appends events with the metadata of one command.
func command(w *catalogtest.World, t *testing.T, name, actor, role, stream string, at time.Time, payloads ...any) {
	t.Helper()
	var events []eventlog.Event
	for _, p := range payloads {
		typ, data, err := w.Codec.Encode(p)
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, eventlog.Event{ID: eventlog.NewEventID(), Type: typ, Data: data, Meta: eventlog.Metadata{Actor: actor, Role: role, Command: name, At: at}})
	}
	if _, err := w.Log.Append(t.Context(), eventlog.Write{Stream: stream, Expected: eventlog.Any, Events: events}); err != nil {
		t.Fatal(err)
	}
}

func TestAStepIsWhatOneCommandDid(t *testing.T) {
	const id, staff = "ProjStp1", "UserMod2"
	w := catalogtest.New(t)
	stream, at := "project-"+id, time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	command(w, t, "c1", owner, "self", stream, at, project.Created{Project: id, Slug: "quay", Type: project.TypeMod, Title: "Quay", Owner: owner})
	command(w, t, "c2", owner, "owner", stream, at.Add(1*time.Second), project.Renamed{Title: "Pier"}, project.Summarised{Summary: "码头"},
		project.Submitted{Submission: "S1", From: project.Draft, Requested: project.Listed})
	command(w, t, "c3", staff, "moderator", stream, at.Add(2*time.Second), project.Rejected{
		Submission: "S1", From: project.Processing, Message: "请补充", Options: []string{"title-useless-info"}, Reason: &reason.Reason{Code: reason.Incomplete, Text: "缺少"},
	})
	version := project.VersionCreated{Version: "VersStp1", Project: id, Author: owner, Number: "1.0.0", Channel: project.Release, Status: project.VersionDraft}
	command(w, t, "c4", owner, "owner", "version-VersStp1", at.Add(3*time.Second), version)
	command(w, t, "c4", owner, "owner", "projectversions-"+id, at.Add(3*time.Second), project.VersionAdded{Version: "VersStp1"})
	// A program may give its commands one name: what another person did, or at another time, is another step.
	command(w, t, "c4", staff, "moderator", stream, at.Add(3*time.Second), project.Approved{From: project.Refused, Status: project.Listed})
	command(w, t, "c4", staff, "moderator", "version-VersStp1", at.Add(4*time.Second), project.VersionRenumbered{Version: "VersStp1", Project: id, Number: "1.0.1"})

	steps, err := reader(w).Steps(t.Context(), id, asof.Everything)
	if err != nil {
		t.Fatal(err)
	}
	type row struct {
		kind, from, to string
		round          int
		kinds, outside []string
	}
	want := []row{
		{"created", "", "draft", 0, []string{"project.created"}, []string{"project.created"}},
		{"submitted", "draft", "processing", 1, []string{"project.renamed", "project.summarised", "project.submitted"}, []string{"project.renamed", "project.summarised"}},
		{"rejected", "processing", "rejected", 1, []string{"project.rejected"}, nil},
		{"", "rejected", "rejected", 1, []string{"version.created"}, nil},
		{"approved", "rejected", "approved", 1, []string{"project.approved"}, []string{"project.approved"}},
		{"", "approved", "approved", 1, []string{"version.renumbered"}, nil},
	}
	if len(steps) != len(want) {
		t.Fatalf("%d steps: %+v", len(steps), steps)
	}
	for i, s := range steps {
		got, w := row{s.Type, s.From, s.To, s.Round, s.Kinds, s.Outside}, want[i]
		if got.kind != w.kind || got.from != w.from || got.to != w.to || got.round != w.round || !slices.Equal(got.kinds, w.kinds) || !slices.Equal(got.outside, w.outside) {
			t.Errorf("step %d is %+v, want %+v", i, got, w)
		}
	}
	if s := steps[2]; s.Message != "请补充" || !slices.Equal(s.Options, []string{"title-useless-info"}) || *s.Reason != (asof.Reason{Code: "incomplete", Text: "缺少"}) || s.Role != "moderator" {
		t.Errorf("the rejection is %+v", s)
	}
	if s := steps[5]; !slices.Equal(s.Versions, []string{"1.0.1"}) || len(s.Listed) != 0 {
		t.Errorf("the change of a hidden version is %+v", s)
	}
	if before, err := reader(w).Steps(t.Context(), id, steps[1].Position); err != nil || len(before) != 2 {
		t.Errorf("up to the submission: %+v, %v", before, err)
	}
}
