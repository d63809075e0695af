package feed

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"hash/fnv"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// atomFeed and its parts follow RFC 4287.
type atomFeed struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	Lang    string      `xml:"xml:lang,attr"`
	ID      string      `xml:"id"`
	Title   string      `xml:"title"`
	Sub     string      `xml:"subtitle,omitempty"`
	Updated string      `xml:"updated"`
	Icon    string      `xml:"icon,omitempty"`
	Links   []atomLink  `xml:"link"`
	Author  *atomPerson `xml:"author"`
	Entries []atomEntry `xml:"entry"`
}

type atomLink struct {
	Rel    string `xml:"rel,attr"`
	Type   string `xml:"type,attr,omitempty"`
	Href   string `xml:"href,attr"`
	Title  string `xml:"title,attr,omitempty"`
	Length int64  `xml:"length,attr,omitempty"`
}

type atomPerson struct {
	Name string `xml:"name"`
}

type atomEntry struct {
	ID         string         `xml:"id"`
	Title      string         `xml:"title"`
	Updated    string         `xml:"updated"`
	Published  string         `xml:"published"`
	Author     *atomPerson    `xml:"author"`
	Links      []atomLink     `xml:"link"`
	Categories []atomCategory `xml:"category"`
	Summary    string         `xml:"summary,omitempty"`
	Content    *atomText      `xml:"content"`
}

type atomCategory struct {
	Term string `xml:"term,attr"`
}

type atomText struct {
	Type string `xml:"type,attr"`
	Text string `xml:",chardata"`
}

// entries is how many versions a feed lists.
const entries = 30

// The versions that lists show to everybody, newest first, with the rendered changelog.
const (
	listedVersion = `v.listed`

	// $1 is an id or a slug as given, $2 the same in lower case.
	subject = `
select p.id, coalesce(nullif(p.slug, ''), p.id), p.url_type, p.title, p.doc_v2, p.doc_page, p.changed from catalog.projects p
where p.id = coalesce((select q.id from catalog.projects q where q.id = $1),
                      (select s.project from catalog.slugs s where s.slug = $2 and not s.gone))
  and p.listed`

	versionsOf = `
select v.id, p.url_type, coalesce(nullif(p.slug, ''), p.id), p.title, p.doc_page, v.published, v.doc_v2, v.doc_changelog, coalesce(a.username, '')
from catalog.versions v join catalog.projects p on p.id = v.project left join identity.profiles a on a.id = v.author
where v.project = $1 and ` + listedVersion + ` order by v.published desc, v.created desc limit $2`

	newest = `
select v.id, p.url_type, coalesce(nullif(p.slug, ''), p.id), p.title, p.doc_page, v.published, v.doc_v2, v.doc_changelog, coalesce(a.username, '')
from (select id from catalog.projects where listed order by updated desc, id limit $1) recent
join catalog.projects p on p.id = recent.id
join lateral (select * from catalog.versions v where v.project = p.id and ` + listedVersion + `
    order by v.published desc, v.created desc limit 1) v on true
left join identity.profiles a on a.id = v.author
order by v.published desc, v.id limit $1`
)

type versionRow struct {
	ID, Kind, Slug, Title string
	Page                  []byte
	Published             time.Time
	Document, Changelog   []byte
	Author                string
}

// project is the feed of a project's versions: /feeds/project/{id}, where id is an id, a slug or a former slug,
// because feed readers keep an address for years.
func (s *Routes) project(w http.ResponseWriter, r *http.Request) error {
	name, err := view.PathName(r, "id")
	if err != nil {
		return err
	}
	name = strings.TrimSuffix(name, ".atom")
	var id, slug, kind, title string
	var doc, page []byte
	var changed time.Time
	err = s.options.Pool.QueryRow(r.Context(), subject, name, strings.ToLower(name)).Scan(&id, &slug, &kind, &title, &doc, &page, &changed)
	if errors.Is(err, pgx.ErrNoRows) {
		return httpkit.NotFound()
	}
	if err != nil {
		return fmt.Errorf("read project of a feed: %w", err)
	}
	if title, err = view.ShownTitle(title, page); err != nil {
		return err
	}
	var words struct {
		Description string  `json:"description"`
		IconURL     *string `json:"icon_url"`
	}
	if err := json.Unmarshal(doc, &words); err != nil {
		return fmt.Errorf("read project of a feed: %w", err)
	}
	rows, err := s.rows(r, versionsOf, id, entries)
	if err != nil {
		return err
	}
	f := atomFeed{
		ID: s.page("project", id), Title: title + " · 版本更新", Sub: words.Description,
		Links: []atomLink{
			{Rel: "self", Type: "application/atom+xml", Href: s.page("feeds", "project", id)},
			{Rel: "alternate", Type: "text/html", Href: s.page(kind, slug, "versions")},
		},
	}
	if words.IconURL != nil {
		f.Icon = s.absolute(*words.IconURL)
	}
	return s.send(w, r, f, rows, changed)
}

// updates is the feed of the whole site: the newest version of each of the projects with the latest changes.
func (s *Routes) updates(w http.ResponseWriter, r *http.Request) error {
	rows, err := s.rows(r, newest, entries)
	if err != nil {
		return err
	}
	return s.send(w, r, atomFeed{
		ID: s.options.URL + "/feeds/updates.atom", Title: s.options.Brand + " · 最近更新", Sub: s.options.Game + " 资源的新版本",
		Links: []atomLink{
			{Rel: "self", Type: "application/atom+xml", Href: s.options.URL + "/feeds/updates.atom"},
			{Rel: "alternate", Type: "text/html", Href: s.options.URL + "/"},
		},
	}, rows, time.Time{})
}

func (s *Routes) rows(r *http.Request, query string, args ...any) ([]versionRow, error) {
	rows, err := s.options.Pool.Query(r.Context(), query, args...)
	if err != nil {
		return nil, fmt.Errorf("read versions of a feed: %w", err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[versionRow])
	if err != nil {
		return nil, fmt.Errorf("read versions of a feed: %w", err)
	}
	return list, nil
}

// send writes the feed. Its entity tag is a digest of the content, because readers poll every few minutes.
func (s *Routes) send(w http.ResponseWriter, r *http.Request, f atomFeed, rows []versionRow, changed time.Time) error {
	for _, row := range rows {
		e, err := s.entry(row)
		if err != nil {
			return err
		}
		f.Entries = append(f.Entries, e)
		if row.Published.After(changed) {
			changed = row.Published
		}
	}
	return s.write(w, r, f, changed)
}

// write writes a feed with its entries, the newest of which is as old as changed at most.
func (s *Routes) write(w http.ResponseWriter, r *http.Request, f atomFeed, changed time.Time) error {
	f.Lang, f.Updated = "zh-Hans", changed.Format(time.RFC3339)
	f.Author = &atomPerson{Name: s.options.Brand}
	body, err := xml.Marshal(f)
	if err != nil {
		return fmt.Errorf("encode feed: %w", err)
	}
	body = append([]byte(xml.Header), body...)
	sum := fnv.New64a()
	_, _ = sum.Write(body)
	w.Header().Set("Cache-Control", "public, max-age=300")
	httpkit.Document(w, r, strconv.FormatUint(sum.Sum64(), 36), body, "application/atom+xml; charset=utf-8")
	return nil
}

func (s *Routes) entry(row versionRow) (atomEntry, error) {
	var doc struct {
		Name     string   `json:"name"`
		Number   string   `json:"version_number"`
		Loaders  []string `json:"loaders"`
		Versions []string `json:"game_versions"`
		Files    []struct {
			URL     string `json:"url"`
			Size    int64  `json:"size"`
			Primary bool   `json:"primary"`
		} `json:"files"`
	}
	if err := json.Unmarshal(row.Document, &doc); err != nil {
		return atomEntry{}, fmt.Errorf("read version %s: %w", row.ID, err)
	}
	var rendered struct {
		HTML string `json:"changelog_html"`
	}
	if err := json.Unmarshal(row.Changelog, &rendered); err != nil {
		return atomEntry{}, fmt.Errorf("read changelog of version %s: %w", row.ID, err)
	}
	title, err := view.ShownTitle(row.Title, row.Page)
	if err != nil {
		return atomEntry{}, err
	}
	at := row.Published.Format(time.RFC3339)
	page := s.page(row.Kind, row.Slug, "version", row.ID)
	e := atomEntry{
		ID: s.page("version", row.ID), Title: title + " " + doc.Name, Updated: at, Published: at,
		Links:   []atomLink{{Rel: "alternate", Type: "text/html", Href: page}},
		Summary: strings.Join(append(append([]string{}, doc.Loaders...), doc.Versions...), " "),
	}
	if row.Author != "" {
		e.Author = &atomPerson{Name: row.Author}
	}
	for _, loader := range doc.Loaders {
		e.Categories = append(e.Categories, atomCategory{Term: loader})
	}
	for _, f := range doc.Files {
		if f.Primary {
			e.Links = append(e.Links, atomLink{Rel: "enclosure", Href: s.absolute(f.URL), Length: f.Size})
		}
	}
	if rendered.HTML != "" {
		e.Content = &atomText{Type: "html", Text: rendered.HTML} // sanitised by the projection
	}
	return e, nil
}

// absolute makes an address absolute.
func (s *Routes) absolute(address string) string {
	if strings.HasPrefix(address, "/") {
		return s.options.URL + address
	}
	return address
}
