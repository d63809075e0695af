package wiki

import (
	"maps"
	"slices"
	"strconv"
)

// edit applies an event that changes a page, and is false for every other event.
func (d *Draft) edit(event any) bool {
	switch e := event.(type) {
	case DraftPageAdded:
		d.Edits[e.Page] = Edit{
			Added: true, Title: &Value{Now: e.Title.String()}, Slug: &Value{Now: e.Slug.String()}, Parent: &Value{Now: e.Parent},
			Weight: &Value{Now: strconv.Itoa(e.Weight)},
		}
		d.Order = append(d.Order, e.Page)
	case DraftPageRetitled:
		d.change(e.Page, func(p *Edit) { p.Title = changed(p, p.Title, e.Was, e.Title.String()) })
	case DraftPageReaddressed:
		d.change(e.Page, func(p *Edit) { p.Slug = changed(p, p.Slug, e.Was, e.Slug.String()) })
	case DraftPageMoved:
		d.change(e.Page, func(p *Edit) { p.Parent = changed(p, p.Parent, e.Was, e.Parent) })
	case DraftPageReweighted:
		d.change(e.Page, func(p *Edit) { p.Weight = changed(p, p.Weight, strconv.Itoa(e.Was), strconv.Itoa(e.Weight)) })
	case DraftPageFeatured:
		d.Featured = changed(&Edit{}, d.Featured, e.Was, e.Page)
	case DraftPageRemoved:
		d.remove(e)
	case DraftPageRestored:
		d.change(e.Page, func(p *Edit) {
			if p.Removed {
				p.Removed, p.Seen = false, nil
				return
			}
			p.Restored, p.Parent = true, &Value{Now: e.Parent}
		})
	case DraftPageWritten:
		d.change(e.Page, func(p *Edit) {
			edition := e.Edition
			if p.Text != nil {
				edition = p.Text.Edition
			}
			p.Text = &Text{Edition: edition, Body: e.Text.String()}
		})
	case DraftConflictResolved:
		d.resolve(e)
	default:
		return false
	}
	return true
}

// changed is a value after another edit. It keeps what was published when the author first changed it; it is nil where the
// author restores that.
func changed(p *Edit, v *Value, was, now string) *Value {
	if v != nil {
		was = v.Was
	}
	if was == now && !p.Added && !p.Restored {
		return nil
	}
	return &Value{Was: was, Now: now}
}

// change changes the edit of a page, and drops it if it does nothing any more.
func (d *Draft) change(page string, how func(*Edit)) {
	e := d.Edits[page]
	how(&e)
	if e.empty() {
		delete(d.Edits, page)
		return
	}
	d.Edits[page] = e
}

// remove removes a page. Pages that only the draft has are gone with it.
func (d *Draft) remove(e DraftPageRemoved) {
	if d.Featured != nil && d.Featured.Now == e.Page {
		d.Featured = nil
	}
	p := d.Edits[e.Page]
	if p.Added || p.Restored {
		d.drop(e.Page)
		return
	}
	p.Removed, p.Seen = true, e.Was
	d.Edits[e.Page] = p
}

// drop removes a page that the draft added or restored, and those that it added or restored below. A published page that
// it moved there stays where it is published.
func (d *Draft) drop(page string) {
	delete(d.Edits, page)
	d.Order = slices.DeleteFunc(slices.Clone(d.Order), func(id string) bool { return id == page })
	if d.Featured != nil && d.Featured.Now == page {
		d.Featured = nil
	}
	for _, id := range slices.Sorted(maps.Keys(d.Edits)) {
		switch e := d.Edits[id]; {
		case e.Parent == nil || e.Parent.Now != page:
		case e.Added || e.Restored:
			d.drop(id)
		default:
			d.change(id, func(e *Edit) { e.Parent = nil })
		}
	}
}

// digits is a weight as a value.
func digits(n int) string { return strconv.Itoa(n) }
