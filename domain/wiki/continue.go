package wiki

import (
	"strconv"

	"github.com/modyard/modyard/domain/erasable"
)

// EditsOf are the events that make the edits of another draft in a new one.
func EditsOf(to Draft, from Draft) []any {
	var events []any
	for _, id := range from.pages() {
		e := from.Edits[id]
		switch {
		case e.Added:
			n, _ := strconv.Atoi(e.Weight.Now)
			events = append(events, DraftPageAdded{
				Draft: to.ID, Page: id, Title: erasable.Of(to.Account, e.Title.Now), Slug: erasable.Of(to.Account, e.Slug.Now),
				Parent: e.Parent.Now, Weight: n,
			})
		case e.Restored:
			events = append(events, DraftPageRestored{Draft: to.ID, Page: id, Parent: e.Parent.Now})
		}
		if !e.Added {
			events = append(events, fields(to, id, e)...)
		}
		if e.Text != nil {
			events = append(events, DraftPageWritten{Draft: to.ID, Page: id, Text: erasable.Of(to.Account, e.Text.Body), Edition: e.Text.Edition})
		}
		if e.Removed {
			events = append(events, DraftPageRemoved{Draft: to.ID, Page: id, Was: e.Seen})
		}
	}
	if v := from.Featured; v != nil && v.Now != "" {
		events = append(events, DraftPageFeatured{Draft: to.ID, Page: v.Now, Was: v.Was})
	}
	return events
}

func fields(to Draft, id string, e Edit) []any {
	var events []any
	if v := e.Title; v != nil {
		events = append(events, DraftPageRetitled{Draft: to.ID, Page: id, Title: erasable.Of(to.Account, v.Now), Was: v.Was})
	}
	if v := e.Slug; v != nil {
		events = append(events, DraftPageReaddressed{Draft: to.ID, Page: id, Slug: erasable.Of(to.Account, v.Now), Was: v.Was})
	}
	if v := e.Parent; v != nil && !e.Restored {
		events = append(events, DraftPageMoved{Draft: to.ID, Page: id, Parent: v.Now, Was: v.Was})
	}
	if v := e.Weight; v != nil {
		was, _ := strconv.Atoi(v.Was)
		now, _ := strconv.Atoi(v.Now)
		events = append(events, DraftPageReweighted{Draft: to.ID, Page: id, Weight: now, Was: was})
	}
	return events
}
