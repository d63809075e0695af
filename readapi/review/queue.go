// Package review answers the review queue and the review history of projects.
package review

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/readapi/view"
)

// Routes are the query routes of this package.
type Routes struct{ source *view.Source }

// New makes the routes over a source.
func New(s *view.Source) *Routes { return &Routes{source: s} }

// Register mounts every route.
func (s *Routes) Register(api *httpkit.API) {
	view.Query(api, s.source, view.Route{Path: "GET /_internal/project/{id}/history", Summary: "资源的审核记录"}, s.history)
	view.Stored[Waiting](api, s.source, view.Route{Path: "GET /_internal/moderation/projects", Summary: "审核队列"}, s.queue)
}

// Waiting is a page of the review queue, longest waiting first.
type Waiting struct {
	Projects []WaitingProject `json:"projects"`
	Total    int64            `json:"total"`
}

// WaitingProject is a project in the queue. Round counts its submissions.
type WaitingProject struct {
	Project      contract.ProjectAnswer `json:"project"`
	URLType      string                 `json:"url_type" enum:"mod,plugin,datapack,shader,resourcepack,modpack,software,language"`
	Queued       time.Time              `json:"queued"`
	Round        int                    `json:"round"`
	Owner        *contract.Author       `json:"owner"`
	Organization *contract.Organization `json:"organization"`
}

// waiting is WaitingProject with the stored document.
type waiting struct {
	Project      json.RawMessage        `json:"project"`
	URLType      string                 `json:"url_type" enum:"mod,plugin,datapack,shader,resourcepack,modpack,software,language"`
	Queued       time.Time              `json:"queued"`
	Round        int                    `json:"round"`
	Owner        *contract.Author       `json:"owner"`
	Organization *contract.Organization `json:"organization"`
}

const (
	queued = `
select p.doc_v2, p.url_type, p.queued, p.round, a.id, a.username, a.avatar_url, o.id, o.slug, o.name, o.icon_url, o.repost
from catalog.projects p
left join identity.profiles a on a.id = p.owner
left join catalog.organizations o on p.organization <> '' and o.id = p.organization
where p.status = 'processing' and ($1 = '' or p.url_type = $1)
order by p.queued, p.id limit $2 offset $3`
	length = `select count(*) from catalog.projects p where p.status = 'processing' and ($1 = '' or p.url_type = $1)`
)

type queueIn struct {
	Type string `query:"type" doc:"资源类型"`
	view.Page
}

func (s *Routes) queue(ctx context.Context, in *queueIn) (view.Answer, error) {
	if !view.Projects(ctx).Staff {
		return nil, httpkit.Forbidden("只有审核人员可以查看审核队列")
	}
	limit, offset := in.Bounds()
	out := struct {
		Projects []waiting `json:"projects"`
		Total    int64     `json:"total"`
	}{}
	var err error
	if out.Projects, err = view.Rows(ctx, s.source, "review queue", scanWaiting, queued, in.Type, limit, offset); err != nil {
		return nil, err
	}
	if err := s.source.Pool.QueryRow(ctx, length, in.Type).Scan(&out.Total); err != nil {
		return nil, fmt.Errorf("count review queue: %w", err)
	}
	return view.JSONOf(out), nil
}

func scanWaiting(row pgx.CollectableRow) (waiting, error) {
	var p waiting
	var doc []byte
	var owner, username, avatar, org, slug, name, icon *string
	var repost *bool
	if err := row.Scan(&doc, &p.URLType, &p.Queued, &p.Round, &owner, &username, &avatar, &org, &slug, &name, &icon, &repost); err != nil {
		return p, err
	}
	p.Queued = p.Queued.UTC()
	if owner != nil && username != nil {
		p.Owner = &contract.Author{ID: *owner, Username: *username, AvatarURL: view.Present(avatar)}
	}
	owned, err := document.Encode(contract.Owned{Organization: org})
	if err != nil {
		return p, err
	}
	if org != nil {
		p.Organization = &contract.Organization{ID: *org, Slug: *slug, Name: *name, IconURL: view.Present(icon), Repost: *repost}
	}
	p.Project = document.Join(doc, owned, []byte(`{"moderator_message":null}`)) // submitting clears it
	return p, nil
}
