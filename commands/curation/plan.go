package curation

import (
	"fmt"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/curation"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
)

// Planned is the first choice of a place, made with the site itself.
type Planned struct {
	Command string // names the plan for ever: the ids of its events are derived from it
	At      time.Time
	Place   curation.Place
	Entries []curation.Entry
}

// PlanCuration decides a plan by the same rules as a person's command. Appending it twice is appending it once;
// where the place has a choice already, the append is a conflict.
func PlanCuration(codec commands.Codec, p Planned) (eventlog.Write, error) {
	write := eventlog.Write{Stream: "curation-" + string(p.Place), Expected: eventlog.NoStream}
	events, err := curation.Decide(curation.State{}, curation.Change{Staff: true, Place: p.Place, Entries: p.Entries})
	if err != nil {
		return write, err
	}
	for n, payload := range events {
		typ, data, err := codec.Encode(payload)
		if err != nil {
			return write, fmt.Errorf("plan the choice for %s: %w", p.Place, err)
		}
		write.Events = append(write.Events, eventlog.Event{
			ID: eventlog.DeriveEventID(p.Command, n), Type: typ, Data: data,
			Meta: commands.PlanMetadata("", role.System, p.Command, p.At),
		})
	}
	return write, nil
}
