package collection

import (
	"context"
	"fmt"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/fault"
)

type collectionInput struct {
	Name        string   `json:"name"`
	Description string   `json:"description,omitempty"`
	Status      string   `json:"status,omitempty"`
	Projects    []string `json:"projects,omitempty"`
}

type createCollection struct{ Body collectionInput }

// create is POST /v3/collection.
func (s *Service) create(ctx context.Context, tx *commands.Tx, in *createCollection) (contract.Collection, error) {
	id, err := tx.NewID(ctx, "collection")
	if err != nil {
		return contract.Collection{}, err
	}
	e, err := Collections().Open(ctx, tx, id)
	if err != nil {
		return contract.Collection{}, err
	}
	if !tx.Repeated() {
		if err := begin(ctx, tx, e, id, in.Body); err != nil {
			return contract.Collection{}, err
		}
		if err := s.passes(ctx, tx, collection.State{}, e.State()); err != nil {
			return contract.Collection{}, err
		}
	}
	if !e.State().VisibleTo(tx.By()) { // the command is repeated, and the collection was deleted since
		return contract.Collection{}, errMissing()
	}
	return document(ctx, e)
}

func begin(ctx context.Context, tx *commands.Tx, e *entity, id string, in collectionInput) error {
	tx.Fresh(id)
	slots, err := Slots().Get(ctx, tx, tx.By().Account)
	if err != nil {
		return err
	}
	if err := slots.Do(collection.TakeSlot{By: tx.By(), Collection: id}); err != nil {
		return err
	}
	projects, err := visible(ctx, tx, in.Projects)
	if err != nil {
		return err
	}
	return e.Do(collection.Create{
		By: tx.By(), Collection: id, Name: in.Name, Description: in.Description, Status: collection.Status(in.Status), Projects: projects,
	})
}

func document(ctx context.Context, e *entity) (contract.Collection, error) {
	c := e.State()
	began, changed, err := e.Times(ctx)
	return contract.Collection{
		ID: c.ID, User: c.Owner, Name: c.Name, Description: contract.Present(c.Description), IconURL: contract.Present(c.IconURL), Color: c.Color,
		Status: string(c.Status), Created: began, Updated: changed, Projects: c.Projects.IDs(),
	}, err
}

// visible turns names of projects into ids, and rejects projects that the caller may not see.
func visible(ctx context.Context, tx *commands.Tx, names []string) ([]string, error) {
	if len(names) > collection.MaxProjects {
		return nil, fault.Invalid("projects", fmt.Sprintf("一个收藏夹最多收藏 %d 个资源。", collection.MaxProjects))
	}
	out := make([]string, 0, len(names))
	for _, name := range names {
		p, err := project.Visible(ctx, tx, name)
		if missing(err) {
			return nil, fault.Invalid("projects", "资源不存在："+shown(name)+"。")
		}
		if err != nil {
			return nil, err
		}
		out = append(out, p.State().ID)
	}
	return out, nil
}
