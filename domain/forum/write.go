package forum

import (
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/text"
)

// FieldTitle is the API's name of a title.
const FieldTitle = "title"

func title(value string) (string, error) {
	return text.Line(FieldTitle, "标题", value, 1, post.MaxTitle)
}

// Open begins a discussion. The one of a project needs its board; a project has one.
type Open struct {
	Caller
	Discussion  string
	Section     Section
	Title, Body string
	Mentions    []string // account ids
}

func (c Open) decide(s State) ([]any, role.Role, error) {
	rules, known := RulesOf(c.Section)
	as := role.Self
	switch {
	case s.ID != "":
		return nil, "", fault.Conflict("该讨论已存在。")
	case !c.By.SignedIn():
		return nil, "", fault.Unauthorized("请先登录。")
	case !known || (c.Section == Project) != (c.Board.Project != ""):
		return nil, "", fault.Invalid("forum_type", "版块须为 chat、article 或 notice。")
	case c.Board.Unseen:
		return nil, "", fault.NotFound("资源不存在。")
	}
	if err := c.writes(rules.Opens); err != nil {
		return nil, "", err
	}
	switch {
	case c.Board.Has != "":
		return nil, "", fault.Invalid("", "该资源的讨论已经开启。")
	case c.Board.Archived && !c.By.Staff():
		return nil, "", fault.Forbidden("该资源已归档，讨论只能阅读。")
	case c.Section == Notice:
		as = role.Admin
	case c.Section == Project:
		as = c.Board.Manager
	}
	name, err := title(c.Title)
	if err != nil {
		return nil, "", err
	}
	body := c.Body
	if c.Section != Project { // a project's discussion may begin without a text
		body, err = post.Body(body)
	}
	if err != nil {
		return nil, "", err
	}
	if err := post.Named(c.Mentions); err != nil {
		return nil, "", err
	}
	a := c.By.Account
	return []any{Opened{
		Discussion: c.Discussion, Section: c.Section, Project: c.Board.Project, Author: a,
		Title: erasable.Of(a, name), Body: erasable.Of(a, body), Mentions: c.Mentions,
	}}, as, nil
}

// Edit changes what is set of a title and an opening text. Revision is the number of edits that the actor had in view; nil:
// all.
type Edit struct {
	Caller
	Title, Body *string
	Mentions    []string // of Body
	Revision    *int
	Reason      *reason.Reason
}

func (c Edit) decide(s State) ([]any, role.Role, error) {
	if err := s.acts(c.Caller); err != nil {
		return nil, "", err
	}
	as, why, err := post.Editor(c.By, s.Author, s.closed(c.Caller), c.Reason)
	if err != nil {
		return nil, "", err
	}
	events, err := c.changes(s, why)
	switch {
	case err != nil:
		return nil, "", err
	case len(events) == 0:
		return nil, "", post.ErrUnchanged()
	case c.Revision != nil && *c.Revision != s.Revision:
		return nil, "", post.ErrEdited()
	case s.Revision+len(events) > post.MaxEdits:
		return nil, "", post.ErrEditedOften()
	}
	return events, as, nil
}

// changes are the events of what differs.
func (c Edit) changes(s State, why *reason.Addressed) (events []any, err error) {
	if c.Title != nil {
		name, err := title(*c.Title)
		if err != nil {
			return nil, err
		}
		if name != s.Title.Text {
			events = append(events, Retitled{Discussion: s.ID, Title: erasable.Of(s.Author, name), Reason: why})
		}
	}
	if c.Body == nil {
		return events, nil
	}
	if s.Cleared {
		return nil, fault.Invalid(post.FieldBody, "正文已被删除，不能修改。")
	}
	body := *c.Body
	if s.Section != Project || body != "" {
		if body, err = post.Body(body); err != nil {
			return nil, err
		}
	}
	if err := post.Named(c.Mentions); err != nil {
		return nil, err
	}
	if body != s.Body.Text {
		events = append(events, Edited{
			Discussion: s.ID, Project: s.Project, Body: erasable.Of(s.Author, body), Mentions: c.Mentions,
			Named: post.Added(c.Mentions, s.Named), Reason: why,
		})
	}
	return events, nil
}

// Delete takes a discussion away. Its author can do this while nobody has answered it; afterwards only the opening text
// goes. The staff takes it away whole, with a reason.
type Delete struct {
	Caller
	Reason *reason.Reason
}

func (c Delete) decide(s State) ([]any, role.Role, error) {
	if err := s.acts(c.Caller); err != nil {
		return nil, "", err
	}
	own := c.By.Account == s.Author
	if c.By.Staff() && (!own || c.Reason != nil) {
		as, why, err := post.Moderator(c.By, s.Author, c.Reason)
		return []any{Deleted{Discussion: s.ID, Author: s.Author, Reason: why}}, as, err
	}
	if !own {
		return nil, "", fault.Forbidden("只有作者可以删除该讨论。")
	}
	switch closed := s.closed(c.Caller); {
	case closed != nil:
		return nil, "", closed
	case !s.Answered:
		return []any{Deleted{Discussion: s.ID, Author: s.Author}}, role.Self, nil
	case s.Cleared:
		return nil, "", post.ErrUnchanged()
	}
	return []any{Cleared{Discussion: s.ID}}, role.Self, nil
}
