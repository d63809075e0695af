package organization

import "github.com/modyard/modyard/domain/project"

// Slug is who holds a slug, folded from its stream.
type Slug struct {
	Holder string // organization id; empty where it is free
	// Former is the organization that released it last, to which it still leads.
	Former string
}

// EvolveSlug adds one event of the slug's stream.
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

// ReserveSlug gives a free slug to an organization.
func ReserveSlug(s Slug, slug, organization string) ([]any, error) {
	switch s.Holder {
	case organization:
		return nil, nil
	case "":
		return []any{SlugReserved{Slug: slug, Organization: organization}}, nil
	}
	return nil, project.SlugTaken()
}

// ReleaseSlug frees an organization's slug; gone says that the organization went with it.
func ReleaseSlug(s Slug, slug, organization string, gone bool) []any {
	if s.Holder != organization {
		return nil
	}
	return []any{SlugReleased{Slug: slug, Organization: organization, Gone: gone}}
}
