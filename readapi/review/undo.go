package review

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	projected "github.com/modyard/modyard/projections/review"
	"github.com/modyard/modyard/readapi/live"
	"github.com/modyard/modyard/readapi/view"
)

// Topic tells the staff of proposals to undo a decision.
func Topic() live.Owned {
	return live.Owned{
		Topic: "undo", Shows: "本人提出的撤销提议，审核人员为全部", Scope: identity.ScopeProjectRead,
		Model: projected.Name, Table: "review.proposals", Account: "proposer",
	}
}

// Undo is the newest decision about a project, while it can be undone, for the staff. Own is true for the caller's
// decision, May unless it is the caller's own project. Restores is the status that the project would have again.
type Undo struct {
	Decision  string           `json:"decision" doc:"决定的事件 ID"`
	Type      string           `json:"type" enum:"approved,rejected,withheld"`
	At        time.Time        `json:"at"`
	Moderator *contract.Author `json:"moderator"`
	Restores  string           `json:"restores" enum:"draft,processing,approved,archived,unlisted,private,withheld,rejected,scheduled"`
	Own       bool             `json:"own"`
	May       bool             `json:"may"`
	Proposal  *Proposal        `json:"proposal"`
}

// Proposal is an open proposal to undo a decision. Confirm and Decline say what the caller may do, Own that the caller
// proposed it.
type Proposal struct {
	ID        string               `json:"id"`
	Project   contract.ProjectLink `json:"project"`
	Decision  string               `json:"decision"`
	Type      string               `json:"type" enum:"approved,rejected,withheld"`
	DecidedAt time.Time            `json:"decided_at"`
	Moderator *contract.Author     `json:"moderator"`
	Proposer  *contract.Author     `json:"proposer"`
	Reason    string               `json:"reason"`
	At        time.Time            `json:"at"`
	Until     time.Time            `json:"until"`
	Own       bool                 `json:"own"`
	Confirm   bool                 `json:"confirm"`
	Decline   bool                 `json:"decline"`
}

// Proposals are the open ones, the one that lapses first in front.
type Proposals struct {
	Proposals []Proposal `json:"proposals"`
}

const (
	// stands is true for the decision d that was not undone and that nothing but undone decisions followed.
	stands = `
not exists (select from catalog.history u where u.project = d.project and u.undoes = d.event)
and not exists (select from catalog.history l where l.project = d.project and l.position > d.position and l.type <> 'undone'
  and not exists (select from catalog.history u where u.project = l.project and l.event <> '' and u.undoes = l.event))`

	newest = `
select d.event, d.type, d.at, d.from_status, a.id, a.username, a.avatar_url, d.actor = $2
from catalog.history d left join identity.profiles a on a.id = d.actor
where d.project = $1 and d.event <> '' and ` + stands + ` order by d.position desc limit 1`

	// ofTeam is true where $1 belongs to the team of the project p.
	ofTeam = `(exists (select from catalog.members m where m.project = p.id and m.account = $1 and m.accepted)
    or exists (select from catalog.organization_members m where p.organization <> '' and m.organization = p.organization and m.account = $1 and m.accepted))`

	own = `select ` + ofTeam + ` from catalog.projects p where p.id = $2`

	openProposals = `
select o.id, p.id, p.slug, p.url_type, p.title, p.icon_url, o.decision, d.type, d.at, o.reason, o.at, o.until, o.proposer, o.moderator, ` + ofTeam + `,
  ma.id, ma.username, ma.avatar_url, pa.id, pa.username, pa.avatar_url
from review.proposals o
join catalog.projects p on p.id = o.project
join catalog.history d on d.project = o.project and d.event = o.decision
left join identity.profiles ma on ma.id = o.moderator
left join identity.profiles pa on pa.id = o.proposer
where o.outcome = '' and o.until > $2 and ($3 = '' or o.project = $3) and ` + stands + `
order by o.until, o.id limit 200`
)

// proposals is GET /_internal/moderation/undo.
func (s *Routes) proposals(ctx context.Context, _ *struct{}) (Proposals, error) {
	v := view.Projects(ctx)
	if !v.Staff {
		return Proposals{}, httpkit.Forbidden("只有审核人员可以查看撤销提议")
	}
	list, err := s.openProposals(ctx, v, "")
	return Proposals{Proposals: list}, err
}

func (s *Routes) openProposals(ctx context.Context, v view.Viewer, project string) ([]Proposal, error) {
	return view.Rows(ctx, s.source, "proposals to undo", scanProposal(v.Account, chief(ctx)), openProposals, v.Account, time.Now(), project)
}

// chief is true for an administrator, who may decide about an own project.
func chief(ctx context.Context) bool { return identity.FromContext(ctx).Role == identity.RoleAdmin }

func scanProposal(caller string, chief bool) func(pgx.CollectableRow) (Proposal, error) {
	return func(row pgx.CollectableRow) (Proposal, error) {
		var p Proposal
		var icon, proposerID, moderatorID string
		var team bool
		var moderator, proposer person
		columns := []any{&p.ID, &p.Project.ID, &p.Project.Slug, &p.Project.URLType, &p.Project.Title, &icon, &p.Decision, &p.Type, &p.DecidedAt, &p.Reason, &p.At, &p.Until,
			&proposerID, &moderatorID, &team}
		columns = append(append(columns, moderator.columns()...), proposer.columns()...)
		if err := row.Scan(columns...); err != nil {
			return p, err
		}
		p.Project.IconURL = view.Present(&icon)
		p.Moderator, p.Proposer, p.Own = moderator.author(), proposer.author(), proposerID == caller
		p.Decline = (!team || chief) && moderatorID != caller
		p.Confirm = p.Decline && !p.Own
		return p, nil
	}
}

const undoneDecisions = `
select d.type, d.at from catalog.history d
where d.project = $1 and d.event <> '' and exists (select from catalog.history u where u.project = d.project and u.undoes = d.event)`

// made names a decision within a project: what it was, and when in microseconds.
type made struct {
	kind string
	at   int64
}

func madeAt(kind string, at time.Time) made { return made{kind, at.UnixMicro()} }

// undone are the decisions about a project that were undone.
func (s *Routes) undone(ctx context.Context, project string) (map[made]bool, error) {
	undone := map[made]bool{}
	rows, err := s.source.Pool.Query(ctx, undoneDecisions, project)
	if err != nil {
		return nil, fmt.Errorf("read undone decisions: %w", err)
	}
	var kind string
	var at time.Time
	if _, err := pgx.ForEachRow(rows, []any{&kind, &at}, func() error {
		undone[madeAt(kind, at)] = true
		return nil
	}); err != nil {
		return nil, fmt.Errorf("read undone decisions: %w", err)
	}
	return undone, nil
}

// markUndone marks the decisions that were undone.
func (s *Routes) markUndone(ctx context.Context, project string, entries []Entry) error {
	undone, err := s.undone(ctx, project)
	for i := range entries {
		e := &entries[i]
		e.Undone = undone[madeAt(e.Type, e.At)]
	}
	return err
}

// undo is the newest decision about a project as far as the caller may know of undoing it; nil where there is none.
func (s *Routes) undo(ctx context.Context, v view.Viewer, project string) (*Undo, error) {
	if !v.Staff {
		return nil, nil
	}
	var u Undo
	var by person
	err := s.source.Pool.QueryRow(ctx, newest, project, v.Account).Scan(&u.Decision, &u.Type, &u.At, &u.Restores, &by.id, &by.username, &by.avatar, &u.Own)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the newest decision: %w", err)
	}
	u.Moderator = by.author()
	var team bool
	if err := s.source.Pool.QueryRow(ctx, own, v.Account, project).Scan(&team); err != nil {
		return nil, fmt.Errorf("read the team of a project: %w", err)
	}
	u.May = !team || chief(ctx)
	list, err := s.openProposals(ctx, v, project)
	if err == nil && len(list) > 0 {
		u.Proposal = &list[0]
	}
	return &u, err
}
