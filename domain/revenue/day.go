package revenue

import (
	"slices"
	"time"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/role"
)

// Entry is income of a day.
type Entry struct {
	ID        string
	Source    string
	Amount    Amount
	Project   string
	Account   string // who entered it
	Evidence  string
	At        time.Time
	Confirmed bool
}

// DayState is the income of a day and its sharing, folded from its stream without the shares.
type DayState struct {
	Entries  []Entry  // without those that were reversed
	Reversed []string // ids
	LeftOut  []string // projects, sorted
	Run      string   // that holds; empty: none
	Inputs   string   // hash of the inputs of Run
	Rule     Enforced // of Run; From is empty
	Sums     []Sum    // of Run
	Parts    int      // of Run
	Basis    Basis    // of Run
	Opened   *OpenRun // a run that is not finished
	Runs     int      // that were begun
}

// Basis is what a run shares: the confirmed entries and the projects that are left out, as they were when it began.
type Basis struct {
	Entries []string // ids
	LeftOut []string // projects, sorted
}

func (b Basis) same(other Basis) bool {
	return slices.Equal(b.Entries, other.Entries) && slices.Equal(b.LeftOut, other.LeftOut)
}

// basis is what a run that began now would share.
func (d DayState) basis() Basis {
	var ids []string
	for _, e := range d.Income() {
		ids = append(ids, e.Entry)
	}
	return Basis{Entries: ids, LeftOut: d.LeftOut}
}

// OpenRun is a run that is not finished.
type OpenRun struct {
	Run      string
	Inputs   string
	Rule     Enforced // From is empty
	Replaces string
	Basis    Basis
	Undone   int  // parts of the earlier run that are taken back
	Cleared  bool // all of the earlier run is taken back
	Noted    int  // parts
}

// Evolve applies one event that was decided at a moment.
func (d DayState) Evolve(event any, at time.Time) DayState {
	switch e := event.(type) {
	case IncomeEntered:
		d.Entries = append(slices.Clone(d.Entries), Entry{
			ID: e.Entry, Source: e.Source, Amount: e.Amount, Project: e.Project, Account: e.Account, Evidence: e.Evidence, At: at,
		})
	case IncomeConfirmed:
		d.Entries = slices.Clone(d.Entries)
		for i := range d.Entries {
			d.Entries[i].Confirmed = d.Entries[i].Confirmed || d.Entries[i].ID == e.Entry
		}
	case IncomeReversed:
		d.Entries = slices.DeleteFunc(slices.Clone(d.Entries), func(x Entry) bool { return x.ID == e.Entry })
		d.Reversed = append(slices.Clone(d.Reversed), e.Entry)
	case ProjectLeftOut:
		d.LeftOut = append(slices.Clone(d.LeftOut), e.Project)
		slices.Sort(d.LeftOut)
	case ProjectTakenIn:
		d.LeftOut = slices.DeleteFunc(slices.Clone(d.LeftOut), func(id string) bool { return id == e.Project })
	default:
		d.share(event)
	}
	return d
}

func (d *DayState) share(event any) {
	open := OpenRun{}
	if d.Opened != nil {
		open = *d.Opened
	}
	switch e := event.(type) {
	case SharingBegun:
		open = OpenRun{
			Run: e.Run, Inputs: e.Inputs, Rule: Enforced{Rule: e.Rule, Version: e.Version, Hash: e.Hash}, Replaces: e.Replaces,
			Basis: d.basis(), Cleared: e.Replaces == "",
		}
		d.Runs++
	case SharesUndone:
		open.Undone++
	case SharingUndone:
		open.Cleared = true
	case SharesNoted:
		open.Noted++
	case SharingFinished:
		d.Run, d.Inputs, d.Rule, d.Sums, d.Parts, d.Basis = open.Run, open.Inputs, open.Rule, e.Sums, e.Parts, open.Basis
		d.Opened = nil
		return
	default:
		return
	}
	d.Opened = &open
}

// Income are the confirmed entries.
func (d DayState) Income() []Income {
	list := []Income{}
	for _, e := range d.Entries {
		if e.Confirmed {
			list = append(list, Income{Entry: e.ID, Source: e.Source, Amount: e.Amount, Project: e.Project})
		}
	}
	return list
}

func (d DayState) entry(id string) (Entry, bool) {
	i := slices.IndexFunc(d.Entries, func(e Entry) bool { return e.ID == id })
	if i < 0 {
		return Entry{}, false
	}
	return d.Entries[i], true
}

// DayCommand is a command on a day.
type DayCommand interface {
	decide(d DayState) ([]any, role.Role, error)
}

// DecideDay returns the events of a command, or a *fault.Error.
func DecideDay(d DayState, c DayCommand) ([]decision.Event, error) { return decision.Of(c.decide(d)) }
