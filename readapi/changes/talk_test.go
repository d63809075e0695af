package changes

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/forum"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/identity/erasure"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	"github.com/modyard/modyard/projections/changes"
)

func TestTheFeedHasDiscussionsAndTheirAnswersWhileEverybodySeesThem(t *testing.T) {
	const quay, by = "ProjOne1", "UserOwn1"
	w := catalogtest.New(t)
	w.Texts = erasure.NewMemory()
	w.Also(changes.New())
	text := erasable.Of(by, "x")
	w.Project(quay, by, project.Created{Project: quay, Slug: "quay", Type: project.TypeMod, Title: "Quay", Owner: by}, project.ListedByImport{Status: project.Private})
	written := func(id, in string) post.Written {
		return post.Written{Post: id, Kind: post.InDiscussion, Thing: in, Author: by, Starter: by, Body: text}
	}
	w.Happen("discussion-Chat0001", by, forum.Opened{Discussion: "Chat0001", Section: forum.Chat, Author: by, Title: text, Body: text})
	w.Happen("discussion-Board001", by, forum.Opened{Discussion: "Board001", Section: forum.Project, Project: quay, Author: by, Title: text})
	w.Happen("post-Secret01", by, written("Secret01", "Board001"))
	w.Happen("post-Elsewhe1", by, post.Written{Post: "Elsewhe1", Kind: "issue", Thing: "Issue001", Author: by, Starter: by, Body: text})
	w.Happen("post-Answer01", by, written("Answer01", "Chat0001"), post.Edited{Post: "Answer01", Kind: post.InDiscussion, Thing: "Chat0001", Body: text},
		post.Hidden{Post: "Answer01", Kind: post.InDiscussion, Thing: "Chat0001", Author: by}, post.Restored{Post: "Answer01", Kind: post.InDiscussion, Thing: "Chat0001", Author: by})
	w.Happen("section-chat", by, forum.Pinned{Section: forum.Chat, Discussion: "Chat0001"})
	w.Project(quay, by, project.StatusChanged{From: project.Private, To: project.Listed})
	w.Happen("post-Answer02", by, written("Answer02", "Board001"))
	w.Happen("discussion-Board001", by, forum.Hidden{Discussion: "Board001", Author: by})
	w.Happen("post-Hidden02", by, written("Hidden02", "Board001"))
	w.Happen("discussion-Board001", by, forum.Restored{Discussion: "Board001", Author: by})
	w.Project(quay, by, project.StatusChanged{From: project.Listed, To: project.Private})
	w.Happen("discussion-Chat0001", by, forum.Deleted{Discussion: "Chat0001", Author: by})
	w.Happen("post-Answer01", by, post.Deleted{Post: "Answer01", Kind: post.InDiscussion, Thing: "Chat0001", Author: by})
	w.Settle()
	rows, err := w.DB.Pool.Query(t.Context(), `select kind || ' ' || object || case project when '' then '' else ' of a project' end from changes.changes where public or type in ('discussion', 'post') order by position, n`)
	if err != nil {
		t.Fatal(err)
	}
	got, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	board := func(what string) string { return fmt.Sprintf("discussion.%s Board001 of a project", what) }
	want := []string{
		"discussion.created Chat0001",
		"post.created Answer01", "discussion.updated Chat0001", "post.updated Answer01",
		"post.removed Answer01", "discussion.updated Chat0001", "post.created Answer01", "discussion.updated Chat0001",
		"discussion.updated Chat0001", // pinned
		"project.created ProjOne1 of a project", board("created"),
		"post.created Answer02 of a project", board("updated"),
		board("removed"), board("created"),
		"project.removed ProjOne1 of a project", board("removed"),
		"discussion.removed Chat0001",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
