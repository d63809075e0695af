package organization

import "github.com/modyard/modyard/domain/fault"

// Slug is who holds a slug, folded from its stream.
type Slug struct {
	Holder string // organization id; empty where it is free
}

// EvolveSlug adds one event of the slug's stream.
func EvolveSlug(s Slug, event any) Slug {
	if e, ok := event.(SlugReserved); ok {
		s.Holder = e.Organization
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
	return nil, fault.Invalid("slug", "该链接名已被使用，请换一个。")
}
