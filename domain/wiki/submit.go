package wiki

import (
	"time"

	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

// Submit sends the draft for review. Who holds WIKI_EDIT publishes in the same step (see Publish).
type Submit struct {
	Writer
	Submission string
	Change     string // that is published at once if the author holds WIKI_EDIT
	Merged     Merged
	Msg        string
	Seen       string // of the preview; empty if none was seen
}

func (c Submit) decide(d Draft) ([]any, role.Role, error) {
	if err := c.own(d); err != nil {
		return nil, "", err
	}
	if d.Status != Editable {
		return nil, "", notEditable(d.Status)
	}
	if err := c.By.MayDraft(c.Wiki); err != nil {
		return nil, "", err
	}
	msg, err := said(c.Msg, "msg", "请填写提交原因")
	if err != nil {
		return nil, "", err
	}
	if err := c.Merged.Publishable(c.Seen); err != nil {
		return nil, "", err
	}
	submitted := DraftSubmitted{
		Draft: d.ID, Project: d.Project, Account: d.Account, Submission: c.Submission, Msg: erasable.Of(d.Account, msg),
	}
	if c.By.Editor {
		submitted.Publishes = c.Change
	}
	return []any{submitted}, c.By.draftRole(), nil
}

// Publishable returns why the result of a merge cannot be published. A seen that is not empty must be that of the merge.
func (m Merged) Publishable(seen string) error {
	if seen != "" && seen != m.Seen {
		return &fault.Error{Kind: fault.KindConflict, Code: CodeStale, Field: "seen", Text: "已发布的页面有新的改动，请重新查看后再提交。"}
	}
	if len(m.Conflicts) > 0 {
		return &fault.Error{Kind: fault.KindConflict, Code: CodeConflict, Text: "草稿与已发布的页面有冲突，请先解决。"}
	}
	return m.fits()
}

func (m Merged) fits() error {
	pages, size := map[string]bool{}, 0
	for _, d := range m.Done {
		pages[d.Page] = true
	}
	for _, t := range m.Texts {
		size += len(t)
	}
	switch {
	case len(m.Done) == 0:
		return fault.Invalid("id", "没有任何修改")
	case len(pages) > MaxParts:
		return fault.Invalid("id", "一次最多提交 200 个页面的修改，请分几次提交。")
	case size > MaxText:
		return fault.TooLarge("body", "一次提交的正文总共最多 2 MiB，请分几次提交。")
	case m.Tree.Count() > MaxPages:
		return fault.Invalid("id", "每个百科最多 2000 个页面。")
	}
	return nil
}

// TakeBack makes a submitted draft editable again, Reopen a rejected one. Both count as editing again.
type TakeBack struct{ Writer }

func (c TakeBack) decide(d Draft) ([]any, role.Role, error) {
	if err := c.again(d, Review, "只能撤回审核中的草稿。"); err != nil {
		return nil, "", err
	}
	return []any{DraftTakenBack{Draft: d.ID}}, c.By.draftRole(), nil
}

// Reopen makes a rejected draft editable again.
type Reopen struct{ Writer }

func (c Reopen) decide(d Draft) ([]any, role.Role, error) {
	if err := c.again(d, Rejected, "只能重新编辑被拒绝的草稿。"); err != nil {
		return nil, "", err
	}
	return []any{DraftReopened{Draft: d.ID}}, c.By.draftRole(), nil
}

func (w Writer) again(d Draft, from Status, otherwise string) error {
	if err := w.own(d); err != nil {
		return err
	}
	if d.Status != from {
		return &fault.Error{Kind: fault.KindInvalid, Code: CodeConflict, Text: otherwise}
	}
	if err := w.By.MayDraft(w.Wiki); err != nil {
		return err
	}
	if d.Again >= MaxAgain {
		return fault.Invalid("again_count", "此草稿已重新编辑 5 次，只能等待审核或放弃。")
	}
	return nil
}

// Repeated are the events of the author's place after TakeBack or Reopen.
func (w Writer) Repeated(d Draft, p Place, at time.Time) []any {
	return p.again(d, d.Again, w.By.Editor, at)
}

// GiveUp ends an open draft. Its author may always do so, also after losing the right to write.
type GiveUp struct{ Writer }

func (c GiveUp) decide(d Draft) ([]any, role.Role, error) {
	if err := c.own(d); err != nil {
		return nil, "", err
	}
	if !d.Status.Open() {
		return nil, "", notEditable(d.Status)
	}
	return []any{DraftGivenUp{Draft: d.ID}}, c.By.draftRole(), nil
}

// Ended are the events of the author's place after the draft ended with a status. Editor is whether the author holds
// WIKI_EDIT.
func Ended(d Draft, p Place, editor bool, at time.Time) []any {
	return p.ended(d, d.Status, editor, at)
}
