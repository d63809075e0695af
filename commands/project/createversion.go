package project

import (
	"context"
	"net/http"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/ids"
)

// createVersion is POST /version: the part "data" first, then the files it announces.
func (s *Service) createVersion(w http.ResponseWriter, r *http.Request) (err error) {
	ctx := r.Context()
	by, req, err := authorise(r, identity.ScopeVersionCreate)
	if err != nil {
		return err
	}
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
	command := in.command(t.by, id)
	command.Files = in.placeholders()
	// Whether the project's list has room is decided once the files are here: reading it twice is what takes longest.
	if _, err := project.DecideVersion(t.state, project.Version{}, command); err != nil {
		return err
	}
	if err := s.knownGameVersions(command.GameVersions, nil); err != nil {
		return err
	}
	if err := s.dependenciesStand(ctx, command.Dependencies); err != nil {
		return err
	}

	u := s.uploads()
	defer u.settle(ctx, &err)
	stored, err := s.storeFiles(ctx, u, form, t.state.ID, id, in.FileParts)
	if err != nil {
		return err
	}
	staged, err := s.takeStaged(ctx, u, by, t.state.ID, id, in.StagedFiles)
	if err != nil {
		return err
	}
	files, err := in.finish(stored, staged)
	if err != nil {
		return err
	}
	if err := mayStand(s.checked(t.state.Type, in.Loaders, in.GameVersions), candidates(files)); err != nil {
		return err
	}
	command.Files = plain(files)
	u.asked = true
	outcome, err := s.handler.Handle(ctx, req, func(ctx context.Context, d *commands.Decision) error {
		t, err := s.targetByID(ctx, d, by, in.ProjectID)
		if err != nil {
			return err
		}
		return addVersion(ctx, t, command)
	})
	if err == nil {
		u.done(ctx, outcome)
	}
	return s.answerVersion(w, r, by, id, outcome, err)
}

// addVersion publishes a version: its stream, the list of its project's and the claims of its files in one append.
func addVersion(ctx context.Context, t *target, c project.CreateVersion) error {
	c.By = t.by
	t.decision.Fresh(c.Version)
	v, err := LoadVersion(ctx, t.decision, c.Version)
	if err != nil {
		return err
	}
	list, err := t.versions(ctx)
	if err != nil {
		return err
	}
	c.Versions = list.Len()
	events, err := project.DecideVersion(t.state, v, c)
	if err != nil {
		return err
	}
	t.decision.As(project.VersionRoleIn(t.state, c))
	if err := claim(ctx, t.decision, c.Version, c.Files); err != nil {
		return err
	}
	t.decision.Append("version-"+c.Version, events.Version...)
	t.keepListed(events.List)
	return nil
}

// answerVersion shows a version as it stands now, to who may see it now.
func (s *Service) answerVersion(w http.ResponseWriter, r *http.Request, by project.Actor, id string, outcome commands.Outcome, err error) error {
	if err != nil {
		return err
	}
	at, err := s.peekVersion(r.Context(), by, id)
	if err != nil {
		return err
	}
	if !at.state.VisibleTo(at.by) || at.version.Status == project.VersionDraft && at.state.PermissionsOf(at.by) == 0 {
		return unknownVersion()
	}
	commands.WritePosition(w, outcome.Position)
	return httpkit.WriteJSON(w, http.StatusOK, versionDocument(at.version))
}
