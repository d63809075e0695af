package project

import (
	"time"

	"github.com/modyard/modyard/domain/reason"
)

// ReleasePlanned plans that the project takes a status at a time; until then its status is scheduled. It replaces an
// earlier plan. Author is the account with whose rights the plan is carried out.
//
// History: {actor} plans that the project becomes {status} at {time} (plan {plan})[ because {reason.code}[:
// {reason.text}]].
type ReleasePlanned struct {
	Plan   string         `json:"plan"`
	Author string         `json:"author"` // account id
	Status Status         `json:"status"`
	Time   time.Time      `json:"time"`
	Reason *reason.Reason `json:"reason,omitempty"`
}

// ReleasePlanEnded ends a plan that was not carried out: it was cancelled, or its author could not carry it out when it
// was due. The project takes the status. A plan also ends with every other change of the project's status.
//
// History: {actor} ends plan {plan}, which was {cause}[: {obstacle}]: the project is {status}[ because {reason.code}[:
// {reason.text}]].
type ReleasePlanEnded struct {
	Plan     string         `json:"plan"`
	Cause    PlanEnd        `json:"cause"`
	Obstacle Obstacle       `json:"obstacle,omitempty"` // of a refused plan
	Status   Status         `json:"status"`
	Reason   *reason.Reason `json:"reason,omitempty"`
}

// VersionReleasePlanned plans that a version takes a status at a time; until then its status is scheduled. It replaces
// an earlier plan. Author is the account with whose rights the plan is carried out.
//
// History: {actor} plans that version {version} becomes {status} at {time} (plan {plan})[ because {reason.code}[:
// {reason.text}]].
type VersionReleasePlanned struct {
	Version string         `json:"version"`
	Project string         `json:"project"`
	Plan    string         `json:"plan"`
	Author  string         `json:"author"` // account id
	Status  VersionStatus  `json:"status"`
	Time    time.Time      `json:"time"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// VersionReleasePlanEnded ends a plan that was not carried out: it was cancelled, or its author could not carry it out
// when it was due. The version takes the status. A plan also ends with every other change of the version's status.
//
// History: {actor} ends plan {plan} of version {version}, which was {cause}[: {obstacle}]: the version is {status}[
// because {reason.code}[: {reason.text}]].
type VersionReleasePlanEnded struct {
	Version  string         `json:"version"`
	Project  string         `json:"project"`
	Plan     string         `json:"plan"`
	Cause    PlanEnd        `json:"cause"`
	Obstacle Obstacle       `json:"obstacle,omitempty"` // of a refused plan
	Status   VersionStatus  `json:"status"`
	Reason   *reason.Reason `json:"reason,omitempty"`
}
