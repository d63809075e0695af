package project

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/ids"
)

// versionTarget is a version that a command is about, with its project, within one decision.
type versionTarget struct {
	*target
	version project.Version
}

func unknownVersion() error { return fault.NotFound("版本不存在") }

func (s *Service) versionTarget(ctx context.Context, d *commands.Decision, by project.Actor, id string) (*versionTarget, error) {
	if !ids.Valid(id) {
		return nil, unknownVersion()
	}
	v, err := commands.Load(ctx, d, "version-"+id, project.EvolveVersionAt)
	if err != nil {
		return nil, err
	}
	if v.ID == "" {
		return nil, unknownVersion()
	}
	t, err := s.targetByID(ctx, d, by, v.Project)
	if err != nil {
		return nil, err
	}
	return &versionTarget{target: t, version: v}, nil
}

// doVersion decides a command on the version and keeps what follows in both streams.
func (t *versionTarget) doVersion(c project.VersionCommand) error {
	events, err := project.DecideVersion(t.state, t.version, c)
	if err != nil {
		return err
	}
	for _, e := range events.Version {
		t.version = project.EvolveVersionAt(t.version, e, t.decision.Now())
	}
	t.decision.Append("version-"+t.version.ID, events.Version...)
	t.keep(events.Project)
	return nil
}

// onVersion is the whole of a simple command on a version.
func (s *Service) onVersion(w http.ResponseWriter, r *http.Request, scope identity.Scopes, do func(ctx context.Context, t *versionTarget) error) error {
	return on(s, w, r, scope, s.versionTarget, do)
}

// versionPatch is the body of PATCH /version/{id}. A missing or null member changes nothing.
type versionPatch struct {
	Name          field[string]            `json:"name"`
	VersionNumber field[string]            `json:"version_number"`
	Changelog     field[string]            `json:"changelog"`
	VersionType   field[string]            `json:"version_type"`
	Status        field[string]            `json:"status"`
	Featured      field[bool]              `json:"featured"`
	Loaders       field[[]string]          `json:"loaders"`
	GameVersions  field[[]string]          `json:"game_versions"`
	Dependencies  field[[]dependencyInput] `json:"dependencies"`
	PrimaryFile   json.RawMessage          `json:"primary_file"` // ["sha512", "…"] or the sha512 itself
}

// editVersion is PATCH /version/{id}.
func (s *Service) editVersion(w http.ResponseWriter, r *http.Request) error {
	var in *versionPatch
	return s.onVersion(w, r, identity.ScopeVersionWrite, func(ctx context.Context, t *versionTarget) error {
		if in == nil { // the body is read once, whatever else is tried again
			if !t.state.VisibleTo(t.by) {
				return unknownVersion()
			}
			var body versionPatch
			if err := httpkit.DecodeJSON(r, &body); err != nil {
				return err
			}
			in = &body
		}
		c, err := in.command(t)
		if err != nil {
			return err
		}
		if err := t.doVersion(c); err != nil {
			return err
		}
		if c.Dependencies == nil {
			return nil
		}
		return s.dependenciesStand(ctx, *c.Dependencies)
	})
}

func (in versionPatch) command(t *versionTarget) (project.EditVersion, error) {
	c := project.EditVersion{
		By: t.by, Name: in.Name.pointer(), Number: in.VersionNumber.pointer(), Changelog: in.Changelog.pointer(),
		Featured: in.Featured.pointer(), Loaders: in.Loaders.pointer(), GameVersions: in.GameVersions.pointer(),
		Channel: (*project.Channel)(in.VersionType.pointer()), Status: (*project.VersionStatus)(in.Status.pointer()),
	}
	if list := in.Dependencies.pointer(); list != nil {
		deps := dependencies(*list)
		c.Dependencies = &deps
	}
	if len(in.PrimaryFile) == 0 || string(in.PrimaryFile) == "null" {
		return c, nil
	}
	hash, err := in.primary(t.version)
	c.Primary = &hash
	return c, err
}

// primary is the sha512 of the file that is named by one of its hashes.
func (in versionPatch) primary(v project.Version) (string, error) {
	var hash string
	var pair []string
	switch {
	case json.Unmarshal(in.PrimaryFile, &hash) == nil:
	case json.Unmarshal(in.PrimaryFile, &pair) == nil && len(pair) == 2:
		hash = pair[1]
	default:
		return "", fault.Invalid("primary_file", "primary_file 须为 [算法, 校验值]。")
	}
	i := slices.IndexFunc(v.Files, func(f project.File) bool { return hash != "" && (f.SHA512 == hash || f.SHA1 == hash) })
	if i < 0 {
		return "", fault.Invalid("primary_file", "主文件不属于此版本。")
	}
	return v.Files[i].SHA512, nil
}

// deleteVersion is DELETE /version/{id}; its files are free at once, and their bytes go.
func (s *Service) deleteVersion(w http.ResponseWriter, r *http.Request) error {
	var files []project.File
	err := s.onVersion(w, r, identity.ScopeVersionDelete, func(ctx context.Context, t *versionTarget) error {
		files = t.version.Files
		if err := t.doVersion(project.RemoveVersion{By: t.by}); err != nil {
			return err
		}
		return unclaim(ctx, t.decision, t.version.ID, files)
	})
	if err == nil {
		s.forget(r.Context(), files)
	}
	return err
}
