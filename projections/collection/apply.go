package collection

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/runtime"
)

// handler queues the statements of each event as it comes: people's clicks are few.
type handler struct{}

const (
	insertFollow = `insert into follows (account, project, position, added) values ($1, $2, $3, $4)
on conflict (account, project) do nothing`
	deleteFollow     = `delete from follows where account = $1 and project = $2`
	insertCollection = `insert into collections (id, owner, name, description, status, icon_url, created, updated, position)
values ($1, $2, $3, $4, $5, '', $6, $6, $7)`
	rename        = `update collections set name = $2, updated = $3, position = $4 where id = $1`
	describe      = `update collections set description = $2, updated = $3, position = $4 where id = $1`
	show          = `update collections set status = $2, updated = $3, position = $4 where id = $1`
	updateIcon    = `update collections set icon_url = $2, color = $3, updated = $4, position = $5 where id = $1`
	touch         = `update collections set updated = $2, position = $3 where id = $1`
	insertProject = `insert into collection_projects (collection, project, position, added) values ($1, $2, $3, $4)
on conflict (collection, project) do nothing`
	deleteProject    = `delete from collection_projects where collection = $1 and project = $2`
	deleteCollection = `with p as (delete from collection_projects where collection = $1) delete from collections where id = $1`
	forgetProject    = `with f as (delete from follows where project = $1) delete from collection_projects where project = $1`
)

// Load reads nothing: every statement stands for itself.
func (handler) Load(context.Context, pgx.Tx, []runtime.Event) error { return nil }

// Flush has nothing left to do.
func (handler) Flush(context.Context, pgx.Tx, *pgx.Batch) error { return nil }

// Apply queues what follows from one event.
func (handler) Apply(_ context.Context, e runtime.Event, q *pgx.Batch) error {
	position, when := int64(e.Position), at(e)
	switch p := e.Payload.(type) {
	case collection.FollowAdded:
		q.Queue(insertFollow, p.Account, p.Project, position, when)
	case collection.FollowRemoved:
		q.Queue(deleteFollow, p.Account, p.Project)
	case collection.Created:
		q.Queue(insertCollection, p.Collection, p.Owner, p.Name, p.Description, string(p.Status), when, position)
	case collection.Renamed:
		q.Queue(rename, p.Collection, p.Name, when, position)
	case collection.Described:
		q.Queue(describe, p.Collection, p.Description, when, position)
	case collection.VisibilityChanged:
		q.Queue(show, p.Collection, string(p.Status), when, position)
	case collection.Rejected:
		q.Queue(show, p.Collection, string(collection.Barred), when, position)
	case collection.RejectionLifted:
		q.Queue(show, p.Collection, string(p.Status), when, position)
	case collection.IconChanged:
		q.Queue(updateIcon, p.Collection, p.URL, p.Color, when, position)
	case collection.ProjectAdded:
		q.Queue(insertProject, p.Collection, p.Project, position, when)
		q.Queue(touch, p.Collection, when, position)
	case collection.ProjectRemoved:
		q.Queue(deleteProject, p.Collection, p.Project)
		q.Queue(touch, p.Collection, when, position)
	case collection.Deleted:
		q.Queue(deleteCollection, p.Collection)
	case project.Deleted:
		q.Queue(forgetProject, strings.TrimPrefix(e.Stream, "project-"))
	default:
		return fmt.Errorf("apply %s: payload %T is unknown", e.Type, e.Payload)
	}
	return nil
}

// at is when an event was decided, as its writer said; else when the log made it durable.
func at(e runtime.Event) time.Time {
	if e.Meta.At.IsZero() {
		return e.RecordedAt.UTC().Truncate(time.Microsecond)
	}
	return e.Meta.At.UTC().Truncate(time.Microsecond)
}
