package revenue

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// peopleOf are the people of the projects $1 on the day $2, whose end is $3: the accepted members of the project, and
// those of its organization who are not members of the project itself. Projects of repost organizations have nobody.
const peopleOf = `
with asked as (
    select a.project, h.organization from unnest($1::text[]) as a (project)
    left join revenue.homes h on h.project = a.project and h.began < $3 and h.ended >= $3
    where not exists (select from revenue.reposts r where r.organization = h.organization)
), member as (
    select distinct on (a.project, m.account) a.project, m.account, m.team
    from asked a
    cross join lateral (values ('project-' || a.project, 0), ('organization-' || a.organization, 1)) t (team, rank)
    join revenue.members m on m.team = t.team and m.began < $3 and m.ended >= $3
    order by a.project, m.account, t.rank
)
select m.project, m.account, coalesce((
    select w.weight from revenue.weights w
    where w.team = m.team and w.account = m.account and w.stated < $3 and w.effective <= $2::date
    order by w.position desc limit 1), 0)
from member m order by m.project, m.account`

// Person is somebody who is paid for a project, with a weight in hundredths.
type Person struct {
	Account string
	Weight  int64
}

// People are those who are paid for projects on a day (UTC), by project and account. The day is given by its first
// moment. A project without people is missing.
func People(ctx context.Context, pool *pgxpool.Pool, day time.Time, projects []string) (map[string][]Person, error) {
	found, err := pool.Query(ctx, peopleOf, projects, day, day.AddDate(0, 0, 1))
	if err != nil {
		return nil, fmt.Errorf("read the people of projects: %w", err)
	}
	of := map[string][]Person{}
	var project string
	var p Person
	if _, err := pgx.ForEachRow(found, []any{&project, &p.Account, &p.Weight}, func() error {
		of[project] = append(of[project], p)
		return nil
	}); err != nil {
		return nil, fmt.Errorf("read the people of projects: %w", err)
	}
	return of, nil
}
