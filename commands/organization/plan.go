package organization

import (
	"cmp"
	"fmt"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
)

// Planned is an organization that comes from elsewhere.
type Planned struct {
	Command string // names the plan for ever: the ids of its events are derived from it
	At      time.Time
	Create  organization.Create
	Role    role.Role             // of what the owner does in the plan; empty for owner
	Members []organization.Invite // who has joined; By is the owner
	// Projects are the ids of those that are planned for it. An organization that is planned without them cannot tell
	// that it owns any, and must be a repost team, which is never deleted.
	Projects []string
}

// PlanOrganization decides a plan by the same rules as a person's command, and gives the writes to be appended
// together. Appending the same plan twice is appending it once.
func PlanOrganization(codec commands.Codec, p Planned) ([]eventlog.Write, error) {
	plan := &plan{codec: codec, planned: p}
	id := p.Create.Organization
	state, err := plan.decide(organization.State{}, p.Create.Account, p.Create)
	if err != nil {
		return nil, err
	}
	for _, m := range p.Members {
		m.By = organization.Actor{Account: p.Create.Account}
		if state, err = plan.decide(state, p.Create.Account, m); err != nil {
			return nil, err
		}
		if state, err = plan.decide(state, m.Account, organization.Join{By: organization.Actor{Account: m.Account}}); err != nil {
			return nil, err
		}
	}
	reserved, err := organization.ReserveSlug(organization.Slug{}, state.Slug, id)
	if err != nil {
		return nil, err
	}
	if err := plan.append(slugStream(state.Slug), p.Create.Account, role.Owner, reserved); err != nil {
		return nil, err
	}
	var owned organization.Projects
	for _, project := range p.Projects {
		events, err := owned.Add(project, nil)
		if err != nil {
			return nil, err
		}
		for _, e := range events {
			owned = organization.EvolveProjects(owned, e)
		}
		if err := plan.append(ownedStream(id), p.Create.Account, role.Owner, events); err != nil {
			return nil, err
		}
	}
	return plan.writes, nil
}

type plan struct {
	codec   commands.Codec
	planned Planned
	writes  []eventlog.Write
	count   int
}

func (p *plan) decide(state organization.State, actor string, c organization.Command) (organization.State, error) {
	events, as, err := organization.Decide(state, c)
	if err != nil {
		return state, err
	}
	for _, e := range events {
		state = organization.Evolve(state, e)
	}
	return state, p.append(stream(p.planned.Create.Organization), actor, as, events)
}

func (p *plan) append(stream, actor string, as role.Role, events []any) error {
	if len(events) == 0 {
		return nil
	}
	if n := len(p.writes); n == 0 || p.writes[n-1].Stream != stream {
		p.writes = append(p.writes, eventlog.Write{Stream: stream, Expected: eventlog.NoStream})
	}
	if as == role.Owner {
		as = cmp.Or(p.planned.Role, as)
	}
	write := &p.writes[len(p.writes)-1]
	for _, payload := range events {
		typ, data, err := p.codec.Encode(payload)
		if err != nil {
			return fmt.Errorf("plan organization %s: %w", p.planned.Create.Slug, err)
		}
		write.Events = append(write.Events, eventlog.Event{
			ID: eventlog.DeriveEventID(p.planned.Command, p.count), Type: typ, Data: data,
			Meta: commands.PlanMetadata(actor, as, p.planned.Command, p.planned.At),
		})
		p.count++
	}
	return nil
}
