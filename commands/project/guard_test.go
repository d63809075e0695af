package project_test

import (
	"testing"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/eventlog/postgres"
	"github.com/modyard/modyard/platform/pgtest"
)

func TestAMemberWhoIsRemovedDuringAnEditChangesNothing(t *testing.T) {
	inPostgres := func(t *testing.T) eventlog.Log {
		log, err := postgres.Open(t.Context(), pgtest.Database(t).Pool)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(log.Close)
		return log
	}
	for name, open := range map[string]func(*testing.T) eventlog.Log{
		"memory": func(*testing.T) eventlog.Log { return memory.New() }, "postgres": inPostgres,
	} {
		t.Run(name, func(t *testing.T) {
			g := &gate{Log: open(t)}
			w := newWorld(t, func(o *options) { o.Handler.Log = g })
			id := w.project("sodium")
			version := w.version(id)["id"].(string)
			w.invite(id, member, project.UploadVersion|project.EditDetails)
			before := len(w.Events("version-" + version))
			g.before = func() { want(w, w.Ask(owner, "DELETE", "/v2/team/"+id+"/members/"+member, nil), 204) }
			want(w, w.Ask(member, "PATCH", "/v2/version/"+version, fields{"name": "Taken over"}), 404)
			if g.before != nil {
				t.Fatal("the edit was rejected before the removal")
			}
			if after := len(w.Events("version-" + version)); after != before {
				t.Fatalf("%d events were added by an account without the right", after-before)
			}
		})
	}
}
