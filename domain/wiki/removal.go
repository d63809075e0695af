package wiki

import (
	"slices"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

// RemovePage removes a page and those below it. Below a page that the draft added or restored, published pages that it
// moved there go back to where they are published.
type RemovePage struct {
	Writer
	Page string
}

func (c RemovePage) decide(d Draft) ([]any, role.Role, error) {
	if err := c.writes(d); err != nil {
		return nil, "", err
	}
	view := c.view(d)
	if _, ok := view.Live(c.Page); !ok {
		return nil, "", noPage()
	}
	branch := view.Branch(c.Page)
	removed := DraftPageRemoved{Draft: d.ID, Page: c.Page, Was: c.Wiki.seenOf(branch)}
	e := d.Edits[c.Page]
	if !e.Added && !e.Restored {
		return []any{removed}, c.By.draftRole(), nil
	}
	events := append(c.below(d, branch[1:]), removed)
	return append(c.stay(d, view, branch, events), events...), c.By.draftRole(), nil
}

// stay are the events that restore, for themselves, pages which came back with the page and were moved away from it.
func (c RemovePage) stay(d Draft, view Tree, branch []string, events []any) (restored []any) {
	after := d.clone()
	for _, e := range events {
		after = EvolveDraft(after, e, d.ChangedAt)
	}
	left := c.view(after)
	for _, p := range view.Ordered() {
		if _, live := left.Live(p.ID); !live && !slices.Contains(branch, p.ID) {
			restored = append(restored, DraftPageRestored{Draft: d.ID, Page: p.ID, Parent: p.Parent})
		}
	}
	return restored
}

// below are the events of the pages below a page that the draft added or restored, the lowest first. A page that came back
// with it keeps its edits, in case it is restored again.
func (c RemovePage) below(d Draft, pages []string) (events []any) {
	for _, id := range slices.Backward(pages) {
		p, published := c.Wiki.Live(id)
		e, edited := d.Edits[id]
		switch {
		case edited && published && e.Parent != nil:
			events = append(events, DraftPageMoved{Draft: d.ID, Page: id, Parent: p.Parent, Was: p.Parent})
		case edited && !published:
			events = append(events, DraftPageRemoved{Draft: d.ID, Page: id})
		}
	}
	return events
}

// RestorePage takes back a removal, or brings a page back that was published. A page that went with one above it leaves
// that one. Parent is where; nil: where it was, or the root if that is gone.
type RestorePage struct {
	Writer
	Page   string
	Parent *string
}

func (c RestorePage) decide(d Draft) ([]any, role.Role, error) {
	if err := c.writes(d); err != nil {
		return nil, "", err
	}
	view := c.view(d)
	if _, ok := view.Live(c.Page); ok {
		return nil, "", fault.Conflict("该页面没有被删除。")
	}
	published := c.Wiki.Pages[c.Page]
	var events []any
	switch removed := d.Edits[c.Page].Removed; {
	case view.Pages[c.Page].ID == "":
		return nil, "", noPage()
	case removed:
		events = append(events, DraftPageRestored{Draft: d.ID, Page: c.Page})
		if view = c.view(EvolveDraft(d.clone(), events[0], d.ChangedAt)); view.Pages[c.Page].Gone == "" {
			return events, c.By.draftRole(), nil
		}
	}
	under := view.Pages[c.Page].Parent
	if _, ok := view.Live(under); !ok {
		under = ""
	}
	if c.Parent != nil {
		under = *c.Parent
	}
	if err := parent(view, "", under, "parent"); err != nil {
		return nil, "", err
	}
	if published.Gone == "" { // the page above is removed by the draft
		return append(events, DraftPageMoved{Draft: d.ID, Page: c.Page, Parent: under, Was: published.Parent}), c.By.draftRole(), nil
	}
	view = view.Clone()
	view.restore(Done{Page: c.Page, Parent: under}, pending)
	if view.depth(c.Page)+height(view.below(), c.Page) > MaxDepth {
		return nil, "", fault.Invalid("parent", tooDeep)
	}
	return append(events, DraftPageRestored{Draft: d.ID, Page: c.Page, Parent: under}), c.By.draftRole(), nil
}
