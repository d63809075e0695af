package project

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/report"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	prose "github.com/modyard/modyard/domain/text"
	"github.com/modyard/modyard/identity"
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
	LicenseURL           field[string]          `json:"license_url,omitzero" null:"clears"`
	ClientSide           field[string]          `json:"client_side,omitzero" enum:"required,optional,unsupported,unknown"`
	ServerSide           field[string]          `json:"server_side,omitzero" enum:"required,optional,unsupported,unknown"`
	IssuesURL            field[string]          `json:"issues_url,omitzero" null:"clears"`
	SourceURL            field[string]          `json:"source_url,omitzero" null:"clears"`
	WikiURL              field[string]          `json:"wiki_url,omitzero" null:"clears"`
	DiscordURL           field[string]          `json:"discord_url,omitzero" null:"clears"`
	DonationURLs         field[[]donationInput] `json:"donation_urls,omitzero" null:"clears"`
	Aliases              field[[]aliasInput]    `json:"aliases,omitzero"`
	WikiOpen             field[bool]            `json:"wiki_open,omitzero" doc:"是否所有验证过邮箱的用户都能编辑百科；需要 WIKI_EDIT 权限与 WIKI_WRITE 范围"`
	RequestedStatus      field[string]          `json:"requested_status,omitzero" null:"clears" enum:"approved,archived,unlisted,private"`
	MonetizationStatus   field[string]          `json:"monetization_status,omitzero" enum:"monetized,demonetized,force-demonetized" doc:"是否参与收益分成；force-demonetized 只能由管理人员设置或解除，须附原因"`
	Status               field[string]          `json:"status,omitzero" enum:"draft,processing,approved,archived,unlisted,private,withheld,rejected"`
	ModerationMessage    field[string]          `json:"moderation_message,omitzero" null:"clears"`
	ModerationOptions    []string               `json:"moderation_options,omitempty"`   // ids of the checklist's items
	ModerationTemplates  []string               `json:"moderation_templates,omitempty"` // template@version
	ModerationRound      int                    `json:"moderation_round,omitempty" doc:"审核决定所针对的轮次；这一轮已有决定时拒绝"`
	Reason               *reason.Reason         `json:"reason,omitempty"`

	links      map[string]string // v3: of other platforms, by their code; an empty one is removed
	everywhere bool              // v3: the environment is that of all versions
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

// editProject changes the description fields of a project, who may edit its wiki, whether it takes part in the revenue, and its
// status in one decision.
func (s *Service) editProject(ctx context.Context, req commands.Request, name string, in ProjectPatch) (commands.Outcome, error) {
	if in.WikiOpen.pointer() != nil {
		if err := identity.FromContext(ctx).Require(identity.ScopeWikiWrite); err != nil {
			return commands.Outcome{}, err
		}
	}
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
			return fault.Forbidden("你没有执行此操作的权限。")
		}
		if edit, any := in.command(t.State(), t.By); any {
			if err := t.edit(ctx, edit); err != nil {
				return err
			}
		}
		if open := in.WikiOpen.pointer(); open != nil {
			if err := s.options.OpenWiki(ctx, tx, t, *open); err != nil {
				return err
			}
		}
		if to := in.MonetizationStatus.pointer(); to != nil {
			if err := t.Do(project.SetMonetization{By: t.By, Reason: in.Reason, To: project.Monetization(*to)}); err != nil {
				return err
			}
		}
		return in.status(ctx, t, *seen)
	})
}

// edit changes a project; if the slug changes, also the reservations.
func (t *Target) edit(ctx context.Context, c project.Edit) error {
	title, before := t.State().Title, t.State().Slug
	if err := t.Do(c); err != nil {
		return err
	}
	now := t.State()
	if now.Title != title {
		if err := NotDisguised("title", now.Title); err != nil {
			return err
		}
	}
	if now.Slug == before {
		return nil
	}
	if err := NotDisguised("slug", now.Slug); err != nil {
		return err
	}
	if err := reserve(ctx, t.tx, now.Slug, now.ID, t.Role()); err != nil {
		return err
	}
	return release(ctx, t.tx, before, now.ID, false, t.Role())
}

// status changes a project's status, if requested. A decision of the staff applies only to the project state at the
// time of the request: it is rejected if the status changed in the meantime.
func (in ProjectPatch) status(ctx context.Context, t *Target, seen project.State) error {
	asked := project.Asked{
		By: t.By, Reason: in.Reason, Message: in.ModerationMessage.value, Options: in.ModerationOptions, Templates: in.ModerationTemplates,
	}
	explained := asked.Message != "" || len(asked.Options) > 0 || len(asked.Templates) > 0
	if explained && !t.By.Staff() {
		return fault.Forbidden("只有审核人员可以填写审核留言。")
	}
	if err := templatesExist(ctx, t.tx, asked.Templates); err != nil {
		return err
	}
	to := in.Status.pointer()
	if to == nil {
		if explained {
			return fault.Invalid("moderation_message", "审核留言须与审核决定一同提交。")
		}
		return nil
	}
	if t.By.Staff() && (t.State().Status != seen.Status || t.State().Round != seen.Round) {
		return changedMeanwhile()
	}
	if err := roundIs(t, in.ModerationRound); err != nil {
		return err
	}
	if asked.To = project.Status(*to); asked.To == project.Processing {
		var err error
		if asked.Versions, asked.Types, err = t.checked(ctx); err != nil {
			return err
		}
		if asked.Submission, err = t.tx.NewID(ctx, "submission"); err != nil {
			return err
		}
	}
	c, err := project.StatusCommand(t.State(), asked)
	if err != nil {
		return err
	}
	before := len(t.Decided())
	if err := t.Do(c); err != nil {
		return err
	}
	return t.said(ctx, asked, before)
}

// said posts the message that was sent with a status: that of the decision, or, where the status changed without one or not at
// all, a message of its own. A project that was rejected or withheld for the same message has it.
func (t *Target) said(ctx context.Context, asked project.Asked, before int) error {
	for _, e := range t.Decided()[before:] {
		if project.Said(e.Payload) != "" {
			return t.explain(ctx)
		}
	}
	if words := strings.TrimSpace(asked.Message); prose.Visible(words) && asked.To != project.Refused && asked.To != project.Held {
		return report.PostOnce(ctx, t.tx, t.State().Thread, t.State().InTeam(t.By), words)
	}
	return nil
}

// explain posts the message of the decision that was just made in the project's thread, in the same append.
func (t *Target) explain(ctx context.Context) error {
	for _, e := range t.Decided() {
		if said := project.Said(e.Payload); said != "" {
			return report.Say(ctx, t.tx, t.State().Thread, said)
		}
	}
	return nil
}

// roundIs rejects a decision on a round that has one, or that another submission followed. Zero is a decision that names
// no round: it applies to the state at the time of the request.
func roundIs(t *Target, round int) error {
	s := t.State()
	switch {
	case round == 0 || !t.By.Staff():
		return nil
	case s.Round != round:
		return fault.Conflict(fmt.Sprintf("该项目已重新提交，现在是第 %d 轮，请看过新的内容再决定。", s.Round))
	case s.Status != project.Processing:
		return fault.Conflict("这一轮已经有了决定，你的这次决定没有生效。")
	}
	return nil
}

func changedMeanwhile() error {
	return fault.Conflict("该项目的状态刚刚被他人更改，请刷新后再操作。")
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
		e.Environments, e.Everywhere = &env, in.everywhere
	}
	if in.IssuesURL.set || in.SourceURL.set || in.WikiURL.set || in.DiscordURL.set || in.DonationURLs.set || len(in.links) > 0 {
		l := s.Links
		in.IssuesURL.into(&l.Issues)
		in.SourceURL.into(&l.Source)
		in.WikiURL.into(&l.Wiki)
		in.DiscordURL.into(&l.Discord)
		if in.DonationURLs.set {
			l.Donation = donations(in.DonationURLs.value)
		}
		l.Donation = withLinks(l.Donation, in.links)
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

// withLinks sets the addresses of platforms, and removes the links of those with an empty one. The other links keep
// their order.
func withLinks(before []project.Donation, links map[string]string) []project.Donation {
	after, done := []project.Donation{}, map[string]bool{}
	for _, d := range before {
		address, sent := links[d.ID]
		switch {
		case !sent:
			after = append(after, d)
		case address != "" && !done[d.ID]:
			after = append(after, project.Donation{ID: d.ID, Platform: d.Platform, URL: address})
		}
		done[d.ID] = true
	}
	for _, platform := range slices.Sorted(maps.Keys(links)) {
		if links[platform] != "" && !done[platform] {
			after = append(after, project.Donation{ID: platform, Platform: contract.PlatformName(platform), URL: links[platform]})
		}
	}
	return after
}
