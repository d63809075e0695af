package project

import (
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// PlanRelease plans the release of an approved project, changes the plan of a scheduled one, or, by the staff, approves
// a project that is released later. Until then the project is hidden.
type PlanRelease struct {
	By        actor.Actor
	Reason    *reason.Reason
	Plan      string // id of the new plan
	Now       time.Time
	Time      time.Time
	Status    Status   // at that time
	Message   string   // of an approval, to the team
	Options   []string // of an approval, from the moderators' checklist
	Templates []string // of its message
}

func (c PlanRelease) decide(s State) ([]any, role.Role, error) {
	if err := s.MayInspect(c.By); err != nil {
		return nil, "", err
	}
	if !s.Status.reviewed() && !c.By.Staff() {
		return nil, "", fault.Invalid("status", "该项目尚未通过审核，不能定时发布。")
	}
	if !c.Status.Approved() {
		return nil, "", fault.Invalid("requested_status", "不能定时设置为此状态。")
	}
	at, err := plannedTime(c.Now, c.Time)
	if err != nil {
		return nil, "", err
	}
	if !s.Status.reviewed() {
		return c.approve(s, at)
	}
	if c.Message != "" || len(c.Options) > 0 || len(c.Templates) > 0 {
		return nil, "", fault.Invalid("moderation_message", "审核留言须与审核决定一同提交。")
	}
	as := s.RoleOf(c.By, EditDetails)
	why, err := s.why(c.By, as, c.Reason)
	if err != nil {
		return nil, "", err
	}
	planned := c.planned(at, why)
	if s.Status != Scheduled {
		return []any{StatusChanged{From: s.Status, To: Scheduled, Reason: why}, planned}, as, nil
	}
	if p := s.Plan; p != nil && p.Author == planned.Author && p.Status == planned.Status && p.Time.Equal(planned.Time) {
		return nil, "", nil
	}
	return []any{planned}, as, nil
}

func (c PlanRelease) planned(at time.Time, why *reason.Reason) ReleasePlanned {
	return ReleasePlanned{Plan: c.Plan, Author: c.By.Account, Status: c.Status, Time: at, Reason: why}
}

// approve is an approval with a time.
func (c PlanRelease) approve(s State, at time.Time) ([]any, role.Role, error) {
	why, err := s.reviewer(c.By, c.Reason)
	if err != nil {
		return nil, "", err
	}
	said, err := explanation{c.Message, c.Options, c.Templates}.checked(false)
	if err != nil {
		return nil, "", err
	}
	return []any{
		Approved{Submission: s.decidedOn(), From: s.Status, Status: Scheduled, Message: said.message, Options: said.options, Templates: said.templates, Reason: why},
		c.planned(at, why),
	}, role.Moderator, nil
}

// CarryOut carries out a plan by its author. A plan that has ended or was replaced changes nothing, nor does one that is
// not due yet.
type CarryOut struct {
	By   actor.Actor
	Plan string
	Now  time.Time
}

func (c CarryOut) decide(s State) ([]any, role.Role, error) {
	p := s.Plan
	if p == nil || p.ID != c.Plan || c.Now.Before(p.Time) {
		return nil, "", nil
	}
	events, _, err := SetStatus{By: planner(c.By, p.Reason), Reason: p.Reason, To: p.Status}.decide(s)
	if err != nil {
		return nil, "", err
	}
	for i, e := range events {
		if changed, ok := e.(StatusChanged); ok {
			changed.Plan = p.ID
			events[i] = changed
		}
	}
	return events, s.RoleOf(c.By, EditDetails), nil
}

// CancelRelease ends a plan. The project stays hidden: it becomes private.
type CancelRelease struct {
	By     actor.Actor
	Reason *reason.Reason
}

func (c CancelRelease) decide(s State) ([]any, role.Role, error) {
	as, why, err := s.allow(c.By, EditDetails, c.Reason)
	if err != nil {
		return nil, "", err
	}
	if s.Plan == nil {
		return nil, "", noPlan()
	}
	return []any{ReleasePlanEnded{Plan: s.Plan.ID, Cause: PlanCancelled, Status: Private, Reason: why}}, as, nil
}

// ObstructRelease ends a plan that its author cannot carry out. The program decides it.
type ObstructRelease struct {
	Plan     string
	Obstacle Obstacle
}

func (c ObstructRelease) decide(s State) ([]any, role.Role, error) {
	if !s.Exists() || s.Plan == nil || s.Plan.ID != c.Plan {
		return nil, "", nil
	}
	if !c.Obstacle.known() {
		return nil, "", fault.Invalid("obstacle", "未知的原因。")
	}
	return []any{ReleasePlanEnded{Plan: c.Plan, Cause: PlanRefused, Obstacle: c.Obstacle, Status: Private}}, role.System, nil
}
