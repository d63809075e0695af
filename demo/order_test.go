package demo

import (
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/eventlog"
)

func TestTheHistoryOfEachProjectStandsInTheOrderOfItsTimes(t *testing.T) {
	d, _ := deps(t)
	if _, err := run(t.Context(), d, whole(t), steps()); err != nil {
		t.Fatal(err)
	}
	owner, newest, submitted := map[string]string{}, map[string]eventlog.Recorded{}, map[string]eventlog.Recorded{}
	versions := 0
	for _, e := range events(t, d) {
		payload, err := d.Codec.Decode(e.Type, e.Data)
		if err != nil {
			t.Fatal(err)
		}
		var of string
		switch p := payload.(type) {
		case project.VersionCreated:
			of = p.Project
			owner[e.Stream] = of
			versions++
			if s := submitted[of]; e.Meta.At.Before(s.Meta.At) {
				t.Errorf("%s of %s stands after the submission of %s", e.Stream, e.Meta.At, s.Meta.At)
			}
		case thread.Opened:
			if p.Kind == thread.AboutProject {
				of = p.Subject
				owner[e.Stream] = of
			}
		case project.Submitted:
			submitted[strings.TrimPrefix(e.Stream, "project-")] = e
		}
		if id, is := strings.CutPrefix(e.Stream, "project-"); is {
			of = id
		} else if of == "" {
			of = owner[e.Stream]
		}
		if of == "" {
			continue
		}
		if before := newest[of]; e.Meta.At.Before(before.Meta.At) {
			t.Errorf("%s, %s of %s stands after %s of %s", of, e.Type, e.Meta.At, before.Type, before.Meta.At)
		}
		newest[of] = e
	}
	if versions < 100 || len(submitted) < 20 {
		t.Errorf("%d versions, %d projects with a submission", versions, len(submitted))
	}
}
