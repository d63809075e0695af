package project

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
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
func (s *Service) createProject(w http.ResponseWriter, r *http.Request) (err error) {
	ctx := r.Context()
	by, req, err := authorise(r, identity.ScopeProjectCreate)
	if err != nil {
		return err
	}
	c := &creation{pictures: map[string]project.Picture{}}
	for kind, id := range map[string]*string{"project": &c.id, "thread": &c.thread, "submission": &c.submission} {
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
		if _, _, err := authorise(r, identity.ScopeVersionCreate); err != nil {
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
	if _, err := s.handler.Handle(ctx, commands.Request{}, func(ctx context.Context, d *commands.Decision) error {
		if _, err := c.decide(ctx, d, by, true); err != nil {
			return err
		}
		return errDry
	}); !errors.Is(err, errDry) {
		return err
	}
	for _, v := range c.input.InitialVersions {
		if err := s.dependenciesStand(ctx, dependencies(v.Dependencies)); err != nil {
			return err
		}
	}

	u := s.uploads()
	defer u.settle(ctx, &err)
	if err := s.storeCreation(ctx, u, form, c, names); err != nil {
		return err
	}
	if err := s.checkCreation(c); err != nil {
		return err
	}
	u.asked = true
	outcome, err := s.handler.Handle(ctx, req, func(ctx context.Context, d *commands.Decision) error {
		_, err := c.decide(ctx, d, by, false)
		return err
	})
	if err == nil {
		u.done(ctx, outcome)
	}
	return s.answerProject(w, r, by, c.id, outcome, err)
}

// errDry ends a decision that was only tried.
var errDry = errors.New("tried only")

// decide makes the project with its thread, versions, pictures and, if so asked, its submission: one append. Dry,
// the files are stood in for.
func (c *creation) decide(ctx context.Context, d *commands.Decision, by project.Actor, dry bool) (*target, error) {
	create := c.input.command(by, c.id)
	create.Thread = c.thread
	if org := text(c.input.OrganizationID); org != "" {
		in, o, err := inOrganization(ctx, d, by, org)
		if err != nil {
			return nil, err
		}
		create.By = in
		if create.Role, err = addTo(ctx, d, by, o, c.id, c.input.Reason); err != nil {
			return nil, err
		}
	}
	state, err := Load(ctx, d, c.id)
	if err != nil {
		return nil, err
	}
	d.Fresh(c.id)
	d.Fresh(c.thread)
	events, err := project.Decide(state, create)
	if err != nil {
		return nil, err
	}
	d.As(project.RoleIn(state, create))
	t := &target{decision: d, by: create.By, state: project.State{ID: c.id}}
	t.keep(events)
	if err := openThread(ctx, d, t.state); err != nil {
		return nil, err
	}
	if err := reserve(ctx, d, t.state.Slug, c.input.Slug, c.id); err != nil {
		return nil, err
	}
	for i, v := range c.input.InitialVersions {
		command := v.command(t.by, c.versions[i])
		command.Reason = c.input.Reason
		if command.Files = v.placeholders(); !dry {
			stored, err := v.finish(c.files[i], nil)
			if err != nil {
				return nil, err
			}
			command.Files = plain(stored)
		}
		if err := addVersion(ctx, t, command); err != nil {
			return nil, err
		}
	}
	if c.icon != nil {
		c.icon.By, c.icon.Reason = t.by, c.input.Reason
		if err := t.do(*c.icon); err != nil {
			return nil, err
		}
	}
	for _, g := range c.input.GalleryItems {
		p := c.pictures[g.Item]
		if dry {
			p = project.Picture{URL: g.Item, SHA1: g.Item}
		}
		p.Title, p.Description, p.Featured, p.Ordering = g.Title, g.Description, g.Featured, g.Ordering
		if err := t.do(project.AddPicture{By: t.by, Reason: c.input.Reason, Picture: p}); err != nil {
			return nil, err
		}
	}
	if c.input.IsDraft != nil && !*c.input.IsDraft {
		list, err := t.versions(ctx)
		if err != nil {
			return nil, err
		}
		return t, t.do(project.Submit{By: t.by, Reason: c.input.Reason, Submission: c.submission, Versions: list.Len()})
	}
	return t, nil
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
	url, color, err := s.storeIcon(ctx, u, c.id, part)
	c.icon = &project.ChangeIcon{URL: url, Color: color}
	return err
}

// answerProject shows a project as it stands now, to who may see it now: a command may be repeated by who left since.
func (s *Service) answerProject(w http.ResponseWriter, r *http.Request, by project.Actor, id string, outcome commands.Outcome, err error) error {
	if err != nil {
		return err
	}
	var state project.State
	var list project.Versions
	var versions []project.Version
	if _, err := s.handler.Handle(r.Context(), commands.Request{}, func(ctx context.Context, d *commands.Decision) error {
		t, err := s.targetByID(ctx, d, by, id)
		if err != nil {
			return err
		}
		if !t.state.VisibleTo(t.by) {
			return fault.NotFound("资源不存在")
		}
		if list, err = t.versions(ctx); err != nil {
			return err
		}
		state, versions = t.state, versions[:0]
		for _, v := range list.IDs() {
			version, err := LoadVersion(ctx, d, v)
			if err != nil {
				return err
			}
			versions = append(versions, version)
		}
		return nil
	}); err != nil {
		return err
	}
	commands.WritePosition(w, outcome.Position)
	d := document(state, list.IDs(), versions)
	if isV3(r) {
		return httpkit.WriteJSON(w, http.StatusOK, documentV3(d))
	}
	return httpkit.WriteJSON(w, http.StatusOK, d)
}
