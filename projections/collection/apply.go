package collection

import (
	"time"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

type follow struct {
	Account  string    `db:"account,key"`
	Project  string    `db:"project,key"`
	Position uint64    `db:"position"`
	Added    time.Time `db:"added"`
}

type list struct {
	ID          string            `db:"id,key"`
	Owner       string            `db:"owner"`
	Name        string            `db:"name"`
	Description string            `db:"description"`
	Status      collection.Status `db:"status"`
	IconURL     string            `db:"icon_url"`
	Color       *int              `db:"color"`
	Created     time.Time         `db:"created"`
	Updated     time.Time         `db:"updated"`
	Position    uint64            `db:"position"`
	Hidden      collection.Status `db:"hidden"`
}

type member struct {
	Collection string    `db:"collection,key"`
	Project    string    `db:"project,key"`
	Position   uint64    `db:"position"`
	Added      time.Time `db:"added"`
}

var (
	follows  = rows.Of[follow]("follows")
	lists    = rows.Of[list]("collections")
	projects = rows.Of[member]("collection_projects")
)

const (
	emptyList     = `delete from collection_projects where collection = $1`
	forgetProject = `
with f as (delete from follows where project = $1 and position < $2)
delete from collection_projects where project = $1 and position < $2`

	hide = `update collections set hidden = status, status = case when status in ('listed', 'unlisted') then 'private' else status end, position = $2 where owner = $1 and hidden = ''`
	show = `update collections set status = case status when 'private' then hidden else status end, hidden = '', position = $2 where owner = $1 and hidden <> ''`
)

// left hides the collections of an account that leaves from everybody but the staff: the account has no session until it returns.
func left(s *rows.Set, e runtime.Event, p account.Leaving) {
	s.Exec(hide, p.Account, int64(e.Position))
}

// returned shows them again, but not what the staff has rejected meanwhile.
func returned(s *rows.Set, e runtime.Event, p account.Returned) {
	s.Exec(show, p.Account, int64(e.Position))
}

func followed(s *rows.Set, e runtime.Event, p collection.FollowAdded) {
	follows.Put(s, follow{Account: p.Account, Project: p.Project, Position: uint64(e.Position), Added: e.At()})
}

func unfollowed(s *rows.Set, _ runtime.Event, p collection.FollowRemoved) {
	follows.Delete(s, follow{Account: p.Account, Project: p.Project})
}

func created(s *rows.Set, e runtime.Event, p collection.Created) {
	lists.Put(s, list{
		ID: p.Collection, Owner: p.Owner, Name: p.Name, Description: p.Description, Status: p.Status,
		Created: e.At(), Updated: e.At(), Position: uint64(e.Position),
	})
}

// change changes an existing collection and its time of change.
func change(s *rows.Set, e runtime.Event, id string, how func(*list)) {
	at, position := e.At(), uint64(e.Position)
	lists.Update(s, list{ID: id}, func(l *list) {
		how(l)
		l.Updated, l.Position = at, position
	})
}

func renamed(s *rows.Set, e runtime.Event, p collection.Renamed) {
	change(s, e, p.Collection, func(l *list) { l.Name = p.Name })
}

func described(s *rows.Set, e runtime.Event, p collection.Described) {
	change(s, e, p.Collection, func(l *list) { l.Description = p.Description })
}

func shown(s *rows.Set, e runtime.Event, p collection.VisibilityChanged) {
	change(s, e, p.Collection, func(l *list) { l.Status = p.Status })
}

func rejected(s *rows.Set, e runtime.Event, p collection.Rejected) {
	change(s, e, p.Collection, func(l *list) { l.Status = collection.Barred })
}

func restored(s *rows.Set, e runtime.Event, p collection.RejectionLifted) {
	change(s, e, p.Collection, func(l *list) {
		if l.Status = p.Status; l.Hidden != "" {
			l.Status, l.Hidden = collection.Private, p.Status // its owner is leaving
		}
	})
}

func iconChanged(s *rows.Set, e runtime.Event, p collection.IconChanged) {
	change(s, e, p.Collection, func(l *list) { l.IconURL, l.Color = p.URL, p.Color })
}

func projectAdded(s *rows.Set, e runtime.Event, p collection.ProjectAdded) {
	projects.Put(s, member{Collection: p.Collection, Project: p.Project, Position: uint64(e.Position), Added: e.At()})
	change(s, e, p.Collection, func(*list) {})
}

func projectRemoved(s *rows.Set, e runtime.Event, p collection.ProjectRemoved) {
	projects.Delete(s, member{Collection: p.Collection, Project: p.Project})
	change(s, e, p.Collection, func(*list) {})
}

func deleted(s *rows.Set, _ runtime.Event, p collection.Deleted) {
	lists.Delete(s, list{ID: p.Collection})
	s.After(emptyList, p.Collection)
}

func projectDeleted(s *rows.Set, e runtime.Event, _ project.Deleted) {
	s.After(forgetProject, e.Subject(), int64(e.Position))
}
