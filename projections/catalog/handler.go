package catalog

import (
	"time"

	"github.com/modyard/modyard/projections/runtime"
)

// handler folds one batch in memory and writes what changed with a few set-based statements.
type handler struct {
	opts     Options
	projects map[string]*projectState
	versions map[string]*versionState
	orgs     map[string]*organizationState
	profiles map[string]profile
	changed  changes
}

// changes is what a batch has to write.
type changes struct {
	projects map[string]bool // to write; true: rows of it may exist
	teams    map[string]bool // whose members changed; true as above
	versions map[string]bool // to write; true as above
	deleted  deletions
	orgs     organizationChanges
	slugs    map[string]slug
	rounds   map[roundKey]round
	history  []entry
}

type deletions struct {
	projects map[string]deletion
	versions map[string]bool
}

// deletion says when a project was deleted, and when it was hidden from search: 0 where search never showed it.
type deletion struct{ at, hidden uint64 }

// organizationChanges are what a batch has to write of organizations.
type organizationChanges struct {
	written, deleted map[string]bool
	shown            map[string]uint64 // whose projects show another name, address or icon: position of the last such event
	slugs            map[string]organizationSlug
}

type organizationSlug struct {
	Organization string // empty: forgotten
	Current      bool
}

type slug struct {
	Project string
	Current bool
	Gone    bool
}

type roundKey struct {
	project string
	round   int
}

func newHandler(o Options) *handler {
	h := &handler{
		opts:     o,
		projects: map[string]*projectState{},
		versions: map[string]*versionState{},
		orgs:     map[string]*organizationState{},
		profiles: map[string]profile{},
		changed: changes{
			projects: map[string]bool{}, teams: map[string]bool{}, versions: map[string]bool{},
			slugs: map[string]slug{}, rounds: map[roundKey]round{},
		},
	}
	h.changed.orgs = organizationChanges{
		written: map[string]bool{}, deleted: map[string]bool{}, shown: map[string]uint64{}, slugs: map[string]organizationSlug{},
	}
	h.changed.deleted = deletions{projects: map[string]deletion{}, versions: map[string]bool{}}
	return h
}

// at is when an event was decided, as its writer said; else when the log made it durable.
func at(e runtime.Event) time.Time {
	if e.Meta.At.IsZero() {
		return e.RecordedAt.UTC().Truncate(time.Microsecond)
	}
	return e.Meta.At.UTC().Truncate(time.Microsecond)
}
