package issue

import (
	"context"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/answer"
	"github.com/modyard/modyard/readapi/view"
)

const (
	// deepest is how many issues numbered pages reach, and how many are counted. Further ones are reached by a cursor.
	deepest = 10_000

	// maxLabels is how many labels a list is filtered by.
	maxLabels = 10

	// maxQuery is the maximum length of a part of a title, in bytes.
	maxQuery = 200
)

// place is the project of a list.
type place struct {
	project, template string
	issues            *string // the address of its external tracker
	kind              int
	open, closed      int
	inside            bool
}

var placeOf = `
select p.id, coalesce(b.type, 0), coalesce(b.template, ''), coalesce(b.open, 0), coalesce(b.closed, 0),
       convert_from(p.doc_v2, 'UTF8')::json ->> 'issues_url', ` + inside + `
from catalog.projects p left join issue.boards b on b.project = p.id where p.id = ` + view.Found + ` and ` + view.VisibleProject

// at finds a project that a viewer may see.
func (s *Routes) at(ctx context.Context, v view.Viewer, name view.Name) (place, error) {
	return view.Only(view.Rows(ctx, s.source, "the project of issues", func(row pgx.CollectableRow) (p place, err error) {
		return p, row.Scan(&p.project, &p.kind, &p.template, &p.open, &p.closed, &p.issues, &p.inside)
	}, placeOf, v.Staff, v.Account, string(name), name.Lower()))
}

// cursor is the place behind an issue in a list.
type cursor struct {
	order
	value  int64 // of the sorted column: microseconds for a time
	number int
}

// order is how a list is sorted.
type order struct{ sort, direction string }

func (c cursor) String() string {
	return base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%s.%s.%d.%d", c.sort, c.direction, c.value, c.number))
}

// parseCursor reads a cursor of a list in an order. It returns an error for everything that String does not write.
func parseCursor(raw string, o order) (c cursor, err error) {
	invalid := httpkit.Invalid("cursor", "游标无效：请原样使用上一页的 next")
	text, err := base64.RawURLEncoding.Strict().DecodeString(raw)
	if err != nil || len(raw) > 128 {
		return c, invalid
	}
	parts := strings.Split(string(text), ".")
	if len(parts) != 4 || (order{parts[0], parts[1]}) != o {
		return c, invalid
	}
	value, errValue := strconv.ParseInt(parts[2], 10, 64)
	number, errNumber := strconv.ParseInt(parts[3], 10, 32)
	c = cursor{o, value, int(number)}
	if errValue != nil || errNumber != nil || value < 0 || value > 1<<52 || number < 0 || c.String() != raw {
		return cursor{}, invalid
	}
	return c, nil
}

// by are the sorted columns of a list.
func (o order) by() string {
	switch o.sort {
	case "updated":
		return "i.updated " + o.direction + ", i.number " + o.direction
	case "comments":
		return "i.comments " + o.direction + ", i.number " + o.direction
	}
	return "i.number " + o.direction
}

// behind adds the condition of a cursor.
func (c cursor) behind(to *view.Conditions) {
	sign := ">"
	if c.direction == "desc" {
		sign = "<"
	}
	switch c.sort {
	case "updated":
		to.Add("(i.updated, i.number) "+sign+" (?::timestamptz, ?::integer)", time.UnixMicro(c.value).UTC(), c.number)
	case "comments":
		to.Add("(i.comments, i.number) "+sign+" (?::integer, ?::integer)", int32(min(c.value, 1<<31-1)), c.number) //nolint:gosec // bounded
	default:
		to.Add("i.number "+sign+" ?::integer", c.number)
	}
}

// after is the cursor behind an issue.
func (o order) after(i contract.Issue) cursor {
	c := cursor{order: o, number: i.Number}
	switch o.sort {
	case "updated":
		c.value = i.UpdatedAt.UnixMicro()
	case "comments":
		c.value = int64(i.CommentsCount)
	}
	return c
}

type listIn struct {
	view.ByID
	State     string `query:"state" enum:"open,closed,all" default:"open"`
	Labels    string `query:"labels" doc:"标签的 ID 或名称，用逗号分隔；须全部具有"`
	Assignee  string `query:"assignee" doc:"所指派成员的 ID 或用户名"`
	Author    string `query:"author" doc:"提交者的 ID 或用户名"`
	Version   string `query:"version" doc:"修复它的版本的 ID"`
	Query     string `query:"query" doc:"标题的一部分，或 #编号"`
	Sort      string `query:"sort" enum:"created,updated,comments" default:"created"`
	Direction string `query:"direction" enum:"asc,desc" default:"desc"`
	answer.Numbered
	Cursor string `query:"cursor" doc:"上一页的 next，代替 page"`
}

const labelIDs = `select id, name from issue.labels where project = $1`

// wanted are the ids of the labels that a list is filtered by; what no label has selects nothing.
func (s *Routes) wanted(ctx context.Context, project, labels string) ([]string, error) {
	names := strings.FieldsFunc(labels, func(r rune) bool { return r == ',' || r == '，' })
	if len(names) > maxLabels {
		return nil, httpkit.Invalid("labels", fmt.Sprintf("最多按 %d 个标签筛选", maxLabels))
	}
	if len(names) == 0 {
		return nil, nil
	}
	ids := map[string]string{}
	for _, l := range s.Common {
		ids[strings.ToLower(l.Name)], ids[l.ID] = l.ID, l.ID
	}
	rows, err := s.source.Pool.Query(ctx, labelIDs, project)
	if err != nil {
		return nil, fmt.Errorf("read the labels of a project: %w", err)
	}
	var id, name string
	if _, err := pgx.ForEachRow(rows, []any{&id, &name}, func() error {
		ids[strings.ToLower(name)], ids[id] = id, id
		return nil
	}); err != nil {
		return nil, fmt.Errorf("read the labels of a project: %w", err)
	}
	list := make([]string, len(names))
	for i, n := range names {
		n = strings.TrimSpace(n)
		if list[i] = ids[n]; list[i] == "" {
			list[i] = ids[strings.ToLower(n)]
		}
	}
	return list, nil
}

// person adds the condition about an account, by its id or user name; one that does not exist has nothing.
func (s *Routes) person(ctx context.Context, to *view.Conditions, condition, name string, before ...any) error {
	if name == "" {
		return nil
	}
	id, err := s.Person(ctx, name)
	if err != nil && !httpkit.IsNotFound(err) {
		return err
	}
	to.Add(condition, append(before, id)...)
	return nil
}

// filter adds the conditions of a list of a project.
func (s *Routes) filter(ctx context.Context, to *view.Conditions, at place, in *listIn) (filtered bool, err error) {
	to.Add("i.project = ?", at.project)
	if in.State != "all" {
		to.Add("(i.closed is null) = ?::boolean", in.State != "closed")
	}
	if !at.inside {
		to.Add("(not i.hidden or i.author = $2 and $2 <> '')")
	}
	base := len(to.Args())
	labels, err := s.wanted(ctx, at.project, in.Labels)
	if err != nil {
		return false, err
	}
	for _, label := range labels {
		to.Add("i.number in (select l.number from issue.issue_labels l where l.project = ? and l.label = ?)", at.project, label)
	}
	if err := s.person(ctx, to, "i.author = ?", in.Author); err != nil {
		return false, err
	}
	if err := s.person(ctx, to, "i.number in (select w.number from issue.assignees w where w.project = ? and w.account = ?)", in.Assignee, at.project); err != nil {
		return false, err
	}
	if in.Version != "" {
		to.Add("i.fixed_in = ? and i.fixed_in <> ''", in.Version)
	}
	switch text := strings.TrimSpace(in.Query); {
	case len(text) > maxQuery:
		return false, httpkit.Invalid("query", "查询内容过长")
	case text != "":
		number, err := strconv.ParseInt(strings.TrimPrefix(text, "#"), 10, 32)
		if err != nil || !strings.HasPrefix(text, "#") {
			to.Add("position(lower(?) in lower(i.title)) > 0", text)
		} else {
			to.Add("i.number = ?::integer", number)
		}
	}
	return len(to.Args()) > base, nil
}

// list is GET /v3/project/{id}/issues.
func (s *Routes) list(ctx context.Context, in *listIn) (contract.Issues, error) {
	page, size := in.Bounds()
	out := contract.Issues{Pagination: contract.ForumPagination{Page: page, PageSize: size}, Issues: []contract.Issue{}}
	v, o := view.Projects(ctx), order{in.Sort, in.Direction}
	offset := (page - 1) * size
	if in.Cursor == "" && (page > deepest || offset > deepest) {
		return out, httpkit.Invalid("page", "页码过大，请使用 cursor")
	}
	at, err := s.at(ctx, v, in.ID)
	if err != nil {
		return out, err
	}
	out.Open, out.Closed = at.open, at.closed
	var where view.Conditions
	where.Arg(v.Staff)
	where.Arg(v.Account)
	filtered, err := s.filter(ctx, &where, at, in)
	if err != nil {
		return out, err
	}
	if out.Pagination.Total, err = s.total(ctx, at, in, filtered, where); err != nil {
		return out, err
	}
	if o == (order{"created", "desc"}) { // pinned ones stand above the first page
		if in.Cursor == "" && page == 1 {
			pinned := where
			pinned.Add("i.pinned")
			if out.Issues, err = s.read(ctx, o, pinned, "limit 10"); err != nil {
				return out, err
			}
		}
		where.Add("not i.pinned")
	}
	if in.Cursor != "" {
		c, err := parseCursor(in.Cursor, o)
		if err != nil {
			return out, err
		}
		c.behind(&where)
		offset = 0
	}
	list, err := s.read(ctx, o, where, "limit "+strconv.Itoa(size+1)+" offset "+strconv.Itoa(offset))
	if err != nil {
		return out, err
	}
	if len(list) > size {
		list = list[:size]
		next := o.after(list[size-1]).String()
		out.Pagination.Next = &next
	}
	out.Issues = append(out.Issues, list...)
	return out, nil
}

// listed is the query of issues under conditions.
func listed(o order, where view.Conditions, part string) string {
	return columns + "(select * from issue.issues i where " + where.SQL() + " order by " + o.by() + " " + part + ") i" + joined + withoutText + "order by " + o.by()
}

func (s *Routes) read(ctx context.Context, o order, where view.Conditions, part string) ([]contract.Issue, error) {
	list, err := view.Rows(ctx, s.source, "issues", s.scan, listed(o, where, part), where.Args()...)
	out := make([]contract.Issue, len(list))
	for i, one := range list {
		out[i] = one.Issue
	}
	return out, err
}

// counted counts issues under conditions, up to deepest.
func counted(where view.Conditions) string {
	return fmt.Sprintf("select count(*) from (select from issue.issues i where $1::boolean is not null and $2::text is not null and %s limit %d) n", where.SQL(), deepest)
}

// total is the length of a list: a stored count, unless it is filtered.
func (s *Routes) total(ctx context.Context, at place, in *listIn, filtered bool, where view.Conditions) (int, error) {
	if !filtered {
		switch in.State {
		case "open":
			return at.open, nil
		case "closed":
			return at.closed, nil
		}
		return at.open + at.closed, nil
	}
	return view.Only(view.Rows(ctx, s.source, "the number of issues", pgx.RowTo[int], counted(where), where.Args()...))
}
