// Package issue projects the issues of projects and their comments. The numbers of a project's issues and the floors of an issue's
// comments are the order of the log, without holes: what is hidden or deleted keeps its own. Rows depend on events only.
package issue

import (
	_ "embed" // the tables

	"github.com/modyard/modyard/domain/issue"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/projections/answer"
	"github.com/modyard/modyard/projections/runtime"
)

// Name is the name of the projector, its watermark and the readers' schema.
const Name = "issue"

const version = 2

//go:embed schema.sql
var schema string

// New makes the projector.
func New() runtime.Projector {
	return runtime.Projector{
		Name: Name, Version: version, DDL: schema,
		Views:      []string{"issues", "openings", "issue_labels", "assignees", "posts", "revisions", "events", "boards", "labels"},
		Needs:      []string{"issues_author", "posts_author", "posts_floor", "revisions_author", "events_author", "issue_labels_number"},
		Categories: []string{"account", "board", "issue", "post"},
		Key:        document,
		Handlers: runtime.Handle(newBatch,
			runtime.On((*batch).opened), runtime.On((*batch).retitled), runtime.On((*batch).edited), runtime.On((*batch).labelled),
			runtime.On((*batch).unlabelled), runtime.On((*batch).assigned), runtime.On((*batch).unassigned), runtime.On((*batch).closed),
			runtime.On((*batch).reopened), runtime.On((*batch).locked), runtime.On((*batch).unlocked), runtime.On((*batch).hidden),
			runtime.On((*batch).restored), runtime.On((*batch).fixed), runtime.On((*batch).unfixed),

			runtime.On((*batch).typeSet), runtime.On((*batch).templateSet), runtime.On((*batch).labelSet), runtime.On((*batch).labelRemoved),
			runtime.On((*batch).pinned), runtime.On((*batch).unpinned),

			runtime.On((*batch).commented), runtime.On((*batch).commentEdited), runtime.On((*batch).commentHidden),
			runtime.On((*batch).commentRestored), runtime.On((*batch).commentDeleted),

			runtime.On((*batch).erased),
		),
	}
}

// document is the project of an event: numbers depend on all earlier issues of it.
func document(e runtime.Event) string {
	if project, _, _ := about(e.Payload); project != "" {
		return project
	}
	return e.Stream
}

// about are the project, the issue and the comment that an event is about; empty for other events.
func about(payload any) (project, id, comment string) {
	switch p := payload.(type) {
	case issue.Opened:
		return p.Project, p.Issue, ""
	case issue.Retitled:
		return p.Project, p.Issue, ""
	case issue.Edited:
		return p.Project, p.Issue, ""
	case issue.Labelled:
		return p.Project, p.Issue, ""
	case issue.Unlabelled:
		return p.Project, p.Issue, ""
	case issue.Assigned:
		return p.Project, p.Issue, ""
	case issue.Unassigned:
		return p.Project, p.Issue, ""
	case issue.Closed:
		return p.Project, p.Issue, ""
	case issue.Reopened:
		return p.Project, p.Issue, ""
	case issue.Locked:
		return p.Project, p.Issue, ""
	case issue.Unlocked:
		return p.Project, p.Issue, ""
	case issue.Hidden:
		return p.Project, p.Issue, ""
	case issue.Restored:
		return p.Project, p.Issue, ""
	case issue.Fixed:
		return p.Project, p.Issue, ""
	case issue.Unfixed:
		return p.Project, p.Issue, ""
	case issue.Pinned:
		return p.Project, p.Issue, ""
	case issue.Unpinned:
		return p.Project, p.Issue, ""
	case issue.TypeSet:
		return p.Project, "", ""
	case issue.TemplateSet:
		return p.Project, "", ""
	case issue.LabelSet:
		return p.Project, "", ""
	case issue.LabelRemoved:
		return p.Project, "", ""
	}
	return answer.Of(payload, post.InIssue)
}
