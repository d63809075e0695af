package project

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/upload"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/platform/ids"
)

// VersionTarget is the version of a command, with its project, within one decision.
type VersionTarget struct {
	*Target
	version *commands.Entity[project.Version, project.VersionCommand]
}

// Version is the current state of the version.
func (t *VersionTarget) Version() project.Version { return t.version.State() }

func (t *VersionTarget) subject() project.ProjectVersion {
	return project.ProjectVersion{Project: t.State(), Version: t.Version()}
}

func unknownVersion() error { return fault.NotFound("版本不存在") }

// FindVersion loads the version of an id.
func FindVersion(ctx context.Context, tx *commands.Tx, id string) (*VersionTarget, error) {
	if !ids.Valid(id) {
		return nil, unknownVersion()
	}
	v, err := Versions().Get(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	t, err := find(ctx, tx, v.State().Project)
	if err != nil {
		return nil, err
	}
	return &VersionTarget{Target: t, version: v}, nil
}

// Do decides a command on the version and records its events in the version's stream, in the list of the project's
// versions, and in the streams of its files.
func (t *VersionTarget) Do(ctx context.Context, c project.VersionCommand) error {
	if t.tx.Repeated() {
		return nil
	}
	before := currentFiles(t.Version())
	events, err := project.DecideVersion(t.subject(), c)
	if err != nil {
		return err
	}
	t.version.Append(events...)
	for _, e := range events {
		if !project.MovesList(e) {
			continue
		}
		list, err := t.list(ctx)
		if err != nil {
			return err
		}
		if err := list.Do(project.Published{Event: e}); err != nil {
			return err
		}
	}
	after := currentFiles(t.Version())
	if err := t.reserve(ctx, without(after, before)); err != nil {
		return err
	}
	return t.release(ctx, without(before, after))
}

type patchVersion struct {
	ID   string `path:"id"`
	Body versionPatch
}

// versionPatch is the body of PATCH /version/{id}. A missing or null member changes nothing.
type versionPatch struct {
	Name          field[string]            `json:"name,omitzero"`
	VersionNumber field[string]            `json:"version_number,omitzero"`
	Changelog     field[string]            `json:"changelog,omitzero"`
	VersionType   field[string]            `json:"version_type,omitzero" enum:"release,beta,alpha"`
	Status        field[string]            `json:"status,omitzero" enum:"listed,archived,draft,unlisted"`
	Featured      field[bool]              `json:"featured,omitzero"`
	Loaders       field[[]string]          `json:"loaders,omitzero"`
	MrpackLoaders field[[]string]          `json:"mrpack_loaders,omitzero"` // v3: of the mods in a modpack
	Environment   field[string]            `json:"environment,omitzero" doc:"运行环境：client_and_server、client_only、server_only 等"`
	GameVersions  field[[]string]          `json:"game_versions,omitzero"`
	Dependencies  field[[]dependencyInput] `json:"dependencies,omitzero"`
	VersionLinks  field[[]VersionLink]     `json:"version_links,omitzero" doc:"所汉化的版本的完整列表"`
	PrimaryFile   json.RawMessage          `json:"primary_file,omitempty"` // ["sha512", "…"] or the sha512 itself
	StagedFiles   []upload.StagedInput     `json:"staged_files,omitempty"` // to be added
	RemoveFiles   []string                 `json:"remove_files,omitempty"` // sha512
	FileTypes     []fileTypeInput          `json:"file_types,omitempty"`   // of files that are not removed
	Reason        *reason.Reason           `json:"reason,omitempty"`
}

// fileTypeInput gives a file of a version another type; null for none.
type fileTypeInput struct {
	Algorithm string  `json:"algorithm"`
	Hash      string  `json:"hash"`
	FileType  *string `json:"file_type"`
}

// editVersion is PATCH /version/{id}: the fields and the files in one decision.
func (s *Service) editVersion(ctx context.Context, req commands.Request, patch *patchVersion) (commands.Outcome, error) {
	var refused commands.Outcome
	id, in := patch.ID, patch.Body
	at, err := s.peekVersion(ctx, req.By, id)
	if err != nil {
		return refused, err
	}
	if !at.Visible() {
		return refused, unknownVersion()
	}
	if outcome, again, err := s.handler.Repeated(ctx, req, Versions().Stream(id)); err != nil || again {
		return outcome, err
	}
	c, err := s.mayEdit(ctx, at, in)
	if err != nil {
		return refused, err
	}
	u := s.files.Begin()
	defer u.Close(ctx)
	added, err := s.files.Take(ctx, u, req.By, upload.Place{Project: at.State().ID, Version: id}, in.StagedFiles)
	if err != nil {
		return refused, err
	}
	c.Add = upload.Plain(added)
	c.Beside = s.beside(at, c, added)
	if err := s.holdings(ctx, at, req.By, &c, added); err != nil {
		return refused, err
	}
	files := c
	if err := s.editKeepsRules(ctx, at, c, added); err != nil {
		return refused, err
	}
	return u.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		t, err := FindVersion(ctx, tx, id)
		if err != nil {
			return err
		}
		c, err := in.command(t)
		if err != nil {
			return err
		}
		c.Add, c.Beside, c.Held, c.Gone = files.Add, files.Beside, files.Held, files.Gone
		if err := t.adopt(in.Environment.value, in.Reason); err != nil {
			return err
		}
		if err := t.Do(ctx, c); err != nil {
			return err
		}
		return s.link(ctx, t, in.VersionLinks.pointer(), in.Reason)
	})
}

// link makes a list the whole list of the version's links to versions that it translates; nil changes nothing.
func (s *Service) link(ctx context.Context, t *VersionTarget, list *[]VersionLink, why *reason.Reason) error {
	switch {
	case list == nil || t.tx.Repeated():
		return nil
	case s.options.Translations == nil:
		return fault.Invalid("version_links", "此站点没有汉化审核。")
	}
	return s.options.Translations.SetLinks(ctx, t.tx, t, *list, why)
}

// peekVersion loads a version outside a command.
func (s *Service) peekVersion(ctx context.Context, by actor.Actor, id string) (*VersionTarget, error) {
	var at *VersionTarget
	err := s.handler.Read(ctx, by, func(ctx context.Context, tx *commands.Tx) (err error) {
		at, err = FindVersion(ctx, tx, id)
		return err
	})
	return at, err
}

// mayEdit returns the command of an edit without its files, after all checks that must run before a file is moved.
func (s *Service) mayEdit(ctx context.Context, at *VersionTarget, in versionPatch) (project.EditVersion, error) {
	if err := upload.CheckStaged(in.StagedFiles); err != nil {
		return project.EditVersion{}, err
	}
	c, err := in.command(at)
	if err != nil {
		return c, err
	}
	if err := c.Check(at.State(), at.Version(), upload.Announced(in.StagedFiles)); err != nil {
		return c, err
	}
	if c.GameVersions != nil {
		if err := s.knownGameVersions(*c.GameVersions, at.Version().GameVersions); err != nil {
			return c, err
		}
	}
	if c.Dependencies == nil {
		return c, nil
	}
	return c, s.dependenciesExist(ctx, *c.Dependencies)
}

func (in versionPatch) command(t *VersionTarget) (project.EditVersion, error) {
	c := project.EditVersion{
		By: t.By, Reason: in.Reason, Name: in.Name.pointer(), Number: in.VersionNumber.pointer(), Changelog: in.Changelog.pointer(),
		Featured: in.Featured.pointer(), Loaders: in.loaders(), GameVersions: in.GameVersions.pointer(),
		Channel: (*project.Channel)(in.VersionType.pointer()), Status: (*project.VersionStatus)(in.Status.pointer()),
		Remove: in.RemoveFiles, Environment: in.Environment.pointer(),
	}
	if list := in.Dependencies.pointer(); list != nil {
		deps := dependencies(*list)
		c.Dependencies = &deps
	}
	for _, f := range in.FileTypes {
		hash, err := hashOf(t.Version(), "file_types", f.Hash)
		if err != nil {
			return c, err
		}
		if c.Kinds == nil {
			c.Kinds = map[string]string{}
		}
		c.Kinds[hash] = text(f.FileType)
	}
	if len(in.PrimaryFile) == 0 || string(in.PrimaryFile) == "null" {
		return c, nil
	}
	hash, err := in.primary(t.Version())
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
		return "", fault.Invalid("primary_file", "primary_file 须有两项：算法与校验值。")
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

// deleteVersion is DELETE /version/{id}; its files can be uploaded again at once, and their bytes stay for the staff's audit.
func (s *Service) deleteVersion(ctx context.Context, req commands.Request, in *one) (commands.Outcome, error) {
	return s.handler.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		t, err := FindVersion(ctx, tx, in.ID)
		if err != nil {
			return err
		}
		list, err := t.list(ctx)
		if err != nil {
			return err
		}
		return t.Do(ctx, project.RemoveVersion{By: t.By, Reason: in.Reason(), Versions: list.State().Len()})
	})
}

// loaders are the sent loaders of a version as they are stored; nil for none. The loaders of the mods in a modpack need
// not name mrpack again.
func (in versionPatch) loaders() *[]string {
	own := in.Loaders.pointer()
	if inside := in.MrpackLoaders.pointer(); inside != nil && (own == nil || slices.Contains(*own, "mrpack")) {
		list := []string{"mrpack"}
		if own != nil {
			list = *own
		}
		list = loadersOf(list, *inside)
		return &list
	}
	return own
}
