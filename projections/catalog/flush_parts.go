package catalog

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/document"
)

// putVersions renders the changed versions and writes them with their parts.
func (h *handler) putVersions(ctx context.Context, tx pgx.Tx) error {
	if ids := existing(h.changed.versions); len(ids) > 0 {
		h.rows.Exec(deleteParts, ids)
	}
	for ids := range slices.Chunk(keys(h.changed.versions), atATime) {
		if err := h.rows.Limit(ctx, tx, 4*atATime); err != nil {
			return err
		}
		all, err := together(ids, func(id string) (versionRow, error) {
			v := h.versions[id]
			return h.renderVersion(v, h.projects[v.Project])
		})
		if err != nil {
			return err
		}
		for i, id := range ids {
			versions.Put(h.rows, all[i])
			h.putParts(h.versions[id])
		}
	}
	return nil
}

// putParts writes the files and dependencies of a version.
func (h *handler) putParts(v *versionState) {
	held, _ := project.StoredFiles(v.Files)
	for n, f := range held {
		files.Put(h.rows, fileRow{Version: v.ID, N: n, Project: v.Project, SHA1: f.SHA1, SHA512: f.SHA512, URL: f.URL})
	}
	for n, d := range v.Dependencies {
		dependencies.Put(h.rows, dependencyRow{
			Version: v.ID, N: n, Project: v.Project, Kind: d.Kind, DepVersion: d.Version, DepProject: d.Project, FileName: d.FileName,
		})
	}
}

func (h *handler) putTeams() {
	if ids := existing(h.changed.teams); len(ids) > 0 {
		h.rows.Exec(deleteTeams, ids)
	}
	for _, id := range keys(h.changed.teams) {
		p := h.projects[id]
		for n, m := range p.Members {
			members.Put(h.rows, memberRow{id, standing{
				Account: m.Account, N: n, Role: m.Role, Permissions: m.Permissions, Accepted: m.Accepted,
				Owner: m.Account == p.Owner, Split: m.Weight.Float(), Ordering: m.Ordering,
			}})
		}
	}
}

func (h *handler) putOrganizations() error {
	for _, id := range keys(h.changed.orgs) {
		o := h.orgs[id]
		state, err := document.Encode(o)
		if err != nil {
			return fmt.Errorf("write organization %s: %w", id, err)
		}
		organizations.Put(h.rows, organizationRow{
			ID: id, Slug: o.Slug, Name: o.Name, Description: o.Description, IconURL: o.IconURL, Color: o.Color, Owner: o.Owner,
			Repost: o.Repost, Position: o.Position, Created: o.Created, State: state,
		})
		h.rows.Exec(deleteOrganizationMembers, id)
		for n, account := range o.Order {
			m := o.Members[account]
			organizationMembers.Put(h.rows, organizationMemberRow{id, uint64(m.Permissions), standing{
				Account: account, N: n, Role: m.Role, Permissions: m.ProjectPermissions, Accepted: m.Accepted,
				Owner: account == o.Owner, Split: m.Weight.Float(), Ordering: m.Ordering,
			}})
		}
	}
	return nil
}
