package review

import (
	"time"

	"github.com/modyard/modyard/domain/review"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// The outcomes of proposals to undo a decision. A proposal without one is open until its time, while the decision is the
// newest of the project: catalog.history says so.
const (
	Confirmed = "confirmed"
	Declined  = "declined"
	Lapsed    = "lapsed"
)

type proposal struct {
	ID        string     `db:"id,key"`
	Project   string     `db:"project"`
	Decision  string     `db:"decision"`
	Moderator string     `db:"moderator"`
	Proposer  string     `db:"proposer"`
	Reason    string     `db:"reason"`
	At        time.Time  `db:"at"`
	Until     time.Time  `db:"until"`
	Outcome   string     `db:"outcome"`
	Ended     *time.Time `db:"ended"`
	Position  uint64     `db:"position"`
}

var proposals = rows.Of[proposal]("proposals")

func proposed(s *rows.Set, e runtime.Event, p review.UndoProposed) {
	proposals.Put(s, proposal{
		ID: p.Proposal, Project: p.Project, Decision: p.Decision, Moderator: p.Moderator, Proposer: p.By, Reason: reasonText(p.Reason), At: e.At(), Until: p.Until.UTC(),
		Position: uint64(e.Position),
	})
}

func confirmed(s *rows.Set, e runtime.Event, p review.UndoConfirmed) {
	end(s, e, p.Proposal, Confirmed)
}

func declined(s *rows.Set, e runtime.Event, p review.UndoDeclined) { end(s, e, p.Proposal, Declined) }

func lapsed(s *rows.Set, e runtime.Event, p review.UndoLapsed) { end(s, e, p.Proposal, Lapsed) }

func end(s *rows.Set, e runtime.Event, id, outcome string) {
	when := e.At()
	proposals.Update(s, proposal{ID: id}, func(p *proposal) { p.Outcome, p.Ended, p.Position = outcome, &when, uint64(e.Position) })
}
