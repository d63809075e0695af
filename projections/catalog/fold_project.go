package catalog

import (
	"slices"
	"time"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/document"
)

// created begins the state of a project.
func created(e project.Created, at time.Time) *projectState {
	p := &projectState{
		ID: e.Project, Slug: e.Slug, Type: string(e.Type), Status: string(project.Draft), Requested: string(e.Requested),
		Title: e.Title, Summary: e.Summary, Body: e.Body, Thread: e.Thread, Owner: e.Owner, Organization: e.Organization,
		License: e.License, Environments: e.Environments, Categories: e.Categories, Additional: e.Additional,
		Links: e.Links, Aliases: e.Aliases, Published: at, Updated: at,
	}
	if e.Owner != "" {
		p.Members = []member{{Account: e.Owner, Role: "Owner", Permissions: uint64(project.AllPermissions), Accepted: true}}
	}
	return p
}

// details folds what a project says of itself, and says whether the event was about that.
func (p *projectState) details(event any) bool {
	switch e := event.(type) {
	case project.Renamed:
		p.Title = e.Title
	case project.SlugChanged:
		p.Slug = e.Slug
	case project.Summarised:
		p.Summary = e.Summary
	case project.Categorised:
		p.Categories, p.Additional = e.Categories, e.Additional
	case project.LinksChanged:
		p.Links = e.Links
	case project.LicenceChanged:
		p.License = e.License
	case project.EnvironmentsChanged:
		p.Environments = e.Environments
	case project.AliasesChanged:
		p.Aliases = e.Aliases
	case project.RequestedStatusSet:
		p.Requested = string(e.Status)
	case project.IconChanged:
		p.IconURL, p.Color = e.URL, e.Color
	case project.DownloadsOpened:
		p.downloadsOpened(e)
	default:
		return false
	}
	return true
}

// pictures folds what happens to the gallery, and says whether the event was about that.
func (p *projectState) pictures(event any, at time.Time) bool {
	switch e := event.(type) {
	case project.PictureAdded:
		if e.Picture.Featured {
			p.feature(e.Picture.URL)
		}
		p.Gallery = append(p.Gallery, picture{Picture: e.Picture, Created: at})
	case project.PictureCaptioned:
		p.changePicture(e.URL, func(g *picture) { g.Title, g.Description = e.Title, e.Description })
	case project.PictureFeatured:
		p.feature(e.URL)
	case project.PictureUnfeatured:
		p.changePicture(e.URL, func(g *picture) { g.Featured = false })
	case project.PictureReordered:
		p.changePicture(e.URL, func(g *picture) { g.Ordering = e.Ordering })
	case project.PictureRemoved:
		p.Gallery = slices.DeleteFunc(p.Gallery, func(g picture) bool { return g.URL == e.URL })
	default:
		return false
	}
	return true
}

// feature gives the prominence to one picture and takes it from all others.
func (p *projectState) feature(url string) {
	for i := range p.Gallery {
		p.Gallery[i].Featured = p.Gallery[i].URL == url
	}
}

func (p *projectState) changePicture(url string, change func(*picture)) {
	if i := slices.IndexFunc(p.Gallery, func(g picture) bool { return g.URL == url }); i >= 0 {
		change(&p.Gallery[i])
	}
}

// submitted puts the project into the queue. A project that waits already keeps its place.
func (p *projectState) submitted(e project.Submitted, at time.Time) {
	p.Status = string(project.Processing)
	p.Requested = string(e.Requested)
	p.Message = ""
	if p.RoundOpen {
		return
	}
	p.Queued = &at
	p.Round++
	p.RoundOpen = true
}

// decided takes a status from the staff, or from the import.
func (p *projectState) decided(status project.Status, message string, at time.Time) {
	p.Status = string(status)
	p.Message = message
	p.RoundOpen = false
	switch status {
	case project.Listed, project.Archived, project.Unlisted, project.Private:
		if p.Approved == nil {
			p.Approved = &at
		}
	}
}

// statusChanged is a member's own change; leaving the queue ends the round undecided.
func (p *projectState) statusChanged(e project.StatusChanged) {
	p.Status = string(e.To)
	p.RoundOpen = false
}

func (p *projectState) downloadsOpened(e project.DownloadsOpened) {
	p.Opening = &document.Opening{Count: e.Count, Estimated: e.Estimated}
}

func (p *projectState) downloads() int64 {
	if p.Opening == nil {
		return 0
	}
	return p.Opening.Count
}
