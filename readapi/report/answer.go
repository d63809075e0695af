package report

import (
	"context"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// Answer is the document of a report.
type Answer struct {
	ID         string    `json:"id"`
	ReportType string    `json:"report_type" enum:"spam,copyright,inappropriate,malicious,name-squatting"`
	ItemID     string    `json:"item_id"`
	ItemType   string    `json:"item_type" enum:"project,version,user"`
	Reporter   string    `json:"reporter"`
	Body       string    `json:"body"`
	Created    time.Time `json:"created"`
	Closed     bool      `json:"closed"`
	ThreadID   string    `json:"thread_id"`
}

const (
	columns = `r.id, r.type, r.item, r.item_type, r.reporter, r.body, r.created, r.closed is not null, r.thread`

	// mayRead holds for reports r that the reader may know of: $1 is his account, $2 whether he is of the staff.
	mayRead = `($2::boolean or r.reporter = $1)`

	ofReporter = `select ` + columns + ` from report.reports r where r.reporter = $1 order by r.created desc, r.id limit $2 offset $3`
	allOpen    = `select ` + columns + ` from report.reports r where r.closed is null order by r.created, r.id limit $1 offset $2`
	byID       = `select ` + columns + ` from unnest($3::text[]) with ordinality as a(id, n) join report.reports r on r.id = a.id
where ` + mayRead + ` order by a.n`
)

func (s *Routes) list(w http.ResponseWriter, r *http.Request) error {
	who, err := readerOf(r, identity.ScopeReportRead)
	if err != nil {
		return err
	}
	q, err := view.Values(r)
	if err != nil {
		return err
	}
	all, err := view.Bool(q, "all")
	if err != nil {
		return err
	}
	count, err := httpkit.Int(r, "count", 100)
	if err != nil {
		return err
	}
	offset, err := httpkit.Int(r, "offset", 0)
	if err != nil {
		return err
	}
	if count < 1 || count > 1000 || offset < 0 || offset > 1_000_000 {
		return httpkit.Invalid("参数 count 应为 1 到 1000，offset 不能为负")
	}
	var found []Answer
	if all != nil && *all {
		if !who.staff {
			return httpkit.Fault(httpkit.KindForbidden, httpkit.CodeUnauthorized, "只有管理人员可以查询全部举报")
		}
		found, err = s.read(r.Context(), allOpen, count, offset)
	} else {
		found, err = s.read(r.Context(), ofReporter, who.account, count, offset)
	}
	if err != nil {
		return err
	}
	return view.Value(w, found)
}

func (s *Routes) many(w http.ResponseWriter, r *http.Request) error {
	who, err := readerOf(r, identity.ScopeReportRead)
	if err != nil {
		return err
	}
	list, err := httpkit.IDs(r, "ids")
	if err != nil {
		return err
	}
	found, err := s.read(r.Context(), byID, who.account, who.staff, list)
	if err != nil {
		return err
	}
	return view.Value(w, found)
}

func (s *Routes) one(w http.ResponseWriter, r *http.Request) error {
	who, err := readerOf(r, identity.ScopeReportRead)
	if err != nil {
		return err
	}
	id, err := view.PathName(r, "id")
	if err != nil {
		return err
	}
	found, err := s.read(r.Context(), byID, who.account, who.staff, []string{id})
	if err != nil {
		return err
	}
	if len(found) == 0 {
		return httpkit.NotFound()
	}
	return view.Value(w, found[0])
}

func (s *Routes) read(ctx context.Context, query string, args ...any) ([]Answer, error) {
	list, err := view.Rows(ctx, s.source, "reports", func(row pgx.CollectableRow) (Answer, error) {
		a, err := pgx.RowToStructByPos[Answer](row)
		a.Created = a.Created.UTC()
		return a, err
	}, query, args...)
	if list == nil {
		list = []Answer{}
	}
	return list, err
}
