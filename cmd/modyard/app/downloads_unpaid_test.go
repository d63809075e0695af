package app

import (
	"testing"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/config"
	"github.com/modyard/modyard/platform/until"
)

// TestTheRecorderLearnsWhetherAProjectIsMonetized asks before and after a change, and where readers still see a catalogue from
// before the column.
func TestTheRecorderLearnsWhetherAProjectIsMonetized(t *testing.T) {
	core := testCore(t, config.Config{})
	runs(t, core)
	s := &Site{Core: core}
	happen := func(stream string, events ...any) {
		t.Helper()
		w := eventlog.Write{Stream: stream, Expected: eventlog.Any}
		for _, e := range events {
			typ, data, err := core.Codec.Encode(e)
			if err != nil {
				t.Fatal(err)
			}
			w.Events = append(w.Events, eventlog.Event{ID: eventlog.NewEventID(), Type: typ, Data: data, Meta: eventlog.Metadata{At: core.Handler.Clock()}})
		}
		if _, err := core.Log.Append(t.Context(), w); err != nil {
			t.Fatal(err)
		}
	}
	is := func(when string, unpaid bool) {
		t.Helper()
		until.True(t, when, func() bool {
			v, err := s.downloadable(t.Context(), "VVVVVVV1")
			if err != nil || v.Project != "PPPPPPP1" || v.Unpaid != unpaid {
				return false
			}
			p, err := s.viewable(t.Context(), "mod", "sodium")
			if err != nil || p.Project != "PPPPPPP1" || p.Unpaid != unpaid {
				return false
			}
			all, err := s.playable(t.Context(), []string{"VVVVVVV1"})
			return err == nil && len(all) == 1 && all[0].ID == "VVVVVVV1" && all[0].Unpaid == unpaid
		})
	}
	happen("project-PPPPPPP1", project.Created{Project: "PPPPPPP1", Slug: "sodium", Type: project.TypeMod, Title: "Sodium", Owner: "AAAAAAA1"},
		project.Submitted{Submission: "SSSSSSS1", From: project.Draft}, project.Approved{From: project.Processing, Status: project.Listed})
	happen("slug-sodium", project.SlugReserved{Slug: "sodium", Project: "PPPPPPP1"})
	happen("version-VVVVVVV1", project.VersionCreated{Version: "VVVVVVV1", Project: "PPPPPPP1", Number: "1", Channel: project.Release, Status: project.VersionListed, Loaders: []string{"fabric"}})
	is("a new project is paid", false)
	happen("project-PPPPPPP1", project.MonetizationSet{Status: project.Demonetized})
	is("one that has left is not", true)
	if _, err := core.DB.Pool.Exec(t.Context(), `alter view catalog.projects rename column monetized to later`); err != nil {
		t.Fatal(err)
	}
	is("a catalogue without the column says nothing else than paid", false)
}
