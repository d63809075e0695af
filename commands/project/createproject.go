package project

import (
	"context"
	"fmt"
	"net/http"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

// creation is a new project on its way: what was asked, and what was stored for it so far.
type creation struct {
	id         string
	thread     string
	submission string
	input      projectInput
	versions   []string // ids, by place in initial_versions
	files      []map[string]storedFile
	icon       *project.ChangeIcon
	pictures   map[string]project.Picture
}

// createProject is POST /project: the part "data" first, then icon, pictures and files of versions.
func (s *Service) createProject(w http.ResponseWriter, r *http.Request, req commands.Request) error {
	ctx, by := r.Context(), req.By
	c := &creation{pictures: map[string]project.Picture{}}
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
		c.files = append(c.files, map[string]storedFile{})
	}
	// Everything that can be refused is refused before a file is read.
	if err := s.handler.Read(ctx, by, func(ctx context.Context, tx *commands.Tx) error { return c.decide(ctx, tx, true) }); err != nil {
		return err
	}
	for _, v := range c.input.InitialVersions {
		if err := s.dependenciesStand(ctx, dependencies(v.Dependencies)); err != nil {
			return err
		}
	}

	u := s.uploads()
	defer u.Close(ctx)
	if err := s.storeCreation(ctx, u, form, c, names); err != nil {
		return err
	}
	if err := s.checkCreation(c); err != nil {
		return err
	}
	outcome, err := u.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		return c.decide(ctx, tx, false)
	})
	if err == nil {
	}
	return s.answerProject(w, r, by, c.id, outcome, err)
}

// decide makes the project with its thread, versions, pictures and, if so asked, its submission: one append. Dry,
// the files are stood in for.
func (c *creation) decide(ctx context.Context, tx *commands.Tx, dry bool) error {
	create := c.input.command(tx.By(), c.id)
	create.Thread = c.thread
	if create.Organization != "" {
		o, err := Organizations().Get(ctx, tx, create.Organization)
		if err != nil {
			return fmt.Errorf("load organization of project: %w", err)
		}
		create.By = o.State().InProjects(create.By)
		if create.Role, err = addTo(ctx, tx, o.State(), c.id, c.input.Reason); err != nil {
			return err
		}
	}
	t, err := begin(ctx, tx, create)
	if err != nil {
		return err
	}
	for i, v := range c.input.InitialVersions {
		command := v.command(t.By, c.versions[i])
		command.Reason = c.input.Reason
		if command.Files = v.placeholders(); !dry {
			stored, err := v.finish(c.files[i], nil)
			if err != nil {
				return err
			}
			command.Files = plain(stored)
		}
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
		p := c.pictures[g.Item]
		if dry {
			p = project.Picture{URL: g.Item, SHA1: g.Item}
		}
		p.Title, p.Description, p.Featured, p.Ordering = g.Title, g.Description, g.Featured, g.Ordering
		if err := t.Do(project.AddPicture{By: t.By, Reason: c.input.Reason, Picture: p}); err != nil {
			return err
		}
	}
	if c.input.IsDraft != nil && !*c.input.IsDraft {
		list, err := t.list(ctx)
		if err != nil {
			return err
		}
		return t.Do(project.Submit{By: t.By, Reason: c.input.Reason, Submission: c.submission, Versions: list.State().Len()})
	}
	return nil
}

// begin makes a project with its thread and the reservation of its slug.
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
	// An organization's project has nobody of its own in the thread.
	t, s := &Target{Entity: p, By: c.By, tx: tx}, p.State()
	talk, err := threads().Get(ctx, tx, s.Thread)
	if err != nil {
		return nil, fmt.Errorf("load thread of project: %w", err)
	}
	talk.Follow(p.Role(), thread.Opened{Thread: s.Thread, Kind: thread.AboutProject, Subject: s.ID, Owner: s.Owner})
	return t, reserve(ctx, tx, s.Slug, c.Slug, s.ID, p.Role())
}

// storeCreation stores the icon, the pictures and the files as they arrive.
func (s *Service) storeCreation(ctx context.Context, u *uploads, f *form, c *creation, names []string) error {
	owner := map[string]int{}
	for i, v := range c.input.InitialVersions {
		for _, name := range v.FileParts {
			owner[name] = i
		}
	}
	return f.files(names, []string{"icon"}, func(part *httpkit.Part) error {
		if part.Name == "icon" {
			return s.storeIconPart(ctx, u, c, part)
		}
		i, isFile := owner[part.Name]
		if !isFile {
			picture, err := s.storePicture(ctx, u, c.id, part)
			c.pictures[part.Name] = picture
			return err
		}
		file, err := u.file(ctx, c.id, c.versions[i], part)
		if err != nil {
			return err
		}
		return keepFile(c.files[i], part.Name, file)
	})
}

// checkCreation checks the files of every initial version against what the version says.
func (s *Service) checkCreation(c *creation) error {
	for i, v := range c.input.InitialVersions {
		stored, err := v.finish(c.files[i], nil)
		if err != nil {
			return err
		}
		if err := mayStand(s.checked(project.Type(c.input.ProjectType), v.Loaders, v.GameVersions), candidates(stored)); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) storeIconPart(ctx context.Context, u *uploads, c *creation, part *httpkit.Part) error {
	stored, err := s.options.Icons.Store(ctx, u.Batch, iconFolder(c.id), iconSide, part)
	c.icon = &project.ChangeIcon{URL: stored.URL, Color: stored.Color}
	return err
}

// answerProject shows a project as it stands now, to who may see it now: a command may be repeated by who left since.
func (s *Service) answerProject(w http.ResponseWriter, r *http.Request, by actor.Actor, id string, outcome commands.Outcome, err error) error {
	if err != nil {
		return err
	}
	var state project.State
	var ids []string
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
		state, ids = t.State(), list.State().IDs()
		for _, id := range ids {
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
	d := document(state, ids, versions)
	if isV3(r) {
		return httpkit.WriteJSON(w, http.StatusOK, documentV3(d))
	}
	return httpkit.WriteJSON(w, http.StatusOK, d)
}
