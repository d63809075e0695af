package feed

import (
	"bufio"
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
)

// perSitemap is how many addresses one file holds; the protocol allows 50 000.
const perSitemap = 10_000

// siteFile lists the fixed pages.
const siteFile = "site.xml"

// Sitemap is the pages of one kind, in files <Name>-1.xml and so on.
type Sitemap struct {
	Name string
	// Things is a query of the public items: id, the segments of the page's path, joined by slashes but for the last, that
	// last one, and the last change.
	Things string
}

// files splits the items, by id, into files: the first id and the last change of each.
func (m Sitemap) files() string {
	return `select min(id), max(changed) from (
    select id, changed, (row_number() over (order by id) - 1) / $1 as part from (` + m.Things + `) things (id, kind, name, changed)) numbered
group by part order by part`
}

// pages are the items of the file that begins with $1.
func (m Sitemap) pages() string {
	return `select kind, name, changed from (` + m.Things + `) things (id, kind, name, changed) where id >= $1 order by id limit $2`
}

type file struct {
	Begins  string
	Changed time.Time
}

func (s *Routes) files(ctx context.Context, m Sitemap) ([]file, error) {
	rows, err := s.options.Pool.Query(ctx, m.files(), perSitemap)
	if err != nil {
		return nil, fmt.Errorf("cut sitemap %s: %w", m.Name, err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[file])
	if err != nil {
		return nil, fmt.Errorf("cut sitemap %s: %w", m.Name, err)
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
	var index bytes.Buffer
	out := bufio.NewWriter(&index)
	_, _ = out.WriteString(xml.Header + `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n")
	entry(out, "sitemap", s.options.URL+"/sitemaps/"+siteFile, time.Time{})
	for _, m := range s.options.Sitemaps {
		list, err := s.files(r.Context(), m)
		if err != nil {
			return err
		}
		for i, f := range list {
			entry(out, "sitemap", s.options.URL+"/sitemaps/"+m.Name+"-"+strconv.Itoa(i+1)+".xml", f.Changed)
		}
	}
	_, _ = out.WriteString("</sitemapindex>\n")
	_ = out.Flush() // a buffer never fails
	xmlHeader(w, "application/xml")
	_, _ = w.Write(index.Bytes()) // the crawler may have closed the connection
	return nil
}

// sitemap answers one file.
func (s *Routes) sitemap(w http.ResponseWriter, r *http.Request) error {
	done, err := s.turn(r.Context())
	if err != nil {
		return err
	}
	defer done()
	name := r.PathValue("file")
	if name == siteFile {
		return s.siteSitemap(w)
	}
	stem, ok := strings.CutSuffix(name, ".xml")
	of, number, cut := strings.Cut(stem, "-")
	n, err := strconv.Atoi(number)
	if !ok || !cut || err != nil || n < 1 || strconv.Itoa(n) != number {
		return httpkit.NotFound()
	}
	i := slices.IndexFunc(s.options.Sitemaps, func(m Sitemap) bool { return m.Name == of })
	if i < 0 {
		return httpkit.NotFound()
	}
	list, err := s.files(r.Context(), s.options.Sitemaps[i])
	if err != nil {
		return err
	}
	if n > len(list) {
		return httpkit.NotFound()
	}
	return s.stream(w, r, s.options.Sitemaps[i].pages(), list[n-1].Begins)
}

func (s *Routes) siteSitemap(w http.ResponseWriter) error {
	xmlHeader(w, "application/xml")
	out := bufio.NewWriter(w)
	openSet(out)
	for _, path := range s.options.Pages {
		entry(out, "url", s.options.URL+path, time.Time{})
	}
	return closeSet(out)
}

// stream writes a file while reading its rows, so that memory use does not grow with the site.
func (s *Routes) stream(w http.ResponseWriter, r *http.Request, query, begins string) error {
	rows, err := s.options.Pool.Query(r.Context(), query, begins, perSitemap)
	if err != nil {
		return fmt.Errorf("read sitemap: %w", err)
	}
	xmlHeader(w, "application/xml")
	out := bufio.NewWriterSize(w, 32<<10)
	openSet(out)
	var kind, name string
	var changed time.Time
	if _, err := pgx.ForEachRow(rows, []any{&kind, &name, &changed}, func() error {
		entry(out, "url", s.page(append(strings.Split(kind, "/"), name)...), changed)
		return nil
	}); err != nil {
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
		_, _ = out.WriteString("<lastmod>" + changed.Format(time.RFC3339) + "</lastmod>")
	}
	_, _ = out.WriteString("</" + element + ">\n")
}

// flushed writes the rest. A closed connection is not an error.
func flushed(out *bufio.Writer) error {
	_ = out.Flush()
	return nil
}
