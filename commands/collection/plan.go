package collection

import (
	"fmt"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
)

// Planned is what one account keeps from the beginning of a site's history. The events of a stream follow each
// other by an hour, the last at At.
type Planned struct {
	Command string // names the plan for ever: the ids of its events are derived from it
	Account string
	At      time.Time
}

// PlanFollows decides by the same rules as a person's clicks which projects an account follows, the last followed
// last. Appending the same plan twice is appending it once; over other follows the append is a conflict.
func PlanFollows(codec commands.Codec, p Planned, projects []string) (eventlog.Write, error) {
	var follows collection.Follows
	var events []any
	for _, project := range projects {
		more, err := collection.Follow(follows, p.Account, project)
		if err != nil {
			return eventlog.Write{}, err
		}
		for _, e := range more {
			follows = collection.EvolveFollows(follows, e)
		}
		events = append(events, more...)
	}
	n := 0
	return p.write(codec, followStream(p.Account), role.Self, events, &n)
}

// PlanCollections decides which collections an account has; the writes are to be appended together, as above.
func PlanCollections(codec commands.Codec, p Planned, creates []collection.Create) ([]eventlog.Write, error) {
	var slots collection.Slots
	var taken []any
	var writes []eventlog.Write
	n := 0
	for _, c := range creates {
		c.By = collection.Actor{Account: p.Account}
		events, as, err := collection.Decide(collection.State{}, c)
		if err != nil {
			return nil, err
		}
		slot, _, err := collection.TakeSlot(slots, c.By, c.Collection)
		if err != nil {
			return nil, err
		}
		for _, e := range slot {
			slots = collection.EvolveSlots(slots, e)
		}
		taken = append(taken, slot...)
		write, err := p.write(codec, stream(c.Collection), as, events, &n)
		if err != nil {
			return nil, err
		}
		writes = append(writes, write)
	}
	write, err := p.write(codec, slotStream(p.Account), role.Owner, taken, &n)
	return append(writes, write), err
}

// write encodes the events of one stream; n counts those of the whole plan.
func (p Planned) write(codec commands.Codec, stream string, as role.Role, events []any, n *int) (eventlog.Write, error) {
	w := eventlog.Write{Stream: stream, Expected: eventlog.NoStream}
	for i, payload := range events {
		typ, data, err := codec.Encode(payload)
		if err != nil {
			return w, fmt.Errorf("plan %s: %w", stream, err)
		}
		at := p.At.Add(time.Duration(i+1-len(events)) * time.Hour)
		w.Events = append(w.Events, eventlog.Event{
			ID: eventlog.DeriveEventID(p.Command, *n), Type: typ, Data: data,
			Meta: commands.PlanMetadata(p.Account, as, p.Command, at),
		})
		*n++
	}
	return w, nil
}
