package organization

import (
	"fmt"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/eventlog"
)

// Planned is an organization that comes from elsewhere.
type Planned struct {
	Command string // names the plan for ever: the ids of its events are derived from it
	At      time.Time
	Create  organization.Create
}

// PlanOrganization decides a plan by the same rules as a person's command, and gives the writes to be appended
// together. Appending the same plan twice is appending it once.
func PlanOrganization(codec commands.Codec, p Planned) ([]eventlog.Write, error) {
	slug, err := project.NormalSlug(p.Create.Slug)
	if err != nil {
		return nil, err
	}
	p.Create.Slug = slug
	events, err := organization.Decide(organization.State{}, p.Create)
	if err != nil {
		return nil, err
	}
	reserved, err := organization.ReserveSlug(organization.Slug{}, slug, p.Create.Organization)
	if err != nil {
		return nil, err
	}
	writes := []eventlog.Write{
		{Stream: "organization-" + p.Create.Organization, Expected: eventlog.NoStream},
		{Stream: slugStream(slug), Expected: eventlog.NoStream},
	}
	n := 0
	for i, list := range [][]any{events, reserved} {
		for _, payload := range list {
			typ, data, err := codec.Encode(payload)
			if err != nil {
				return nil, fmt.Errorf("plan organization %s: %w", slug, err)
			}
			writes[i].Events = append(writes[i].Events, eventlog.Event{
				ID: eventlog.DeriveEventID(p.Command, n), Type: typ, Data: data,
				Meta: eventlog.Metadata{Actor: p.Create.Account, Command: p.Command, At: p.At.UTC().Truncate(time.Microsecond)},
			})
			n++
		}
	}
	return writes, nil
}
