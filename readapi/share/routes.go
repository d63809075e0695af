// Package share answers what other sites and chats embed of a project: badges, a QR code, and oEmbed.
package share

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/danielgtaylor/huma/v2"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/card"
	"github.com/modyard/modyard/readapi/view"
)

// Options are the dependencies of the routes.
type Options struct {
	Source *view.Source
	URL    string // public address of the site without a trailing slash
	Brand  string
}

// Routes answer what others embed. They show public projects only, the same to everybody.
type Routes struct {
	options Options
	pool    *pgxpool.Pool
	measure *card.Measure
}

// New makes the routes.
func New(o Options) (*Routes, error) {
	measure, err := card.NewMeasure()
	if err != nil {
		return nil, err
	}
	return &Routes{options: o, pool: o.Source.Pool, measure: measure}, nil
}

// Register mounts every route.
func (s *Routes) Register(api *httpkit.API) {
	svg := map[string]*huma.Response{"200": {Description: "图片", Content: map[string]*huma.MediaType{
		"image/svg+xml": {Schema: &huma.Schema{Type: huma.TypeString}},
	}}}
	view.Stored[string](api, s.options.Source, view.Route{Path: "GET /v3/project/{id}/badge/{kind}", Summary: "资源的徽章（SVG）", Responses: svg}, s.badge)
	view.Stored[string](api, s.options.Source, view.Route{Path: "GET /v3/project/{id}/qr", Summary: "资源页面的二维码（SVG）", Responses: svg}, s.qr)
	view.Query(api, s.options.Source, view.Route{Path: "GET /v3/oembed", Summary: "资源页面的 oEmbed", Answer: "类型为 link 的 oEmbed"}, s.oembed)
}

const subject = `select p.url_type, coalesce(nullif(p.slug, ''), p.id), p.doc_hit from catalog.projects p
where p.id = coalesce((select q.id from catalog.projects q where q.id = $1),
                      (select s.project from catalog.slugs s where s.slug = $2 and not s.gone))
  and p.visible`

// found is a public project.
type found struct {
	contract.Hit
	path string // of its page
}

func (s *Routes) find(ctx context.Context, name view.Name) (found, error) {
	var kind, slug string
	var doc []byte
	err := s.pool.QueryRow(ctx, subject, string(name), name.Lower()).Scan(&kind, &slug, &doc)
	if errors.Is(err, pgx.ErrNoRows) {
		return found{}, httpkit.NotFound()
	}
	if err != nil {
		return found{}, fmt.Errorf("read a project to share: %w", err)
	}
	f := found{path: "/" + url.PathEscape(kind) + "/" + url.PathEscape(slug)}
	if err := json.Unmarshal(doc, &f.Hit); err != nil {
		return found{}, fmt.Errorf("decode hit: %w", err)
	}
	return f, nil
}

// title is the title that the page shows first.
func (f found) title() string {
	if f.TitleZH != nil && *f.TitleZH != "" {
		return *f.TitleZH
	}
	return f.Title
}

// author is who made the project: of what a repost team looks after, the original author, or nobody if that is unknown.
func (f found) author() string {
	if f.Original == nil {
		return f.Author
	}
	if f.Original.Author == nil {
		return ""
	}
	return *f.Original.Author
}

// svgAnswer answers a drawing that is the same for all viewers.
func svgAnswer(tag string, body []byte) view.Answer {
	return func(w http.ResponseWriter, r *http.Request) error {
		w.Header().Set("Cache-Control", "public, max-age=600")
		httpkit.Document(w, r, tag, body, "image/svg+xml")
		return nil
	}
}
