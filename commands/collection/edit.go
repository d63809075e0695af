package collection

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/project"
	commandrisk "github.com/modyard/modyard/commands/risk"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/risk"
	"github.com/modyard/modyard/platform/httpkit"
)

// collectionPatch contains the changes; absent fields change nothing, and null or "" empties a description.
type collectionPatch struct {
	Name        *string   `json:"name,omitempty"`
	Description *string   `json:"description,omitempty" null:"clears"`
	Status      *string   `json:"status,omitempty"`
	NewProjects *[]string `json:"new_projects,omitempty"`

	Reason *reason.Reason `json:"reason,omitempty"` // for edits by the staff
}

// UnmarshalJSON reads a description of null as the empty text.
func (p *collectionPatch) UnmarshalJSON(data []byte) error {
	type plain collectionPatch
	var sent struct {
		Description json.RawMessage `json:"description"`
	}
	if err := errors.Join(json.Unmarshal(data, (*plain)(p)), json.Unmarshal(data, &sent)); err != nil {
		return json.Unmarshal(data, (*plain)(p))
	}
	if string(sent.Description) == "null" {
		p.Description = new(string)
	}
	return nil
}

// InnerType is the type of the members (httpkit.CheckMembers).
func (collectionPatch) InnerType() reflect.Type {
	type plain collectionPatch
	return reflect.TypeFor[plain]()
}

type editCollection struct {
	ID   string `path:"id"`
	Body collectionPatch
}

// edit is PATCH /v3/collection/{id}.
func (s *Service) edit(ctx context.Context, tx *commands.Tx, in *editCollection) error {
	e, err := get(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	c := collection.Edit{
		By: tx.By(), Name: in.Body.Name, Description: in.Body.Description, Status: (*collection.Status)(in.Body.Status), Reason: in.Body.Reason,
	}
	if in.Body.NewProjects != nil {
		list, err := replacement(ctx, tx, e, in.Body)
		if err != nil {
			return err
		}
		c.Projects = &list
	}
	before := e.State()
	if err := e.Do(c); err != nil {
		return err
	}
	return s.passes(ctx, tx, before, e.State())
}

// passes asks whether the name and the description of a collection may be written, as far as they have changed.
func (s *Service) passes(ctx context.Context, tx *commands.Tx, before, now collection.State) error {
	return commandrisk.Pass(ctx, tx, s.Phrases, risk.Changed("name", before.Name, now.Name), risk.Changed("description", before.Description, now.Description))
}

// replacement is a new list of projects: names of projects already in the collection are kept, and only new ones are
// looked up.
func replacement(ctx context.Context, tx *commands.Tx, e *entity, in collectionPatch) ([]string, error) {
	if err := e.Try(collection.Edit{By: tx.By(), Reason: in.Reason}); err != nil {
		return nil, err
	}
	state, list := e.State(), *in.NewProjects
	added, err := visible(ctx, tx, state.Missing(list))
	if err != nil {
		return nil, err
	}
	kept := slices.DeleteFunc(slices.Clone(list), func(id string) bool { return !state.Has(id) })
	return append(kept, added...), nil
}

type oneCollection struct {
	ID string `path:"id"`
	commands.Because
}

// remove is DELETE /v3/collection/{id}.
func remove(ctx context.Context, tx *commands.Tx, in *oneCollection) error {
	e, err := get(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	owner := e.State().Owner
	if err := e.Do(collection.Delete{By: tx.By(), Reason: in.Reason()}); err != nil {
		return err
	}
	return Slots().Do(ctx, tx, owner, collection.FreeSlot{Owner: owner, Collection: in.ID, As: e.Role()})
}

type inCollection struct {
	ID      string `path:"id"`
	Project string `path:"project"`
	commands.Because
}

// addProject is POST /v3/collection/{id}/project/{project}.
func addProject(ctx context.Context, tx *commands.Tx, in *inCollection) error {
	e, err := get(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	if err := e.Try(collection.Edit{By: tx.By(), Reason: in.Reason()}); err != nil {
		return err
	}
	p, err := project.Visible(ctx, tx, in.Project)
	if err != nil {
		return err
	}
	return e.Do(collection.AddProject{By: tx.By(), Project: p.State().ID, Reason: in.Reason()})
}

// removeProject is DELETE /v3/collection/{id}/project/{project}. The project may be hidden or deleted.
func removeProject(ctx context.Context, tx *commands.Tx, in *inCollection) error {
	e, err := get(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	id := in.Project
	if state := e.State(); state.VisibleTo(tx.By()) && !state.Has(id) {
		p, err := project.Find(ctx, tx, id)
		switch {
		case err != nil:
			return err
		case p.Visible() || state.Has(p.State().ID):
			id = p.State().ID
		default:
			return errNoProject()
		}
	}
	return e.Do(collection.RemoveProjects{By: tx.By(), Projects: []string{id}, Reason: in.Reason()})
}

type projectsOut struct {
	ID  string      `path:"id"`
	IDs httpkit.IDs `query:"ids" required:"true" doc:"资源 ID 的 JSON 数组"`
	commands.Because
}

// removeProjects is DELETE /v3/collection/{id}/projects?ids=[…]: all of them or none.
func removeProjects(ctx context.Context, tx *commands.Tx, in *projectsOut) error {
	e, err := get(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	return e.Do(collection.RemoveProjects{By: tx.By(), Projects: in.IDs.Items, Reason: in.Reason()})
}

func missing(err error) bool {
	var f *fault.Error
	return errors.As(err, &f) && f.Kind == fault.KindNotFound
}

// shown shortens a value of the request for an error's text.
func shown(name string) string {
	name = strings.ToValidUTF8(name, "\uFFFD")
	if r := []rune(name); len(r) > 40 {
		name = string(r[:40]) + "…"
	}
	return name
}
