package wiki

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	domainproject "github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/platform/ids"
)

func split(path string) (method, rest string) {
	method, rest, _ = strings.Cut(path, " ")
	return method, rest
}

type (
	wikiEntity  = commands.Entity[wiki.State, wiki.Command]
	draftEntity = commands.Entity[wiki.Draft, wiki.DraftCommand]
	placeEntity = commands.Entity[wiki.Place, wiki.PlaceCommand]
)

// wikis are the published pages without their texts, and who may edit them, one stream for each project.
func wikis() *commands.Aggregate[wiki.State, wiki.Command] {
	return &commands.Aggregate[wiki.State, wiki.Command]{
		Category: "wiki", Version: "wiki/1", Evolve: commands.Timeless(wiki.Evolve), Decide: wiki.Decide, Clone: wiki.State.Clone,
	}
}

// drafts have no snapshots: their texts are sealed, and a draft has at most wiki.MaxEvents events.
func drafts() *commands.Aggregate[wiki.Draft, wiki.DraftCommand] {
	return &commands.Aggregate[wiki.Draft, wiki.DraftCommand]{Category: "wikidraft", Evolve: wiki.EvolveDraft, Decide: wiki.DecideDraft}
}

// places are the places of accounts in wikis, by project and account.
func places() *commands.Aggregate[wiki.Place, wiki.PlaceCommand] {
	return &commands.Aggregate[wiki.Place, wiki.PlaceCommand]{Category: "wikieditor", Evolve: wiki.EvolvePlace, Decide: wiki.DecidePlace}
}

// openIn are the open drafts of a project, by its id.
func openIn() *commands.Aggregate[wiki.OpenDrafts, wiki.List] {
	return &commands.Aggregate[wiki.OpenDrafts, wiki.List]{Category: "wikidrafts", Version: "wikidrafts/1", Evolve: commands.Timeless(wiki.EvolveOpen), Decide: wiki.DecideOpen}
}

// openOf are the open drafts of an account, by its id.
func openOf() *commands.Aggregate[wiki.OpenDrafts, wiki.List] {
	return &commands.Aggregate[wiki.OpenDrafts, wiki.List]{Category: "wikiwriter", Version: "wikiwriter/1", Evolve: commands.Timeless(wiki.EvolveOpen), Decide: wiki.DecideOpen}
}

// pages are the published texts of pages. A change appends to the wiki, by which it is recognised, and to its pages.
func pages() *commands.Aggregate[page, edition] {
	return &commands.Aggregate[page, edition]{Category: "wikipage", Newest: true, Evolve: commands.Timeless(evolvePage), Decide: decidePage}
}

// page is the newest text of a page.
type page struct {
	Begun bool
	Body  string
}

func evolvePage(p page, event any) page {
	p.Begun = true
	if e, ok := event.(wiki.PageWritten); ok {
		p.Body = e.Text.String()
	}
	return p
}

// edition writes a page. It follows from a decision about the wiki, and has its role.
type edition struct {
	as role.Role
	wiki.PageWritten
}

func decidePage(p page, c edition) ([]decision.Event, error) {
	if p.Begun {
		return decision.In(c.as, []any{c.PageWritten}, nil)
	}
	return decision.In(c.as, []any{wiki.PageBegun{Page: c.Page, Project: c.Project}, c.PageWritten}, nil)
}

// desk is what every decision about a wiki needs: the project, the published pages and the caller.
type desk struct {
	service *Service
	tx      *commands.Tx
	project string
	slug    string
	wiki    *wikiEntity
	by      wiki.Caller
	target  *project.Target
	holders map[string]bool // of WIKI_EDIT, in a plan, which has no target
}

// desk loads a wiki for the caller. A project that the caller may not see is not found.
func (s *Service) desk(ctx context.Context, tx *commands.Tx, idOrSlug string) (*desk, error) {
	target, err := project.Visible(ctx, tx, idOrSlug)
	if err != nil {
		return nil, err
	}
	return s.deskOf(ctx, tx, target)
}

func (s *Service) deskOf(ctx context.Context, tx *commands.Tx, target *project.Target) (*desk, error) {
	d := &desk{service: s, tx: tx, project: target.State().ID, slug: target.State().Slug, target: target}
	var err error
	if d.wiki, err = wikis().Get(ctx, tx, d.project); err != nil {
		return nil, err
	}
	d.by, err = s.caller(ctx, d)
	return d, err
}

// caller is the caller as the rules of the wiki see them.
func (s *Service) caller(ctx context.Context, d *desk) (wiki.Caller, error) {
	c, by := callerOf(d.target), d.target.By
	if by.SignedIn() && !c.Member && d.wiki.State().Who() == wiki.Open {
		var err error
		if c.Verified, err = s.Verified(ctx, by.Account); err != nil {
			return c, fmt.Errorf("look up a verified address: %w", err)
		}
	}
	if by.Staff() && !c.Editor {
		editors, err := d.editors(ctx)
		if err != nil {
			return c, err
		}
		c.NoEditor = len(editors) == 0
	}
	return c, nil
}

// callerOf is the caller with what the project says of them. Whether their address is verified, and whether the wiki has
// other editors, is left out.
func callerOf(target *project.Target) wiki.Caller {
	p, by := target.State(), target.By
	plain := by.With(0) // the rights of the staff are not those of the team
	c := wiki.Caller{
		Actor: by, Visible: target.Visible(), Hidden: p.Status.Hidden(), Archived: p.Status == domainproject.Archived,
		Member: p.InTeam(by), Editor: p.InTeam(by) && p.PermissionsOf(plain).Has(domainproject.WikiEdit), Role: role.Self,
	}
	switch m, ok := p.Member(by.Account); {
	case by.Account != "" && by.Account == p.Owner:
		c.Role = role.Owner
	case ok && m.Accepted:
		c.Role = role.Member
	case c.Member:
		c.Role = role.OrganizationMember
	}
	return c
}

// editors are the accepted accounts that hold WIKI_EDIT, also by the organization.
func (d *desk) editors(ctx context.Context) (map[string]bool, error) {
	if d.target == nil {
		return d.holders, nil
	}
	p, editors := d.target.State(), map[string]bool{}
	for _, m := range p.Members {
		if m.Accepted && m.Permissions.Has(domainproject.WikiEdit) {
			editors[m.Account] = true
		}
	}
	if p.Owner != "" {
		editors[p.Owner] = true
	}
	if p.Organization == "" {
		return editors, nil
	}
	o, err := project.Organizations().Get(ctx, d.tx, p.Organization)
	if err != nil {
		return nil, fmt.Errorf("load the organization of a wiki: %w", err)
	}
	if o.State().Repost { // its members answer for no wiki of what it publishes
		return editors, nil
	}
	for id, m := range o.State().Members {
		own, listed := p.Member(id)
		if m.Accepted && m.ProjectPermissions.Has(domainproject.WikiEdit) && (!listed || !own.Accepted) {
			editors[id] = true
		}
	}
	return editors, nil
}

func (d *desk) writer() wiki.Writer { return wiki.Writer{By: d.by, Wiki: d.wiki.State()} }

// draft loads a draft of the wiki that the caller may read; every other is not found.
func (d *desk) draft(ctx context.Context, id string) (*draftEntity, error) {
	missing := fault.NotFound("草稿不存在。")
	if !ids.Valid(id) {
		return nil, missing
	}
	e, err := drafts().Open(ctx, d.tx, id)
	if err != nil {
		return nil, err
	}
	if s := e.State(); s.ID == "" || s.Project != d.project || !d.by.MayRead(s.Account) {
		return nil, missing
	}
	return e, nil
}

func (d *desk) place(ctx context.Context, account string) (*placeEntity, error) {
	return places().Open(ctx, d.tx, d.placeOf(account))
}

func (d *desk) placeOf(account string) string { return d.project + "-" + account }

// takenUp is what a draft of an account takes up.
func (d *desk) takenUp(account string) []commands.Want {
	return []commands.Want{places().Want(d.placeOf(account)), openIn().Want(d.project), openOf().Want(account)}
}

// loadOpen reads at once what a draft of an account takes up, before place, openIn and openOf are asked for it.
func (d *desk) loadOpen(ctx context.Context, account string, more ...commands.Want) error {
	return d.tx.Load(ctx, append(more, d.takenUp(account)...)...)
}

// loadPublished reads at once what the publication of a draft needs: loadOpen, and the pages whose texts it changes.
func (d *desk) loadPublished(ctx context.Context, w wiki.Draft) error {
	var written []commands.Want
	for _, id := range slices.Sorted(maps.Keys(w.Edits)) {
		if w.Edits[id].Text != nil {
			written = append(written, pages().Want(id))
		}
	}
	return d.loadOpen(ctx, w.Account, written...)
}

// own loads the caller's open draft; without one it is not found.
func (d *desk) own(ctx context.Context) (*draftEntity, error) {
	if !d.by.SignedIn() {
		return nil, fault.Unauthorized("请先登录。")
	}
	place, err := d.place(ctx, d.by.Account)
	if err != nil {
		return nil, err
	}
	if place.State().Draft == "" {
		return nil, fault.NotFound("你没有正在编辑的草稿。")
	}
	return d.draft(ctx, place.State().Draft)
}

// published is the text that is published of a page.
func (d *desk) published(ctx context.Context, id string) (string, error) {
	p, err := pages().Open(ctx, d.tx, id)
	if err != nil {
		return "", err
	}
	return p.State().Body, nil
}

// merged merges a draft with what is published.
func (d *desk) merged(ctx context.Context, draft wiki.Draft) (wiki.Merged, error) {
	texts, err := d.texts(ctx, draft, slices.Collect(maps.Keys(draft.Edits))...)
	if err != nil {
		return wiki.Merged{}, err
	}
	return wiki.Merge(d.wiki.State().Tree, draft, texts), nil
}

// look is what merged says of one page. The texts of others are not compared.
func (d *desk) look(ctx context.Context, draft wiki.Draft, page string) (wiki.Merged, error) {
	texts, err := d.texts(ctx, draft, page)
	if err != nil {
		return wiki.Merged{}, err
	}
	return wiki.Look(d.wiki.State().Tree, draft, texts), nil
}

// texts are the published texts of those pages whose text a draft changes.
func (d *desk) texts(ctx context.Context, draft wiki.Draft, changed ...string) (func(page string) string, error) {
	changed = slices.DeleteFunc(changed, func(id string) bool {
		return draft.Edits[id].Text == nil || d.wiki.State().Pages[id].Edition == ""
	})
	opened, err := pages().OpenAll(ctx, d.tx, changed...)
	if err != nil {
		return nil, err
	}
	texts := make(map[string]string, len(changed))
	for i, id := range changed {
		texts[id] = opened[i].State().Body
	}
	return func(page string) string { return texts[page] }, nil
}
