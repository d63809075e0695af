package wiki

import (
	"cmp"
	"slices"

	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

// AddPage adds a page with a new id. Field is the API's name of Parent.
type AddPage struct {
	Writer
	Page, Title, Slug, Parent string
	Weight                    int
	Field                     string
}

func (c AddPage) decide(d Draft) ([]any, role.Role, error) {
	if err := c.writes(d); err != nil {
		return nil, "", err
	}
	view := c.view(d)
	if _, taken := view.Pages[c.Page]; taken {
		return nil, "", fault.Conflict("该页面已存在。")
	}
	if visible(c.Title) && c.Slug == "" { // before what is wrong with the title
		return nil, "", fault.Invalid("slug", incomplete)
	}
	name, err := title(view, c.Page, c.Title)
	if err != nil {
		return nil, "", err
	}
	address, err := slug(view, c.Page, c.Slug)
	if err != nil {
		return nil, "", err
	}
	if err := weight(c.Weight); err != nil {
		return nil, "", err
	}
	if err := parent(view, "", c.Parent, cmp.Or(c.Field, "parent")); err != nil {
		return nil, "", err
	}
	if view.Count() >= MaxPages {
		return nil, "", fault.Invalid("title", "每个百科最多 2000 个页面。")
	}
	return []any{DraftPageAdded{
		Draft: d.ID, Page: c.Page, Title: erasable.Of(d.Account, name), Slug: erasable.Of(d.Account, address), Parent: c.Parent, Weight: c.Weight,
	}}, c.By.draftRole(), nil
}

// EditPage changes what is set of a page. Edition is the change whose text the author had in view; nil: the present one.
type EditPage struct {
	Writer
	Page                string
	Title, Slug, Parent *string
	Weight              *int
	Featured            bool
	Body, Edition       *string
}

func (c EditPage) decide(d Draft) ([]any, role.Role, error) {
	if err := c.writes(d); err != nil {
		return nil, "", err
	}
	view := c.view(d)
	shown, ok := view.Live(c.Page)
	if !ok {
		return nil, "", noPage()
	}
	published := c.Wiki.Pages[c.Page]
	var events []any
	if c.Title != nil {
		name, err := title(view, c.Page, *c.Title)
		if err != nil {
			return nil, "", err
		}
		if name != shown.Title {
			events = append(events, DraftPageRetitled{Draft: d.ID, Page: c.Page, Title: erasable.Of(d.Account, name), Was: published.Title})
		}
	}
	if c.Slug != nil {
		address, err := slug(view, c.Page, *c.Slug)
		if err != nil {
			return nil, "", err
		}
		if address != shown.Slug {
			events = append(events, DraftPageReaddressed{Draft: d.ID, Page: c.Page, Slug: erasable.Of(d.Account, address), Was: published.Slug})
		}
	}
	if c.Parent != nil && *c.Parent != shown.Parent {
		if err := parent(view, c.Page, *c.Parent, "parent"); err != nil {
			return nil, "", err
		}
		events = append(events, DraftPageMoved{Draft: d.ID, Page: c.Page, Parent: *c.Parent, Was: published.Parent})
	}
	if c.Weight != nil {
		if err := weight(*c.Weight); err != nil {
			return nil, "", err
		}
		if *c.Weight != shown.Weight {
			events = append(events, DraftPageReweighted{Draft: d.ID, Page: c.Page, Weight: *c.Weight, Was: published.Weight})
		}
	}
	if c.Featured && view.Home() != c.Page {
		events = append(events, DraftPageFeatured{Draft: d.ID, Page: c.Page, Was: c.Wiki.Home()})
	}
	if c.Body != nil {
		body, err := Body(*c.Body)
		if err != nil {
			return nil, "", err
		}
		if e := d.Edits[c.Page]; e.Text == nil || e.Text.Body != body {
			edition := published.Edition
			if c.Edition != nil {
				edition = *c.Edition
			}
			events = append(events, DraftPageWritten{Draft: d.ID, Page: c.Page, Text: erasable.Of(d.Account, body), Edition: edition})
		}
	}
	return events, c.By.draftRole(), nil
}

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
	view.restore(Done{Page: c.Page, Parent: under}, pending)
	if view.depth(c.Page)+height(view.below(), c.Page) > MaxDepth {
		return nil, "", fault.Invalid("parent", tooDeep)
	}
	return append(events, DraftPageRestored{Draft: d.ID, Page: c.Page, Parent: under}), c.By.draftRole(), nil
}
