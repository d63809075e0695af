package project

import (
	"slices"
	"time"
)

// maxDecisions bounds the decisions without a submission in between that can be undone one after the other.
const maxDecisions = 8

// Decision is a decision of the staff that can be undone: what it replaced.
type Decision struct {
	Submission   string // empty if the project was not in review
	Status       Status
	Message      string
	EverApproved bool
	ApprovedAt   time.Time
	Plan         *ReleasePlan
}

// Overtaking is what followed the decisions that can no longer be undone.
type Overtaking string

// What overtakes a decision.
const (
	Resubmitted Overtaking = "resubmitted"
	Restatused  Overtaking = "restatused" // the team or a plan changed the status
)

// decide records what a decision replaces; the caller then applies it. Slices of earlier states are not written to.
func (s *State) decide(submission string) {
	kept := s.Decisions[max(0, len(s.Decisions)-maxDecisions+1):]
	s.Decisions = append(slices.Clone(kept), Decision{
		Submission: submission, Status: s.Status, Message: s.Message, EverApproved: s.EverApproved, ApprovedAt: s.ApprovedAt, Plan: s.Plan,
	})
}

// overtake makes the decisions so far final.
func (s *State) overtake(by Overtaking) { s.Decisions, s.Overtaken = nil, by }

// undo restores what the newest decision replaced.
func (s *State) undo(e DecisionUndone) {
	s.Status, s.Plan = e.To, nil
	n := len(s.Decisions) - 1
	if n < 0 {
		return
	}
	d := s.Decisions[n]
	s.Message, s.EverApproved, s.ApprovedAt, s.Plan = d.Message, d.EverApproved, d.ApprovedAt, d.Plan
	s.Decisions = slices.Clone(s.Decisions[:n])
	if n == 0 {
		s.Decisions = nil
	}
}

// Said is the message of a decision; empty for other events, and where there is none.
func Said(event any) string {
	switch e := event.(type) {
	case Approved:
		return e.Message
	case Rejected:
		return e.Message
	case Withheld:
		return e.Message
	}
	return ""
}
