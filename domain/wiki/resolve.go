package wiki

import (
	"slices"

	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

// Resolve settles one conflict of a draft: its author may while it is editable, a reviewer while it is in review.
type Resolve struct {
	Writer
	Merged Merged
	Page   string
	Field  Field
	Side   Side
	Text   string // by hand
}

func (c Resolve) decide(d Draft) ([]any, role.Role, error) {
	as := c.By.draftRole()
	if d.Status == Review && d.ID != "" && c.By.MayRead(d.Account) && d.Account != c.By.Account {
		var err error
		if as, err = c.By.MayReview(d.Account, true); err != nil {
			return nil, "", err
		}
		if c.Wiki.Locked {
			return nil, "", locked()
		}
	} else if err := c.writes(d); err != nil {
		return nil, "", err
	}
	i := slices.IndexFunc(c.Merged.Conflicts, func(k Conflict) bool { return k.Page == c.Page && k.Field == c.Field })
	if i < 0 {
		return nil, "", fault.Conflict("这处冲突已经解决。")
	}
	k := c.Merged.Conflicts[i]
	if !slices.Contains(k.Sides, c.Side) {
		return nil, "", fault.Invalid("side", "这处冲突不能这样解决。")
	}
	e := DraftConflictResolved{Draft: d.ID, Page: c.Page, Field: c.Field, Side: c.Side, Onto: c.Wiki.Head, Was: c.was(k)}
	if c.Field == FieldPresence && c.Side == Mine {
		e.Seen = k.Gone
	}
	if c.Side == ByHand {
		value, err := c.byHand()
		if err != nil {
			return nil, "", err
		}
		sealed := erasable.Of(d.Account, value)
		e.Text = &sealed
	}
	if c.Field == FieldParent {
		return c.place(d, k, e), as, nil
	}
	return []any{e}, as, nil
}

// place settles where a page is: mine restores the page above, where that was removed; theirs makes the page a root where
// its published place is gone too.
func (c Resolve) place(d Draft, k Conflict, e DraftConflictResolved) []any {
	published, edit := c.Wiki.Pages[c.Page], d.Edits[c.Page]
	above := c.Wiki.Pages[k.Mine]
	switch {
	case c.Side == Mine && above.Gone != "" && !edit.Removed:
		back := DraftConflictResolved{Draft: d.ID, Page: k.Mine, Field: FieldPresence, Side: Mine, Onto: c.Wiki.Head}
		if _, live := c.Merged.Tree.Live(above.Parent); live {
			back.Was = above.Parent
		}
		return []any{back, e}
	case c.Side == Theirs && !edit.Added && !edit.Restored && k.Theirs != published.Parent:
		return []any{e, DraftPageMoved{Draft: d.ID, Page: c.Page, Parent: k.Theirs, Was: published.Parent}}
	}
	return []any{e}
}

// was is the published value that the conflict is settled against.
func (c Resolve) was(k Conflict) string {
	p := c.Wiki.Pages[c.Page]
	switch c.Field {
	case FieldBody:
		return p.Edition
	case FieldTitle:
		return p.Title
	case FieldSlug:
		return p.Slug
	case FieldParent:
		if c.Side == Theirs {
			return k.Theirs
		}
		return p.Parent
	case FieldPresence:
		if _, live := c.Merged.Tree.Live(p.Parent); live {
			return p.Parent
		}
		return ""
	}
	return k.Theirs
}

func (c Resolve) byHand() (string, error) {
	switch c.Field {
	case FieldTitle:
		return title(c.Merged.Tree, c.Page, c.Text)
	case FieldSlug:
		return slug(c.Merged.Tree, c.Page, c.Text)
	}
	return Body(c.Text)
}

// Rebase bases the draft on what is published now.
type Rebase struct{ Writer }

func (c Rebase) decide(d Draft) ([]any, role.Role, error) {
	if err := c.writes(d); err != nil {
		return nil, "", err
	}
	if d.Base == c.Wiki.Head {
		return nil, "", nil
	}
	return []any{DraftRebased{Draft: d.ID, Onto: c.Wiki.Head}}, c.By.draftRole(), nil
}
