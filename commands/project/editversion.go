package project

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
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
	v, err := LoadVersion(ctx, d, id)
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
	t.decision.As(project.VersionRoleIn(t.state, c))
	for _, e := range events.Version {
		t.version = project.EvolveVersionAt(t.version, e, t.decision.Now())
	}
	t.decision.Append("version-"+t.version.ID, events.Version...)
	if len(events.List) > 0 {
		t.keepListed(events.List)
	}
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
	StagedFiles   []stagedInput            `json:"staged_files"` // to be added
	RemoveFiles   []string                 `json:"remove_files"` // sha512
	FileTypes     []fileTypeInput          `json:"file_types"`   // of files that stay
	Reason        *reason.Reason           `json:"reason"`
}

// fileTypeInput gives a file of a version another type; null for none.
type fileTypeInput struct {
	Algorithm string  `json:"algorithm"`
	Hash      string  `json:"hash"`
	FileType  *string `json:"file_type"`
}

// editVersion is PATCH /version/{id}: what it says and its files, decided together.
func (s *Service) editVersion(w http.ResponseWriter, r *http.Request) (err error) {
	ctx := r.Context()
	by, req, err := authorise(r, identity.ScopeVersionWrite)
	if err != nil {
		return err
	}
	id := r.PathValue("id")
	at, err := s.peekVersion(ctx, by, id)
	if err != nil {
		return err
	}
	if !at.state.VisibleTo(at.by) {
		return unknownVersion()
	}
	if outcome, again, err := s.handler.Repeated(ctx, req, "version-"+id); err != nil {
		return err
	} else if again {
		return commands.Done(w, outcome)
	}
	var in versionPatch
	if err := httpkit.DecodeJSON(r, &in); err != nil {
		return err
	}
	if err := s.mayEdit(ctx, at, in); err != nil {
		return err
	}
	u := s.uploads()
	defer u.settle(ctx, &err)
	added, err := s.takeStaged(ctx, u, by, at.state.ID, id, in.StagedFiles)
	if err != nil {
		return err
	}
	if err := s.editKeepsRules(ctx, at, in, added); err != nil {
		return err
	}
	var gone []project.File
	u.asked = true
	outcome, err := s.handler.Handle(ctx, req, func(ctx context.Context, d *commands.Decision) error {
		t, err := s.versionTarget(ctx, d, by, id)
		if err != nil {
			return err
		}
		c, err := in.command(t, added)
		if err != nil {
			return err
		}
		gone = slices.DeleteFunc(slices.Clone(t.version.Files), func(f project.File) bool { return !slices.Contains(c.Remove, f.SHA512) })
		if err := t.doVersion(c); err != nil {
			return err
		}
		if err := claim(ctx, d, id, c.Add); err != nil {
			return err
		}
		return unclaim(ctx, d, id, gone)
	})
	if err != nil {
		return err
	}
	u.done(ctx, outcome)
	if !outcome.Repeated {
		s.forget(ctx, gone)
	}
	return commands.Done(w, outcome)
}

// peekVersion loads a version outside of any command.
func (s *Service) peekVersion(ctx context.Context, by project.Actor, id string) (*versionTarget, error) {
	var at *versionTarget
	_, err := s.handler.Handle(ctx, commands.Request{}, func(ctx context.Context, d *commands.Decision) error {
		var err error
		at, err = s.versionTarget(ctx, d, by, id)
		return err
	})
	return at, err
}

// mayEdit refuses an edit for every reason that can be known before a file is moved.
func (s *Service) mayEdit(ctx context.Context, at *versionTarget, in versionPatch) error {
	if err := checkStaged(in.StagedFiles, false); err != nil {
		return err
	}
	stand := make([]storedFile, 0, len(in.StagedFiles))
	for _, f := range in.StagedFiles {
		stand = append(stand, storedFile{File: project.File{SHA1: f.ID, SHA512: f.ID, URL: "-", Name: f.ID + ".jar", Primary: f.Primary, Kind: f.FileType}})
	}
	c, err := in.command(at, stand)
	if err != nil {
		return err
	}
	if _, err := project.DecideVersion(at.state, at.version, c); err != nil {
		return err
	}
	if c.GameVersions != nil {
		if err := s.knownGameVersions(*c.GameVersions, at.version.GameVersions); err != nil {
			return err
		}
	}
	if c.Dependencies == nil {
		return nil
	}
	return s.dependenciesStand(ctx, *c.Dependencies)
}

func (in versionPatch) command(t *versionTarget, added []storedFile) (project.EditVersion, error) {
	c := project.EditVersion{
		By: t.by, Reason: in.Reason, Name: in.Name.pointer(), Number: in.VersionNumber.pointer(), Changelog: in.Changelog.pointer(),
		Featured: in.Featured.pointer(), Loaders: in.Loaders.pointer(), GameVersions: in.GameVersions.pointer(),
		Channel: (*project.Channel)(in.VersionType.pointer()), Status: (*project.VersionStatus)(in.Status.pointer()),
		Add: plain(added), Remove: in.RemoveFiles,
	}
	if list := in.Dependencies.pointer(); list != nil {
		deps := dependencies(*list)
		c.Dependencies = &deps
	}
	for _, f := range in.FileTypes {
		hash, err := hashOf(t.version, "file_types", f.Hash)
		if err != nil {
			return c, err
		}
		if c.Kinds == nil {
			c.Kinds = map[string]string{}
		}
		c.Kinds[hash] = text(f.FileType)
	}
	for i := range c.Add {
		if c.Add[i].Primary {
			c.Primary = &c.Add[i].SHA512
		}
	}
	if len(in.PrimaryFile) == 0 || string(in.PrimaryFile) == "null" {
		return c, nil
	}
	if c.Primary != nil {
		return c, fault.Invalid("primary_file", "每个版本须有且只有一个主文件。")
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
	return hashOf(v, "primary_file", hash)
}

// hashOf is the sha512 of the version's file that has a hash.
func hashOf(v project.Version, field, hash string) (string, error) {
	i := slices.IndexFunc(v.Files, func(f project.File) bool { return hash != "" && (f.SHA512 == hash || f.SHA1 == hash) })
	if i < 0 {
		return "", fault.Invalid(field, "文件不属于此版本。")
	}
	return v.Files[i].SHA512, nil
}

// deleteVersion is DELETE /version/{id}; its files are free at once, and their bytes go.
func (s *Service) deleteVersion(w http.ResponseWriter, r *http.Request) error {
	var files []project.File
	err := s.onVersion(w, r, identity.ScopeVersionDelete, func(ctx context.Context, t *versionTarget) error {
		files = t.version.Files
		list, err := t.versions(ctx)
		if err != nil {
			return err
		}
		if err := t.doVersion(project.RemoveVersion{By: t.by, Reason: commands.ReasonOf(r), Versions: list.Len()}); err != nil {
			return err
		}
		return unclaim(ctx, t.decision, t.version.ID, files)
	})
	if err == nil {
		s.forget(r.Context(), files)
	}
	return err
}
