package project

import (
	"context"
	"net/http"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/upload"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/ids"
)

// createVersion is POST /version: the part "data" first, then the files it announces.
func (s *Service) createVersion(w http.ResponseWriter, r *http.Request, req commands.Request) error {
	ctx, by := r.Context(), req.By
	id, err := s.handler.NewID(ctx, req, "version")
	if err != nil {
		return err
	}
	form := newForm(r, project.MaxFiles+1)
	defer form.close()
	var in versionInput
	if err := form.data(&in); err != nil {
		return err
	}
	req = req.WithForm(form.sent)
	if outcome, again, err := s.handler.Repeated(ctx, req, "version-"+id); err != nil || again {
		return s.answerVersion(w, r, by, id, outcome, err)
	}
	if err := in.parts(); err != nil {
		return err
	}
	if !ids.Valid(in.ProjectID) {
		return fault.Invalid("project_id", "缺少有效的项目 ID。")
	}
	t, err := s.peek(ctx, by, in.ProjectID)
	if err != nil {
		return err
	}
	command := in.command(t.By, id)
	// The size of the project's version list is checked after the upload, because a second read of the list takes too
	// long.
	if err := command.Check(t.State(), in.announced()); err != nil {
		return err
	}
	if err := s.knownGameVersions(command.GameVersions, nil); err != nil {
		return err
	}
	if err := s.dependenciesExist(ctx, command.Dependencies); err != nil {
		return err
	}

	u, place := s.files.Begin(), upload.Place{Project: t.State().ID, Version: id}
	defer u.Close(ctx)
	stored := map[string]upload.File{}
	if err := form.files(in.FileParts, nil, func(part *httpkit.Part) (err error) {
		stored[part.Name], err = s.files.Put(ctx, u, place, part.FileName, part)
		return err
	}); err != nil {
		return err
	}
	staged, err := s.files.Take(ctx, u, by, place, in.StagedFiles)
	if err != nil {
		return err
	}
	files := in.files(stored, staged)
	if err := s.files.MayStand(t.State().Type, loadersOf(in.Loaders, in.MrpackLoaders), in.GameVersions, files); err != nil {
		return err
	}
	command.Files = upload.Plain(files)
	held, err := s.held(ctx, by, t.State().ID, files)
	if err != nil {
		return err
	}
	command.Dependencies = project.Embed(command.Dependencies, held)
	outcome, err := u.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		t, err := find(ctx, tx, in.ProjectID)
		if err != nil {
			return err
		}
		command.By = t.By
		if err := addVersion(ctx, t, command); err != nil || len(in.VersionLinks) == 0 {
			return err
		}
		at, err := FindVersion(ctx, tx, id)
		if err != nil {
			return err
		}
		return s.link(ctx, at, &in.VersionLinks, in.Reason)
	})
	return s.answerVersion(w, r, by, id, outcome, err)
}

// addVersion publishes a version: the append contains its stream, the list of its project's versions and the streams of
// its files.
func addVersion(ctx context.Context, t *Target, c project.CreateVersion) error {
	t.tx.Fresh(c.Version)
	if err := t.adopt(c.Environment, c.Reason); err != nil {
		return err
	}
	v, err := Versions().Open(ctx, t.tx, c.Version)
	if err != nil {
		return err
	}
	list, err := t.list(ctx)
	if err != nil {
		return err
	}
	c.Versions = list.State().Len()
	at := &VersionTarget{Target: t, version: v}
	return at.Do(ctx, c)
}

// answerVersion shows the version in its current state to a caller who may see it now.
func (s *Service) answerVersion(w http.ResponseWriter, r *http.Request, by actor.Actor, id string, outcome commands.Outcome, err error) error {
	if err != nil {
		return err
	}
	at, err := s.peekVersion(r.Context(), by, id)
	if err != nil {
		return err
	}
	if !at.State().VisibleTo(at.By) || at.Version().Status.Hidden() && at.State().PermissionsOf(at.By) == 0 {
		return unknownVersion()
	}
	commands.WritePosition(w, outcome.Position)
	d := s.versionDocument(at.State(), at.Version())
	d.Translations = contract.Translations{VersionLinks: []contract.VersionLink{}, TranslatedBy: []contract.TranslatedBy{}}
	if s.options.Translations != nil {
		if err := s.handler.Read(r.Context(), by, func(ctx context.Context, tx *commands.Tx) (err error) {
			d.VersionLinks, err = s.options.Translations.LinksOf(ctx, tx, id)
			return err
		}); err != nil {
			return err
		}
	}
	if isV3(r) {
		return httpkit.WriteJSON(w, http.StatusOK, d.V3(string(at.State().Type)))
	}
	return httpkit.WriteJSON(w, http.StatusOK, d)
}
