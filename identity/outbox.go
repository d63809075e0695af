package identity

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/codec"
)

// Announcer appends to the log that an account's profile changed, and says where the event stands.
// Called again with the same outbox id it must not append twice.
type Announcer func(ctx context.Context, accountID string, outboxID int64) (eventlog.Position, error)

// NewAnnouncer makes the announcer over a log. The codec must know account.EventTypes.
func NewAnnouncer(log eventlog.Log, c *codec.Codec) Announcer {
	return func(ctx context.Context, accountID string, outboxID int64) (eventlog.Position, error) {
		typ, data, err := c.Encode(account.ProfileChanged{Account: accountID})
		if err != nil {
			return 0, fmt.Errorf("announce profile: %w", err)
		}
		stream := "account-" + accountID
		command := "identity outbox " + strconv.FormatInt(outboxID, 10) + " " + accountID
		event := eventlog.Event{ID: eventlog.DeriveEventID(command, 0), Type: typ, Data: data,
			Meta: eventlog.Metadata{Actor: accountID, Role: string(role.Self), At: time.Now().UTC().Truncate(time.Microsecond), Salt: eventlog.NewSalt()}}
		for {
			last := eventlog.NoRevision
			for e, err := range log.Stream(ctx, stream, 0) {
				if err != nil {
					return 0, fmt.Errorf("announce profile: %w", err)
				}
				if e.ID == event.ID {
					return e.Position, nil // an earlier try, whose answer was lost
				}
				last = e.Revision
			}
			receipt, err := log.Append(ctx, eventlog.Write{Stream: stream, Expected: eventlog.At(last), Events: []eventlog.Event{event}})
			var conflict *eventlog.Conflict
			if errors.As(err, &conflict) {
				continue // another process announced an earlier change meanwhile
			}
			if err != nil {
				return 0, fmt.Errorf("announce profile: %w", err)
			}
			return receipt.Position, nil
		}
	}
}

// Drain announces what waits in the outbox, oldest first, and gives the position of the last event it
// appended; zero when nothing waited. Rows that another process is just announcing are left to it.
func (s *Service) Drain(ctx context.Context) (eventlog.Position, error) {
	if s.opts.Announcer == nil {
		return 0, nil
	}
	var last eventlog.Position
	for {
		position, err := s.drainOne(ctx)
		if errors.Is(err, pgx.ErrNoRows) {
			return last, nil
		}
		if err != nil {
			return last, fmt.Errorf("empty the outbox: %w", err)
		}
		last = position
	}
}

// drainOne keeps the row locked while the event is appended. When the commit is lost the row is
// announced again, under the same event id.
func (s *Service) drainOne(ctx context.Context) (position eventlog.Position, err error) {
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		var id int64
		var who string
		if err := tx.QueryRow(ctx, `DELETE FROM identity.outbox WHERE id = (
			SELECT id FROM identity.outbox ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id, account`).Scan(&id, &who); err != nil {
			return err
		}
		position, err = s.opts.Announcer(ctx, who, id)
		return err
	})
	return position, err
}

func (s *Service) wake() {
	select {
	case s.announce <- struct{}{}:
	default:
	}
}

// Run announces changed profiles, sends letters and clears what has expired until the context ends. Any number of
// processes may run it.
func (s *Service) Run(ctx context.Context) error {
	var letters sync.WaitGroup
	letters.Go(func() { s.runLetters(ctx) }) // a mail server that is slow holds up nothing else
	defer letters.Wait()
	poll := time.NewTicker(2 * time.Second)
	defer poll.Stop()
	clean := time.NewTicker(10 * time.Minute)
	defer clean.Stop()
	for {
		if _, err := s.Drain(ctx); err != nil && ctx.Err() == nil {
			s.log.WarnContext(ctx, "changed profiles wait to be announced", "error", err)
			select { // the log may be away for a while
			case <-ctx.Done():
			case <-time.After(2 * time.Second):
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-s.announce:
		case <-poll.C:
		case <-clean.C:
			if err := s.Clean(ctx); err != nil && ctx.Err() == nil {
				s.log.WarnContext(ctx, "expired sessions and attempts were not cleared", "error", err)
			}
		}
	}
}

// runLetters sends letters until the context ends.
func (s *Service) runLetters(ctx context.Context) {
	poll := time.NewTicker(5 * time.Second)
	defer poll.Stop()
	for {
		if _, err := s.Deliver(ctx); err != nil && ctx.Err() == nil {
			s.log.WarnContext(ctx, "letters wait to be sent", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-s.posted:
		case <-poll.C:
		}
	}
}

// Clean deletes sessions that can no longer be refreshed, tokens that expired more than thirty days ago
// and attempts that no limit looks at any more.
func (s *Service) Clean(ctx context.Context) error {
	now := s.clock()
	for _, step := range []struct {
		sql    string
		before time.Time
	}{
		{"DELETE FROM identity.sessions WHERE refresh_expires <= $1", now},
		{"DELETE FROM identity.tokens WHERE expires <= $1", now.Add(-30 * 24 * time.Hour)},
		{"DELETE FROM identity.flows WHERE expires <= $1", now},
		{"DELETE FROM identity.proofs WHERE expires <= $1", now},
		{"DELETE FROM identity.attempts WHERE at <= $1", now.Add(-attemptsKept)},
	} {
		if _, err := s.pool.Exec(ctx, step.sql, step.before); err != nil {
			return fmt.Errorf("clear what has expired: %w", err)
		}
	}
	return nil
}
