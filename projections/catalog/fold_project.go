package catalog

import (
	"slices"
	"time"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/team"
	"github.com/modyard/modyard/projections/document"
)

// created begins the state of a project.
func created(e project.Created, at time.Time) *projectState {
	p := &projectState{
		ID: e.Project, Slug: e.Slug, Type: string(e.Type), Status: string(project.Draft), Requested: string(e.Requested),
		Title: e.Title, Summary: e.Summary, Body: e.Body, Owner: e.Owner, Organization: e.Organization,
		License: e.License, Environments: e.Environments, Categories: e.Categories, Additional: e.Additional,
		Links: e.Links, Aliases: e.Aliases, Published: at, Updated: at,
	}
	if e.Owner != "" {
		p.Members = []member{{Account: e.Owner, Role: "Owner", Permissions: uint64(project.AllPermissions), Accepted: true}}
	}
	return p
}

func (p *projectState) edited(e project.Edited) {
	set(&p.Title, e.Title)
	set(&p.Slug, e.Slug)
	set(&p.Summary, e.Summary)
	set(&p.Body, e.Body)
	set(&p.Categories, e.Categories)
	set(&p.Additional, e.Additional)
	set(&p.Links, e.Links)
	set(&p.License, e.License)
	set(&p.Environments, e.Environments)
	set(&p.Aliases, e.Aliases)
	if e.Requested != nil {
		p.Requested = string(*e.Requested)
	}
}

func (p *projectState) galleryAdded(e project.GalleryAdded, at time.Time) {
	p.Gallery = append(p.Gallery, picture{Picture: e.Picture, Created: at})
}

func (p *projectState) galleryEdited(e project.GalleryEdited) {
	i := slices.IndexFunc(p.Gallery, func(g picture) bool { return g.URL == e.URL })
	if i < 0 {
		return
	}
	g := &p.Gallery[i]
	set(&g.Title, e.Title)
	set(&g.Description, e.Description)
	set(&g.Featured, e.Featured)
	set(&g.Ordering, e.Ordering)
}

func (p *projectState) galleryRemoved(e project.GalleryRemoved) {
	p.Gallery = slices.DeleteFunc(p.Gallery, func(g picture) bool { return g.URL == e.URL })
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

// decided takes a status from the staff.
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

func (p *projectState) memberInvited(e project.MemberInvited) {
	p.memberRemoved(e.Account)
	p.Members = append(p.Members, member{
		Account: e.Account, Role: e.Role, Permissions: uint64(e.Permissions), Split: e.Split, Ordering: e.Ordering,
	})
}

func (p *projectState) memberJoined(e project.MemberJoined) {
	if m := p.member(e.Account); m != nil {
		m.Accepted = true
	}
}

func (p *projectState) memberEdited(e project.MemberEdited) {
	m := p.member(e.Account)
	if m == nil {
		return
	}
	set(&m.Role, e.Role)
	set(&m.Split, e.Split)
	set(&m.Ordering, e.Ordering)
	if e.Permissions != nil {
		m.Permissions = uint64(*e.Permissions)
	}
}

func (p *projectState) memberRemoved(account string) {
	p.Members = slices.DeleteFunc(p.Members, func(m member) bool { return m.Account == account })
}

func (p *projectState) ownerChanged(e project.OwnerChanged) {
	p.Owner = e.Account
	if m := p.member(e.Account); m != nil {
		m.Permissions = uint64(project.AllPermissions)
	}
}

// organizationChanged moves the project between an account and an organization.
func (p *projectState) organizationChanged(e project.OrganizationChanged) {
	if m := p.member(p.Owner); m != nil && m.Role == team.OwnerRole {
		m.Role = team.DefaultRole
	}
	p.Organization, p.Owner = e.Organization, e.Owner
	if e.Owner == "" {
		return
	}
	if m := p.member(e.Owner); m != nil {
		m.Permissions, m.Accepted = uint64(project.AllPermissions), true
		return
	}
	p.Members = append(p.Members, member{Account: e.Owner, Role: team.OwnerRole, Permissions: uint64(project.AllPermissions), Accepted: true})
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

func (p *projectState) member(account string) *member {
	i := slices.IndexFunc(p.Members, func(m member) bool { return m.Account == account })
	if i < 0 {
		return nil
	}
	return &p.Members[i]
}

func set[T any](field *T, value *T) {
	if value != nil {
		*field = *value
	}
}
