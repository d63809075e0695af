package wiki

import (
	"time"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

// OpenDraft begins a draft with a new id. From, if it is not empty, is an ended draft of the same account whose edits the
// new one begins with; Reverts is a change whose revert From is.
type OpenDraft struct {
	Writer
	ID, Project string
	Place       Place
	OfAccount   OpenDrafts
	OfProject   OpenDrafts
	Now         time.Time
	From        Draft
	Reverts     string
}

func (c OpenDraft) decide(d Draft) ([]any, role.Role, error) {
	if err := c.By.MayDraft(c.Wiki); err != nil {
		return nil, "", err
	}
	if !c.By.Editor {
		if err := c.Place.Ban(c.Now); err != nil {
			return nil, "", err
		}
	}
	switch {
	case d.ID != "":
		return nil, "", fault.Conflict("该草稿已存在。")
	case c.Place.Draft != "":
		return nil, "", &fault.Error{Kind: fault.KindInvalid, Code: CodeConflict, Text: "你在此百科已有未完成的草稿，请先提交或放弃它。"}
	case len(c.OfAccount) >= MaxOpenOfAccount:
		return nil, "", fault.Invalid("id", "你同时最多有 5 份未完成的百科草稿，请先提交或放弃其中一份。")
	case len(c.OfProject) >= MaxOpenOfProject:
		return nil, "", fault.Invalid("id", "此百科未完成的草稿太多，请等待其中一些审核完毕。")
	}
	if f := c.From; f.ID != "" && (f.Account != c.By.Account || f.Project != c.Project) {
		return nil, "", noDraft()
	}
	if f := c.From; f.ID != "" && (f.Status != TimedOut && f.Status != GivenUp || c.Now.Sub(f.ChangedAt) > Kept) {
		return nil, "", fault.Conflict("该草稿不能继续。")
	}
	opened := DraftOpened{
		Draft: c.ID, Project: c.Project, Account: c.By.Account, Base: c.Wiki.Head, Timed: !c.By.Editor, Reverts: c.Reverts, From: c.From.ID,
	}
	to := Draft{ID: c.ID, Account: c.By.Account}
	return append([]any{opened}, EditsOf(to, c.From)...), c.By.draftRole(), nil
}

// Begun is what the places of a new draft record.
func (c OpenDraft) Begun() DraftBegun {
	return DraftBegun{Draft: c.ID, Project: c.Project, Account: c.By.Account}
}
