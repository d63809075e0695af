package collection

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

// collectionPatch has what is to change; null and absent fields stay, and a description is emptied by "".
type collectionPatch struct {
	Name        *string   `json:"name,omitempty"`
	Description *string   `json:"description,omitempty"`
	Status      *string   `json:"status,omitempty"`
	NewProjects *[]string `json:"new_projects,omitempty"`

	Reason *reason.Reason `json:"reason,omitempty"` // where the staff edits
}

// edit is PATCH /v3/collection/{id}.
func (s *Service) edit(w http.ResponseWriter, r *http.Request) error {
	a, err := authorise(r, identity.ScopeCollectionWrite)
	if err != nil {
		return err
	}
	var in collectionPatch
	if err := httpkit.DecodeJSON(r, &in); err != nil {
		return err
	}
	return s.decided(w, r, a, func(ctx context.Context, d *commands.Decision, a ask) error {
		state, err := load(ctx, d, r.PathValue("id"))
		if err != nil {
			return err
		}
		c := collection.Edit{By: a.by, Name: in.Name, Description: in.Description, Reason: in.Reason}
		if in.Status != nil {
			status := collection.Status(*in.Status)
			c.Status = &status
		}
		if in.NewProjects != nil {
			list, err := s.replacement(ctx, d, a, state, in)
			if err != nil {
				return err
			}
			c.Projects = &list
		}
		return do(d, state, c)
	})
}

// replacement is a new list of projects: those that the collection holds stay as they are named, and only
// what is new to it is looked up.
func (s *Service) replacement(ctx context.Context, d *commands.Decision, a ask, state collection.State, in collectionPatch) ([]string, error) {
	if _, _, err := collection.Decide(state, collection.Edit{By: a.by, Reason: in.Reason}); err != nil {
		return nil, err
	}
	list := *in.NewProjects
	added, err := s.visible(ctx, d, a, state.News(list))
	if err != nil {
		return nil, err
	}
	kept := make([]string, 0, len(list))
	for _, id := range list {
		if state.Has(id) {
			kept = append(kept, id)
		}
	}
	return append(kept, added...), nil
}

// delete is DELETE /v3/collection/{id}.
func (s *Service) delete(w http.ResponseWriter, r *http.Request) error {
	return s.command(w, r, identity.ScopeCollectionDelete, func(ctx context.Context, d *commands.Decision, a ask) error {
		state, err := load(ctx, d, r.PathValue("id"))
		if err != nil {
			return err
		}
		if err := do(d, state, collection.Delete{By: a.by, Reason: commands.ReasonOf(r)}); err != nil {
			return err
		}
		slots, err := loadSlots(ctx, d, state.Owner)
		if err != nil {
			return err
		}
		d.Append(slotStream(state.Owner), collection.FreeSlot(slots, state.Owner, state.ID)...)
		return nil
	})
}

// addProject is POST /v3/collection/{id}/project/{project}.
func (s *Service) addProject(w http.ResponseWriter, r *http.Request) error {
	return s.command(w, r, identity.ScopeCollectionWrite, func(ctx context.Context, d *commands.Decision, a ask) error {
		state, err := load(ctx, d, r.PathValue("id"))
		if err != nil {
			return err
		}
		if _, _, err := collection.Decide(state, collection.Edit{By: a.by, Reason: commands.ReasonOf(r)}); err != nil {
			return err
		}
		project, visible, err := s.projects.Find(ctx, d, a.caller, r.PathValue("project"))
		if err != nil {
			return err
		}
		if !visible {
			return errNoProject()
		}
		return do(d, state, collection.AddProject{By: a.by, Project: project.ID, Reason: commands.ReasonOf(r)})
	})
}

// removeProject is DELETE /v3/collection/{id}/project/{project}. The project may be hidden or gone by now.
func (s *Service) removeProject(w http.ResponseWriter, r *http.Request) error {
	return s.command(w, r, identity.ScopeCollectionWrite, func(ctx context.Context, d *commands.Decision, a ask) error {
		state, err := load(ctx, d, r.PathValue("id"))
		if err != nil {
			return err
		}
		id := r.PathValue("project")
		if state.VisibleTo(a.by) && !state.Has(id) {
			project, visible, err := s.projects.Find(ctx, d, a.caller, id)
			switch {
			case err != nil:
				return err
			case visible || state.Has(project.ID):
				id = project.ID
			default:
				return errNoProject()
			}
		}
		return do(d, state, collection.RemoveProjects{By: a.by, Projects: []string{id}, Reason: commands.ReasonOf(r)})
	})
}

// removeProjects is DELETE /v3/collection/{id}/projects?ids=[…]: all of them or none.
func (s *Service) removeProjects(w http.ResponseWriter, r *http.Request) error {
	list, err := httpkit.IDs(r, "ids")
	if err != nil {
		return err
	}
	return s.command(w, r, identity.ScopeCollectionWrite, func(ctx context.Context, d *commands.Decision, a ask) error {
		state, err := load(ctx, d, r.PathValue("id"))
		if err != nil {
			return err
		}
		return do(d, state, collection.RemoveProjects{By: a.by, Projects: list, Reason: commands.ReasonOf(r)})
	})
}

// do decides a command about one collection and keeps what follows.
func do(d *commands.Decision, state collection.State, c collection.Command) error {
	events, as, err := collection.Decide(state, c)
	if err != nil {
		return err
	}
	d.As(as)
	d.Append(stream(state.ID), events...)
	return nil
}

func missing(err error) bool {
	var f *fault.Error
	return errors.As(err, &f) && f.Kind == fault.KindNotFound
}

// shown shortens what somebody sent for an error's text.
func shown(name string) string {
	name = strings.ToValidUTF8(name, "\uFFFD")
	if r := []rune(name); len(r) > 40 {
		name = string(r[:40]) + "…"
	}
	return name
}
