package live

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/pause"
)

// inboxChannel is the Postgres notification channel on which routes of any process announce a changed inbox, as
// "<account>:<change>".
const inboxChannel = "inbox"

// reviewChannel is the Postgres notification channel on which routes of any process announce that a moderator took, left
// or opened a review, as the number of the change. Such rows are no events.
const reviewChannel = "reviewing"

// idleCheck is how long the channel may be silent before its connection is checked, because a lost connection is silent
// too.
const idleCheck = 10 * time.Second

// watchInboxes publishes changes of inboxes until the context ends. Changes that were announced while there was no
// connection are read from the table.
func (s *Routes) watchInboxes(ctx context.Context) {
	for ctx.Err() == nil {
		if err := s.listenInboxes(ctx); err != nil && ctx.Err() == nil {
			s.logger.WarnContext(ctx, "live: listening for changed inboxes failed", "error", err)
		}
		pause.For(ctx, again)
	}
}

// listenInboxes uses a connection of its own, because it would occupy a connection of the pool for ever.
func (s *Routes) listenInboxes(ctx context.Context) error {
	connecting, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	conn, err := pgx.ConnectConfig(connecting, s.source.Pool.Config().ConnConfig.Copy())
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // nothing is in flight
	for _, channel := range []string{reviewChannel, inboxChannel} {
		if _, err := conn.Exec(connecting, "LISTEN "+channel); err != nil {
			return fmt.Errorf("listen: %w", err)
		}
	}
	if err := s.readInboxes(ctx); err != nil {
		return err
	}
	if err := s.readReviews(ctx); err != nil {
		return err
	}
	for {
		waiting, cancel := context.WithTimeout(ctx, idleCheck)
		n, err := conn.WaitForNotification(waiting)
		timedOut := waiting.Err() != nil
		cancel()
		switch {
		case err == nil && n.Channel == reviewChannel:
			s.reviewsChanged(n.Payload)
		case err == nil:
			s.inboxChanged(n.Payload)
		case ctx.Err() != nil:
			return nil
		case !timedOut:
			return fmt.Errorf("wait for notifications: %w", err)
		default:
			if err := ping(ctx, conn); err != nil {
				return err
			}
		}
	}
}

func ping(ctx context.Context, conn *pgx.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	if err := conn.Ping(ctx); err != nil {
		return fmt.Errorf("wait for notifications: %w", err)
	}
	return nil
}

// inboxChanged publishes one announcement; a malformed one is ignored.
func (s *Routes) inboxChanged(payload string) {
	account, number, found := strings.Cut(payload, ":")
	if change, err := strconv.ParseUint(number, 10, 63); found && err == nil {
		s.hub.publish(inboxOf(account), move{change: change, public: true})
	}
}

// reviewsChanged publishes one announcement to the review queue; a malformed one is ignored.
func (s *Routes) reviewsChanged(number string) {
	if change, err := strconv.ParseUint(number, 10, 63); err == nil {
		s.hub.publish(Queue, move{change: change, public: true})
	}
}

// readReviews publishes the number of the last change of moderators' work, if the review queue is followed.
func (s *Routes) readReviews(ctx context.Context) error {
	if len(s.hub.watched(func(topic string) bool { return topic == Queue })) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	change, err := s.reviewChange(ctx)
	if err == nil {
		s.hub.publish(Queue, move{change: change, public: true})
	}
	return err
}

// reviewChange is the number of the last change of moderators' work.
func (s *Routes) reviewChange(ctx context.Context) (uint64, error) {
	var change int64
	if err := s.source.Pool.QueryRow(ctx, `select case when is_called then last_value else 0 end from reviewing.changes`).Scan(&change); err != nil {
		return 0, fmt.Errorf("read the last change of reviews: %w", err)
	}
	return uint64(change), nil
}

// readInboxes publishes the current change number of every followed inbox.
func (s *Routes) readInboxes(ctx context.Context) error {
	accounts := s.followedInboxes()
	if len(accounts) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	rows, err := s.source.Pool.Query(ctx, `select account, change from inbox.inboxes where account = any($1)`, accounts)
	if err != nil {
		return fmt.Errorf("read changed inboxes: %w", err)
	}
	var account string
	var change int64
	if _, err := pgx.ForEachRow(rows, []any{&account, &change}, func() error {
		s.hub.publish(inboxOf(account), move{change: uint64(change), public: true})
		return nil
	}); err != nil {
		return fmt.Errorf("read changed inboxes: %w", err)
	}
	return nil
}

// followedInboxes are the accounts whose inbox is followed in this process.
func (s *Routes) followedInboxes() []string {
	var accounts []string
	for _, subject := range s.hub.watched(isInbox) {
		accounts = append(accounts, strings.TrimPrefix(subject, inboxPrefix))
	}
	return accounts
}
