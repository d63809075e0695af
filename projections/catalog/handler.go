package catalog

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// handler applies one batch in memory and writes the changes.
type handler struct {
	opts     Options
	rows     *rows.Set
	projects map[string]*projectState
	versions map[string]*versionState
	orgs     map[string]*organizationState
	changed  changes
}

// changes is what a batch writes in addition to the rows that its events write directly. True says that rows may
// exist.
type changes struct {
	projects, teams, versions map[string]bool
	orgs                      map[string]bool
	// Accounts and organizations with a changed appearance, by position of the last event that changed it.
	accounts, shown map[string]uint64
	deleted         map[string]deletion // projects
	environments    map[string]bool     // projects whose versions may show another environment
}

// deletion is the position at which a project was deleted, and at which it was hidden from search: 0 where search
// never showed it.
type deletion struct{ at, hidden uint64 }

func newHandler(o Options, s *rows.Set) *handler {
	return &handler{
		opts: o, rows: s,
		projects: map[string]*projectState{}, versions: map[string]*versionState{}, orgs: map[string]*organizationState{},
		changed: changes{
			projects: map[string]bool{}, teams: map[string]bool{}, versions: map[string]bool{}, orgs: map[string]bool{},
			accounts: map[string]uint64{}, shown: map[string]uint64{}, deleted: map[string]deletion{}, environments: map[string]bool{},
		},
	}
}

// touch marks a document to be written; one that was created in this batch has no rows yet.
func touch(changed map[string]bool, id string) {
	if _, known := changed[id]; !known {
		changed[id] = true
	}
}

// Load reads the states of everything that the batch touches, in a few statements whatever the size of the batch.
func (h *handler) Load(ctx context.Context, tx pgx.Tx, events []runtime.Event) error {
	ids, of, orgs := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, e := range events {
		switch eventlog.Category(e.Stream) {
		case "project":
			ids[e.Subject()] = true
		case "version":
			of[e.Subject()] = true
		case "organization":
			orgs[e.Subject()] = true
		}
		switch p := e.Payload.(type) {
		case project.VersionCreated:
			ids[p.Project] = true
		case wiki.EditingSet:
			ids[p.Project] = true
		case download.Counted:
			for _, t := range p.Projects {
				ids[t.ID] = true
			}
			for _, t := range p.Versions {
				of[t.ID] = true
			}
		}
	}
	for id := range of {
		if v := h.versions[id]; v != nil {
			ids[v.Project] = true
			delete(of, id)
		}
	}
	err := load(ctx, tx, "versions", versions.May(h.rows, keys(of)), func(v *versionState) {
		h.versions[v.ID] = v
		ids[v.Project] = true
	})
	for id := range ids {
		if _, deleted := h.changed.deleted[id]; deleted || h.projects[id] != nil {
			delete(ids, id)
		}
	}
	return errors.Join(err,
		load(ctx, tx, "project_docs", projects.May(h.rows, keys(ids)), func(p *projectState) { h.projects[p.ID] = p }),
		h.loadOrganizations(ctx, tx, orgs))
}

// loadOrganizations reads the requested states of organizations that are not loaded yet.
func (h *handler) loadOrganizations(ctx context.Context, tx pgx.Tx, ids map[string]bool) error {
	for id := range ids {
		if h.orgs[id] != nil {
			delete(ids, id)
		}
	}
	return load(ctx, tx, "organizations", organizations.May(h.rows, keys(ids)), func(o *organizationState) { h.orgs[o.ID] = o })
}

// load reads states by id.
func load[S any](ctx context.Context, tx pgx.Tx, table string, ids []string, keep func(*S)) error {
	if len(ids) == 0 {
		return nil
	}
	found, err := tx.Query(ctx, `select state from `+table+` where id = any($1)`, ids)
	if err != nil {
		return fmt.Errorf("load %s: %w", table, err)
	}
	var raw []byte
	_, err = pgx.ForEachRow(found, []any{&raw}, func() error {
		state := new(S)
		if err := json.Unmarshal(raw, state); err != nil {
			return err
		}
		keep(state)
		return nil
	})
	if err != nil {
		return fmt.Errorf("load %s: %w", table, err)
	}
	return nil
}

const selectProfiles = `select id, username, avatar_url, bio, role, badges, created from identity.profiles where id = any($1)`

// loadProfiles reads the public profiles of the members of projects.
func loadProfiles(ctx context.Context, tx pgx.Tx, projects []*projectState) (map[string]profile, error) {
	accounts, profiles := map[string]bool{}, map[string]profile{}
	for _, p := range projects {
		for _, m := range p.Members {
			accounts[m.Account] = true
		}
	}
	if len(accounts) == 0 {
		return profiles, nil
	}
	found, err := tx.Query(ctx, selectProfiles, keys(accounts))
	if err != nil {
		return nil, fmt.Errorf("load profiles: %w", err)
	}
	var u profile
	var avatar, bio *string
	_, err = pgx.ForEachRow(found, []any{&u.ID, &u.Username, &avatar, &bio, &u.Role, &u.Badges, &u.Created}, func() error {
		u := u
		u.AvatarURL, u.Bio, u.Role, u.Created = filled(avatar), filled(bio), contract.Role(u.Role), u.Created.UTC()
		profiles[u.ID] = u
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("load profiles: %w", err)
	}
	return profiles, nil
}

// filled is nil for an absent or empty text.
func filled(s *string) *string {
	if s == nil || *s == "" {
		return nil
	}
	return contract.Present(*s)
}

func keys(m map[string]bool) []string { return slices.Sorted(maps.Keys(m)) }
