package catalog

import (
	"slices"

	"github.com/modyard/modyard/contract"
)

// original is who made a project that a repost team looks after, or nil. A project that its author claimed belongs to
// the author.
func (p *projectState) original(org *organizationState) *contract.Original {
	if p.Import == nil || org == nil || !org.Repost {
		return nil
	}
	o := contract.Original{Author: contract.Present(p.Import.Author)}
	for _, link := range p.Links.Donation {
		if link.ID == "site" {
			o.Site, o.URL = contract.Present(link.Platform), contract.Present(link.URL)
			break
		}
	}
	return &o
}

// estimated says which figures of the project are estimates.
func (p *projectState) estimated() contract.EstimatedDates {
	undated := p.Import != nil && p.Import.Undated
	newest := slices.IndexFunc(p.Versions, func(v versionFacts) bool { return v.Published.Equal(p.Updated) })
	downloads := p.Downloads != nil && p.Downloads.Estimated
	if newest < 0 { // it has the date of its creation
		return contract.EstimatedDates{Created: undated, Updated: undated, Downloads: downloads}
	}
	known := slices.ContainsFunc(p.Versions[newest:], func(v versionFacts) bool { return v.Published.Equal(p.Updated) && !v.Undated })
	return contract.EstimatedDates{Created: undated, Updated: !known, Downloads: downloads}
}
