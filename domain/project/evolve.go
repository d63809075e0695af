package project

import (
	"slices"
	"time"
)

// Evolve adds one event of the project's own stream to a state. It never fails and never changes its
// argument; an event of another stream changes nothing.
func Evolve(s State, event any) State {
	switch e := event.(type) {
	case Created:
		return created(e)
	case Edited:
		return edited(s, e)
	case IconChanged:
		s.IconURL, s.Color = e.URL, e.Color
	case GalleryAdded:
		s.Gallery = append(slices.Clone(s.Gallery), e.Picture)
	case GalleryEdited:
		s.Gallery = pictureEdited(s, e)
	case GalleryRemoved:
		s.Gallery = slices.DeleteFunc(slices.Clone(s.Gallery), func(p Picture) bool { return p.URL == e.URL })
	case Submitted:
		s.Status, s.Message, s.Round = Processing, "", s.Round+1
		s.Requested = e.Requested
	case Approved:
		s.Status, s.Message, s.EverApproved = e.Status, e.Message, true
	case Rejected:
		s.Status, s.Message = Refused, e.Message
	case Withheld:
		s.Status, s.Message = Held, e.Message
	case StatusChanged:
		s.Status = e.To
	case VersionAdded:
		s.Versions = append(slices.Clone(s.Versions), e.Version)
	case VersionRemoved:
		s.Versions = slices.DeleteFunc(slices.Clone(s.Versions), func(v string) bool { return v == e.Version })
	case DownloadsOpened:
		s.Downloads = &e
	case Deleted:
		s.Gone = true
	default:
		return evolveTeam(s, event)
	}
	return s
}

// EvolveAt is Evolve for a reader that knows when the event was decided.
func EvolveAt(s State, event any, at time.Time) State {
	s = Evolve(s, event)
	s.UpdatedAt = at
	switch event.(type) {
	case Created:
		s.CreatedAt = at
	case Submitted:
		s.SubmittedAt = at
	case Approved:
		if s.ApprovedAt.IsZero() {
			s.ApprovedAt = at
		}
	}
	return s
}

func created(e Created) State {
	s := State{
		ID: e.Project, Slug: e.Slug, Type: e.Type, Title: e.Title, Summary: e.Summary, Body: e.Body,
		Owner: e.Owner, Organization: e.Organization, License: e.License, Environments: e.Environments,
		Categories: e.Categories, Additional: e.Additional, Links: e.Links, Aliases: e.Aliases,
		Status: Draft, Requested: e.Requested,
	}
	if e.Owner != "" {
		s.Members = []Member{{Account: e.Owner, Role: OwnerRole, Permissions: AllPermissions, Accepted: true}}
	}
	return s
}

func edited(s State, e Edited) State {
	set(&s.Title, e.Title)
	set(&s.Slug, e.Slug)
	set(&s.Summary, e.Summary)
	set(&s.Body, e.Body)
	set(&s.Categories, e.Categories)
	set(&s.Additional, e.Additional)
	set(&s.Links, e.Links)
	set(&s.License, e.License)
	set(&s.Environments, e.Environments)
	set(&s.Aliases, e.Aliases)
	set(&s.Requested, e.Requested)
	return s
}

func pictureEdited(s State, e GalleryEdited) []Picture {
	pictures := slices.Clone(s.Gallery)
	i := s.pictureIndex(e.URL)
	if i < 0 {
		return pictures
	}
	p := &pictures[i]
	set(&p.Title, e.Title)
	set(&p.Description, e.Description)
	set(&p.Featured, e.Featured)
	set(&p.Ordering, e.Ordering)
	return pictures
}

func evolveTeam(s State, event any) State {
	members := slices.Clone(s.Members)
	switch e := event.(type) {
	case MemberInvited:
		members = append(members, Member{Account: e.Account, Role: e.Role, Permissions: e.Permissions, Split: e.Split, Ordering: e.Ordering})
	case MemberJoined:
		if i := s.memberIndex(e.Account); i >= 0 {
			members[i].Accepted = true
		}
	case MemberEdited:
		if i := s.memberIndex(e.Account); i >= 0 {
			m := &members[i]
			set(&m.Role, e.Role)
			set(&m.Permissions, e.Permissions)
			set(&m.Split, e.Split)
			set(&m.Ordering, e.Ordering)
		}
	case MemberRemoved:
		members = slices.DeleteFunc(members, func(m Member) bool { return m.Account == e.Account })
	case OwnerChanged:
		s.Owner = e.Account
		if i := s.memberIndex(e.Account); i >= 0 {
			members[i].Permissions = AllPermissions
		}
	case OrganizationChanged:
		return organizationChanged(s, e)
	}
	s.Members = members
	return s
}

func set[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}
