package project

import "github.com/modyard/modyard/domain/fault"

// Slug is the owner of a slug, folded from the stream slug-<slug>.
type Slug struct {
	Holder string // project id; empty if it is free
	// Former is the project that released it last, to which it still redirects.
	Former string
}

// EvolveSlug applies one event of the slug's stream.
func EvolveSlug(s Slug, event any) Slug {
	switch e := event.(type) {
	case SlugReserved:
		return Slug{Holder: e.Project}
	case SlugReleased:
		return Slug{Former: e.Project}
	}
	return s
}

// ReserveSlug reserves a free slug for a project.
func ReserveSlug(s Slug, slug, project string) ([]any, error) {
	switch s.Holder {
	case project:
		return nil, nil
	case "":
		return []any{SlugReserved{Slug: slug, Project: project}}, nil
	}
	return nil, SlugTaken()
}

// SlugTaken rejects a slug that is another project's slug or id.
func SlugTaken() error { return fault.Invalid("slug", "该链接名已被使用，请换一个。") }

// ReleaseSlug releases a project's slug; gone is true if the project was deleted.
func ReleaseSlug(s Slug, slug, project string, gone bool) []any {
	if s.Holder != project {
		return nil
	}
	return []any{SlugReleased{Slug: slug, Project: project, Gone: gone}}
}
