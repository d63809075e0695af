package project

import (
	"context"
	"net/http"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/identity"
)

// projectPatch is the body of PATCH /project/{id}. A missing member changes nothing; null empties a link.
type projectPatch struct {
	Title                field[string]          `json:"title"`
	Slug                 field[string]          `json:"slug"`
	Description          field[string]          `json:"description"`
	Body                 field[string]          `json:"body"`
	Categories           field[[]string]        `json:"categories"`
	AdditionalCategories field[[]string]        `json:"additional_categories"`
	LicenseID            field[string]          `json:"license_id"`
	LicenseURL           field[string]          `json:"license_url"`
	ClientSide           field[string]          `json:"client_side"`
	ServerSide           field[string]          `json:"server_side"`
	IssuesURL            field[string]          `json:"issues_url"`
	SourceURL            field[string]          `json:"source_url"`
	WikiURL              field[string]          `json:"wiki_url"`
	DiscordURL           field[string]          `json:"discord_url"`
	DonationURLs         field[[]donationInput] `json:"donation_urls"`
	Aliases              field[[]aliasInput]    `json:"aliases"`
	RequestedStatus      field[string]          `json:"requested_status"`
	Status               field[string]          `json:"status"`
	ModerationMessage    field[string]          `json:"moderation_message"`
	ModerationOptions    []string               `json:"moderation_options"` // ids of the checklist's items
	Reason               *reason.Reason         `json:"reason"`
}

// editProject is PATCH /project/{id}: what the project says of itself, and its status, in one decision.
func (s *Service) editProject(w http.ResponseWriter, r *http.Request) error {
	by, req, err := authorise(r, identity.ScopeProjectWrite)
	if err != nil {
		return err
	}
	var in projectPatch
	var seen *project.State
	outcome, err := s.handler.Handle(r.Context(), req, func(ctx context.Context, d *commands.Decision) error {
		t, err := s.target(ctx, d, by, r.PathValue("id"))
		if err != nil {
			return err
		}
		if seen == nil { // the first attempt: the body is read once, and by those only who may know of the project
			if !t.state.VisibleTo(t.by) {
				return fault.NotFound("资源不存在")
			}
			if err := readProjectPatch(r, &in); err != nil {
				return err
			}
			first := t.state
			seen = &first
		}
		if t.state.PermissionsOf(t.by) == 0 { // even where nothing is asked
			return fault.Forbidden("您没有执行此操作的权限。")
		}
		if edit, any := in.command(t.state, t.by); any {
			if err := t.edit(ctx, edit); err != nil {
				return err
			}
		}
		return in.status(ctx, t, *seen, func() (string, error) { return s.handler.NewID(ctx, req, "submission") })
	})
	if err != nil {
		return err
	}
	return commands.Done(w, outcome)
}

// edit changes a project, and with its slug the reservations.
func (t *target) edit(ctx context.Context, c project.Edit) error {
	before := t.state.Slug
	if err := t.do(c); err != nil {
		return err
	}
	if t.state.Slug == before {
		return nil
	}
	if err := reserve(ctx, t.decision, t.state.Slug, *c.Slug, t.state.ID); err != nil {
		return err
	}
	return release(ctx, t.decision, before, t.state.ID, false)
}

// status changes a project's status, if so asked. A decision of the staff holds only for the project that was
// seen when it was sent: where somebody else decided in the meantime, it is refused.
func (in projectPatch) status(ctx context.Context, t *target, seen project.State, submission func() (string, error)) error {
	asked := project.Asked{
		By: t.by, Reason: in.Reason, Message: in.ModerationMessage.value, Options: in.ModerationOptions,
	}
	spoken := asked.Message != "" || len(asked.Options) > 0
	if spoken && t.by.Staff == project.NotStaff {
		return fault.Forbidden("只有审核人员可以填写审核留言。")
	}
	to := in.Status.pointer()
	if to == nil {
		if spoken {
			return fault.Invalid("moderation_message", "审核留言须与审核决定一同提交。")
		}
		return nil
	}
	if t.by.Staff != project.NotStaff && (t.state.Status != seen.Status || t.state.Round != seen.Round) {
		return fault.Conflict("该资源的状态刚刚被他人更改，请刷新后再操作。")
	}
	if asked.To = project.Status(*to); asked.To == project.Processing {
		list, err := t.versions(ctx)
		if err != nil {
			return err
		}
		asked.Versions = list.Len()
		if asked.Submission, err = submission(); err != nil {
			return err
		}
	}
	c, err := project.StatusCommand(t.state, asked)
	if err != nil {
		return err
	}
	return t.do(c)
}

// command is the change that the body asks for; false where it asks for none.
func (in projectPatch) command(s project.State, by project.Actor) (project.Edit, bool) {
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
