package organization

import (
	"time"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/project"
)

// Slug is the owner of a slug, folded from its stream.
type Slug struct {
	Holder string // organization id; empty if it is free
	// Former is the organization that released it last, to which it still redirects.
	Former string
	// Deleted is the organization that released it by its deletion.
	Deleted string

	since, until time.Time // of the last reservation; until is zero while it is held
}

// EvolveSlug applies one event of the slug's stream.
func EvolveSlug(s Slug, event any, at time.Time) Slug {
	switch e := event.(type) {
	case SlugReserved:
		return Slug{Holder: e.Organization, since: at}
	case SlugReleased:
		if e.Gone {
			return Slug{Deleted: e.Organization, since: s.since, until: at}
		}
		return Slug{Former: e.Organization, since: s.since, until: at}
	}
	return s
}

// RestsFor is the organization for which a freed slug is kept, as long as a project's; empty if anybody may take it.
func (s Slug) RestsFor(now time.Time) string {
	if !project.Resting(s.since, s.until, now) {
		return ""
	}
	return s.Former + s.Deleted // one of them is empty
}

// HoldSlug reserves a slug for an organization, or releases its own.
type HoldSlug struct {
	decision.Entry
	Slug string
	Gone bool // the organization was deleted
}

// DecideSlug returns the event of a command, or a *fault.Error. The caller checks that a slug does not rest for another organization.
func DecideSlug(s Slug, c HoldSlug) ([]decision.Event, error) {
	if !c.Ended && s.Holder != "" && s.Holder != c.ID {
		return nil, project.SlugTaken()
	}
	return c.Decide(s.Holder == c.ID, SlugReserved{Slug: c.Slug, Organization: c.ID}, SlugReleased{Slug: c.Slug, Organization: c.ID, Gone: c.Gone})
}
