package forum

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
	// homeSize is how many discussions the first page of the forum shows.
	homeSize = 10

	// deepest is how many discussions numbered pages reach. Further ones are reached by a cursor.
	deepest = 10_000

	allSections = "all"
)

// Filters of a list. Their lists have no pinned discussions first.
const (
	unanswered = "unanswered" // by when they were opened
	mine       = "mine"
)

// listing is a list of a section, or of all.
type listing struct {
	section, sort, filter string
}

// order is the column by which the list is ordered, the newest first.
func (l listing) order() string {
	if l.sort == "newest" || l.filter == unanswered {
		return "created"
	}
	return "bumped"
}

// pins is true if pinned discussions come first.
func (l listing) pins() bool { return l.section != allSections && l.filter == "" }

// selected is the condition of the list over forum.discussions; its arguments follow those before.
func (l listing) selected(account string, before []any) (string, []any) {
	where, args := "shown", before
	add := func(condition string, value any) {
		args = append(args, value)
		where += " and " + condition + " = $" + strconv.Itoa(len(args))
	}
	switch l.filter {
	case unanswered:
		where += " and answers = 0"
	case mine:
		add("author", account)
	}
	if l.section != allSections {
		add("section", l.section)
	}
	return where, args
}

// page is the query of one page, with its arguments.
func (l listing) page(v view.Viewer, most, offset int, from *cursor) (string, []any) {
	where, args := l.selected(v.Account, []any{v.Staff, v.Account, most, offset})
	order := l.order()
	by, behind := order+" desc, id desc", "("+order+", id) < ($%d::timestamptz, $%d::text)"
	if l.pins() {
		by, behind = "pinned desc, "+by, "(pinned, "+order+", id) < ($%[3]d::boolean, $%[1]d::timestamptz, $%[2]d::text)"
	}
	if from != nil {
		n := len(args)
		places := []any{n + 1, n + 2}
		if args = append(args, from.at, from.id); l.pins() {
			places, args = append(places, n+3), append(args, from.pinned)
		}
		where += " and " + fmt.Sprintf(behind, places...)
	}
	return columns + "(select * from forum.discussions where " + where + " order by " + by + " limit $3 offset $4) d" +
		joined + withoutText + " order by " + prefixed(by), args
}

// total is the query of the number of discussions of a filtered list, as far as numbered pages reach.
func (l listing) total(account string) (string, []any) {
	where, args := l.selected(account, []any{deepest})
	return "select count(*) from (select from forum.discussions where " + where + " limit $1) d", args
}

// prefixed names the table of the columns of an order.
func prefixed(by string) string {
	parts := strings.Split(by, ", ")
	for i, p := range parts {
		parts[i] = "d." + p
	}
	return strings.Join(parts, ", ")
}

const counts = `select section, discussions, answers from forum.sections`

// cursor is the place behind a discussion in a list.
type cursor struct {
	at     time.Time
	id     string
	pinned bool
}

func (c cursor) String() string {
	text := strconv.FormatInt(c.at.UnixMicro(), 10) + "." + strconv.FormatBool(c.pinned) + "." + c.id
	return base64.RawURLEncoding.EncodeToString([]byte(text))
}

// parseCursor reads a cursor. It returns an error for everything that String does not write.
func parseCursor(raw string) (c cursor, err error) {
	invalid := httpkit.Invalid("cursor", "游标无效：请原样使用上一页的 next")
	text, err := base64.RawURLEncoding.Strict().DecodeString(raw)
	if err != nil || len(raw) > 128 {
		return c, invalid
	}
	parts := strings.SplitN(string(text), ".", 3)
	if len(parts) != 3 || len(parts[2]) == 0 || len(parts[2]) > 16 || strings.IndexFunc(parts[2], notInID) >= 0 {
		return c, invalid
	}
	micro, err := strconv.ParseInt(parts[0], 10, 64)
	if err != nil || micro < 0 || micro > 1<<52 {
		return c, invalid
	}
	if c.pinned = parts[1] == "true"; !c.pinned && parts[1] != "false" {
		return c, invalid
	}
	c.at, c.id = time.UnixMicro(micro).UTC(), parts[2]
	return c, nil
}

func notInID(r rune) bool {
	return (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
}

type listIn struct {
	Type   string `path:"type" doc:"chat、notice、article、project 或 all"`
	Sort   string `query:"sort" enum:"last,newest" default:"last" doc:"last：最近有回复的在前；newest：最近发起的在前"`
	Filter string `query:"filter" enum:"unanswered,mine" doc:"unanswered：还没有回复的，最近发起的在前；mine：自己发起的，须登录。有筛选时不置顶"`
	answer.Numbered
	Cursor string `query:"cursor" doc:"上一页的 next，代替 page"`
}

func (s *Routes) list(ctx context.Context, in *listIn) (contract.Forums, error) {
	out := contract.Forums{}
	known := in.Type == allSections
	for _, section := range s.Sections {
		known = known || section.ID == in.Type
	}
	if !known {
		return out, missing()
	}
	page, size := in.Bounds()
	offset, from := (page-1)*size, (*cursor)(nil)
	if in.Cursor != "" {
		c, err := parseCursor(in.Cursor)
		if err != nil {
			return out, err
		}
		offset, from = 0, &c
	}
	if offset > deepest {
		return out, httpkit.Invalid("page", "页码过大，请使用 cursor")
	}
	if in.Filter == mine && view.Projects(ctx).Account == "" {
		return out, httpkit.Fault(httpkit.KindUnauthorized, httpkit.CodeUnauthorized, "请先登录。")
	}
	return s.read(ctx, listing{in.Type, in.Sort, in.Filter}, page, size, offset, from)
}

// home is GET /v3/forum: the discussions of all sections with the newest answers.
func (s *Routes) home(ctx context.Context, _ *struct{}) (contract.Forums, error) {
	return s.read(ctx, listing{section: allSections, sort: "last"}, 1, homeSize, 0, nil)
}

// read reads one page of a list, with one discussion more, which tells whether there is another page.
func (s *Routes) read(ctx context.Context, l listing, page, size, offset int, from *cursor) (contract.Forums, error) {
	out := contract.Forums{Pagination: contract.ForumPagination{Page: page, PageSize: size}}
	v := view.Projects(ctx)
	query, args := l.page(v, size+1, offset, from)
	list, err := view.Rows(ctx, s.source, "discussions", s.scan, query, args...)
	if err != nil {
		return out, err
	}
	if len(list) > size {
		list = list[:size]
		last := list[size-1]
		c := cursor{at: last.bumped, id: last.ID, pinned: last.Pinned}
		if l.order() == "created" {
			c.at = last.CreatedAt
		}
		next := c.String()
		out.Pagination.Next = &next
	}
	out.Forums = make([]contract.Forum, len(list))
	for i, d := range list {
		out.Forums[i] = d.Forum
	}
	if out.Sections, err = s.counted(ctx); err != nil {
		return out, err
	}
	if l.filter != "" {
		query, args := l.total(v.Account)
		if err := s.source.Pool.QueryRow(ctx, query, args...).Scan(&out.Pagination.Total); err != nil {
			return out, fmt.Errorf("count discussions of a filter: %w", err)
		}
		return out, nil
	}
	for _, known := range out.Sections {
		if l.section == allSections || known.ID == l.section {
			out.Pagination.Total += known.Discussions
		}
	}
	return out, nil
}

// counted are the sections with their counts.
func (s *Routes) counted(ctx context.Context) ([]contract.ForumSection, error) {
	list := make([]contract.ForumSection, len(s.Sections))
	copy(list, s.Sections)
	rows, err := s.source.Pool.Query(ctx, counts)
	if err != nil {
		return nil, fmt.Errorf("count discussions: %w", err)
	}
	var section string
	var discussions, answers int
	_, err = pgx.ForEachRow(rows, []any{&section, &discussions, &answers}, func() error {
		for i := range list {
			if list[i].ID == section {
				list[i].Discussions, list[i].Answers = discussions, answers
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("count discussions: %w", err)
	}
	return list, nil
}
