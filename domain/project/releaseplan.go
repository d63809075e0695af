package project

import (
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
)

// MaxAhead is the longest time between a plan and the release.
const MaxAhead = 366 * 24 * time.Hour

// ReleasePlan is a status that a project takes at a time. It is carried out with the rights that its author then has.
type ReleasePlan struct {
	ID     string
	Author string // account id
	Status Status
	Time   time.Time
	Reason *reason.Reason // of a staff member's plan
}

// VersionReleasePlan is a status that a version takes at a time.
type VersionReleasePlan struct {
	ID     string
	Author string
	Status VersionStatus
	Time   time.Time
	Reason *reason.Reason
}

// PlanEnd is why a plan ended without a release.
type PlanEnd string

// The ends of a plan.
const (
	PlanCancelled PlanEnd = "cancelled"
	PlanRefused   PlanEnd = "refused" // at the due time
)

// Obstacle is why a plan could not be carried out at the due time.
type Obstacle string

// The obstacles.
const (
	AuthorGone  Obstacle = "author-gone"  // the account was closed
	AuthorRight Obstacle = "author-right" // the account no longer has the right, or is suspended
)

func (o Obstacle) known() bool { return o == AuthorGone || o == AuthorRight }

// plannedTime returns the time of a plan in the form of its event: UTC, in whole seconds.
func plannedTime(now, at time.Time) (time.Time, error) {
	at = at.UTC().Truncate(time.Second)
	switch {
	case !at.After(now):
		return at, fault.Invalid("time", "发布时间须晚于现在。")
	case at.Sub(now) > MaxAhead:
		return at, fault.Invalid("time", "发布时间最多可定在一年之内。")
	}
	return at, nil
}

func noPlan() error { return fault.NotFound("没有定时发布计划。") }

// planner is the author of a plan when it is carried out: a plan that a program made without a reason is carried out as
// that program would.
func planner(by actor.Actor, why *reason.Reason) actor.Actor {
	by.Program = by.Program || why.Unsaid()
	return by
}
