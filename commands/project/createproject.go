package project

import (
	"context"
	"fmt"
	"net/http"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/icon"
	commandquota "github.com/modyard/modyard/commands/quota"
	"github.com/modyard/modyard/commands/upload"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/quota"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

// creation is a new project during its creation: its input, and what was stored for it so far.
type creation struct {
	id         string
	thread     string
	submission string
	input      projectInput
	versions   []string               // ids, in the order of initial_versions
	stored     map[string]upload.File // by the names of their parts
	icon       *project.ChangeIcon
	pictures   map[string]project.Picture
	held       [][]project.Dependency // on what the files of each version hold
	maxDrafts  int
}

// createProject is POST /project: the part "data" first, then icon, pictures and files of versions.
func (s *Service) createProject(w http.ResponseWriter, r *http.Request, req commands.Request) error {
	ctx, by := r.Context(), req.By
	c := &creation{stored: map[string]upload.File{}, pictures: map[string]project.Picture{}, maxDrafts: s.options.MaxDrafts}
	for kind, id := range map[string]*string{"project": &c.id, "thread": &c.thread, "submission": &c.submission} {
		var err error
		if *id, err = s.handler.NewID(ctx, req, kind); err != nil {
			return err
		}
	}
	form := newForm(r, maxInitialVersions*project.MaxFiles)
	defer form.close()
	if err := readProjectInput(r, form, &c.input); err != nil {
		return err
	}
	req = req.WithForm(form.sent)
	if outcome, again, err := s.handler.Repeated(ctx, req, "project-"+c.id); err != nil || again {
		return s.answerProject(w, r, by, c.id, outcome, err)
	}
	names, err := c.input.parts()
	if err != nil {
		return err
	}
	if len(c.input.InitialVersions) > 0 {
		if err := identity.FromContext(ctx).Require(identity.ScopeVersionCreate); err != nil {
			return err
		}
	}
	for i := range c.input.InitialVersions {
		version, err := s.handler.NewID(ctx, req, fmt.Sprintf("version %d", i))
		if err != nil {
			return err
		}
		c.versions = append(c.versions, version)
	}
	// All checks run before a file is read.
	if err := s.handler.Read(ctx, by, c.check); err != nil {
		return err
	}
	for _, v := range c.input.InitialVersions {
		if err := s.dependenciesExist(ctx, dependencies(v.Dependencies)); err != nil {
			return err
		}
	}

	u := s.files.Begin()
	defer u.Close(ctx)
	if err := s.storeCreation(ctx, u, form, c, names); err != nil {
		return err
	}
	for _, v := range c.input.InitialVersions {
		if err := s.files.MayStand(project.Type(c.input.ProjectType), loadersOf(v.Loaders, v.MrpackLoaders), v.GameVersions, v.files(c.stored, nil)); err != nil {
			return err
		}
		held, err := s.held(ctx, by, c.id, v.files(c.stored, nil))
		if err != nil {
			return err
		}
		c.held = append(c.held, held)
	}
	outcome, err := u.Handle(ctx, req, c.decide)
	return s.answerProject(w, r, by, c.id, outcome, err)
}

// check makes all checks that need no file.
func (c *creation) check(ctx context.Context, tx *commands.Tx) error {
	t, err := c.begin(ctx, tx)
	if err != nil {
		return err
	}
	for i, v := range c.input.InitialVersions {
		command := c.version(t, i)
		if err := command.Check(t.State(), v.announced()); err != nil {
			return err
		}
		if err := t.adopt(command.Environment, command.Reason); err != nil {
			return err
		}
	}
	for _, g := range c.input.GalleryItems {
		if err := c.picture(t, g).Check(t.State()); err != nil {
			return err
		}
	}
	return c.submit(t)
}

// decide creates the project with its thread, versions, pictures and, if requested, its submission, in one append.
func (c *creation) decide(ctx context.Context, tx *commands.Tx) error {
	t, err := c.begin(ctx, tx)
	if err != nil {
		return err
	}
	for i, v := range c.input.InitialVersions {
		command := c.version(t, i)
		command.Files = upload.Plain(v.files(c.stored, nil))
		command.Dependencies = project.Embed(command.Dependencies, c.held[i])
		if err := addVersion(ctx, t, command); err != nil {
			return err
		}
	}
	if c.icon != nil {
		c.icon.By, c.icon.Reason = t.By, c.input.Reason
		if err := t.Do(*c.icon); err != nil {
			return err
		}
	}
	for _, g := range c.input.GalleryItems {
		if err := t.Do(c.picture(t, g)); err != nil {
			return err
		}
	}
	return c.submit(t)
}

// begin creates the project without the parts of the form.
func (c *creation) begin(ctx context.Context, tx *commands.Tx) (*Target, error) {
	create := c.input.command(tx.By(), c.id)
	create.Thread = c.thread
	if create.Organization != "" {
		o, err := Organizations().Get(ctx, tx, create.Organization)
		if err != nil {
			return nil, fmt.Errorf("load organization of project: %w", err)
		}
		create.By = o.State().InProjects(create.By)
		if create.Role, err = addTo(ctx, tx, o.State(), c.id, c.input.Reason); err != nil {
			return nil, err
		}
	}
	t, err := begin(ctx, tx, create)
	if err != nil {
		return nil, err
	}
	if err := commandquota.Count(ctx, tx, quota.Drafts, c.id, c.maxDrafts, isDraft); err != nil {
		return nil, err
	}
	if err := NotDisguised("title", t.State().Title); err != nil {
		return nil, err
	}
	return t, NotDisguised("slug", t.State().Slug)
}

// isDraft is true while a project was never submitted.
func isDraft(ctx context.Context, tx *commands.Tx, id string) (bool, error) {
	p, err := Projects().Get(ctx, tx, id)
	if err != nil {
		return false, err
	}
	return p.State().Exists() && p.State().Status == project.Draft, nil
}

// version is an initial version without its files.
func (c *creation) version(t *Target, i int) project.CreateVersion {
	command := c.input.InitialVersions[i].command(t.By, c.versions[i])
	command.Reason = c.input.Reason
	return command
}

// picture is a picture of the gallery, with what is stored of it so far.
func (c *creation) picture(t *Target, g galleryInput) project.AddPicture {
	p := c.pictures[g.Item]
	p.Title, p.Description, p.Featured, p.Ordering = g.Title, g.Description, g.Featured, g.Ordering
	return project.AddPicture{By: t.By, Reason: c.input.Reason, Picture: p}
}

// submit submits the project, if requested. Its versions are those of the request, whether they are loaded or only checked.
func (c *creation) submit(t *Target) error {
	if c.input.IsDraft == nil || *c.input.IsDraft {
		return nil
	}
	var loaders []string
	for i := range c.input.InitialVersions {
		if v := c.version(t, i); v.Status == "" || v.Status.Listed() {
			loaders = append(loaders, v.Loaders...)
		}
	}
	return t.Do(project.Submit{
		By: t.By, Reason: c.input.Reason, Submission: c.submission, Versions: len(c.versions), Types: types(t.State().Type, loaders),
	})
}

// begin creates a project with its thread and the reservation of its slug.
func begin(ctx context.Context, tx *commands.Tx, c project.Create) (*Target, error) {
	p, err := Projects().Get(ctx, tx, c.Project)
	if err != nil {
		return nil, err
	}
	tx.Fresh(c.Project)
	tx.Fresh(c.Thread)
	if err := p.Do(c); err != nil {
		return nil, err
	}
	// The thread of an organization's project has no members of its own.
	t, s := &Target{Entity: p, By: c.By, tx: tx}, p.State()
	talk, err := threads().Get(ctx, tx, s.Thread)
	if err != nil {
		return nil, fmt.Errorf("load thread of project: %w", err)
	}
	talk.Follow(p.Role(), thread.Opened{Thread: s.Thread, Kind: thread.AboutProject, Subject: s.ID, Owner: s.Owner})
	return t, reserve(ctx, tx, s.Slug, s.ID, p.Role())
}

// storeCreation stores the icon, the pictures and the files as they arrive.
func (s *Service) storeCreation(ctx context.Context, u *upload.Batch, f *form, c *creation, names []string) error {
	owner := map[string]int{}
	for i, v := range c.input.InitialVersions {
		for _, name := range v.FileParts {
			owner[name] = i
		}
	}
	return f.files(names, []string{"icon"}, func(part *httpkit.Part) (err error) {
		i, isFile := owner[part.Name]
		switch {
		case part.Name == "icon":
			var stored icon.Change
			stored, err = s.options.Icons.Store(ctx, u, iconFolder(c.id), iconSide, part)
			c.icon = &project.ChangeIcon{URL: stored.URL, Color: stored.Color}
		case isFile:
			c.stored[part.Name], err = s.files.Put(ctx, u, upload.Place{Project: c.id, Version: c.versions[i]}, part.FileName, part)
		default:
			c.pictures[part.Name], err = s.storePicture(ctx, u, c.id, part)
		}
		return err
	})
}

// answerProject shows the project in its current state to a caller who may see it now: a command may be repeated by an
// account that has left since.
func (s *Service) answerProject(w http.ResponseWriter, r *http.Request, by actor.Actor, id string, outcome commands.Outcome, err error) error {
	if err != nil {
		return err
	}
	var state project.State
	var versions []project.Version
	if err := s.handler.Read(r.Context(), by, func(ctx context.Context, tx *commands.Tx) error {
		t, err := Visible(ctx, tx, id)
		if err != nil {
			return err
		}
		list, err := t.list(ctx)
		if err != nil {
			return err
		}
		state = t.State()
		for _, id := range list.State().IDs() {
			v, err := Versions().Get(ctx, tx, id)
			if err != nil {
				return err
			}
			versions = append(versions, v.State())
		}
		return nil
	}); err != nil {
		return err
	}
	commands.WritePosition(w, outcome.Position)
	d := s.document(state, versions)
	if isV3(r) {
		return httpkit.WriteJSON(w, http.StatusOK, contract.ProjectV3Answer{ProjectV3: d.V3(string(state.Type), d.Organization)})
	}
	return httpkit.WriteJSON(w, http.StatusOK, d)
}
