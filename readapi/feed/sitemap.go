package feed

import (
	"bufio"
	"context"
	"encoding/xml"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
)

// perSitemap is how many addresses one file holds; the protocol allows 50 000.
const perSitemap = 10_000

// The files beside those of projects.
const (
	siteFile  = "site.xml"
	peopleKey = "people"
)

// parts splits the listed projects by id into files: the first id and the last change of each.
const parts = `
select min(id), max(changed), count(*) from (
    select id, changed, (row_number() over (order by id) - 1) / $1 as part
    from catalog.projects where listed) numbered
group by part order by part`

type part struct {
	Begins  string
	Changed time.Time
	Count   int64
}

func (s *Routes) parts(ctx context.Context) ([]part, error) {
	rows, err := s.options.Pool.Query(ctx, parts, perSitemap)
	if err != nil {
		return nil, fmt.Errorf("cut sitemap: %w", err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[part])
	if err != nil {
		return nil, fmt.Errorf("cut sitemap: %w", err)
	}
	return list, nil
}

// sitemapIndex lists the sitemaps with the time of the last change in each.
func (s *Routes) sitemapIndex(w http.ResponseWriter, r *http.Request) error {
	done, err := s.turn(r.Context())
	if err != nil {
		return err
	}
	defer done()
	list, err := s.parts(r.Context())
	if err != nil {
		return err
	}
	xmlHeader(w, "application/xml")
	out := bufio.NewWriter(w)
	_, _ = out.WriteString(xml.Header + `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n")
	entry(out, "sitemap", s.options.URL+"/sitemaps/"+siteFile, time.Time{})
	entry(out, "sitemap", s.options.URL+"/sitemaps/"+peopleKey+".xml", time.Time{})
	for i, p := range list {
		entry(out, "sitemap", s.options.URL+"/sitemaps/projects-"+strconv.Itoa(i+1)+".xml", p.Changed)
	}
	_, _ = out.WriteString("</sitemapindex>\n")
	return flushed(out)
}

// sitemap answers one file and writes it while reading its rows.
func (s *Routes) sitemap(w http.ResponseWriter, r *http.Request) error {
	done, err := s.turn(r.Context())
	if err != nil {
		return err
	}
	defer done()
	file := r.PathValue("file")
	if file == siteFile {
		return s.siteSitemap(w)
	}
	name, ok := strings.CutSuffix(file, ".xml")
	if !ok {
		return httpkit.NotFound()
	}
	if name == peopleKey {
		return s.peopleSitemap(w, r)
	}
	number, ok := strings.CutPrefix(name, "projects-")
	n, err := strconv.Atoi(number)
	if !ok || err != nil || n < 1 || strconv.Itoa(n) != number {
		return httpkit.NotFound()
	}
	return s.projectSitemap(w, r, n)
}

// sitePages are the fixed public pages.
func sitePages() []string {
	return []string{
		"/", "/mods", "/modpacks", "/plugins", "/resourcepacks", "/shaders", "/datapacks", "/softwares", "/languages",
		"/legal2/terms", "/legal2/rules", "/legal2/privacy", "/legal2/copyright", "/legal2/security",
	}
}

func (s *Routes) siteSitemap(w http.ResponseWriter) error {
	xmlHeader(w, "application/xml")
	out := bufio.NewWriter(w)
	openSet(out)
	for _, path := range sitePages() {
		entry(out, "url", s.options.URL+path, time.Time{})
	}
	return closeSet(out)
}

const projectPages = `
select url_type, coalesce(nullif(slug, ''), id), changed from catalog.projects
where listed and id >= $1 order by id limit $2`

func (s *Routes) projectSitemap(w http.ResponseWriter, r *http.Request, n int) error {
	list, err := s.parts(r.Context())
	if err != nil {
		return err
	}
	if n > len(list) {
		return httpkit.NotFound()
	}
	return s.stream(w, r, func(row pgx.Rows, out *bufio.Writer) error {
		var kind, slug string
		var changed time.Time
		if err := row.Scan(&kind, &slug, &changed); err != nil {
			return err
		}
		entry(out, "url", s.page(kind, slug), changed)
		return nil
	}, projectPages, list[n-1].Begins, perSitemap)
}

// people are the organizations and accounts with listed projects, with the last change of those.
const people = `
select 'organization', o.slug, max(p.changed) from catalog.organizations o join catalog.projects p on p.organization = o.id
where p.listed group by o.id, o.slug
union all
select 'user', a.username, max(p.changed) from catalog.members m
join catalog.projects p on p.id = m.project join identity.profiles a on a.id = m.account
where m.accepted and p.listed group by a.id, a.username
order by 3 desc, 2 limit $1`

func (s *Routes) peopleSitemap(w http.ResponseWriter, r *http.Request) error {
	return s.stream(w, r, func(row pgx.Rows, out *bufio.Writer) error {
		var kind, name string
		var changed time.Time
		if err := row.Scan(&kind, &name, &changed); err != nil {
			return err
		}
		entry(out, "url", s.page(kind, name), changed)
		return nil
	}, people, perSitemap)
}

// stream writes addresses while reading rows, so that memory use does not grow with the site.
func (s *Routes) stream(w http.ResponseWriter, r *http.Request, write func(pgx.Rows, *bufio.Writer) error, query string, args ...any) error {
	rows, err := s.options.Pool.Query(r.Context(), query, args...)
	if err != nil {
		return fmt.Errorf("read sitemap: %w", err)
	}
	defer rows.Close()
	xmlHeader(w, "application/xml")
	out := bufio.NewWriterSize(w, 32<<10)
	openSet(out)
	for rows.Next() {
		if err := write(rows, out); err != nil {
			return fmt.Errorf("read sitemap: %w", err)
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("read sitemap: %w", err)
	}
	return closeSet(out)
}

// turn waits until this request may read a sitemap.
func (s *Routes) turn(ctx context.Context) (done func(), err error) {
	select {
	case s.turns <- struct{}{}:
		return func() { <-s.turns }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func xmlHeader(w http.ResponseWriter, contentType string) {
	w.Header().Set("Content-Type", contentType+"; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=600")
}

func openSet(out *bufio.Writer) {
	_, _ = out.WriteString(xml.Header + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n")
}

func closeSet(out *bufio.Writer) error {
	_, _ = out.WriteString("</urlset>\n")
	return flushed(out)
}

// entry writes one address; flushed reports a write error.
func entry(out *bufio.Writer, element, address string, changed time.Time) {
	_, _ = out.WriteString("<" + element + "><loc>")
	_ = xml.EscapeText(out, []byte(address))
	_, _ = out.WriteString("</loc>")
	if !changed.IsZero() {
		_, _ = out.WriteString("<lastmod>" + changed.UTC().Format(time.RFC3339) + "</lastmod>")
	}
	_, _ = out.WriteString("</" + element + ">\n")
}

// flushed writes the rest. A closed connection is not an error.
func flushed(out *bufio.Writer) error {
	_ = out.Flush()
	return nil
}
