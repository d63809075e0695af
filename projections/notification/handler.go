package notification

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// Batch applies one batch of events. It has the recipients as of the events before the batch.
type Batch struct {
	rows      *rows.Set
	needs     []func(*Needs, runtime.Event)
	quoting   []string            // the types whose messages are texts of the actors
	projects  map[string]subject  // without an id: deleted
	teams     map[string]Accounts // true: accepted
	muted     map[string]Accounts // true: hears of nothing there
	rights    map[string]rights   // of the members, by team
	loaded    ids                 // teams
	released  ids                 // projects whose followers are loaded
	followers map[string]Accounts // false: no longer
	hidden    map[string]string   // the projects of versions; empty: not hidden
	threads   map[string]Conversation
	links     map[string]Link
}

// Accounts are those with the value true.
type Accounts map[string]bool

// rights are the rights of accounts on a project, or on those of an organization.
type rights map[string]project.Permissions

func newBatch(s *rows.Set, needs []func(*Needs, runtime.Event), quoting []string) *Batch {
	return &Batch{
		rows: s, needs: needs, quoting: quoting, projects: map[string]subject{}, teams: map[string]Accounts{}, muted: map[string]Accounts{}, rights: map[string]rights{}, loaded: ids{}, released: ids{}, followers: map[string]Accounts{},
		hidden: map[string]string{}, threads: map[string]Conversation{}, links: map[string]Link{},
	}
}

// ids is a set of names.
type ids map[string]bool

func (i ids) all() []string { return slices.Sorted(maps.Keys(i)) }

func (i ids) add(names []string) {
	for _, name := range names {
		if name != "" {
			i[name] = true
		}
	}
}

// Needs are what the handlers of a batch use of what earlier events said. Empty ids are ignored.
type Needs struct{ projects, teams, released, versions, threads, links ids }

// Project is needed where a project changes, or its team or that of its organization is notified.
func (n *Needs) Project(ids ...string) {
	n.projects.add(ids)
	n.teams.add(ids)
}

// Team is needed where an organization, or another team or group of an area, changes or is notified.
func (n *Needs) Team(ids ...string) { n.teams.add(ids) }

// Followers are needed where those who follow a project are notified.
func (n *Needs) Followers(project string) {
	n.projects.add([]string{project})
	n.released.add([]string{project})
}

// Version is needed where a version is shown.
func (n *Needs) Version(id string) { n.versions.add([]string{id}) }

// Conversation is needed where a message in a thread notifies somebody: with it come what the thread is about, and its teams.
func (n *Needs) Conversation(thread string) { n.threads.add([]string{thread}) }

// Link is needed where a link changes or its teams are notified.
func (n *Needs) Link(id string) { n.links.add([]string{id}) }

// Load reads the possible recipients: what the areas need for the events, and the staff.
func (h *Batch) Load(ctx context.Context, tx pgx.Tx, events []runtime.Event) error {
	n := &Needs{projects: ids{}, teams: ids{staffTeam: true}, released: ids{}, versions: ids{}, threads: ids{}, links: ids{}}
	for _, e := range events {
		for _, of := range h.needs {
			of(n, e)
		}
	}
	err := threads.Find(ctx, tx, "id", threads.May(h.rows, n.threads.all()), func(c Conversation) { h.threads[c.ID] = c })
	for id := range n.threads {
		n.Project(h.threads[id].Project)
		n.Link(h.threads[id].Link)
	}
	without(n.links, h.links)
	err = errors.Join(err, links.Find(ctx, tx, "id", links.May(h.rows, n.links.all()), func(l Link) { h.links[l.ID] = l }))
	for _, l := range h.links {
		n.Project(l.Project, l.Target)
	}
	without(n.projects, h.projects)
	err = errors.Join(err, projects.Find(ctx, tx, "id", projects.May(h.rows, n.projects.all()), func(s subject) { h.projects[s.ID] = s }))
	for _, p := range h.projects {
		n.Team(p.Organization)
	}
	without(n.released, h.released)
	for id := range n.released {
		h.released[id] = true
	}
	without(n.teams, h.loaded)
	for team := range n.teams {
		h.loaded[team] = true
	}
	without(n.versions, h.hidden)
	return errors.Join(err,
		members.Find(ctx, tx, "team", n.teams.all(), func(m member) {
			put(h.teams, m.Team, m.Account, m.Accepted)
			h.hold(m.Team, m.Account, m.Rights)
			put(h.muted, m.Team, m.Account, m.Muted)
		}),
		followers.Find(ctx, tx, "project", n.released.all(), func(f follow) {
			if _, known := h.followers[f.Project][f.Account]; !known {
				put(h.followers, f.Project, f.Account, true)
			}
		}),
		hidden.Find(ctx, tx, "id", hidden.May(h.rows, n.versions.all()), func(v hiddenVersion) { h.hidden[v.ID] = v.Project }),
	)
}

// without removes names that are known already.
func without[V any](names ids, known map[string]V) {
	for name := range names {
		if _, is := known[name]; is {
			delete(names, name)
		}
	}
}

func put(groups map[string]Accounts, group, account string, value bool) {
	if groups[group] == nil {
		groups[group] = Accounts{}
	}
	groups[group][account] = value
}
