package feed

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// What lists show to everybody, the newest first.
const (
	// shownDiscussion is the discussion $1, with the segments of its project's page.
	shownDiscussion = `
select d.id, d.title, d.created, d.author, coalesce(a.username, ''), coalesce(b.body, ''), coalesce(p.url_type, ''), coalesce(nullif(p.slug, ''), p.id, ''), d.updated, 0
from forum.discussions d left join forum.openings b on b.discussion = d.id
left join catalog.projects p on d.project <> '' and p.id = d.project left join identity.profiles a on a.id = d.author
where d.shown and `

	discussionOf = shownDiscussion + `d.id = $1`

	newestOf = shownDiscussion + `(d.section = $1 or $1 = 'all') order by d.created desc, d.id desc limit $2`

	answersOf = `
select q.id, '', q.created, q.author, coalesce(a.username, ''), q.body, '', '', q.updated, q.floor
from forum.posts q left join identity.profiles a on a.id = q.author
where q.discussion = $1 and not q.deleted and not q.hidden order by q.floor desc limit $2`

	issuesOf = `
select i.id, i.title, i.created, i.author, coalesce(a.username, ''), coalesce(b.body, ''), '', '', i.edited, i.number
from issue.issues i left join issue.openings b on b.issue = i.id left join identity.profiles a on a.id = i.author
where i.project = $1 and not i.hidden order by i.number desc limit $2`

	// boardOf is the project that $1 and $2 name, whose issues everybody may read.
	boardOf = `
select p.id, coalesce(nullif(p.slug, ''), p.id), p.url_type, p.title, p.doc_page from catalog.projects p left join issue.boards b on b.project = p.id
where p.id = coalesce((select q.id from catalog.projects q where q.id = $1),
                      (select s.project from catalog.slugs s where s.slug = $2 and not s.gone))
  and p.listed and coalesce(b.type, 0) <> 3`
)

// said is a text of a feed. Kind and Slug are empty where it belongs to no project. Number is that of an issue, or the floor.
type said struct {
	ID, Title  string
	At         time.Time
	AuthorID   string
	Author     string
	Body       string
	Kind, Slug string
	Updated    time.Time
	Number     int
}

func (s *Routes) said(r *http.Request, query string, args ...any) ([]said, error) {
	rows, err := s.options.Pool.Query(r.Context(), query, args...)
	if err != nil {
		return nil, fmt.Errorf("read texts of a feed: %w", err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[said])
	if err != nil {
		return nil, fmt.Errorf("read texts of a feed: %w", err)
	}
	return list, nil
}

// entryOf is the entry of a text on a page.
func (s *Routes) entryOf(t said, title, page string) atomEntry {
	e := atomEntry{
		ID: s.page("talk", t.ID), Title: title, Updated: t.Updated.Format(time.RFC3339), Published: t.At.Format(time.RFC3339),
		Links: []atomLink{{Rel: "alternate", Type: "text/html", Href: page}},
	}
	if t.Author != "" {
		e.Author = &atomPerson{Name: t.Author}
	}
	if html := s.options.Render(t.Body); html != "" {
		e.Content = &atomText{Type: "html", Text: html}
	}
	return e
}

// pageOf is the address of a discussion.
func (s *Routes) pageOf(d said) string {
	if d.Kind == "" {
		return s.page("d", d.ID)
	}
	return s.page(d.Kind, d.Slug, "forum")
}

// talk sends a feed at a path, of a page.
func (s *Routes) talk(w http.ResponseWriter, r *http.Request, title, page string, list []atomEntry, path ...string) error {
	self := s.page(path...)
	f := atomFeed{ID: self, Title: title, Entries: list, Links: []atomLink{
		{Rel: "self", Type: "application/atom+xml", Href: self}, {Rel: "alternate", Type: "text/html", Href: page},
	}}
	var changed time.Time
	for _, e := range list {
		if at, err := time.Parse(time.RFC3339, e.Updated); err == nil && at.After(changed) {
			changed = at
		}
	}
	return s.write(w, r, f, changed)
}

// section is the feed of the newest discussions of a section, or of all: /feeds/forum/{section}.
func (s *Routes) section(w http.ResponseWriter, r *http.Request) error {
	name := strings.TrimSuffix(r.PathValue("section"), ".atom")
	title, known := s.options.Sections[name]
	if !known {
		return httpkit.NotFound()
	}
	list, err := s.said(r, newestOf, name, entries)
	if err != nil {
		return err
	}
	out := make([]atomEntry, len(list))
	for i, d := range list {
		out[i] = s.entryOf(d, d.Title, s.pageOf(d))
	}
	return s.talk(w, r, title+" · "+s.options.Brand, s.page("forums", name), out, "feeds", "forum", name)
}

// discussion is the feed of the newest answers of a discussion: /feeds/discussion/{id}.
func (s *Routes) discussion(w http.ResponseWriter, r *http.Request) error {
	id, err := view.PathName(r, "id")
	if err != nil {
		return err
	}
	found, err := s.said(r, discussionOf, strings.TrimSuffix(id, ".atom"))
	if err != nil {
		return err
	}
	if len(found) == 0 {
		return httpkit.NotFound()
	}
	d := found[0]
	list, err := s.said(r, answersOf, d.ID, entries)
	if err != nil {
		return err
	}
	page := s.pageOf(d)
	out := make([]atomEntry, len(list), len(list)+1)
	for i, a := range list {
		floor := strconv.Itoa(a.Number)
		out[i] = s.entryOf(a, d.Title+" · "+floor+" 楼", page+"#floor-"+floor)
	}
	out = append(out, s.entryOf(d, d.Title, page))
	return s.talk(w, r, d.Title+" · 新回复", page, out, "feeds", "discussion", d.ID)
}

// board is the feed of the newest issues of a project: /feeds/issues/{id}, where id is an id, a slug or a former slug.
func (s *Routes) board(w http.ResponseWriter, r *http.Request) error {
	name, err := view.PathName(r, "id")
	if err != nil {
		return err
	}
	name = strings.TrimSuffix(name, ".atom")
	var id, slug, kind, title string
	var doc []byte
	err = s.options.Pool.QueryRow(r.Context(), boardOf, name, strings.ToLower(name)).Scan(&id, &slug, &kind, &title, &doc)
	if errors.Is(err, pgx.ErrNoRows) {
		return httpkit.NotFound()
	}
	if err != nil {
		return fmt.Errorf("read the board of a feed: %w", err)
	}
	if title, err = view.ShownTitle(title, doc); err != nil {
		return err
	}
	list, err := s.said(r, issuesOf, id, entries)
	if err != nil {
		return err
	}
	out := make([]atomEntry, len(list))
	for i, one := range list {
		number := strconv.Itoa(one.Number)
		out[i] = s.entryOf(one, "#"+number+" "+one.Title, s.page(kind, slug, "issues", number))
	}
	return s.talk(w, r, title+" · 反馈", s.page(kind, slug, "issues"), out, "feeds", "issues", id)
}
