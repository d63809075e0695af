package revenue

import (
	"slices"
	"time"

	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/team"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// The statements on members, weights, homes and reposts run at the end of a batch in the order of the events, and no
// others touch these rows.
const (
	join = `
insert into members (team, account, began, ended) select $1, $2, $3, 'infinity'
where not exists (select from members where team = $1 and account = $2 and ended = 'infinity')
on conflict (team, account, began) do update set ended = 'infinity'`
	leave = `update members set ended = $3 where team = $1 and account = $2 and ended = 'infinity'`

	weigh = `
insert into weights (team, account, stated, effective, weight, position) values ($1, $2, $3, $4::date, $5, $6)
on conflict (team, account, position) do update set effective = excluded.effective, weight = excluded.weight`

	moveIn = `
insert into homes (project, organization, began, ended) values ($1, $2, $3, 'infinity')
on conflict (project, began) do update set organization = excluded.organization, ended = 'infinity'`
	moveOut = `update homes set ended = $2 where project = $1 and ended = 'infinity'`

	repost = `insert into reposts (organization) values ($1) on conflict do nothing`
)

// people are the handlers of events of teams, which are named as their streams. A deleted project keeps its people.
func people() []runtime.Handler[*batch] {
	return slices.Concat([]runtime.Handler[*batch]{
		runtime.On(func(b *batch, e runtime.Event, p project.Created) {
			if p.Owner != "" {
				b.joins(e, p.Owner)
			}
			if p.Organization != "" {
				b.rows.After(moveIn, e.Subject(), p.Organization, e.At())
			}
		}),
		runtime.On(func(b *batch, e runtime.Event, p project.EnteredOrganization) {
			b.rows.After(moveOut, e.Subject(), e.At())
			b.rows.After(moveIn, e.Subject(), p.Organization, e.At())
		}),
		runtime.On(func(b *batch, e runtime.Event, p project.LeftOrganization) {
			b.rows.After(moveOut, e.Subject(), e.At())
			b.joins(e, p.Owner)
		}),
		runtime.On(func(b *batch, e runtime.Event, p organization.Created) {
			b.joins(e, p.Owner)
			if p.Repost {
				b.rows.After(repost, p.Organization)
			}
		}),

		runtime.On(func(b *batch, e runtime.Event, p project.MemberInvited) { b.invited(e, p.Account, p.Weight) }),
		runtime.On(func(b *batch, e runtime.Event, p organization.MemberInvited) { b.invited(e, p.Account, p.Weight) }),
	}, members[project.Permissions](), members[organization.Rights]())
}

// members handle the changes of a team whose members have rights of type P.
func members[P any]() []runtime.Handler[*batch] {
	return []runtime.Handler[*batch]{
		runtime.On(func(b *batch, e runtime.Event, p team.Joined[P]) { b.joins(e, p.Account) }),
		runtime.On(func(b *batch, e runtime.Event, p team.WeightSet[P]) { b.weighs(e, p.Account, p.Weight, p.Effective) }),
		runtime.On(func(b *batch, e runtime.Event, p team.Left[P]) { b.leaves(e, p.Account) }),
		runtime.On(func(b *batch, e runtime.Event, p team.Removed[P]) { b.leaves(e, p.Account) }),
		runtime.On(func(b *batch, e runtime.Event, p team.Declined[P]) { b.leaves(e, p.Account) }),
		runtime.On(func(b *batch, e runtime.Event, p team.Withdrawn[P]) { b.leaves(e, p.Account) }),
	}
}

func (b *batch) joins(e runtime.Event, account string) { b.rows.After(join, e.Stream, account, e.At()) }

// invited states the weight of an invitation, which holds from the day of joining on: before it there is no membership.
func (b *batch) invited(e runtime.Event, account string, w team.Weight) {
	b.weighs(e, account, w, e.At().Format(time.DateOnly))
}

func (b *batch) weighs(e runtime.Event, account string, w team.Weight, from string) {
	b.rows.After(weigh, e.Stream, account, e.At(), rows.Day(from), int64(w), int64(e.Position))
}

// leaves ends a membership or an invitation. Who comes back without an invitation, as an owner, weighs nothing: earlier
// statements, also those for later days, are replaced.
func (b *batch) leaves(e runtime.Event, account string) {
	b.rows.After(leave, e.Stream, account, e.At())
	b.invited(e, account, 0)
}
