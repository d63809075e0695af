package revenue

import (
	"slices"
	"strconv"

	"github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// The states of an entry.
const (
	entryEntered   = "entered"
	entryConfirmed = "confirmed"
	entryReversed  = "reversed"
)

func (b *batch) day(day string, how func(*dayRow)) {
	days.Upsert(b.rows, dayRow{Day: rows.Day(day), LeftOut: []string{}}, how)
}

func (b *batch) entered(e runtime.Event, p revenue.IncomeEntered) {
	entries.Put(b.rows, entryRow{
		ID: p.Entry, Day: rows.Day(p.Day), Source: p.Source, Amount: p.Amount, Project: p.Project, Account: p.Account,
		Evidence: p.Evidence, At: e.At(), State: entryEntered,
	})
}

func (b *batch) confirmed(e runtime.Event, p revenue.IncomeConfirmed) {
	entries.Update(b.rows, entryRow{ID: p.Entry}, func(r *entryRow) {
		r.State, r.Alone, r.Confirmer = entryConfirmed, p.Alone, e.Meta.Actor
	})
	b.day(p.Day, func(r *dayRow) { r.Due = true })
}

func (b *batch) reversed(_ runtime.Event, p revenue.IncomeReversed) {
	entries.Update(b.rows, entryRow{ID: p.Entry}, func(r *entryRow) { r.State = entryReversed })
	if p.Confirmed {
		b.day(p.Day, func(r *dayRow) { r.Due = true })
	}
}

func (b *batch) leftOut(_ runtime.Event, p revenue.ProjectLeftOut) {
	b.day(p.Day, func(r *dayRow) {
		r.LeftOut = append(slices.Clone(r.LeftOut), p.Project)
		slices.Sort(r.LeftOut)
		r.Due = true
	})
}

func (b *batch) takenIn(_ runtime.Event, p revenue.ProjectTakenIn) {
	b.day(p.Day, func(r *dayRow) {
		r.LeftOut = slices.DeleteFunc(slices.Clone(r.LeftOut), func(id string) bool { return id == p.Project })
		r.Due = true
	})
}

// The statements on shares, sums and people run at the end of a batch in the order of the events, and no others touch
// these rows.
const (
	noteShares = `
insert into shares (day, run, account, project, source, amount)
select $1::date, $2, u.account, u.project, $3, u.amount from unnest($4::text[], $5::text[], $6::bigint[]) as u (account, project, amount)`
	undoShares = `
delete from shares s using unnest($4::text[], $5::text[]) as u (account, project)
where s.account = u.account and s.day = $1::date and s.project = u.project and s.source = $3 and s.run = $2`

	noPeople    = `update days set people = 0 where day = $1::date`
	countPeople = `
update days set people = (select count(distinct account) from shares s where s.day = days.day and s.run = days.run)
where day = $1::date and run = $2`

	noSums   = `delete from sums where day = $1::date`
	noteSums = `
insert into sums (day, source, creators, platform, reserve)
select $1::date, u.* from unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[]) as u`
)

func (b *batch) begun(_ runtime.Event, p revenue.SharingBegun) {
	b.day(p.Day, func(r *dayRow) {
		r.Run, r.Rule, r.Hash, r.Inputs, r.Finished, r.Due = p.Run, p.Rule+"/"+strconv.Itoa(p.Version), p.Hash, p.Inputs, nil, false
	})
	b.rows.After(noPeople, day(p.Day))
}

func (b *batch) noted(_ runtime.Event, p revenue.SharesNoted) {
	accounts, projects := parties(p.Shares)
	amounts := make([]int64, len(p.Shares))
	for i, s := range p.Shares {
		amounts[i] = int64(s.Amount)
	}
	b.rows.After(noteShares, day(p.Day), p.Run, p.Source, accounts, projects, amounts)
	b.shares += len(p.Shares)
}

func (b *batch) undone(_ runtime.Event, p revenue.SharesUndone) {
	accounts, projects := parties(p.Shares)
	b.rows.After(undoShares, day(p.Day), p.Run, p.Source, accounts, projects)
	b.shares += len(p.Shares)
}

func parties(shares []revenue.Share) (accounts, projects []string) {
	accounts, projects = make([]string, len(shares)), make([]string, len(shares))
	for i, s := range shares {
		accounts[i], projects[i] = s.Account, s.Project
	}
	return accounts, projects
}

// allUndone leaves the day with the run that replaces the one that is taken back.
func (b *batch) allUndone(_ runtime.Event, p revenue.SharingUndone) {
	b.day(p.Day, func(r *dayRow) { r.Creators, r.Platform, r.Reserve = 0, 0, 0 })
	b.rows.After(noSums, day(p.Day))
}

func (b *batch) finished(e runtime.Event, p revenue.SharingFinished) {
	at := e.At()
	var sources []string
	var creators, platform, reserve []int64
	for _, s := range p.Sums {
		sources, creators = append(sources, s.Source), append(creators, int64(s.Creators))
		platform, reserve = append(platform, int64(s.Platform)), append(reserve, int64(s.Reserve))
	}
	b.day(p.Day, func(r *dayRow) {
		r.Finished, r.Creators, r.Platform, r.Reserve = &at, 0, 0, 0
		for _, s := range p.Sums {
			r.Creators, r.Platform, r.Reserve = r.Creators+s.Creators, r.Platform+s.Platform, r.Reserve+s.Reserve
		}
	})
	b.rows.After(noSums, day(p.Day))
	b.rows.After(noteSums, day(p.Day), sources, creators, platform, reserve)
	b.rows.After(countPeople, day(p.Day), p.Run)
}

func day(text string) rows.Day { return rows.Day(text) }
