package catalog

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/projections/runtime"
)

// wanted is what a batch needs to be read.
type wanted struct {
	projects, versions, changedAccounts, accounts, orgs map[string]bool
}

// Load reads the states of everything the batch touches: a few statements however long the batch is.
func (h *handler) Load(ctx context.Context, tx pgx.Tx, events []runtime.Event) error {
	w := want(events)
	if len(w.changedAccounts) > 0 {
		if err := each(ctx, tx, selectProjectsOf, keys(w.changedAccounts), func(rows pgx.Rows) error {
			var id string
			err := rows.Scan(&id)
			w.projects[id] = true
			return err
		}); err != nil {
			return fmt.Errorf("load projects of changed accounts: %w", err)
		}
	}
	if err := h.loadProjects(ctx, tx, w); err != nil {
		return err
	}
	if err := h.loadVersions(ctx, tx, w); err != nil {
		return err
	}
	if err := h.loadOrganizations(ctx, tx, w); err != nil {
		return err
	}
	return h.loadProfiles(ctx, tx, w)
}

func want(events []runtime.Event) wanted {
	w := wanted{
		projects: map[string]bool{}, versions: map[string]bool{}, changedAccounts: map[string]bool{},
		accounts: map[string]bool{}, orgs: map[string]bool{},
	}
	for _, e := range events {
		if id, ok := strings.CutPrefix(e.Stream, "project-"); ok {
			w.projects[id] = true
		}
		if id, ok := strings.CutPrefix(e.Stream, "organization-"); ok {
			w.orgs[id] = true
		}
		switch c := e.Payload.(type) {
		case project.Created:
			delete(w.projects, c.Project)
			w.accounts[c.Owner] = true
			w.orgs[c.Organization] = true
		case project.MemberInvited:
			w.accounts[c.Account] = true
		case project.EnteredOrganization:
			w.orgs[c.Organization] = true
		case project.LeftOrganization:
			w.accounts[c.Owner] = true
		case project.VersionCreated:
			w.projects[c.Project] = true
		case project.VersionDeleted:
			w.projects[c.Project] = true
		case collection.FollowAdded:
			w.projects[c.Project] = true
		case collection.FollowRemoved:
			w.projects[c.Project] = true
		case account.ProfileChanged:
			w.changedAccounts[c.Account] = true
		case account.UsernameChanged:
			w.changedAccounts[c.Account] = true
		case account.Closed:
			w.changedAccounts[c.Account] = true
		default:
			if version, of, change := versionChange(e.Payload); change != nil {
				w.projects[of], w.versions[version] = true, true
			}
		}
	}
	delete(w.accounts, "")
	delete(w.orgs, "")
	return w
}

const (
	selectProjectsOf = `select distinct project from members where account = any($1)`
	selectProjects   = `select state from projects where id = any($1)`
	selectVersions   = `select state from versions where id = any($1)`
	selectOrgs       = `select state from organizations where id = any($1)`
	selectProfiles   = `select id, username, avatar_url, bio, role, badges, created from identity.profiles where id = any($1)`
)

func (h *handler) loadProjects(ctx context.Context, tx pgx.Tx, w wanted) error {
	err := each(ctx, tx, selectProjects, keys(w.projects), func(rows pgx.Rows) error {
		p := &projectState{}
		if err := scanState(rows, p); err != nil {
			return err
		}
		h.projects[p.ID] = p
		if p.Organization != "" {
			w.orgs[p.Organization] = true
		}
		for _, m := range p.Members {
			w.accounts[m.Account] = true
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("load projects: %w", err)
	}
	return nil
}

func (h *handler) loadVersions(ctx context.Context, tx pgx.Tx, w wanted) error {
	err := each(ctx, tx, selectVersions, keys(w.versions), func(rows pgx.Rows) error {
		v := &versionState{}
		if err := scanState(rows, v); err != nil {
			return err
		}
		h.versions[v.Version] = v
		return nil
	})
	if err != nil {
		return fmt.Errorf("load versions: %w", err)
	}
	return nil
}

func (h *handler) loadOrganizations(ctx context.Context, tx pgx.Tx, w wanted) error {
	err := each(ctx, tx, selectOrgs, keys(w.orgs), func(rows pgx.Rows) error {
		o := &organizationState{}
		if err := scanState(rows, o); err != nil {
			return err
		}
		h.orgs[o.ID] = o
		return nil
	})
	if err != nil {
		return fmt.Errorf("load organizations: %w", err)
	}
	return nil
}

func (h *handler) loadProfiles(ctx context.Context, tx pgx.Tx, w wanted) error {
	err := each(ctx, tx, selectProfiles, keys(w.accounts), func(rows pgx.Rows) error {
		var u profile
		var avatar, bio *string
		if err := rows.Scan(&u.ID, &u.Username, &avatar, &bio, &u.Role, &u.Badges, &u.Created); err != nil {
			return err
		}
		u.AvatarURL, u.Bio, u.Role, u.Created = filled(avatar), filled(bio), document.Role(u.Role), u.Created.UTC()
		h.profiles[u.ID] = u
		return nil
	})
	if err != nil {
		return fmt.Errorf("load profiles: %w", err)
	}
	return nil
}

// filled is nil for an absent or empty text.
func filled(s *string) *string {
	if s == nil || *s == "" {
		return nil
	}
	return s
}

func scanState(rows pgx.Rows, into any) error {
	var raw []byte
	if err := rows.Scan(&raw); err != nil {
		return err
	}
	return json.Unmarshal(raw, into)
}

// each runs a query over ids, unless there are none, and visits its rows.
func each(ctx context.Context, tx pgx.Tx, query string, ids []string, visit func(pgx.Rows) error) error {
	if len(ids) == 0 {
		return nil
	}
	rows, err := tx.Query(ctx, query, ids)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := visit(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

func keys(m map[string]bool) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
