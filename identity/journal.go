package identity

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/codec"
)

// Journal reads and appends the streams of accounts in the log.
type Journal struct {
	log   eventlog.Log
	codec *codec.Codec
	types Writable
}

// Writable checks whether events of the given types may be written now: a new type is rejected until every running
// process supports it (projections/runtime).
type Writable interface {
	Writable(ctx context.Context, types ...string) error
}

// NewJournal creates a journal over a log. The codec must contain account.EventTypes; if types is nil, every type may
// be written.
func NewJournal(log eventlog.Log, c *codec.Codec, types Writable) *Journal {
	return &Journal{log: log, codec: c, types: types}
}

// record appends an event to an account's stream unless it is already there, and returns its position: the answer of an
// earlier attempt may have been lost.
func (j *Journal) record(ctx context.Context, who string, event eventlog.Event) (eventlog.Position, error) {
	return j.append(ctx, who, func(_ account.State, positions map[eventlog.EventID]eventlog.Position) ([]eventlog.Event, eventlog.Position, error) {
		if at, ok := positions[event.ID]; ok {
			return nil, at, nil
		}
		return []eventlog.Event{event}, 0, nil
	})
}

// grant gives an account a role in the name of the program. It is decided once under one command, even if the role is
// revoked later. A set is named in the event's metadata only: the event's id does not depend on it.
func (j *Journal) grant(ctx context.Context, who string, to account.Role, command, set string, at time.Time) (eventlog.Position, error) {
	return j.append(ctx, who, func(s account.State, positions map[eventlog.EventID]eventlog.Position) ([]eventlog.Event, eventlog.Position, error) {
		if position, ok := positions[eventlog.DeriveEventID(command, 0)]; ok {
			return nil, position, nil
		}
		decided, err := account.Decide(s, account.ChangeRole{Account: who, To: to, As: role.System})
		if err != nil {
			return nil, 0, err
		}
		var events []eventlog.Event
		for n, e := range decided {
			typ, data, err := j.codec.Encode(e.Payload)
			if err != nil {
				return nil, 0, err
			}
			events = append(events, eventlog.Event{ID: eventlog.DeriveEventID(command, n), Type: typ, Data: data,
				Meta: eventlog.Metadata{Role: string(role.System), Command: strings.TrimSpace(set + " " + command), At: at, Salt: eventlog.NewSalt()}})
		}
		return events, 0, nil
	})
}

// decision returns the new events for an account's stream, given its state and the positions of its events; without
// events, it returns the position of the existing ones.
type decision func(s account.State, positions map[eventlog.EventID]eventlog.Position) ([]eventlog.Event, eventlog.Position, error)

// append decides again after each conflict.
func (j *Journal) append(ctx context.Context, who string, decide decision) (eventlog.Position, error) {
	stream := account.Stream(who)
	for {
		state, last, positions := account.State{}, eventlog.NoRevision, map[eventlog.EventID]eventlog.Position{}
		for e, err := range j.log.Stream(ctx, stream, 0) {
			if err != nil {
				return 0, fmt.Errorf("read %s: %w", stream, err)
			}
			payload, err := j.codec.Decode(e.Type, e.Data)
			if err != nil {
				return 0, fmt.Errorf("read %s: %w", stream, err)
			}
			state, last, positions[e.ID] = account.Evolve(state, payload), e.Revision, e.Position
		}
		events, position, err := decide(state, positions)
		if err != nil || len(events) == 0 {
			return position, err
		}
		if err := j.ask(ctx, events); err != nil {
			return 0, fmt.Errorf("append to %s: %w", stream, err)
		}
		receipt, err := j.log.Append(ctx, eventlog.Write{Stream: stream, Expected: eventlog.At(last), Events: events})
		var conflict *eventlog.Conflict
		if errors.As(err, &conflict) {
			continue
		}
		if err != nil {
			return 0, fmt.Errorf("append to %s: %w", stream, err)
		}
		return receipt.Position, nil
	}
}

// unreleased means that an event waits because of its type.
type unreleased struct {
	typ string
	err error
}

func (u *unreleased) Error() string {
	return fmt.Sprintf("an event of type %s may not be written: %v", u.typ, u.err)
}
func (u *unreleased) Unwrap() error { return u.err }

// ask rejects events whose type a running process does not support.
func (j *Journal) ask(ctx context.Context, events []eventlog.Event) error {
	if j.types == nil {
		return nil
	}
	for _, e := range events {
		if err := j.types.Writable(ctx, e.Type); err != nil {
			return &unreleased{typ: e.Type, err: err}
		}
	}
	return nil
}

// head is the end of the log; zero if it cannot be read.
func (s *Service) head(ctx context.Context) eventlog.Position {
	if s.opts.Journal == nil {
		return 0
	}
	head, err := s.opts.Journal.log.Head(ctx)
	if err != nil {
		s.log.WarnContext(ctx, "cannot read the position for the answer of a repeated request", "error", err)
	}
	return head
}
