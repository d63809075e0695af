package wiki

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/modyard/modyard/domain/wiki"
)

// edit makes a planned edit in a draft.
func (w *planning) edit(ctx context.Context, d *desk, e *draftEntity, p PlannedEdit) error {
	if p.Add != nil {
		parent, err := d.named(ctx, e, p.Add.Parent)
		if err != nil {
			return err
		}
		in := wikiPageInput{Title: p.Add.Title, Slug: p.Page, Parent: parent, SortOrder: p.Add.Weight}
		if err := d.addAs(ctx, e, w.id("page", p.Page), in, "parent"); err != nil {
			return err
		}
	}
	if p.Restore {
		return d.restoreNamed(e, p.Page)
	}
	page, err := d.named(ctx, e, p.Page)
	if err != nil {
		return err
	}
	if p.Remove {
		return e.Do(wiki.RemovePage{Writer: d.writer(), Page: page})
	}
	c := wiki.EditPage{Writer: d.writer(), Page: page, Title: p.Title, Slug: p.Slug, Weight: p.Weight, Featured: p.Featured}
	if p.Parent != nil {
		parent, err := d.named(ctx, e, *p.Parent)
		if err != nil {
			return err
		}
		c.Parent = &parent
	}
	if p.Text != nil {
		now, err := d.textOf(ctx, e, page)
		if err != nil {
			return err
		}
		body, err := p.Text(now)
		if err != nil {
			return err
		}
		c.Body = &body
	}
	return e.Do(c)
}

// named is the id of the page that has a slug in a draft; empty for an empty slug.
func (d *desk) named(ctx context.Context, e *draftEntity, slug string) (string, error) {
	if slug == "" {
		return "", nil
	}
	merged, err := d.merged(ctx, e.State())
	if err != nil {
		return "", err
	}
	for _, p := range merged.Tree.Ordered() {
		if strings.EqualFold(p.Slug, slug) {
			return p.ID, nil
		}
	}
	return "", fmt.Errorf("no page has the slug %s", slug)
}

// restoreNamed restores the removed page that had a slug.
func (d *desk) restoreNamed(e *draftEntity, slug string) error {
	pages := d.wiki.State().Pages
	for _, id := range slices.Sorted(maps.Keys(pages)) {
		if p := pages[id]; p.Gone != "" && strings.EqualFold(p.Slug, slug) {
			return e.Do(wiki.RestorePage{Writer: d.writer(), Page: id})
		}
	}
	return fmt.Errorf("no removed page had the slug %s", slug)
}

// textOf is the text of a page in a draft.
func (d *desk) textOf(ctx context.Context, e *draftEntity, page string) (string, error) {
	if edit := e.State().Edits[page]; edit.Text != nil {
		return edit.Text.Body, nil
	}
	return d.published(ctx, page)
}
