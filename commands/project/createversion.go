package project

import (
	"context"
	"net/http"

	"github.com/modyard/modyard/commands"
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
		return fault.Invalid("project_id", "缺少有效的资源 ID。")
	}
	t, err := s.peek(ctx, by, in.ProjectID)
	if err != nil {
		return err
	}
	command := in.command(t.By, id)
	command.Files = in.placeholders()
	// Whether the project's list has room is decided once the files are here: reading it twice is what takes longest.
	if _, err := project.DecideVersion(project.ProjectVersion{Project: t.State()}, command); err != nil {
		return err
	}
	if err := s.knownGameVersions(command.GameVersions, nil); err != nil {
		return err
	}
	if err := s.dependenciesStand(ctx, command.Dependencies); err != nil {
		return err
	}

	u := s.uploads()
	defer u.Close(ctx)
	stored, err := s.storeFiles(ctx, u, form, t.State().ID, id, in.FileParts)
	if err != nil {
		return err
	}
	staged, err := s.takeStaged(ctx, u, by, t.State().ID, id, in.StagedFiles)
	if err != nil {
		return err
	}
	files, err := in.finish(stored, staged)
	if err != nil {
		return err
	}
	if err := mayStand(s.checked(t.State().Type, in.Loaders, in.GameVersions), candidates(files)); err != nil {
		return err
	}
	command.Files = plain(files)
	outcome, err := u.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		t, err := find(ctx, tx, in.ProjectID)
		if err != nil {
			return err
		}
		command.By = t.By
		return addVersion(ctx, t, command)
	})
	if err == nil {
	}
	return s.answerVersion(w, r, by, id, outcome, err)
}

// addVersion publishes a version: its stream, the list of its project's and the claims of its files in one append.
func addVersion(ctx context.Context, t *Target, c project.CreateVersion) error {
	t.tx.Fresh(c.Version)
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
	if err := at.Do(ctx, c); err != nil {
		return err
	}
	return claim(ctx, t.tx, c.Version, c.Files, v.Role())
}

// answerVersion shows a version as it stands now, to who may see it now.
func (s *Service) answerVersion(w http.ResponseWriter, r *http.Request, by actor.Actor, id string, outcome commands.Outcome, err error) error {
	if err != nil {
		return err
	}
	at, err := s.peekVersion(r.Context(), by, id)
	if err != nil {
		return err
	}
	if !at.State().VisibleTo(at.By) || at.Version().Status == project.VersionDraft && at.State().PermissionsOf(at.By) == 0 {
		return unknownVersion()
	}
	commands.WritePosition(w, outcome.Position)
	return httpkit.WriteJSON(w, http.StatusOK, versionDocument(at.Version()))
}
