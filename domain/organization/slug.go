package organization

import "github.com/modyard/modyard/domain/project"

// Slug is the owner of a slug, folded from its stream.
type Slug struct {
	Holder string // organization id; empty if it is free
	// Former is the organization that released it last, to which it still redirects.
	Former string
}

// EvolveSlug applies one event of the slug's stream.
func EvolveSlug(s Slug, event any) Slug {
	switch e := event.(type) {
	case SlugReserved:
		return Slug{Holder: e.Organization}
	case SlugReleased:
		if e.Gone {
			return Slug{}
		}
		return Slug{Former: e.Organization}
	}
	return s
}

// ReserveSlug reserves a free slug for an organization.
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
