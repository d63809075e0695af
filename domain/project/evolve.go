package project

import "time"

// Evolve applies one event of the project's own stream to a state. It never fails; events of other streams change
// nothing. A state must be folded along a single sequence of events, because lists that grow share memory with the
// state before.
func Evolve(s State, event any) State {
	switch e := event.(type) {
	case Created:
		return created(e)
	case IconChanged:
		s.IconURL, s.Color = e.URL, e.Color
	case DownloadsOpened:
		s.Downloads = &e
	case Deleted:
		s.Gone = true
	default:
		if !s.details(event) && !s.review(event) && !s.gallery(event) {
			s.team(event)
		}
	}
	return s
}

// EvolveAt is Evolve with the time of the event's decision.
func EvolveAt(s State, event any, at time.Time) State {
	s = Evolve(s, event)
	s.UpdatedAt = at
	switch event.(type) {
	case Created:
		s.CreatedAt = at
	case Submitted:
		s.SubmittedAt = at
	case Approved, ListedByImport, StatusChanged, ReleasePlanEnded:
		// A project that is released later counts as approved from then on.
		if s.ApprovedAt.IsZero() && s.EverApproved && s.Status.Approved() {
			s.ApprovedAt = at
		}
	}
	return s
}

func created(e Created) State {
	s := State{
		ID: e.Project, Slug: e.Slug, Type: e.Type, Title: e.Title, Summary: e.Summary, Body: e.Body, Thread: e.Thread,
		Owner: e.Owner, Organization: e.Organization, License: e.License, Environments: e.Environments,
		Categories: e.Categories, Additional: e.Additional, Links: e.Links, Aliases: e.Aliases,
		Status: Draft, Requested: e.Requested,
	}
	if e.Owner != "" {
		s.Members = []Member{{Account: e.Owner, Role: OwnerRole, Permissions: AllPermissions, Accepted: true}}
	}
	return s
}

// details applies an event of the description fields.
func (s *State) details(event any) bool {
	switch e := event.(type) {
	case Renamed:
		s.Title = e.Title
	case SlugChanged:
		s.Slug = e.Slug
	case Summarised:
		s.Summary = e.Summary
	case Described:
		s.Body = e.Body
	case Categorised:
		s.Categories, s.Additional = e.Categories, e.Additional
	case LinksChanged:
		s.Links = e.Links
	case LicenceChanged:
		s.License = e.License
	case EnvironmentsChanged:
		s.Environments = e.Environments
		s.EnvironmentChanges++
	case AliasesChanged:
		s.Aliases = e.Aliases
	case RequestedStatusSet:
		s.Requested = e.Status
	case MonetizationSet:
		s.Monetization = e.Status
	default:
		return false
	}
	return true
}

// review applies an event of the review status. Each change of the status ends a plan; an undone one restores it.
func (s *State) review(event any) bool {
	switch e := event.(type) {
	case ReleasePlanned:
		s.Plan = &ReleasePlan{ID: e.Plan, Author: e.Author, Status: e.Status, Time: e.Time, Reason: e.Reason}
		return true
	case ReleasePlanEnded:
		s.Status = e.Status
		s.overtake(Restatused)
	case Submitted:
		s.overtake(Resubmitted)
		s.Status, s.Message, s.Round = Processing, "", s.Round+1
		s.Requested, s.Submission = e.Requested, e.Submission
	case Approved:
		s.decide(e.Submission)
		s.Status, s.Message, s.EverApproved = e.Status, e.Message, true
	case DecisionUndone:
		s.undo(e)
		return true
	case ListedByImport:
		s.overtake(Restatused)
		s.Status, s.EverApproved = e.Status, true
	case Rejected:
		s.decide(e.Submission)
		s.Status, s.Message = Refused, e.Message
	case Withheld:
		s.decide(e.Submission)
		s.Status, s.Message = Held, e.Message
	case StatusChanged:
		s.overtake(Restatused)
		s.Status = e.To
	default:
		return false
	}
	s.Plan = nil
	return true
}
