package issue

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/answer"
	"github.com/modyard/modyard/readapi/view"
)

// maxEvents is how many events a part of the comments has at most; the earliest are left out.
const maxEvents = 300

// happened are the events of the issue $3 after the floors from $4 to $5, the newest first, for the viewer $1 and $2. Only the staff
// learns who of the staff acted.
var happened = `
select e.kind, e.after_floor, e.at, e.staff, e.actor, ac.username, ac.avatar_url, e.label, n.name, n.color, n.description,
       e.assignee, w.username, w.avatar_url, e.closed_as, e.other, o.number, case when not o.hidden or ` + inside + ` then o.title else '' end,
       e.version, v.number, v.name, coalesce(v.visible, false), e.title,
       case when ` + told + ` then e.reason_code else '' end, case when ` + told + ` then e.reason_text else '' end
from issue.events e
join issue.issues i on i.id = e.issue
join catalog.projects p on p.id = i.project
left join identity.profiles ac on ac.id = e.actor and (not e.staff or $1::boolean)
left join issue.labels n on e.label <> '' and n.project = i.project and n.id = e.label
left join identity.profiles w on w.id = e.assignee
left join issue.issues o on e.other <> '' and o.id = e.other
left join lateral (` + version("e.version") + `) v on true
where e.issue = $3 and e.after_floor between $4 and $5 and (e.kind not in ('hidden', 'restored') or ` + told + `)
order by e.n desc limit $6`

// told holds for those who are told why something happened: why an issue is locked is for everybody.
var told = `(e.kind = 'locked' or e.author = $2 and $2 <> '' or ` + inside + `)`

type commentsIn struct {
	view.ByID
	answer.Floors
	Comment string `query:"comment" doc:"只要这条评论前后的楼层，代替 page"`
}

// comments is GET /v3/issues/{id}/comments.
func (s *Routes) comments(ctx context.Context, in *commentsIn) (out contract.IssueComments, err error) {
	v := view.Projects(ctx)
	found, err := s.find(ctx, v, string(in.ID))
	if err != nil {
		return out, err
	}
	part, err := s.answers.Page(ctx, v, found.inside, found.ID, found.LastFloor, in.Floors, in.Comment)
	if err != nil {
		return out, err
	}
	out = contract.IssueComments{Comments: make([]contract.IssueComment, len(part.Posts)), Events: []contract.IssueEvent{}, Pagination: part.Pagination}
	for i, p := range part.Posts {
		out.Comments[i] = comment(p)
	}
	if part.High < part.Low {
		return out, nil
	}
	if part.Low <= 1 {
		part.Low = 0 // what happened before the first comment
	}
	events, err := view.Rows(ctx, s.source, "what happened to an issue", s.scanEvent, happened, v.Staff, v.Account, found.ID, part.Low, part.High, maxEvents)
	for i := len(events) - 1; i >= 0; i-- {
		out.Events = append(out.Events, events[i])
	}
	return out, err
}

// comment is an answer in the shape of a comment.
func comment(p contract.ForumPost) contract.IssueComment {
	out := contract.IssueComment{
		ID: p.PostID, IssueID: p.DiscussionID, Body: p.Content, BodyHTML: p.ContentHTML, CommentType: "reply", ReplyToID: p.RepliedTo,
		ReplyToDeleted: p.ReplyDeleted, ReplyToEdited: p.ReplyEdited, ReplyContent: p.ReplyContent, FloorNumber: p.FloorNumber,
		CreatedAt: p.CreatedAt, UpdatedAt: p.UpdatedAt, Replies: p.Replies, Deleted: p.Deleted, Hidden: p.Hidden, Reason: p.Reason, Revision: p.Revision,
	}
	if p.UserID != nil {
		out.Author = &contract.Author{ID: *p.UserID, Username: p.UserName, AvatarURL: p.UserAvatar}
	}
	if p.ReplyContent != nil {
		out.ReplyToFloor = &p.ReplyContent.FloorNumber
	}
	return out
}

func (s *Routes) scanEvent(row pgx.CollectableRow) (e contract.IssueEvent, err error) {
	var actor, label, assignee, as, other, fixed, title string
	var actorName, actorAvatar, labelName, color, description, name, avatar, otherTitle, number, versionName *string
	var otherNumber *int
	var published bool
	var why contract.ForumReason
	var at time.Time
	err = row.Scan(&e.Kind, &e.AfterFloor, &at, &e.Staff, &actor, &actorName, &actorAvatar, &label, &labelName, &color, &description,
		&assignee, &name, &avatar, &as, &other, &otherNumber, &otherTitle, &fixed, &number, &versionName, &published, &title, &why.Code, &why.Text)
	if err != nil {
		return e, err
	}
	e.At, e.Actor = at, view.Author(&actor, actorName, actorAvatar)
	if label != "" {
		l := s.label(label, labelName, color, description)
		e.Label = &l
	}
	e.Assignee = view.Author(&assignee, name, avatar)
	e.StateReason, e.Title = view.Present(&as), view.Present(&title)
	e.DuplicateOf, e.FixedIn = link(other, otherNumber, otherTitle), fix(fixed, number, versionName, published)
	if why.Code != "" {
		e.Reason = &why
	}
	return e, nil
}

// Posted is a comment as its author reads it, as soon as the read model has a position; nil if it does not for a while.
func (s *Routes) Posted(ctx context.Context, id string, position uint64) (*contract.IssueComment, error) {
	p, err := s.answers.Posted(ctx, id, position)
	if err != nil || p == nil {
		return nil, err
	}
	out := comment(*p)
	return &out, nil
}

// history is GET /v3/issues/{id}/history.
func (s *Routes) history(ctx context.Context, in *view.ByID) (contract.ForumHistory, error) {
	found, err := s.find(ctx, view.Projects(ctx), string(in.ID))
	if err != nil {
		return contract.ForumHistory{}, err
	}
	return s.answers.History(ctx, found.ID)
}

// commentHistory is GET /v3/issues/comments/{id}/history.
func (s *Routes) commentHistory(ctx context.Context, in *view.ByID) (contract.ForumHistory, error) {
	v := view.Projects(ctx)
	at, err := s.answers.Place(ctx, v, string(in.ID))
	if err != nil {
		return contract.ForumHistory{}, err
	}
	found, err := s.find(ctx, v, at.Thing)
	if err == nil && !at.Open && !found.inside {
		err = httpkit.NotFound()
	}
	if err != nil {
		return contract.ForumHistory{}, err
	}
	return s.answers.History(ctx, string(in.ID))
}
