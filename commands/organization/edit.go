package organization

import (
	"context"
	"net/http"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/picture"
)

// organizationPatch is the body of PATCH /organization/{id}. What is missing or null changes nothing.
type organizationPatch struct {
	Name        *string `json:"name,omitempty"`
	Slug        *string `json:"slug,omitempty"`
	Description *string `json:"description,omitempty"`

	Reason *reason.Reason `json:"reason,omitempty"` // where the staff edits
}

// edit is PATCH /organization/{id}. A former slug leads to the organization until somebody takes it.
func (s *Service) edit(w http.ResponseWriter, r *http.Request) error {
	var in *organizationPatch
	return s.on(w, r, identity.ScopeOrganizationWrite, func(ctx context.Context, t *target) error {
		if in == nil {
			in = &organizationPatch{}
			if err := httpkit.DecodeJSON(r, in); err != nil {
				return err
			}
		}
		before := t.state.Slug
		if err := t.do(organization.Edit{By: t.by, Name: in.Name, Slug: in.Slug, Description: in.Description, Reason: in.Reason}); err != nil {
			return err
		}
		if t.state.Slug == before {
			return nil
		}
		if err := reserve(ctx, t.decision, t.state.Slug, t.state.ID); err != nil {
			return err
		}
		return release(ctx, t.decision, before, t.state.ID, false)
	})
}

// remove is DELETE /organization/{id}: of one without projects. The slug is free at once.
func (s *Service) remove(w http.ResponseWriter, r *http.Request) error {
	return s.on(w, r, identity.ScopeOrganizationDelete, func(ctx context.Context, t *target) error {
		owned, err := loadOwned(ctx, t.decision, t.state.ID)
		if err != nil {
			return err
		}
		slug := t.state.Slug
		if err := t.do(organization.Delete{By: t.by, Owned: owned, Reason: commands.ReasonOf(r)}); err != nil {
			return err
		}
		// Whoever adds a project at the same moment meets this event, and is refused.
		t.decision.Append(ownedStream(t.state.ID), organization.ProjectsClosed{})
		return release(ctx, t.decision, slug, t.state.ID, true)
	})
}

// changeIcon is PATCH /organization/{id}/icon: the body is the picture.
func (s *Service) changeIcon(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	by, req, err := authorise(r, identity.ScopeOrganizationWrite)
	if err != nil {
		return err
	}
	if err := picture.CheckExt(r.URL.Query().Get("ext")); err != nil {
		return err
	}
	if s.icons == nil {
		return fault.Invalid("icon", "暂不支持上传图标。")
	}
	why := commands.ReasonOf(r)
	var seen *target // what need not be read any further is refused before the picture is
	if _, err := s.handler.Handle(ctx, commands.Request{}, func(ctx context.Context, d *commands.Decision) error {
		var err error
		if seen, err = find(ctx, d, by, r.PathValue("id")); err != nil {
			return err
		}
		_, _, err = organization.Decide(seen.state, organization.ChangeIcon{By: by, URL: "-", Reason: why})
		return err
	}); err != nil {
		return err
	}
	outcome, err := s.icons.Set(ctx, seen.state.ID, r.Body, func(url string, color *int) (commands.Outcome, error) {
		return s.handler.Handle(ctx, req, func(ctx context.Context, d *commands.Decision) error {
			t, err := find(ctx, d, by, seen.state.ID)
			if err != nil {
				return err
			}
			return t.do(organization.ChangeIcon{By: by, URL: url, Color: color, Reason: why})
		})
	})
	if err != nil {
		return err
	}
	return commands.Done(w, outcome)
}

func (s *Service) removeIcon(w http.ResponseWriter, r *http.Request) error {
	return s.on(w, r, identity.ScopeOrganizationWrite, func(_ context.Context, t *target) error {
		return t.do(organization.ChangeIcon{By: t.by, Reason: commands.ReasonOf(r)})
	})
}
