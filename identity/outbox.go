package identity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/jobs"
	"github.com/modyard/modyard/platform/pause"
)

// announcement is an event of an account in the outbox.
type announcement struct {
	account string
	payload any
	meta    eventlog.Metadata
}

// announce adds an event to the outbox, in the transaction of the change, after the account's row was changed: the lock
// of that row orders the announcements of an account.
func (s *Service) announce(ctx context.Context, tx pgx.Tx, a announcement) error {
	id := eventlog.NewEventID()
	if s.opts.Texts != nil {
		sealed, err := s.opts.Texts.Seal(ctx, "account-"+a.account, id, a.payload)
		if err != nil {
			return fmt.Errorf("announce a change: %w", err)
		}
		a.payload = sealed
		if a.meta.RequestHash, err = s.opts.Texts.RequestHash(ctx, a.meta.RequestHash, sealed); err != nil {
			return fmt.Errorf("announce a change: %w", err)
		}
	}
	typ, data, err := s.codec.Encode(a.payload)
	if err != nil {
		return fmt.Errorf("announce a change: %w", err)
	}
	meta, err := json.Marshal(a.meta.Stored())
	if err != nil {
		return fmt.Errorf("announce a change: %w", err)
	}
	_, err = tx.Exec(ctx, "INSERT INTO identity.outbox (account, event_id, type, data, metadata) VALUES ($1, $2, $3, $4, $5)",
		a.account, uuid.UUID(id), typ, string(data), string(meta))
	return err
}

// Drain appends the events of the outbox to the log, each account's events in their order, and returns the position of
// the last appended event; zero if the outbox was empty. Rows that another process is appending are skipped. An event
// whose type may not be written yet stays, and so do later ones of its account; those of other accounts are appended.
func (s *Service) Drain(ctx context.Context) (eventlog.Position, error) {
	if s.opts.Journal == nil {
		return 0, nil
	}
	var last eventlog.Position
	held := []string{}
	for {
		position, err := s.drainOne(ctx, held)
		var waits *unreleased
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			return last, nil
		case errors.As(err, &waits) && !slices.Contains(held, waits.typ):
			held = append(held, waits.typ)
			s.hold(ctx, waits)
		case err != nil:
			return last, fmt.Errorf("empty the outbox: %w", err)
		default:
			last = position
		}
	}
}

// hold logs once for each type that its events wait. The error names the process that does not support the type, or the
// failure of the check.
func (s *Service) hold(ctx context.Context, waits *unreleased) {
	if _, logged := s.held.LoadOrStore(waits.typ, true); !logged {
		s.log.WarnContext(ctx, "events of changed accounts wait until every running process supports their types", "type", waits.typ, "error", waits.err)
	}
}

// oldest takes the oldest row of an account of which no process holds a row: while the first row of an account is being
// appended, its other rows must wait. Types in $1 are skipped.
const oldest = `DELETE FROM identity.outbox WHERE id = (
    SELECT id FROM identity.outbox o
    WHERE type <> ALL ($1) AND NOT EXISTS (SELECT FROM identity.outbox before WHERE before.account = o.account AND before.id < o.id)
    ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING account, event_id, type, data, metadata`

// drainOne locks the row while the event is appended. If the commit is lost, the row is appended again, with the same
// event id.
func (s *Service) drainOne(ctx context.Context, held []string) (position eventlog.Position, err error) {
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		var who, typ, data, meta string
		var id uuid.UUID
		if err := tx.QueryRow(ctx, oldest, held).Scan(&who, &id, &typ, &data, &meta); err != nil {
			return err
		}
		event := eventlog.Event{ID: eventlog.EventID(id), Type: typ, Data: []byte(data)}
		if err := json.Unmarshal([]byte(meta), &event.Meta); err != nil {
			return fmt.Errorf("read an announcement: %w", err)
		}
		if position, err = s.opts.Journal.record(ctx, who, event); err == nil {
			s.held.Delete(typ)
		}
		return err
	})
	return position, err
}

func (s *Service) wake() {
	select {
	case s.announced <- struct{}{}:
	default:
	}
}

// Run appends the events of changed accounts until the context ends. Any number of processes may run it.
func (s *Service) Run(ctx context.Context) error {
	poll := time.NewTicker(2 * time.Second)
	defer poll.Stop()
	for {
		if _, err := s.Drain(ctx); err != nil && ctx.Err() == nil {
			s.log.WarnContext(ctx, "cannot append events of changed accounts", "error", err)
			pause.For(ctx, 2*time.Second) // the log may be unavailable for a while
		}
		select {
		case <-ctx.Done():
			return nil
		case <-s.announced:
		case <-poll.C:
		}
	}
}

// Jobs are the letters and the deletion of expired rows, for a runner. Without a mailer letters stay queued. Their worker
// is there all the same: the process that leads River discards interrupted jobs of kinds that it does not know.
func (s *Service) Jobs() jobs.Work {
	work := jobs.Work{
		Workers: func(w *river.Workers) {
			river.AddWorker(w, letters{s: s})
			river.AddWorker(w, notices{s: s})
		},
		Sweeps: []jobs.Sweep{
			{Name: "identity.clean", Every: 10 * time.Minute, Run: s.Clean},
			{Name: "identity.left", Every: 10 * time.Minute, Run: s.EraseLeft},
			{Name: "identity.unused", Every: 6 * time.Hour, Run: s.EndUnused},
		},
	}
	if s.opts.Mailer != nil {
		work.Queues = map[string]int{letterQueue: lettersAtATime, noticeQueue: lettersAtATime}
	}
	return work
}

// Clean completes rows of older programs, and deletes sessions that can no longer be refreshed, tokens that expired more
// than thirty days ago, attempts that no limit counts any more, former names that anybody may take, former addresses and notes of
// letters that were not sent.
func (s *Service) Clean(ctx context.Context) error {
	if err := s.sealStored(ctx); err != nil {
		return err
	}
	if err := s.fillSkeletons(ctx); err != nil {
		return err
	}
	now := s.clock()
	for _, step := range []struct {
		sql    string
		before time.Time
	}{
		{"DELETE FROM identity.sessions WHERE refresh_expires <= $1", now},
		{"DELETE FROM identity.tokens WHERE expires <= $1 OR revoked <= $1", now.Add(-revokedLife)},
		{"DELETE FROM identity.flows WHERE expires <= $1", now},
		{"DELETE FROM identity.proofs WHERE expires <= $1", now},
		{"DELETE FROM identity.former_names WHERE until <= $1", now},
		{dropFormer, now},
		{"DELETE FROM identity.attempts WHERE at <= $1", now.Add(-attemptsKept)},
		{"DELETE FROM identity.sign_ins WHERE at <= $1", now.Add(-signInsKept)},
		{oldUnsent, now.Add(-UnsentKept)},
		{"DELETE FROM identity.oauth_flows WHERE expires <= $1", now},
		{"DELETE FROM identity.oauth_asked WHERE at <= $1", now.Add(-askedLife)},
		{"DELETE FROM identity.oauth_pushed WHERE expires <= $1", now},
		{"DELETE FROM identity.oauth_codes WHERE expires <= $1", now.Add(-oauthRefreshLife)}, // a second use ends what followed from the first
		{"DELETE FROM identity.oauth_tokens WHERE expires <= $1", now},
		{"DELETE FROM identity.oauth_keys WHERE created <= $1", now.Add(-oauthKeyPublished)},
		{"DELETE FROM identity.oauth_usage WHERE day <= $1::timestamptz::date", now.Add(-oauthUsageKept)},
		{"DELETE FROM identity.oauth_refusals WHERE at <= $1", now.Add(-oauthUsageKept)},
	} {
		if _, err := s.pool.Exec(ctx, step.sql, step.before); err != nil {
			return fmt.Errorf("delete expired rows: %w", err)
		}
	}
	return nil
}
