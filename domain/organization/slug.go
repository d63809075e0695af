package organization

import (
	"time"

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

// ReserveSlug reserves a free slug for an organization. The caller checks that it does not rest for another one.
func ReserveSlug(s Slug, slug, organization string) ([]any, error) {
	switch s.Holder {
	case organization:
		return nil, nil
	case "":
		return []any{SlugReserved{Slug: slug, Organization: organization}}, nil
	}
	return nil, project.SlugTaken()
}

// ReleaseSlug releases an organization's slug; gone is true if the organization was deleted.
func ReleaseSlug(s Slug, slug, organization string, gone bool) []any {
	if s.Holder != organization {
		return nil
	}
	return []any{SlugReleased{Slug: slug, Organization: organization, Gone: gone}}
}
