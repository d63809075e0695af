package changes

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	"github.com/modyard/modyard/projections/changes"
)

func TestAnUndoneApprovalRemovesTheProjectAndItsVersionsFromThePublicFeedAndAnUndoneRejectionRestoresThem(t *testing.T) {
	w := catalogtest.New(t)
	w.Also(changes.New())
	const quay = "ProjOne1"
	w.Project(quay, "UserOwn1", project.Created{Project: quay, Slug: "quay", Type: project.TypeMod, Title: "Quay", Owner: "UserOwn1"})
	w.Happen("version-V1", "UserOwn1", project.VersionCreated{Version: "V1", Project: quay, Name: "1", Number: "1", Channel: project.Release, Status: project.VersionListed})
	w.Project(quay, "UserMod2", project.Approved{From: project.Processing, Status: project.Listed}, project.DecisionUndone{From: project.Listed, To: project.Processing},
		project.Approved{From: project.Processing, Status: project.Listed}, project.Rejected{From: project.Listed}, project.DecisionUndone{From: project.Refused, To: project.Listed})
	w.Settle()
	rows, err := w.DB.Pool.Query(t.Context(), `select kind from changes.changes where public order by position, n`)
	if err != nil {
		t.Fatal(err)
	}
	kinds, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	appear, leave := "project.created version.created", "project.removed version.removed"
	if got, want := strings.Join(kinds, " "), strings.Join([]string{appear, leave, appear, leave, appear}, " "); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
