package revenue

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// The days from $1 to before $2.
const (
	dayEntries = `
select to_char(day, 'YYYY-MM-DD'), id, source, amount, project, account, at, state, alone, confirmer from revenue.entries
where day >= $1::date and day < $2::date order by day, at, id`

	dayRuns = `
select to_char(day, 'YYYY-MM-DD'), rule, creators, platform, reserve, people::int, left_out, finished is not null from revenue.days
where day >= $1::date and day < $2::date order by day`

	daySums = `
select to_char(day, 'YYYY-MM-DD'), source, creators + platform + reserve from revenue.sums where day >= $1::date and day < $2::date`

	// dayChanges are the projects whose parts of the day $1 and of the day before differ most.
	dayChanges = `
with part as (
    select s.day, s.project, sum(s.amount)::bigint as amount from revenue.shares s join revenue.days d on d.day = s.day and d.run = s.run
    where s.day in ($1::date, $1::date - 1) group by s.day, s.project
), pair as (
    select project, coalesce(sum(amount) filter (where day < $1::date), 0)::bigint as before,
        coalesce(sum(amount) filter (where day = $1::date), 0)::bigint as now
    from part group by project
)
select project, before, now from pair where before <> now order by abs(now - before) desc, project limit 20`
)

// day is a day with what its sharing depends on.
type day struct {
	contract.TreasuryDay
	leftOut []string
	begun   bool // a run was begun
	done    bool // it is finished
	entries []entry
	sums    map[string]contract.Money // of the run, by source
}

type entry struct {
	day, project, account, confirmer string
	contract.TreasuryEntry
}

// shared is true if the run that holds shares what is confirmed; a day without income is shared.
func (d *day) shared() bool {
	if d.begun && !d.done {
		return false
	}
	left := map[string]contract.Money{}
	for source, amount := range d.sums {
		left[source] -= amount
	}
	for _, e := range d.entries {
		if e.State == "confirmed" {
			left[e.Source] += e.Amount
		}
	}
	for _, amount := range left {
		if amount != 0 {
			return false
		}
	}
	return true
}

// days are the days of a range that have income or a run.
func (s *Routes) days(ctx context.Context, from, to time.Time) (map[string]*day, error) {
	of := map[string]*day{}
	at := func(name string) *day {
		if of[name] == nil {
			of[name] = &day{TreasuryDay: contract.TreasuryDay{Day: name}, sums: map[string]contract.Money{}}
		}
		return of[name]
	}
	_, err := view.Rows(ctx, s.source, "entries", func(row pgx.CollectableRow) (e entry, err error) {
		err = row.Scan(&e.day, &e.ID, &e.Source, &e.Amount, &e.project, &e.account, &e.At, &e.State, &e.Alone, &e.confirmer)
		d := at(e.day)
		d.entries = append(d.entries, e)
		return e, err
	}, dayEntries, from, to)
	if err != nil {
		return nil, err
	}
	_, err = view.Rows(ctx, s.source, "days", func(row pgx.CollectableRow) (_ struct{}, err error) {
		var name, rule string
		var one contract.TreasuryDay
		var leftOut []string
		var done bool
		if err = row.Scan(&name, &rule, &one.Creators, &one.Platform, &one.Reserve, &one.People, &leftOut, &done); err != nil {
			return struct{}{}, err
		}
		d := at(name)
		d.Creators, d.Platform, d.Reserve, d.People = one.Creators, one.Platform, one.Reserve, one.People
		d.leftOut, d.begun, d.done = leftOut, rule != "", done
		if done {
			d.Rule = &rule
		}
		return struct{}{}, nil
	}, dayRuns, from, to)
	if err != nil {
		return nil, err
	}
	_, err = view.Rows(ctx, s.source, "sums of days", func(row pgx.CollectableRow) (_ struct{}, err error) {
		var name, source string
		var amount contract.Money
		err = row.Scan(&name, &source, &amount)
		at(name).sums[source] = amount
		return struct{}{}, err
	}, daySums, from, to)
	return of, err
}

// treasuryDayList are days as documents, newest first.
func (s *Routes) treasuryDayList(ctx context.Context, of map[string]*day) ([]contract.TreasuryDay, error) {
	var projects, accounts []string
	for _, d := range of {
		projects = append(projects, d.leftOut...)
		for _, e := range d.entries {
			projects, accounts = append(projects, e.project), append(accounts, e.account, e.confirmer)
		}
	}
	titles, err := s.projects(ctx, everything(), projects)
	if err != nil {
		return nil, err
	}
	people, err := s.people(ctx, accounts)
	if err != nil {
		return nil, err
	}
	out := []contract.TreasuryDay{}
	for _, d := range of {
		d.Shared, d.Entries, d.LeftOut, d.Changes = d.shared(), []contract.TreasuryEntry{}, []contract.LedgerProject{}, []contract.TreasuryChange{}
		for _, id := range d.leftOut {
			d.LeftOut = append(d.LeftOut, titles[id])
		}
		for _, e := range d.entries {
			if e.project != "" {
				p := titles[e.project]
				e.Project = &p
			}
			e.User, e.Confirmer = people[e.account], people[e.confirmer]
			d.Entries = append(d.Entries, e.TreasuryEntry)
		}
		out = append(out, d.TreasuryDay)
	}
	slices.SortFunc(out, func(a, b contract.TreasuryDay) int { return cmp.Compare(b.Day, a.Day) })
	return out, nil
}

// everything is the viewer for whom all projects have a title: treasurers see for what the site has paid.
func everything() view.Viewer { return view.Viewer{Staff: true} }

type treasuryDaysIn struct {
	Month string `query:"month" doc:"月份 YYYY-MM，默认本月（UTC）"`
}

func (s *Routes) treasuryDays(ctx context.Context, in *treasuryDaysIn) ([]contract.TreasuryDay, error) {
	if err := keeper(ctx); err != nil {
		return nil, err
	}
	first, err := monthOf("month", cmp.Or(in.Month, s.o.Now().UTC().Format(monthForm)))
	if err != nil {
		return nil, err
	}
	of, err := s.days(ctx, first, first.AddDate(0, 1, 0))
	if err != nil {
		return nil, err
	}
	return s.treasuryDayList(ctx, of)
}

type treasuryDayIn struct {
	Day view.Name `path:"day"`
}

// treasuryDay answers a day; one without income is empty.
func (s *Routes) treasuryDay(ctx context.Context, in *treasuryDayIn) (out contract.TreasuryDay, err error) {
	if err := keeper(ctx); err != nil {
		return out, err
	}
	name := string(in.Day)
	from, err := time.Parse(time.DateOnly, name)
	if err != nil || from.Format(time.DateOnly) != name || from.Year() < 2000 || from.Year() > 2200 {
		return out, httpkit.Invalid("day", "日期的格式应为 YYYY-MM-DD")
	}
	of, err := s.days(ctx, from, from.AddDate(0, 0, 1))
	if err != nil {
		return out, err
	}
	if of[name] == nil {
		of[name] = &day{TreasuryDay: contract.TreasuryDay{Day: name}}
	}
	list, err := s.treasuryDayList(ctx, of)
	if err != nil {
		return out, err
	}
	out = list[0]
	out.Changes, err = s.changes(ctx, from)
	return out, err
}

func (s *Routes) changes(ctx context.Context, of time.Time) ([]contract.TreasuryChange, error) {
	var ids []string
	list, err := view.Rows(ctx, s.source, "changes of a day", func(row pgx.CollectableRow) (c contract.TreasuryChange, err error) {
		err = row.Scan(&c.Project.ID, &c.Before, &c.Now)
		ids = append(ids, c.Project.ID)
		return c, err
	}, dayChanges, of)
	if err != nil {
		return nil, err
	}
	titles, err := s.projects(ctx, everything(), ids)
	for i := range list {
		list[i].Project = titles[list[i].Project.ID]
	}
	return list, err
}
