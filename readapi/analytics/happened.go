package analytics

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/readapi/view"
)

// The kinds of project events.
const (
	versionUploaded = "version_uploaded"
	statusChanged   = "status_changed"
)

// maxEvents bounds the project events of an answer.
const maxEvents = 1000

// ProjectEvent is a version that was published, or a status that changed.
type ProjectEvent struct {
	Project string    `json:"project_id"`
	At      time.Time `json:"timestamp"`
	Kind    string    `json:"kind" enum:"version_uploaded,status_changed"`
	Version string    `json:"version_id,omitempty" doc:"version_uploaded：版本"`
	Name    string    `json:"version_name,omitempty"`
	Number  string    `json:"version_number,omitempty"`
	From    string    `json:"status_from,omitempty" doc:"status_changed：以前的状态"`
	To      string    `json:"status_to,omitempty" doc:"status_changed：以后的状态"`
}

// projectEvents reads the newest events first, of projects that the token may see.
const projectEvents = `
select e.project, e.at, e.kind, e.version, e.name, e.number, e.from_status, e.to_status from (
  select v.project, v.published as at, '` + versionUploaded + `' as kind, v.id as version, coalesce(convert_from(v.doc_v2, 'UTF8')::json ->> 'name', '') as name, v.number, '' as from_status, '' as to_status
  from catalog.versions v where v.project = any($3) and v.published >= $4 and v.published < $5 and v.listed
  union all
  select h.project, h.at, '` + statusChanged + `', '', '', '', h.from_status, h.to_status
  from catalog.history h where h.project = any($3) and h.at >= $4 and h.at < $5 and h.from_status <> '' and h.from_status <> h.to_status
) e join catalog.projects p on p.id = e.project where ` + view.VisibleProject + ` order by e.at desc, e.kind, e.version limit $6`

// readEvents reads what happened to projects, in the order of time.
func readEvents(ctx context.Context, tx pgx.Tx, ids []string, s sliced) ([]ProjectEvent, error) {
	v := view.Projects(ctx)
	rows, err := tx.Query(ctx, projectEvents, v.Staff, v.Account, ids, s.start, s.end, maxEvents)
	if err != nil {
		return nil, err
	}
	out, err := pgx.CollectRows(rows, pgx.RowToStructByPos[ProjectEvent])
	if err != nil {
		return nil, err
	}
	slices.Reverse(out)
	for i := range out {
		out[i].At = out[i].At.UTC()
	}
	return out, nil
}
