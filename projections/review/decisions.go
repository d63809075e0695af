package review

import (
	"slices"
	"time"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/audit"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// The decisions that end a round.
const (
	Approved = "approved"
	Rejected = "rejected"
	Withheld = "withheld"
)

// Month is the form of a month's name.
const Month = "2006-01"

type standing struct {
	Project     string     `db:"project,key"`
	Type        string     `db:"type"`
	Round       int        `db:"round"`
	SubmittedAt *time.Time `db:"submitted_at"`
	Mark        string     `db:"mark"`
}

type decision struct {
	Event       string     `db:"event,key"`
	Position    uint64     `db:"position"`
	At          time.Time  `db:"at"`
	Project     string     `db:"project"`
	Round       int        `db:"round"`
	Type        string     `db:"type"`
	Decision    string     `db:"decision"`
	Actor       string     `db:"actor"`
	Options     []string   `db:"options"`
	SubmittedAt time.Time  `db:"submitted_at"`
	Wait        *int       `db:"wait"`
	Mark        string     `db:"mark"`
	UndoneAt    *time.Time `db:"undone_at"`
}

type month struct {
	Month   string `db:"month,key"`
	Changed uint64 `db:"changed"`
}

var (
	standings = rows.Of[standing]("standings")
	decisions = rows.Of[decision]("decisions")
	months    = rows.Of[month]("months")
)

// rounds are the handlers of the events that begin and end rounds.
func rounds() []handler {
	return []handler{
		runtime.On(func(b *batch, e runtime.Event, p project.Created) {
			b.standings[e.Subject()] = &standing{Project: e.Subject(), Type: string(p.Type)}
			b.changed[e.Subject()] = true
		}),
		runtime.On(func(b *batch, e runtime.Event, _ project.Submitted) {
			s := b.standing(e)
			if s.SubmittedAt == nil { // a waiting project keeps its place
				at := e.At()
				s.Round, s.SubmittedAt, s.Mark = s.Round+1, &at, audit.MarkOf(e.Meta)
			}
		}),
		runtime.On(func(b *batch, e runtime.Event, p project.Approved) { b.decide(e, Approved, p.Submission, p.Options) }),
		runtime.On(func(b *batch, e runtime.Event, p project.Rejected) { b.decide(e, Rejected, p.Submission, p.Options) }),
		runtime.On(func(b *batch, e runtime.Event, p project.Withheld) { b.decide(e, Withheld, p.Submission, p.Options) }),
		runtime.On(undone),
		runtime.On(func(b *batch, e runtime.Event, _ project.StatusChanged) { b.standing(e).SubmittedAt = nil }),
		runtime.On(func(b *batch, e runtime.Event, _ project.ListedByImport) { b.standing(e).SubmittedAt = nil }),
		runtime.On(func(b *batch, e runtime.Event, _ project.Deleted) { b.standing(e).SubmittedAt = nil }),
	}
}

// decide ends the round that waits. A change of status outside of a round names no submission and is no decision.
func (b *batch) decide(e runtime.Event, kind, submission string, options []string) {
	s := b.standing(e)
	submitted := s.SubmittedAt
	s.SubmittedAt = nil
	if submission == "" || submitted == nil {
		return
	}
	d := &decision{
		Event: e.ID.String(), Position: uint64(e.Position), At: e.At(), Project: s.Project, Round: s.Round, Type: s.Type, Decision: kind,
		Actor: e.Meta.Actor, Options: slices.Sorted(slices.Values(options)), SubmittedAt: *submitted, Mark: audit.MarkOf(e.Meta),
	}
	if d.Options == nil {
		d.Options = []string{}
	}
	if s.Mark == "" && d.Mark == "" {
		wait := max(0, int(d.At.Sub(d.SubmittedAt)/time.Second))
		d.Wait = &wait
	}
	b.decisions[d.Event] = d
	decisions.Put(b.rows, *d)
	b.touch(e, d.At)
}

// undone marks a decision, and lets its round wait again. A change of status outside of a round has no row.
func undone(b *batch, e runtime.Event, p project.DecisionUndone) {
	at, d := e.At(), b.decisions[p.Decision]
	switch {
	case p.To != project.Processing:
	case p.SubmittedAt != nil:
		submitted := p.SubmittedAt.UTC().Truncate(time.Microsecond)
		b.standing(e).SubmittedAt = &submitted
	case d != nil:
		submitted := d.SubmittedAt
		b.standing(e).SubmittedAt = &submitted
	}
	if d == nil || d.UndoneAt != nil {
		return
	}
	d.UndoneAt = &at
	decisions.Put(b.rows, *d)
	b.touch(e, d.At)
	b.touch(e, at)
}

// touch notes that the figures of a moment's month change.
func (b *batch) touch(e runtime.Event, at time.Time) {
	months.Put(b.rows, month{at.UTC().Format(Month), uint64(e.Position)})
}
