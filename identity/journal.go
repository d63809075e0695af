package identity

import (
	"context"
	"errors"
	"fmt"
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

// Writable says whether events of the given types may be written now: a type that is new waits until every running
// process knows it (projections/runtime).
type Writable interface {
	Writable(ctx context.Context, types ...string) error
}

// NewJournal makes a journal over a log. The codec must know account.EventTypes; without types every type may be
// written.
func NewJournal(log eventlog.Log, c *codec.Codec, types Writable) *Journal {
	return &Journal{log: log, codec: c, types: types}
}

// record appends an event to an account's stream where it does not stand there yet, and says where it stands: an
// earlier try may have lost its answer.
func (j *Journal) record(ctx context.Context, who string, event eventlog.Event) (eventlog.Position, error) {
	return j.append(ctx, who, func(_ account.State, stands map[eventlog.EventID]eventlog.Position) ([]eventlog.Event, eventlog.Position, error) {
		if at, ok := stands[event.ID]; ok {
			return nil, at, nil
		}
		return []eventlog.Event{event}, 0, nil
	})
}

// grant gives an account a role by the program itself. It is decided once under one command, whoever takes the role
// away later.
func (j *Journal) grant(ctx context.Context, who string, to account.Role, command string, at time.Time) (eventlog.Position, error) {
	return j.append(ctx, who, func(s account.State, stands map[eventlog.EventID]eventlog.Position) ([]eventlog.Event, eventlog.Position, error) {
		if position, ok := stands[eventlog.DeriveEventID(command, 0)]; ok {
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
				Meta: eventlog.Metadata{Role: string(role.System), Command: command, At: at, Salt: eventlog.NewSalt()}})
		}
		return events, 0, nil
	})
}

// decision says what follows from an account's stream, given its state and where each of its events stands; without
// events, the position that stands for them.
type decision func(s account.State, stands map[eventlog.EventID]eventlog.Position) ([]eventlog.Event, eventlog.Position, error)

// append decides again after each conflict.
func (j *Journal) append(ctx context.Context, who string, decide decision) (eventlog.Position, error) {
	stream := account.Stream(who)
	for {
		state, last, stands := account.State{}, eventlog.NoRevision, map[eventlog.EventID]eventlog.Position{}
		for e, err := range j.log.Stream(ctx, stream, 0) {
			if err != nil {
				return 0, fmt.Errorf("read %s: %w", stream, err)
			}
			payload, err := j.codec.Decode(e.Type, e.Data)
			if err != nil {
				return 0, fmt.Errorf("read %s: %w", stream, err)
			}
			state, last, stands[e.ID] = account.Evolve(state, payload), e.Revision, e.Position
		}
		events, position, err := decide(state, stands)
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

// unreleased says that an event waits because of its type.
type unreleased struct {
	typ string
	err error
}

func (u *unreleased) Error() string {
	return fmt.Sprintf("an event of type %s may not be written: %v", u.typ, u.err)
}
func (u *unreleased) Unwrap() error { return u.err }

// ask refuses events of which a running process does not know the type.
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

// head is where the log ends; zero where it cannot be read.
func (s *Service) head(ctx context.Context) eventlog.Position {
	if s.opts.Journal == nil {
		return 0
	}
	head, err := s.opts.Journal.log.Head(ctx)
	if err != nil {
		s.log.WarnContext(ctx, "a repeated request is answered without its position", "error", err)
	}
	return head
}
