// Package activity answers the public feed of recent changes and the delay until readers can see them.
package activity

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/activity"
	"github.com/modyard/modyard/readapi/view"
)

// Answer is a page of the feed, newest first. LagMs is the time from the last event's durable append until readers of
// this process can see it, as this process measured it; null before the first measurement. Next is the position to
// continue from, null at the end.
type Answer struct {
	Events []Event `json:"events"`
	LagMs  *int64  `json:"lag_ms"`
	Next   *int64  `json:"next"`
}

// Event is one line of the feed. Fields that do not belong to its type are null. WaitedSeconds is the time from
// submission to approval of a newly listed project.
type Event struct {
	Position      int64                  `json:"position"`
	At            time.Time              `json:"at"`
	Type          string                 `json:"type"`
	Project       *Project               `json:"project"`
	Version       *Version               `json:"version"`
	Organization  *contract.Organization `json:"organization"`
	Person        *contract.Author       `json:"person"`
	Actor         *contract.Author       `json:"actor"`
	Picture       *string                `json:"picture"`
	WaitedSeconds *int32                 `json:"waited_seconds"`
}

// Project is the project of a line.
type Project struct {
	ID      string  `json:"id"`
	Slug    string  `json:"slug"`
	URLType string  `json:"url_type" enum:"mod,plugin,datapack,shader,resourcepack,modpack,software,language"`
	Title   string  `json:"title"`
	TitleZH *string `json:"title_zh"`
	IconURL *string `json:"icon_url"`
}

// Version is the version of a line.
type Version struct {
	ID      string `json:"id"`
	Number  string `json:"version_number"`
	Channel string `json:"version_type" enum:"release,beta,alpha"`
}

// Routes are the query routes of this package.
type Routes struct {
	source *view.Source
	meter  *Meter
}

// New makes the routes over a source. Without a meter no lag is shown.
func New(s *view.Source, meter *Meter) *Routes { return &Routes{source: s, meter: meter} }

// Register mounts every route.
func (s *Routes) Register(api *httpkit.API) {
	view.Query(api, s.source, view.Route{
		Path: "GET /_internal/activity", Summary: "实时动态", Answer: "最近的公开动态", Fresh: []string{activity.Name},
	}, s.list)
}

// What visitors can find now: the project is in search, the version is listed, the team exists.
const newest = `
select e.position, e.at, e.kind, h.hit, v.id, v.number, v.channel, o.id, o.slug, o.name, o.icon_url, o.repost,
       p.id, p.username, p.avatar_url, a.id, a.username, a.avatar_url, e.picture, e.waited
from activity.entries e
left join catalog.search_hits h on e.project <> '' and h.id = e.project
left join catalog.versions v on e.version <> '' and v.id = e.version and v.listed
left join catalog.organizations o on e.organization <> '' and o.id = e.organization
left join identity.profiles p on e.account <> '' and p.id = e.account
left join identity.profiles a on e.actor <> '' and a.id = e.actor
where (e.project = '' or h.id is not null) and (e.version = '' or v.id is not null)
  and (e.organization = '' or o.id is not null) and (e.account = '' or p.id is not null)
  and ($2 = 0::bigint or (e.at, e.position) < (select b.at, b.position from activity.entries b where b.position = $2))
order by e.at desc, e.position desc limit $1`

func (s *Routes) list(ctx context.Context, in *view.Before) (Answer, error) {
	limit := in.Most()
	lines, err := view.Rows(ctx, s.source, "activity", scan, newest, limit, in.Position)
	if err != nil {
		return Answer{}, err
	}
	out := Answer{Events: []Event{}, LagMs: s.meter.lag()}
	for _, l := range lines {
		if l.shown {
			out.Events = append(out.Events, l.Event)
		}
	}
	if n := len(lines); n > 0 && n == limit {
		out.Next = &lines[n-1].Position
	}
	return out, nil
}

type line struct {
	Event
	shown bool
}

func scan(row pgx.CollectableRow) (line, error) {
	var l line
	var hit []byte
	var v, number, channel, o, slug, name, icon, p, person, face, a, actor, avatar *string
	var repost *bool
	var picture string
	if err := row.Scan(&l.Position, &l.At, &l.Type, &hit, &v, &number, &channel, &o, &slug, &name, &icon, &repost,
		&p, &person, &face, &a, &actor, &avatar, &picture, &l.WaitedSeconds); err != nil {
		return l, err
	}
	l.shown = true
	if v != nil {
		l.Version = &Version{ID: *v, Number: *number, Channel: *channel}
	}
	if o != nil {
		l.Organization = &contract.Organization{ID: *o, Slug: *slug, Name: *name, IconURL: view.Present(icon), Repost: *repost}
	}
	l.Person, l.Actor = view.Author(p, person, face), view.Author(a, actor, avatar)
	if hit == nil {
		return l, nil
	}
	var h contract.Hit
	if err := json.Unmarshal(hit, &h); err != nil {
		return l, fmt.Errorf("decode the hit of a project in the feed: %w", err)
	}
	l.Project = &Project{ID: h.ProjectID, Slug: h.Slug, URLType: h.URLType, Title: h.Title, TitleZH: h.TitleZH, IconURL: view.Present(&h.IconURL)}
	if picture != "" {
		l.Picture, l.shown = &picture, slices.Contains(h.Gallery, picture) // it may have been removed from the gallery
	}
	return l, nil
}
