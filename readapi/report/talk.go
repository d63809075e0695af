package report

import (
	"context"
	"fmt"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// Talk is a conversation for its page. Seen is the newest line that the caller has seen, null if none is stored.
type Talk struct {
	Thread contract.Thread `json:"thread"`
	Seen   *string         `json:"seen"`
	Unread
}

// Unread counts the messages of others that the caller has not seen; for the staff, those of the team that nobody of the
// staff has answered either.
type Unread struct {
	Unread int64 `json:"unread"`
}

const (
	// seenUpTo is the position up to which $1 has seen the thread t: also that of the account's own last message.
	seenUpTo = `greatest(
    (select coalesce(l.position, s.position) from threads.seen s left join report.messages l on l.id = s.message where s.account = $1 and s.thread = t.id),
    (select max(o.position) from report.messages o where o.thread = t.id and o.author = $1 and o.kind in ('text', 'deleted')))`

	// unreadOf counts in the thread $3; whether $1 is of the staff is $2, and whether an administrator $4.
	unreadOf = `
select coalesce((select s.message from threads.seen s where s.account = $1 and s.thread = t.id), ''), (
    select count(*) from report.messages m where m.thread = t.id and m.kind = 'text' and m.author <> $1 and (` + confided + ` or not m.private)
      and m.position > coalesce(` + seenUpTo + `, 0)
      and (not $2::boolean or (not m.staff and m.position > t.answered) or t.kind = 'project' and ` + ofTeam + `))
from report.threads t where t.id = $3`
)

func (s *Routes) talk(ctx context.Context, in *view.ByID) (Talk, error) {
	thread, err := s.thread(ctx, in)
	if err != nil {
		return Talk{}, err
	}
	out := Talk{Thread: thread}
	out.Seen, out.Unread, err = s.unreadIn(ctx, thread.ID)
	return out, err
}

func (s *Routes) unread(ctx context.Context, in *view.ByID) (Unread, error) {
	who := view.Caller(ctx)
	var mine bool
	err := s.source.Pool.QueryRow(ctx, `select exists (`+threadsByID+`)`, who.Account, who.Staff, []string{string(in.ID)}).Scan(&mine)
	switch {
	case err != nil:
		return Unread{}, fmt.Errorf("find thread: %w", err)
	case !mine:
		return Unread{}, httpkit.NotFound()
	}
	_, n, err := s.unreadIn(ctx, string(in.ID))
	return n, err
}

func (s *Routes) unreadIn(ctx context.Context, id string) (seen *string, n Unread, err error) {
	who := view.Caller(ctx)
	var line string
	if err := s.source.Pool.QueryRow(ctx, unreadOf, who.Account, who.Staff, id, chief(ctx)).Scan(&line, &n.Unread); err != nil {
		return nil, n, fmt.Errorf("count unread messages: %w", err)
	}
	return view.Present(&line), n, nil
}
