package collection

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

// CollectionDocument is the v3 shape of a collection, for the answer to its creation.
type CollectionDocument struct {
	ID          string    `json:"id"`
	User        string    `json:"user"`
	Name        string    `json:"name"`
	Description *string   `json:"description"`
	IconURL     *string   `json:"icon_url"`
	Color       *int      `json:"color"`
	Status      string    `json:"status"`
	Created     time.Time `json:"created"`
	Updated     time.Time `json:"updated"`
	Projects    []string  `json:"projects"`
}

type collectionInput struct {
	Name        string   `json:"name"`
	Description string   `json:"description,omitempty"`
	Status      string   `json:"status,omitempty"`
	Projects    []string `json:"projects,omitempty"`
}

// create is POST /v3/collection.
func (s *Service) create(w http.ResponseWriter, r *http.Request) error {
	a, err := authorise(r, identity.ScopeCollectionCreate)
	if err != nil {
		return err
	}
	var in collectionInput
	if err := httpkit.DecodeJSON(r, &in); err != nil {
		return err
	}
	id, err := s.handler.NewID(r.Context(), a.request, "collection")
	if err != nil {
		return err
	}
	var state collection.State
	var at time.Time
	outcome, err := s.handler.Handle(r.Context(), a.request, func(ctx context.Context, d *commands.Decision) error {
		at = d.Now()
		if state, err = load(ctx, d, id); err != nil {
			return err
		}
		d.Fresh(id)
		slots, err := loadSlots(ctx, d, a.by.Account)
		if err != nil {
			return err
		}
		taken, counted, err := collection.TakeSlot(slots, a.by, id)
		if err != nil {
			return err
		}
		projects, err := s.visible(ctx, d, a, in.Projects)
		if err != nil {
			return err
		}
		events, as, err := collection.Decide(state, collection.Create{
			By: a.by, Collection: id, Name: in.Name, Description: in.Description, Status: collection.Status(in.Status), Projects: projects,
		})
		if err != nil {
			return err
		}
		for _, e := range events {
			state = collection.Evolve(state, e)
		}
		d.As(as)
		d.Append(stream(id), events...)
		d.As(counted)
		d.Append(slotStream(a.by.Account), taken...)
		return nil
	})
	if err != nil {
		return err
	}
	if !state.VisibleTo(a.by) { // a repeated command, of a collection that is gone since
		return fault.NotFound("收藏夹不存在。")
	}
	commands.WritePosition(w, outcome.Position)
	return httpkit.WriteJSON(w, http.StatusOK, document(state, at))
}

func document(s collection.State, at time.Time) CollectionDocument {
	d := CollectionDocument{
		ID: s.ID, User: s.Owner, Name: s.Name, Status: string(s.Status), Color: s.Color, Created: at, Updated: at, Projects: s.Projects.IDs(),
	}
	if s.Description != "" {
		d.Description = &s.Description
	}
	if s.IconURL != "" {
		d.IconURL = &s.IconURL
	}
	return d
}

// visible turns names of projects into their ids, and refuses those that the caller may not see.
func (s *Service) visible(ctx context.Context, d *commands.Decision, a ask, names []string) ([]string, error) {
	if len(names) > collection.MaxProjects {
		return nil, fault.Invalid("projects", fmt.Sprintf("一个收藏夹最多收藏 %d 个资源。", collection.MaxProjects))
	}
	out := make([]string, 0, len(names))
	for _, name := range names {
		p, visible, err := s.projects.Find(ctx, d, a.caller, name)
		if missing(err) || err == nil && !visible {
			return nil, fault.Invalid("projects", "资源不存在："+shown(name)+"。")
		}
		if err != nil {
			return nil, err
		}
		out = append(out, p.ID)
	}
	return out, nil
}
