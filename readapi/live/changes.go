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

// Changes are changes of a topic's rows that are no events. They are numbered: of an owned topic for each account.
type Changes struct {
	// Channel is the Postgres notification channel on which any process announces a change, as "<account>:<number>", or the
	// number alone.
	Channel string
	// Last is a query of the accounts of $1 with the number of the last change of each; of a shared topic the account is empty.
	Last string
}

// announced are the changes of one topic.
type announced struct {
	Changes
	topic string
	owned bool
}

// announcements are the changes of all topics. The channel of the last is listened to last.
func (s *Routes) announcements() (list []announced) {
	for _, o := range s.shared {
		if o.Changes != nil {
			list = append(list, announced{*o.Changes, o.Topic, false})
		}
	}
	for _, o := range s.owned {
		if o.Changes != nil {
			list = append(list, announced{*o.Changes, o.Topic, true})
		}
	}
	return list
}

// subject is the hub's name of the topic for an account.
func (a announced) subject(account string) string {
	if a.owned {
		return Owned{Topic: a.topic}.subject(account)
	}
	return a.topic
}

// followers are the accounts that follow the topic in this process; of a shared topic the empty one.
func (a announced) followers(s *Routes) []string {
	if a.owned {
		return s.followers(a.topic)
	}
	return make([]string, min(1, len(s.hub.watched(func(topic string) bool { return topic == a.topic }))))
}

// last reads the numbers of the last changes for accounts.
func (c Changes) last(ctx context.Context, s *Routes, visit func(account string, number uint64), accounts ...string) error {
	rows, err := s.source.Pool.Query(ctx, c.Last, accounts)
	if err != nil {
		return fmt.Errorf("read the last changes of %s: %w", c.Channel, err)
	}
	var account string
	var number int64
	if _, err := pgx.ForEachRow(rows, []any{&account, &number}, func() error {
		visit(account, uint64(number))
		return nil
	}); err != nil {
		return fmt.Errorf("read the last changes of %s: %w", c.Channel, err)
	}
	return nil
}

// idleCheck is how long the channels may be silent before their connection is checked, because a lost connection is silent
// too.
const idleCheck = 10 * time.Second

// watchChanges publishes announced changes until the context ends. Those that were announced while there was no
// connection are read from the tables.
func (s *Routes) watchChanges(ctx context.Context) {
	for ctx.Err() == nil {
		if err := s.listen(ctx); err != nil && ctx.Err() == nil {
			s.logger.WarnContext(ctx, "live: listening for changes failed", "error", err)
		}
		pause.For(ctx, again)
	}
}

// listen uses a connection of its own, because it would occupy a connection of the pool for ever.
func (s *Routes) listen(ctx context.Context) error {
	connecting, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	conn, err := pgx.ConnectConfig(connecting, s.source.Pool.Config().ConnConfig.Copy())
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // nothing is in flight
	channels := map[string]announced{}
	for _, a := range s.announcements() {
		channels[a.Channel] = a
		if _, err := conn.Exec(connecting, "LISTEN "+a.Channel); err != nil {
			return fmt.Errorf("listen: %w", err)
		}
	}
	for _, a := range s.announcements() {
		if err := s.catchUp(ctx, a); err != nil {
			return err
		}
	}
	for {
		waiting, cancel := context.WithTimeout(ctx, idleCheck)
		n, err := conn.WaitForNotification(waiting)
		timedOut := waiting.Err() != nil
		cancel()
		switch {
		case err == nil:
			s.changed(channels[n.Channel], n.Payload)
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

// changed publishes one announcement; a malformed one is ignored.
func (s *Routes) changed(a announced, payload string) {
	account, number, found := strings.Cut(payload, ":")
	if !a.owned {
		account, number, found = "", payload, true
	}
	if change, err := strconv.ParseUint(number, 10, 63); found && err == nil {
		s.hub.publish(a.subject(account), move{change: change, public: true})
	}
}

// catchUp publishes the last change of those who follow a topic.
func (s *Routes) catchUp(ctx context.Context, a announced) error {
	accounts := a.followers(s)
	if len(accounts) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	return a.last(ctx, s, func(account string, number uint64) {
		s.hub.publish(a.subject(account), move{change: number, public: true})
	}, accounts...)
}
