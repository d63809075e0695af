package report

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// Row is a report in a list. Item is null where the item is deleted or hidden. Messages counts those that the reader
// sees; LastReply is the time of the other side's last message.
type Row struct {
	ID         string           `json:"id"`
	ReportType string           `json:"report_type" enum:"spam,copyright,inappropriate,malicious,name-squatting"`
	ItemType   string           `json:"item_type" enum:"project,version,user,collection,organization,discussion,post,issue,comment"`
	ItemID     string           `json:"item_id"`
	Item       *Item            `json:"item"`
	Reporter   *contract.Author `json:"reporter"`
	Body       string           `json:"body"`
	Created    time.Time        `json:"created"`
	Closed     *time.Time       `json:"closed"`
	Result     *string          `json:"result" enum:"acted,no-breach,unclear,seen-before,outside-ours"` // null for an open one, and for one that was closed without
	ThreadID   string           `json:"thread_id"`
	Messages   int64            `json:"messages"`
	LastReply  *time.Time       `json:"last_reply"`
}

// List is a page of reports; Open and Closed count all reports of the same filters in either state.
type List struct {
	Reports []Row `json:"reports"`
	Total   int64 `json:"total"`
	Open    int64 `json:"open"`
	Closed  int64 `json:"closed"`
}

// Page is a report with its conversation.
type Page struct {
	Row
	BodyHTML string          `json:"body_html"`
	Thread   contract.Thread `json:"thread"`
}

const (
	// rowColumns are those of a list; the reader is $1 staff, $2 account.
	rowColumns = `r.id, r.type, r.item_type, r.item, r.body, r.body_html, r.created, r.closed, r.result, r.thread, a.id, a.username, a.avatar_url,
    (select count(*) from report.messages m where m.thread = r.thread and m.kind = 'text' and ($1::boolean or not m.private)),
    (select max(m.at) from report.messages m where m.thread = r.thread and m.kind = 'text' and not m.private and m.staff <> $1::boolean), ` + itemColumns

	// filtered holds for the listed reports: $3 is the reporter (empty: all), $4 the reason, $5 the kind of item.
	filtered = `($1::boolean and not ` + aboutReader + ` or r.reporter = $2) and ($3 = '' or r.reporter = $3) and ($4 = '' or r.type = $4) and ($5 = '' or r.item_type = $5)`

	ordered = `
where ` + filtered + ` and ($6 = 'all' or (r.closed is null) = ($6 = 'open')) order by r.created %s, r.id limit $7 offset $8`

	// aboutReader holds for reports r about the account $2, whose reporters it does not learn.
	aboutReader = `(r.item_type = 'user' and r.item = $2)`

	countRows = `select count(*) filter (where r.closed is null), count(*) filter (where r.closed is not null) from report.reports r
where ` + filtered

	ofID = ` where r.id = $3 and ($1::boolean and not ` + aboutReader + ` or r.reporter = $2)`
)

// rowsOf reads the rows of reports r.
func (s *Routes) rowsOf() string {
	return `select ` + rowColumns + ` from report.reports r left join identity.profiles a on a.id = r.reporter` + itemJoin(s.subjects)
}

type rowsIn struct {
	Scope    string `query:"scope" enum:"mine,all" doc:"默认 mine；all 仅限管理人员"`
	State    string `query:"state" enum:"open,closed,all" doc:"默认 all"`
	Type     string `query:"type" doc:"举报原因"`
	ItemType string `query:"item_type" doc:"举报对象的类型"`
	Sort     string `query:"sort" doc:"oldest 或 newest"`
	view.Page
}

func (s *Routes) rows(ctx context.Context, in *rowsIn) (List, error) {
	out := List{}
	who := view.Caller(ctx)
	whose := who.Account
	if in.Scope == "all" {
		if !who.Staff {
			return out, httpkit.Forbidden("只有管理人员可以查看全部举报")
		}
		whose = ""
	}
	state := cmp.Or(in.State, "all")
	order := "desc"
	if in.Sort == "oldest" {
		order = ""
	}
	limit, offset := in.Bounds()
	found, err := view.Rows(ctx, s.source, "reports", view.Within(scanRow, scanned.size), s.rowsOf()+fmt.Sprintf(ordered, order), who.Staff, who.Account, whose, in.Type, in.ItemType, state, limit, offset)
	if err != nil {
		return out, err
	}
	out.Reports = make([]Row, 0, len(found))
	for _, one := range found {
		out.Reports = append(out.Reports, one.Row)
	}
	if err := s.source.Pool.QueryRow(ctx, countRows, who.Staff, who.Account, whose, in.Type, in.ItemType).Scan(&out.Open, &out.Closed); err != nil {
		return out, fmt.Errorf("count reports: %w", err)
	}
	switch state {
	case "open":
		out.Total = out.Open
	case "closed":
		out.Total = out.Closed
	default:
		out.Total = out.Open + out.Closed
	}
	return out, nil
}

func (s *Routes) page(ctx context.Context, in *view.ByID) (Page, error) {
	who := view.Caller(ctx)
	found, err := view.Only(view.Rows(ctx, s.source, "report", scanRow, s.rowsOf()+ofID, who.Staff, who.Account, string(in.ID)))
	if err != nil {
		return Page{}, err
	}
	threads, err := s.readThreads(ctx, who, []string{found.ThreadID})
	if err != nil {
		return Page{}, err
	}
	p := Page{Row: found.Row, BodyHTML: found.html, Thread: contract.Thread{ID: found.ThreadID, Type: "report", Messages: []contract.ThreadMessage{}, Members: []contract.User{}}}
	if len(threads) > 0 {
		p.Thread = threads[0]
	}
	return p, nil
}

type scanned struct {
	Row
	html string
}

// size is that of the row's texts, in bytes.
func (s scanned) size() int { return len(s.Body) + len(s.html) }

func scanRow(row pgx.CollectableRow) (scanned, error) {
	var out scanned
	var f foundItem
	var reporter, username, avatar *string
	var result string
	into := []any{
		&out.ID, &out.ReportType, &out.ItemType, &out.ItemID, &out.Body, &out.html, &out.Created, &out.Closed, &result, &out.ThreadID,
		&reporter, &username, &avatar, &out.Messages, &out.LastReply,
	}
	if err := row.Scan(append(into, f.into()...)...); err != nil {
		return out, err
	}
	out.Reporter, out.Result = view.Author(reporter, username, avatar), view.Present(&result)
	var err error
	out.Item, err = f.item(out.ItemType)
	return out, err
}
