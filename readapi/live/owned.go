package live

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/identity"
)

// Owned is a topic of rows that each belong to one account: every account may follow its own rows, and those who see the
// rows of all, follow all. An area with such rows declares one.
type Owned struct {
	Topic string
	Shows string          // whose rows a caller follows, in Chinese, for the documentation
	Scope identity.Scopes // that the caller must have
	Model string          // the read model that holds the rows
	// Table has a column position, the position of the last event that changed the row, and the column Account. It may be a
	// query with a name.
	Table, Account string
	// Whole has such a column position for those who follow the rows of all, where other events change what they see. Empty:
	// the table.
	Whole string
	// All is true for callers who follow the rows of all; nil: for staff.
	All func(identity.Caller) bool
	// Changes are what else moves the rows; nil: nothing.
	Changes *Changes
}

// all is true if a caller follows the rows of all.
func (o Owned) all(c identity.Caller) bool {
	if o.All == nil {
		return c.Staff()
	}
	return o.All(c)
}

// at is the position of the last event of a caller's rows.
func (o Owned) at(ctx context.Context, s *Routes, c identity.Caller) (uint64, error) {
	query, args := fmt.Sprintf(`select coalesce((select max(position) from %s where %s = $1), 0)`, o.Table, o.Account), []any{c.Account}
	if o.all(c) {
		query, args = fmt.Sprintf(`select coalesce((select max(position) from %s), 0)`, cmp.Or(o.Whole, o.Table)), nil
	}
	var position int64
	if err := s.source.Pool.QueryRow(ctx, query, args...).Scan(&position); err != nil {
		return 0, fmt.Errorf("read the position of %s: %w", o.Topic, err)
	}
	return uint64(position), nil
}

// subject is the hub's name of the topic for an account; of all rows where the account is empty.
func (o Owned) subject(account string) string { return o.Topic + ":" + account }

// round publishes the changes after a position.
func (o Owned) round(s *Routes) func(context.Context, uint64) error {
	whole := ""
	if o.Whole != "" {
		whole = fmt.Sprintf(` union all select '', max(position) from %s where position > $1 having count(*) > 0`, o.Whole)
	}
	return func(ctx context.Context, since uint64) error {
		accounts := s.followers(o.Topic)
		if len(accounts) == 0 {
			return nil
		}
		among, args := ``, []any{int64(since)}
		if o.Whole != "" || !slices.Contains(accounts, "") {
			among, args = fmt.Sprintf(` and %s = any($2)`, o.Account), append(args, accounts)
		}
		query := fmt.Sprintf(`select %[2]s, max(position) from %[1]s where position > $1%[3]s group by %[2]s`, o.Table, o.Account, among) + whole
		ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
		defer cancel()
		rows, err := s.source.Pool.Query(ctx, query, args...)
		if err != nil {
			return fmt.Errorf("read changed %s: %w", o.Topic, err)
		}
		var account string
		var position int64
		sent := 0
		if _, err := pgx.ForEachRow(rows, []any{&account, &position}, func() error {
			m := move{position: uint64(position), public: true}
			sent += s.hub.publish(o.subject(account), m)
			if o.Whole == "" {
				sent += s.hub.publish(o.subject(""), m)
			}
			return nil
		}); err != nil {
			return fmt.Errorf("read changed %s: %w", o.Topic, err)
		}
		if sent > 0 {
			s.measure(ctx, o.Model)
		}
		return nil
	}
}

// followers are the accounts that follow an owned topic in this process; the empty one where somebody follows the rows of all.
func (s *Routes) followers(topic string) (accounts []string) {
	for _, subject := range s.hub.watched(func(subject string) bool { return strings.HasPrefix(subject, topic+":") }) {
		accounts = append(accounts, strings.TrimPrefix(subject, topic+":"))
	}
	return accounts
}

// ownedBy finds the declaration of a topic.
func (s *Routes) ownedBy(topic string) (Owned, bool) {
	for _, o := range s.owned {
		if o.Topic == topic {
			return o, true
		}
	}
	return Owned{}, false
}
