package project

import (
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// PlanVersionRelease plans the release of a version, or changes its plan. Until then the version is hidden.
type PlanVersionRelease struct {
	By     actor.Actor
	Reason *reason.Reason
	Plan   string // id of the new plan
	Now    time.Time
	Time   time.Time
	Status VersionStatus // at that time
}

func (c PlanVersionRelease) decideVersion(p State, v Version) ([]any, role.Role, error) {
	as, why, err := allowVersion(p, v, c.By, UploadVersion, c.Reason)
	if err != nil {
		return nil, "", err
	}
	if c.Status.Hidden() {
		return nil, "", fault.Invalid("requested_status", "不能定时设置为此状态。")
	}
	at, err := plannedTime(c.Now, c.Time)
	if err != nil {
		return nil, "", err
	}
	planned := VersionReleasePlanned{Version: v.ID, Project: v.Project, Plan: c.Plan, Author: c.By.Account, Status: c.Status, Time: at, Reason: why}
	if v.Status != VersionScheduled {
		return []any{VersionStatusChanged{Version: v.ID, Project: v.Project, Status: VersionScheduled, Reason: why}, planned}, as, nil
	}
	if o := v.Plan; o != nil && o.Author == planned.Author && o.Status == planned.Status && o.Time.Equal(planned.Time) {
		return nil, "", nil
	}
	return []any{planned}, as, nil
}

// CarryOutVersion carries out a plan by its author. A plan that has ended or was replaced changes nothing, nor does one
// that is not due yet.
type CarryOutVersion struct {
	By   actor.Actor
	Plan string
	Now  time.Time
}

func (c CarryOutVersion) decideVersion(p State, v Version) ([]any, role.Role, error) {
	plan := v.Plan
	if plan == nil || plan.ID != c.Plan || c.Now.Before(plan.Time) {
		return nil, "", nil
	}
	_, why, err := allowVersion(p, v, planner(c.By, plan.Reason), UploadVersion, plan.Reason)
	if err != nil {
		return nil, "", err
	}
	return []any{VersionStatusChanged{Version: v.ID, Project: v.Project, Status: plan.Status, Plan: plan.ID, Reason: why}}, p.RoleOf(c.By, UploadVersion), nil
}

// CancelVersionRelease ends a plan. The version becomes a draft.
type CancelVersionRelease struct {
	By     actor.Actor
	Reason *reason.Reason
}

func (c CancelVersionRelease) decideVersion(p State, v Version) ([]any, role.Role, error) {
	as, why, err := allowVersion(p, v, c.By, UploadVersion, c.Reason)
	if err != nil {
		return nil, "", err
	}
	if v.Plan == nil {
		return nil, "", noPlan()
	}
	return []any{VersionReleasePlanEnded{
		Version: v.ID, Project: v.Project, Plan: v.Plan.ID, Cause: PlanCancelled, Status: VersionDraft, Reason: why,
	}}, as, nil
}

// ObstructVersionRelease ends a plan that its author cannot carry out. The program decides it.
type ObstructVersionRelease struct {
	Plan     string
	Obstacle Obstacle
}

func (c ObstructVersionRelease) decideVersion(_ State, v Version) ([]any, role.Role, error) {
	if !v.Exists() || v.Plan == nil || v.Plan.ID != c.Plan {
		return nil, "", nil
	}
	if !c.Obstacle.known() {
		return nil, "", fault.Invalid("obstacle", "未知的原因。")
	}
	return []any{VersionReleasePlanEnded{
		Version: v.ID, Project: v.Project, Plan: c.Plan, Cause: PlanRefused, Obstacle: c.Obstacle, Status: VersionDraft,
	}}, role.System, nil
}
