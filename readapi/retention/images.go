package retention

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// mostImages is the maximum number of pictures of an account; the command enforces it.
const mostImages = 300

const (
	countImages = `select count(*) from retention.pictures where owner = $1`

	// The project of a picture is that of its text, as the owner sees it.
	imagesOf = `
select t.key, t.id, t.size, t.added, t.context, exists (select from retention.uses u where u.key = t.key), p.id, p.slug, p.url_type, p.title, p.doc_page, p.icon_url
from retention.pictures t
left join lateral (
    select q.project from (
        select t.subject as project where t.context in ('project', 'wiki')
        union all select v.project from catalog.versions v where v.id = t.subject and t.context = 'version'
        union all select v.project from retention.uses u join catalog.versions v on v.id = u.thing where u.key = t.key and u.kind = 'version'
        union all select u.thing from retention.uses u where u.key = t.key and u.kind in ('project', 'decision', 'wiki')
    ) q limit 1) of_project on true
left join catalog.projects p on p.id = of_project.project and ` + view.VisibleProject + `
where t.owner = $2 order by t.added desc, t.key limit $3 offset $4`
)

type imagesIn struct{ view.Page }

func (s *Routes) images(ctx context.Context, in *imagesIn) (contract.TextPictures, error) {
	out, v := contract.TextPictures{Most: mostImages}, view.Caller(ctx)
	if v.Account == "" {
		return out, httpkit.Forbidden("请先登录")
	}
	limit, offset := in.Bounds()
	var err error
	if out.Images, err = view.Rows(ctx, s.source, "pictures in texts", s.scanImage, imagesOf, v.Staff, v.Account, limit, offset); err != nil {
		return out, err
	}
	if err := s.source.Pool.QueryRow(ctx, countImages, v.Account).Scan(&out.Total); err != nil {
		return out, fmt.Errorf("count pictures in texts: %w", err)
	}
	return out, nil
}

func (s *Routes) scanImage(row pgx.CollectableRow) (contract.TextPicture, error) {
	var p contract.TextPicture
	var key string
	var id, slug, urlType, title, icon *string
	var page []byte
	if err := row.Scan(&key, &p.ID, &p.Size, &p.Created, &p.Context, &p.Used, &id, &slug, &urlType, &title, &page, &icon); err != nil {
		return p, err
	}
	p.URL = s.url(key)
	if id == nil {
		return p, nil
	}
	link := contract.ProjectLink{ID: *id, Slug: *slug, URLType: *urlType, IconURL: view.Present(icon)}
	var err error
	link.Title, err = view.ShownTitle(*title, page)
	p.Project = &link
	return p, err
}
