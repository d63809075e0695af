package wiki

import (
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// Inverse is a draft whose edits undo a change: before and after are the wiki around it, texts the texts of pages before
// it. The caller makes it a revert by merging it with what is published now.
func Inverse(c ChangePublished, before, after State, texts func(page string) string) Draft {
	d := Draft{Project: c.Project, Edits: map[string]Edit{}}
	for id, page := range after.Pages {
		if page.Touched != c.Change {
			continue
		}
		e := undo(id, before.Tree, after.Tree)
		if e.Text != nil {
			e.Text.Body = texts(id)
		}
		if !e.empty() {
			d.Edits[id] = e
		}
	}
	if before.Featured != after.Featured {
		d.Featured = &Value{Was: after.Home(), Now: before.Home()}
	}
	return d
}

// undo is the edit that makes a page what it was; the caller sets the text. A page that the change added or brought back
// goes as it is.
func undo(id string, before, after Tree) Edit {
	was, now := before.Pages[id], after.Pages[id]
	_, lived := before.Live(id)
	_, lives := after.Live(id)
	var e Edit
	value := func(now, was string) *Value {
		if now == was {
			return nil
		}
		return &Value{Was: now, Now: was}
	}
	switch {
	case lives && !lived:
		if _, above := before.Live(now.Parent); above || now.Parent == "" { // else it goes with the page above
			e.Removed, e.Seen = true, after.seen(id)
		}
		return e
	case !lives && !lived:
		e.Removed = after.Pages[now.Parent].Gone == now.Gone // it stays removed when the page above comes back
		return e
	case !lives:
		above := after.Pages[was.Parent]
		if above.Gone != now.Gone || now.Parent != was.Parent { // else it comes with the page above
			e.Restored, e.Parent = true, &Value{Now: was.Parent}
		}
	default:
		e.Parent = value(now.Parent, was.Parent)
	}
	e.Title, e.Slug = value(now.Title, was.Title), value(now.Slug, was.Slug)
	e.Weight = value(digits(now.Weight), digits(was.Weight))
	if now.Edition != was.Edition {
		e.Text = &Text{Edition: now.Edition}
	}
	return e
}

// Revert publishes the inverse of a change at once: holders of WIKI_EDIT may, and the staff with a reason.
type Revert struct {
	By      Caller
	Project string
	Change  string // the new one
	Reverts string
	Base    string
	Merged  Merged
	Msg     string
	Reason  *reason.Reason
}

func (c Revert) decide(s State) ([]any, role.Role, error) {
	as, why, err := c.By.acts(c.Reason, "只有拥有百科编辑权限的成员可以直接撤销更改。")
	if err != nil {
		return nil, "", err
	}
	if s.Locked {
		return nil, "", locked()
	}
	msg, err := said(c.Msg, "msg", "请填写撤销原因。")
	if err != nil {
		return nil, "", err
	}
	if err := c.Merged.Publishable(""); err != nil {
		return nil, "", err
	}
	return []any{ChangePublished{
		Project: c.Project, Change: c.Change, Account: c.By.Account, Base: c.Base, Reverts: c.Reverts, Done: c.Merged.Done,
		Msg: erasable.Of(c.By.Account, msg), Reason: why,
	}}, as, nil
}
