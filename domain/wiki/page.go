package wiki

import (
	"cmp"

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
