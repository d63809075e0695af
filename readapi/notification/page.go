package notification

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/notification"
	"github.com/modyard/modyard/readapi/view"
)

const ofPage = `
  and ($3::boolean is null or ` + isRead + ` <> $3) and ($4::text[] is null or n.type = any($4)) and
  ($5::bigint = 0 or (n.at, n.position) < (select b.at, b.position from notification.notifications b where b.account = $2 and b.position = $5))
order by n.at desc, n.position desc limit $6`

const counts = `select n.type, '', count(*), count(*) filter (where not ` + isRead + `)` + sources + ` group by n.type order by n.type`

type pageIn struct {
	Unread view.Flag `query:"unread" doc:"true：只要未读；false：只要已读；省略：全部"`
	Filter string    `query:"filter" enum:"update,invite,status,message" doc:"只要一类：更新、邀请、状态或消息；省略：全部"`
	view.Before
}

func (s *Routes) page(ctx context.Context, in *pageIn) (view.Answer, error) {
	types := s.typesOf(in.Filter)
	if in.Filter != "" && types == nil {
		return nil, httpkit.Invalid("filter", "未知的筛选")
	}
	limit, v := in.Most(), viewer(ctx)
	var err error
	out := contract.NotificationPage{Position: s.source.Board.At(notification.Name)}
	if out.Change, err = s.change(ctx, v.Account); err != nil { // read first: the rows are then at least as new
		return nil, err
	}
	if out.Notifications, err = s.rows(ctx, v, ofPage, in.Unread.Value(), types, in.Position, limit+1); err != nil {
		return nil, err
	}
	if len(out.Notifications) > limit {
		out.Notifications = out.Notifications[:limit]
		out.Next = &out.Notifications[limit-1].Position
	}
	if out.Counts, err = s.counts(ctx, v); err != nil {
		return nil, err
	}
	return tagged(out)
}

// tagged answers with a page. Its entity tag is the change number and a digest of the content without Position, which
// moves with every event of the site.
func tagged(page contract.NotificationPage) (view.Answer, error) {
	body, err := json.Marshal(page)
	if err != nil {
		return nil, fmt.Errorf("encode notifications: %w", err)
	}
	page.Position = 0
	unpositioned, err := json.Marshal(page)
	if err != nil {
		return nil, fmt.Errorf("encode notifications: %w", err)
	}
	sum := sha256.Sum256(unpositioned)
	return view.WithTag(strconv.FormatUint(page.Change, 10)+"-"+hex.EncodeToString(sum[:12]), body), nil
}

// change is the number of the account's own changes to its inbox.
func (s *Routes) change(ctx context.Context, account string) (uint64, error) {
	var n int64
	err := s.source.Pool.QueryRow(ctx, `select coalesce((select change from inbox.inboxes where account = $1), 0)`, account).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("read the change number of an inbox: %w", err)
	}
	return uint64(n), nil
}

func (s *Routes) counts(ctx context.Context, v view.Viewer) (contract.NotificationCounts, error) {
	out := contract.NotificationCounts{Types: []contract.NotificationCount{}}
	rows, err := s.source.Pool.Query(ctx, counts, v.Staff, v.Account)
	if err != nil {
		return out, fmt.Errorf("count notifications: %w", err)
	}
	if out.Types, err = pgx.CollectRows(rows, pgx.RowToStructByPos[contract.NotificationCount]); err != nil {
		return out, fmt.Errorf("count notifications: %w", err)
	}
	for i, t := range out.Types {
		out.Types[i].Filter = cmp.Or(s.kind(t.Type).Filter, other)
		out.Total += t.Total
		out.Unread += t.Unread
	}
	return out, nil
}
