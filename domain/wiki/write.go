package wiki

import (
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

// DraftCommand is a command on a draft.
type DraftCommand interface {
	decide(d Draft) ([]any, role.Role, error)
}

// DecideDraft returns the events of a command, or a *fault.Error.
func DecideDraft(d Draft, c DraftCommand) ([]decision.Event, error) { return decision.Of(c.decide(d)) }

// Writer is an author at work: who they are and what is published.
type Writer struct {
	By   Caller
	Wiki State
}

// writes returns an error if the caller may not write the draft now.
func (w Writer) writes(d Draft) error {
	if err := w.own(d); err != nil {
		return err
	}
	switch {
	case d.Status != Editable:
		return notEditable(d.Status)
	case d.Events >= MaxEvents:
		return fault.Invalid("id", "此草稿的改动太多，请先提交。")
	}
	return w.By.MayDraft(w.Wiki)
}

// own returns an error if the draft is not the caller's.
func (w Writer) own(d Draft) error {
	switch {
	case !w.By.SignedIn():
		return signIn()
	case d.ID == "" || !w.By.Visible || !w.By.MayRead(d.Account):
		return noDraft()
	case d.Account != w.By.Account:
		return fault.Forbidden("只有草稿的作者可以修改它。")
	}
	return nil
}

func notEditable(s Status) error {
	words := map[Status]string{
		Review: "草稿正在审核中，请先撤回再修改。", Rejected: "草稿已被拒绝，请先重新编辑。", Success: "草稿已发布。",
		TimedOut: "草稿已超时，请从它继续新的草稿。", GivenUp: "草稿已放弃，请从它继续新的草稿。",
	}
	return &fault.Error{Kind: fault.KindInvalid, Code: CodeConflict, Text: words[s]}
}

// view is the tree that the draft shows, which must not be changed. It costs less than a merge.
func (w Writer) view(d Draft) Tree {
	return combine(w.Wiki.Tree, d, func(string) string { return "" }).tree
}
