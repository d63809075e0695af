package project

import (
	"context"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
)

// ProjectPatch is the body of PATCH /project/{id}. A missing member changes nothing; null empties a link.
type ProjectPatch struct {
	Title                field[string]          `json:"title,omitzero"`
	Slug                 field[string]          `json:"slug,omitzero"`
	Description          field[string]          `json:"description,omitzero"`
	Body                 field[string]          `json:"body,omitzero"`
	Categories           field[[]string]        `json:"categories,omitzero"`
	AdditionalCategories field[[]string]        `json:"additional_categories,omitzero"`
	LicenseID            field[string]          `json:"license_id,omitzero"`
	LicenseURL           field[string]          `json:"license_url,omitzero"`
	ClientSide           field[string]          `json:"client_side,omitzero" enum:"required,optional,unsupported,unknown"`
	ServerSide           field[string]          `json:"server_side,omitzero" enum:"required,optional,unsupported,unknown"`
	IssuesURL            field[string]          `json:"issues_url,omitzero"`
	SourceURL            field[string]          `json:"source_url,omitzero"`
	WikiURL              field[string]          `json:"wiki_url,omitzero"`
	DiscordURL           field[string]          `json:"discord_url,omitzero"`
	DonationURLs         field[[]donationInput] `json:"donation_urls,omitzero"`
	Aliases              field[[]aliasInput]    `json:"aliases,omitzero"`
	RequestedStatus      field[string]          `json:"requested_status,omitzero" enum:"approved,archived,unlisted,private"`
	Status               field[string]          `json:"status,omitzero" enum:"draft,processing,approved,archived,unlisted,private,withheld,rejected"`
	ModerationMessage    field[string]          `json:"moderation_message,omitzero"`
	ModerationOptions    []string               `json:"moderation_options,omitempty"` // ids of the checklist's items
	Reason               *reason.Reason         `json:"reason,omitempty"`
}

type (
	patchProject struct {
		ID   string `path:"id"`
		Body ProjectPatch
	}
	patchProjectV3 struct {
		ID   string `path:"id"`
		Body projectPatchV3
	}
)

// editV2 is PATCH /v2/project/{id}.
func (s *Service) editV2(ctx context.Context, req commands.Request, in *patchProject) (commands.Outcome, error) {
	return s.editProject(ctx, req, in.ID, in.Body)
}

// editV3 is PATCH /v3/project/{id}.
func (s *Service) editV3(ctx context.Context, req commands.Request, in *patchProjectV3) (commands.Outcome, error) {
	patch, err := in.Body.v2()
	if err != nil {
		return commands.Outcome{}, err
	}
	return s.editProject(ctx, req, in.ID, patch)
}

// editProject changes the description fields of a project and its status in one decision.
func (s *Service) editProject(ctx context.Context, req commands.Request, name string, in ProjectPatch) (commands.Outcome, error) {
	var seen *project.State // at the first attempt
	return s.handler.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		t, err := Visible(ctx, tx, name)
		if err != nil {
			return err
		}
		if seen == nil {
			first := t.State()
			seen = &first
		}
		if t.State().PermissionsOf(t.By) == 0 { // also for an empty edit
			return fault.Forbidden("您没有执行此操作的权限。")
		}
		if edit, any := in.command(t.State(), t.By); any {
			if err := t.edit(ctx, edit); err != nil {
				return err
			}
		}
		return in.status(ctx, t, *seen)
	})
}

// edit changes a project; if the slug changes, also the reservations.
func (t *Target) edit(ctx context.Context, c project.Edit) error {
	before := t.State().Slug
	if err := t.Do(c); err != nil {
		return err
	}
	now := t.State()
	if now.Slug == before {
		return nil
	}
	if err := reserve(ctx, t.tx, now.Slug, *c.Slug, now.ID, t.Role()); err != nil {
		return err
	}
	return release(ctx, t.tx, before, now.ID, false, t.Role())
}

// status changes a project's status, if requested. A decision of the staff applies only to the project state at the
// time of the request: it is rejected if the status changed in the meantime.
func (in ProjectPatch) status(ctx context.Context, t *Target, seen project.State) error {
	asked := project.Asked{
		By: t.By, Reason: in.Reason, Message: in.ModerationMessage.value, Options: in.ModerationOptions,
	}
	explained := asked.Message != "" || len(asked.Options) > 0
	if explained && !t.By.Staff() {
		return fault.Forbidden("只有审核人员可以填写审核留言。")
	}
	to := in.Status.pointer()
	if to == nil {
		if explained {
			return fault.Invalid("moderation_message", "审核留言须与审核决定一同提交。")
		}
		return nil
	}
	if t.By.Staff() && (t.State().Status != seen.Status || t.State().Round != seen.Round) {
		return fault.Conflict("该资源的状态刚刚被他人更改，请刷新后再操作。")
	}
	if asked.To = project.Status(*to); asked.To == project.Processing {
		list, err := t.list(ctx)
		if err != nil {
			return err
		}
		asked.Versions = list.State().Len()
		if asked.Submission, err = t.tx.NewID(ctx, "submission"); err != nil {
			return err
		}
	}
	c, err := project.StatusCommand(t.State(), asked)
	if err != nil {
		return err
	}
	return t.Do(c)
}

// command is the requested change; false if there is none.
func (in ProjectPatch) command(s project.State, by actor.Actor) (project.Edit, bool) {
	e := project.Edit{
		By: by, Reason: in.Reason, Title: in.Title.pointer(), Slug: in.Slug.pointer(), Summary: in.Description.pointer(), Body: in.Body.pointer(),
		Categories: in.Categories.pointer(), Additional: in.AdditionalCategories.pointer(),
	}
	if in.LicenseID.set || in.LicenseURL.set {
		l := s.License
		if id := in.LicenseID.pointer(); id != nil && *id != l.ID {
			l = project.License{ID: *id, URL: l.URL}
		}
		in.LicenseURL.into(&l.URL)
		e.License = &l
	}
	if in.ClientSide.pointer() != nil || in.ServerSide.pointer() != nil {
		env := s.Environments
		if v := in.ClientSide.pointer(); v != nil {
			env.Client = *v
		}
		if v := in.ServerSide.pointer(); v != nil {
			env.Server = *v
		}
		e.Environments = &env
	}
	if in.IssuesURL.set || in.SourceURL.set || in.WikiURL.set || in.DiscordURL.set || in.DonationURLs.set {
		l := s.Links
		in.IssuesURL.into(&l.Issues)
		in.SourceURL.into(&l.Source)
		in.WikiURL.into(&l.Wiki)
		in.DiscordURL.into(&l.Discord)
		if in.DonationURLs.set {
			l.Donation = donations(in.DonationURLs.value)
		}
		e.Links = &l
	}
	if v := in.Aliases.pointer(); v != nil {
		list := aliases(*v)
		e.Aliases = &list
	}
	if in.RequestedStatus.set {
		status := project.Status(in.RequestedStatus.value)
		e.Requested = &status
	}
	return e, e != (project.Edit{By: by, Reason: in.Reason})
}
