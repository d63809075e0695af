package wiki

import (
	"strings"

	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// Reject rejects a submission, with a message to its author.
type Reject struct {
	By         Caller
	Wiki       State
	Submission string // that was looked at; empty: the last
	Msg        string
	Reason     *reason.Reason
}

func (c Reject) decide(d Draft) ([]any, role.Role, error) {
	as, why, err := reviews(c.By, d, false, c.Reason)
	if err != nil {
		return nil, "", err
	}
	if c.Submission != "" && c.Submission != d.Submission {
		return nil, "", stale()
	}
	msg, err := said(c.Msg, "msg", "请填写拒绝原因。")
	if err != nil {
		return nil, "", err
	}
	return []any{DraftRejected{
		Draft: d.ID, Project: d.Project, Account: d.Account, Submission: d.Submission, Msg: erasable.Of(d.Account, msg), Reason: why.To(d.Account),
	}}, as, nil
}

// stale is the error for a decision on something else than what was looked at.
func stale() error {
	return &fault.Error{Kind: fault.KindConflict, Code: CodeStale, Field: "seen", Text: "草稿或已发布的页面有新的改动，请重新查看。"}
}

// reviews returns the role of a reviewer of a draft in review, and the reason that the staff must give.
func reviews(c Caller, d Draft, accept bool, given *reason.Reason) (role.Role, *reason.Reason, error) {
	if d.ID == "" || !c.MayRead(d.Account) {
		if !c.SignedIn() {
			return "", nil, signIn()
		}
		return "", nil, noDraft()
	}
	as, err := c.MayReview(d.Account, accept)
	if err != nil {
		return "", nil, err
	}
	if d.Status != Review {
		return "", nil, &fault.Error{Kind: fault.KindConflict, Code: CodeConflict, Text: settledWords(d.Status)}
	}
	if !as.Staff() {
		return as, nil, nil
	}
	why, err := reason.For(as, given)
	return as, why, err
}

// settledWords is why a draft of a status is not in review.
func settledWords(s Status) string {
	switch s {
	case Editable:
		return "作者已撤回此草稿。"
	case Success:
		return "此草稿已通过并发布。"
	case Rejected:
		return "此草稿已被拒绝。"
	}
	return "此草稿已结束。"
}

// Accept accepts a submission and publishes it. Seen is that of the preview; without it any merge without conflicts is
// accepted.
type Accept struct {
	By     Caller
	Wiki   State
	Change string
	Merged Merged
	Seen   string
	Reason *reason.Reason
}

func (c Accept) decide(d Draft) ([]any, role.Role, error) {
	as, _, err := reviews(c.By, d, true, c.Reason)
	switch {
	case err != nil:
		return nil, "", err
	case c.Wiki.Locked:
		return nil, "", locked()
	}
	if c.Seen != "" && c.Seen != c.Merged.Seen {
		return nil, "", stale()
	}
	if err := c.Merged.Publishable(""); err != nil {
		return nil, "", err
	}
	return []any{DraftAccepted{Draft: d.ID, Project: d.Project, Account: d.Account, Submission: d.Submission, Change: c.Change}}, as, nil
}

// Publish is the acceptance of an author's own submission, for holders of WIKI_EDIT.
type Publish struct {
	Writer
	Change string
	Merged Merged
}

func (c Publish) decide(d Draft) ([]any, role.Role, error) {
	switch {
	case !c.By.Editor || d.Account != c.By.Account || d.Status != Review:
		return nil, "", noRights()
	case c.Wiki.Locked:
		return nil, "", locked()
	}
	if err := c.Merged.Publishable(""); err != nil {
		return nil, "", err
	}
	return []any{DraftAccepted{Draft: d.ID, Project: d.Project, Account: d.Account, Submission: d.Submission, Change: c.Change}}, c.By.Role, nil
}

// Published is the event of a change that a draft made. Why is the reason of the staff.
func Published(d Draft, m Merged, change string, why *reason.Reason) ChangePublished {
	return ChangePublished{
		Project: d.Project, Change: change, Draft: d.ID, Submission: d.Submission, Account: d.Account, Base: d.Base, Reverts: d.Reverts,
		Done: m.Done, Msg: erasable.Of(d.Account, d.Msg), Reason: why,
	}
}

// Written are the editions of a change: the new text of a page.
func Written(project, change, account, page, body string) PageWritten {
	return PageWritten{
		Page: page, Project: project, Change: change, Account: account, Text: erasable.Of(EditionSubject(change, page), body),
	}
}

// PublishDraft records on the wiki the change of an accepted draft.
type PublishDraft struct {
	Role  role.Role
	Event ChangePublished
}

func (c PublishDraft) decide(s State) ([]any, role.Role, error) {
	if strings.TrimSpace(c.Event.Change) == "" {
		return nil, "", noRights()
	}
	return []any{c.Event}, c.Role, nil
}
