package notification

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/review"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// Batch applies one batch of events. It has the recipients as of the events before the batch.
type Batch struct {
	rows      *rows.Set
	areas     ids                          // event categories whose areas notify the staff
	about     []func(any) (string, string) // whose teams events of areas notify
	linked    []func(any) (string, string, string)
	watched   []func(any) []string
	projects  map[string]subject  // without an id: deleted
	teams     map[string]Accounts // true: accepted
	muted     map[string]Accounts // true: hears of nothing there
	rights    map[string]rights   // of the members, by team
	loaded    ids                 // teams
	released  ids                 // projects whose followers are loaded
	followers map[string]Accounts // false: no longer
	hidden    map[string]string   // the projects of versions; empty: not hidden
	threads   map[string]conversation
	links     map[string]link
}

// Accounts are those with the value true.
type Accounts map[string]bool

// rights are the rights of accounts on a project, or on those of an organization.
type rights map[string]project.Permissions

func newBatch(s *rows.Set, areas ids, about []func(any) (string, string), linked []func(any) (string, string, string), watched []func(any) []string) *Batch {
	return &Batch{
		rows: s, areas: areas, about: about, linked: linked, watched: watched, projects: map[string]subject{}, teams: map[string]Accounts{}, muted: map[string]Accounts{}, rights: map[string]rights{}, loaded: ids{}, released: ids{}, followers: map[string]Accounts{},
		hidden: map[string]string{}, threads: map[string]conversation{}, links: map[string]link{},
	}
}

// ids is a set of names.
type ids map[string]bool

func (i ids) all() []string { return slices.Sorted(maps.Keys(i)) }

// Load reads the possible recipients: the teams of the events' subjects, and the followers of projects with new
// versions.
func (h *Batch) Load(ctx context.Context, tx pgx.Tx, events []runtime.Event) error {
	about, teams, released, shown, spoken, linked := ids{}, ids{}, ids{}, ids{}, ids{}, ids{}
	for _, e := range events {
		switch category := eventlog.Category(e.Stream); category {
		case "project":
			about[e.Subject()], teams[e.Subject()] = true, true
		case "organization":
			teams[e.Subject()] = true
		default:
			teams[staffTeam] = teams[staffTeam] || h.areas[category]
		}
		switch p := e.Payload.(type) {
		case account.RoleGranted, account.RoleRevoked, account.Closed:
			teams[staffTeam] = true
		case project.Created:
			teams[p.Organization] = true
		case project.EnteredOrganization:
			teams[p.Organization] = true
		case project.VersionCreated:
			about[p.Project], released[p.Project] = true, true
		case project.VersionStatusChanged:
			about[p.Project], released[p.Project], shown[p.Version] = true, true, true
		case project.VersionReleasePlanEnded:
			about[p.Project], teams[p.Project] = true, true
		case thread.Opened:
			switch p.Kind {
			case thread.AboutProject:
				about[p.Subject], teams[p.Subject] = true, true
			case thread.AboutLink:
				linked[p.Subject] = true
			}
		case thread.MessagePosted:
			spoken[p.Thread] = true
		case review.HandedOver:
			about[p.Project] = true
		case review.TakenOver:
			about[p.Project] = true
		}
		for _, of := range h.about {
			project, organization := of(e.Payload)
			about[project], teams[project], teams[organization] = true, true, true
		}
		for _, of := range h.watched {
			for _, group := range of(e.Payload) {
				teams[group] = true
			}
		}
		for _, of := range h.linked {
			link, project, target := of(e.Payload)
			linked[link], about[project], teams[project], about[target], teams[target] = true, true, true, true, true
		}
	}
	err := threads.Find(ctx, tx, "id", threads.May(h.rows, spoken.all()), func(c conversation) { h.threads[c.ID] = c })
	for id := range spoken {
		about[h.threads[id].Project], teams[h.threads[id].Project] = true, true
		linked[h.threads[id].Link] = true
	}
	delete(linked, "")
	without(linked, h.links)
	err = errors.Join(err, links.Find(ctx, tx, "id", links.May(h.rows, linked.all()), func(l link) { h.links[l.ID] = l }))
	for _, l := range h.links {
		about[l.Project], teams[l.Project], about[l.Target], teams[l.Target] = true, true, true, true
	}
	teams[staffTeam] = teams[staffTeam] || len(spoken) > 0
	delete(about, "")
	delete(teams, "")
	without(about, h.projects)
	err = errors.Join(err, projects.Find(ctx, tx, "id", projects.May(h.rows, about.all()), func(s subject) {
		h.projects[s.ID] = s
		teams[s.Organization] = true
	}))
	for _, p := range h.projects {
		teams[p.Organization] = true
	}
	without(released, h.released)
	for id := range released {
		h.released[id] = true
	}
	if !teams[staffTeam] {
		delete(teams, staffTeam)
	}
	without(teams, h.loaded)
	for team := range teams {
		h.loaded[team] = true
	}
	without(shown, h.hidden)
	return errors.Join(err,
		members.Find(ctx, tx, "team", teams.all(), func(m member) {
			put(h.teams, m.Team, m.Account, m.Accepted)
			h.hold(m.Team, m.Account, m.Rights)
			put(h.muted, m.Team, m.Account, m.Muted)
		}),
		follows.Find(ctx, tx, "project", released.all(), func(f follow) {
			if _, known := h.followers[f.Project][f.Account]; !known {
				put(h.followers, f.Project, f.Account, true)
			}
		}),
		hidden.Find(ctx, tx, "id", hidden.May(h.rows, shown.all()), func(v hiddenVersion) { h.hidden[v.ID] = v.Project }),
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

// change changes the stored subject of a project.
func (h *Batch) change(id string, how func(*subject)) {
	s := h.projects[id]
	if s.ID == "" {
		return
	}
	how(&s)
	h.projects[id] = s
	projects.Put(h.rows, s)
}

// join adds a member or an invitation to a team. An accepted member stays accepted.
func (h *Batch) join(team, account string, accepted bool) {
	accepted = accepted || h.teams[team][account]
	put(h.teams, team, account, accepted)
	members.Put(h.rows, member{Team: team, Account: account, Accepted: accepted, Rights: h.rights[team][account]})
}

// own makes an account an accepted member with all rights.
func (h *Batch) own(team, account string) {
	h.hold(team, account, project.AllPermissions)
	h.join(team, account, true)
}

// Member makes an account a member of what an area has teams of. Informed members get the notifications of NotifyInformed once
// they have accepted; it may be called again.
func (h *Batch) Member(team, account string, accepted, informed bool) {
	held := project.Permissions(0)
	if informed {
		held = project.AllPermissions
	}
	h.hold(team, account, held)
	h.join(team, account, accepted)
}

// Accept makes an invited member one that has accepted.
func (h *Batch) Accept(team, account string) { h.join(team, account, true) }

// Dismiss ends a membership of the event's subject.
func (h *Batch) Dismiss(e runtime.Event, account string) { h.leave(e, account) }

// NotifyInformed notifies the informed members of a team who have accepted. The area's About names the team as an organization.
func (h *Batch) NotifyInformed(e runtime.Event, team string, n Notification) {
	h.Notify(e, h.holders(team, project.AllPermissions), n)
}

// NotifyInformedOnce notifies each informed member of some teams once. about makes the notification of a member from its teams among them, in
// their order. The area's Watched names the teams.
func (h *Batch) NotifyInformedOnce(e runtime.Event, teams []string, about func(mine []string) Notification) {
	of := map[string][]string{}
	for _, team := range teams {
		for account, informed := range h.holders(team, project.AllPermissions) {
			if informed {
				of[account] = append(of[account], team)
			}
		}
	}
	for _, account := range slices.Sorted(maps.Keys(of)) {
		h.Notify(e, Accounts{account: true}, about(of[account]))
	}
}

// entitle records the rights of a member of a team.
func (h *Batch) entitle(team, account string, held project.Permissions) {
	if accepted, is := h.teams[team][account]; is {
		h.hold(team, account, held)
		h.join(team, account, accepted)
	}
}

// hold sets the rights of a member in the memory of the batch.
func (h *Batch) hold(team, account string, held project.Permissions) {
	if h.rights[team] == nil {
		h.rights[team] = rights{}
	}
	h.rights[team][account] = held
}

// leave removes a member or an invitation, which can then no longer be answered.
func (h *Batch) leave(e runtime.Event, account string) {
	team := e.Subject()
	invited := !h.teams[team][account]
	delete(h.teams[team], account)
	delete(h.rights[team], account)
	members.Delete(h.rows, member{Team: team, Account: account})
	if invited {
		h.answered(e, account)
	}
}
