package project

import (
	"time"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
)

// SlugRests is the longest time for which a freed slug is kept for its former holder.
const SlugRests = 30 * 24 * time.Hour

// Slug is the owner of a slug, folded from the stream slug-<slug>.
type Slug struct {
	Holder string // project id; empty if it is free
	// Former is the project that released it last, to which it still redirects if it exists.
	Former string

	since, until time.Time // of the last reservation; until is zero while it is held
}

// EvolveSlug applies one event of the slug's stream.
func EvolveSlug(s Slug, event any, at time.Time) Slug {
	switch e := event.(type) {
	case SlugReserved:
		return Slug{Holder: e.Project, since: at}
	case SlugReleased:
		return Slug{Former: e.Project, since: s.since, until: at}
	}
	return s
}

// Rests is true while a freed slug is kept: as long as it was held, at most SlugRests. So nobody blocks slugs by passing
// through them.
func (s Slug) Rests(now time.Time) bool { return Resting(s.since, s.until, now) }

// Resting is true at a time if a name that was held from one time until another is kept for its former holder.
func Resting(since, until, now time.Time) bool {
	return !until.IsZero() && now.Before(until.Add(min(until.Sub(since), SlugRests)))
}

// MayFollow is true if a project may take a slug that rests. Former is the project that released it: nobody keeps a slug
// by a project that is not established, and the owner of a deleted project may use its slug again.
func MayFollow(former State, owner, organization string) bool {
	if !former.WasEstablished() {
		return true
	}
	return former.Owner != "" && former.Owner == owner || former.Organization != "" && former.Organization == organization
}

// HoldSlug reserves a slug for a project, or releases its own.
type HoldSlug struct {
	decision.Entry
	Slug string
	Gone bool // the project was deleted
}

// DecideSlug returns the event of a command, or a *fault.Error. The caller checks that a slug does not rest for another project.
func DecideSlug(s Slug, c HoldSlug) ([]decision.Event, error) {
	if !c.Ended && s.Holder != "" && s.Holder != c.ID {
		return nil, SlugTaken()
	}
	return c.Decide(s.Holder == c.ID, SlugReserved{Slug: c.Slug, Project: c.ID}, SlugReleased{Slug: c.Slug, Project: c.ID, Gone: c.Gone})
}

// SlugTaken rejects a slug that is another project's slug or id.
func SlugTaken() error { return fault.Invalid("slug", "该链接名已被使用，请换一个。") }

// SlugResting rejects a slug that was another project's until a short while ago.
func SlugResting() error {
	return fault.Invalid("slug", "该链接名不久前属于其他内容，暂时不能使用，请换一个。")
}
