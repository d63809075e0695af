package project

import (
	"context"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

// projectPlan is the body of POST /project/{id}/schedule.
type projectPlan struct {
	Time                time.Time      `json:"time"`
	RequestedStatus     string         `json:"requested_status" enum:"approved,archived,unlisted,private"`
	ModerationMessage   string         `json:"moderation_message,omitempty"` // of an approval by the staff
	ModerationOptions   []string       `json:"moderation_options,omitempty"`
	ModerationTemplates []string       `json:"moderation_templates,omitempty"`
	ModerationRound     int            `json:"moderation_round,omitempty"`
	Reason              *reason.Reason `json:"reason,omitempty"`
}

// versionPlan is the body of POST /version/{id}/schedule.
type versionPlan struct {
	Time            time.Time      `json:"time"`
	RequestedStatus string         `json:"requested_status" enum:"listed,archived,unlisted"`
	Reason          *reason.Reason `json:"reason,omitempty"`
}

type (
	planProject struct {
		ID   string `path:"id"`
		Body projectPlan
	}
	planVersion struct {
		ID   string `path:"id"`
		Body versionPlan
	}
)

func (s *Service) planRoutes(api *httpkit.API) {
	ofProject := func(path, summary string) commands.Route {
		return commands.Route{Path: path, Under: both(), Summary: summary, Scope: identity.ScopeProjectWrite}
	}
	ofVersion := func(path, summary string) commands.Route {
		return commands.Route{Path: path, Under: both(), Summary: summary, Scope: identity.ScopeVersionWrite}
	}
	commands.MountRequest(api, ofProject("POST /project/{id}/schedule", "定时发布资源"), s.planProject)
	commands.Mount(api, s.handler, ofProject("DELETE /project/{id}/schedule", "取消资源的定时发布"), cancelProject)
	commands.Mount(api, s.handler, ofVersion("POST /version/{id}/schedule", "定时发布版本"), planVersionRelease)
	commands.Mount(api, s.handler, ofVersion("DELETE /version/{id}/schedule", "取消版本的定时发布"), cancelVersion)
}

// planProject plans a project's release; by the staff it is also the approval of a project that has none. Like every
// decision of the staff it applies only to the project's state at the time of the request.
func (s *Service) planProject(ctx context.Context, req commands.Request, in *planProject) (commands.Outcome, error) {
	var seen *project.State // at the first attempt
	return s.handler.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		t, err := Visible(ctx, tx, in.ID)
		if err != nil {
			return err
		}
		if seen == nil {
			first := t.State()
			seen = &first
		}
		if t.By.Staff() && (t.State().Status != seen.Status || t.State().Round != seen.Round) {
			return changedMeanwhile()
		}
		if err := roundIs(t, in.Body.ModerationRound); err != nil {
			return err
		}
		if err := templatesExist(ctx, tx, in.Body.ModerationTemplates); err != nil {
			return err
		}
		plan, err := tx.NewID(ctx, "plan")
		if err != nil {
			return err
		}
		if err := t.Do(project.PlanRelease{
			By: t.By, Reason: in.Body.Reason, Plan: plan, Now: tx.Now(), Time: in.Body.Time, Status: project.Status(in.Body.RequestedStatus),
			Message: in.Body.ModerationMessage, Options: in.Body.ModerationOptions, Templates: in.Body.ModerationTemplates,
		}); err != nil {
			return err
		}
		return t.explain(ctx)
	})
}

func cancelProject(ctx context.Context, tx *commands.Tx, in *one) error {
	t, err := Find(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	return t.Do(project.CancelRelease{By: t.By, Reason: in.Reason()})
}

func planVersionRelease(ctx context.Context, tx *commands.Tx, in *planVersion) error {
	t, err := FindVersion(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	plan, err := tx.NewID(ctx, "plan")
	if err != nil {
		return err
	}
	return t.Do(ctx, project.PlanVersionRelease{
		By: t.By, Reason: in.Body.Reason, Plan: plan, Now: tx.Now(), Time: in.Body.Time, Status: project.VersionStatus(in.Body.RequestedStatus),
	})
}

func cancelVersion(ctx context.Context, tx *commands.Tx, in *one) error {
	t, err := FindVersion(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	return t.Do(ctx, project.CancelVersionRelease{By: t.By, Reason: in.Reason()})
}
