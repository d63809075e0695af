package wiki

import "slices"

// resolve settles a conflict: the draft's edit is made against the value that is published now, or is dropped.
func (d *Draft) resolve(e DraftConflictResolved) {
	switch e.Field {
	case FieldFeatured:
		if e.Side == Theirs {
			d.Featured = nil
		} else if d.Featured != nil {
			d.Featured = &Value{Was: e.Was, Now: d.Featured.Now}
		}
	case FieldPresence:
		d.resolvePresence(e)
	default:
		d.change(e.Page, func(p *Edit) { p.resolve(e) })
	}
}

// resolvePresence settles whether a page exists: mine keeps the removal of a page that the draft removed, and restores any
// other one.
func (d *Draft) resolvePresence(e DraftConflictResolved) {
	p, ok := d.Edits[e.Page]
	switch {
	case !ok: // a page above an edited one is gone: it is restored
		d.Edits[e.Page] = Edit{Restored: true, Parent: &Value{Now: e.Was}}
	case p.Removed && e.Side == Theirs: // the page stays as it is published
		d.change(e.Page, func(p *Edit) { p.Removed, p.Seen = false, nil })
	case p.Removed:
		d.change(e.Page, func(p *Edit) { p.Seen = e.Seen })
	case e.Side == Theirs: // the page is gone, and the edits with it
		delete(d.Edits, e.Page)
		d.Order = slices.DeleteFunc(slices.Clone(d.Order), func(id string) bool { return id == e.Page })
	default:
		d.change(e.Page, func(p *Edit) {
			p.Restored = true
			if p.Parent == nil {
				p.Parent = &Value{Now: e.Was}
			}
		})
	}
}

// resolve settles a field of a page. Of a page that the draft adds, and of the place of one that it restores, the other
// side is a value; elsewhere it is to have no edit.
func (e *Edit) resolve(r DraftConflictResolved) {
	value := func(v *Value, own bool) *Value {
		switch {
		case r.Side == Theirs && own:
			return &Value{Now: r.Was}
		case r.Side == Theirs || v == nil && r.Text == nil:
			return nil
		case r.Text != nil:
			return &Value{Was: r.Was, Now: r.Text.String()}
		}
		return &Value{Was: r.Was, Now: v.Now}
	}
	switch r.Field {
	case FieldTitle:
		e.Title = value(e.Title, e.Added)
	case FieldSlug:
		e.Slug = value(e.Slug, e.Added)
	case FieldParent:
		e.Parent = value(e.Parent, e.Added || e.Restored)
	case FieldWeight:
		e.Weight = value(e.Weight, e.Added)
	case FieldBody:
		switch {
		case r.Side == Theirs:
			e.Text = nil
		case r.Text != nil:
			e.Text = &Text{Edition: r.Was, Body: r.Text.String()}
		case e.Text != nil:
			e.Text = &Text{Edition: r.Was, Body: e.Text.Body}
		}
	}
}
