package reactors

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/message/router/middleware"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/eventlog/watermill"
)

const (
	poisonTopic   = "reactors.poisoned"
	poisonTimeout = 10 * time.Second
	maxError      = 2000 // bytes of a stored error

	insertPoisoned = `INSERT INTO reactors.poisoned (reactor, message, kind, after, error) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (reactor, message) DO UPDATE SET error = excluded.error, tries = poisoned.tries + 1, at = now()`
	listPoisoned = `SELECT number, reactor, message, kind, coalesce(after, ''), after IS NOT NULL, error, tries, at, again
FROM reactors.poisoned WHERE $1 = '' OR reactor = $1 ORDER BY number`
	poisonedAgain = `UPDATE reactors.poisoned SET again = true WHERE $1 = '' OR reactor = $1`
)

// poisoner is the Publisher of Watermill's poison queue: it inserts rows.
type poisoner struct {
	pool   *pgxpool.Pool
	meters *meters
	log    *slog.Logger
}

// Publish stores the names of messages that cannot be handled.
func (p poisoner) Publish(_ string, messages ...*message.Message) error {
	for _, m := range messages {
		reactor := m.Metadata.Get(middleware.PoisonedHandlerKey)
		kind, after := m.Metadata.Get(watermill.KeyType), (*string)(nil)
		if _, isChange := m.Metadata[keyAfter]; isChange {
			cursor := m.Metadata.Get(keyAfter)
			kind, after = m.Metadata.Get(keyKind), &cursor
		}
		// The context of the message has ended with the time limit of its last try.
		ctx, stop := context.WithTimeout(context.WithoutCancel(m.Context()), poisonTimeout)
		_, err := p.pool.Exec(ctx, insertPoisoned, reactor, m.UUID, kind, after, clip(m.Metadata.Get(middleware.ReasonForPoisonedKey)))
		stop()
		if err != nil {
			return fmt.Errorf("store the poisoned message %s of %s: %w", m.UUID, reactor, err)
		}
		p.meters.poisoned.WithLabelValues(reactor).Inc()
		p.log.WarnContext(ctx, "a message is poisoned: its reactor could not handle it and goes on without it", "reactor", reactor,
			"message", m.UUID, "kind", kind, "class", m.Metadata.Get(keyClass), "type", m.Metadata.Get(keyErrorType),
			"command", m.Metadata.Get(metaCommand), "request", m.Metadata.Get(metaRequest)) // of a change both are empty
	}
	return nil
}

// Close does nothing: the pool belongs to others.
func (poisoner) Close() error { return nil }

// clip makes an error a text that Postgres stores.
func clip(text string) string {
	if len(text) > maxError {
		text = text[:maxError]
	}
	return strings.ReplaceAll(strings.ToValidUTF8(text, ""), "\x00", "")
}

// Poisoned is a message that a reactor could not handle.
type Poisoned struct {
	Number   int64
	Reactor  string
	Message  string // id of the event or of the change
	Kind     string // type of the event or kind of the change
	After    string // cursor of the feed before the change
	IsChange bool
	Error    string
	Tries    int
	At       time.Time
	Again    bool // it waits for another try
}

// DB is a pool or a transaction.
type DB interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// ListPoisoned lists the poisoned messages of a reactor (of all, with an empty name).
func ListPoisoned(ctx context.Context, db DB, reactor string) ([]Poisoned, error) {
	rows, err := db.Query(ctx, listPoisoned, reactor)
	if err != nil {
		return nil, fmt.Errorf("list poisoned messages: %w", err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Poisoned])
	if err != nil {
		return nil, fmt.Errorf("list poisoned messages: %w", err)
	}
	return list, nil
}

// TryAgain asks the running site to handle the poisoned messages of a reactor (of all, with an empty name) once more.
func TryAgain(ctx context.Context, pool *pgxpool.Pool, reactor string) (asked int64, err error) {
	tag, err := pool.Exec(ctx, poisonedAgain, reactor)
	if err != nil {
		return 0, fmt.Errorf("try poisoned messages again: %w", err)
	}
	return tag.RowsAffected(), nil
}
