package wiki

import (
	"context"
	"fmt"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/wiki"
)

// authors look up the public parts of accounts.
func (s *Service) authors(ctx context.Context, ids ...string) (map[string]contract.Author, error) {
	ids = slices.DeleteFunc(ids, func(id string) bool { return id == "" })
	if len(ids) == 0 {
		return nil, nil
	}
	found, err := s.Authors(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("look up authors: %w", err)
	}
	return found, nil
}

// stateOf is a draft in a list.
func (d *desk) stateOf(ctx context.Context, w wiki.Draft) (contract.WikiDraftState, error) {
	state := contract.WikiDraftState{
		ID: w.ID, Status: string(w.Status), Own: w.Account == d.by.Account, Opened: w.OpenedAt, Changed: w.ChangedAt, Msg: w.Msg,
		Rejection: w.Rejection, AgainCount: w.Again, Pages: int64(len(w.Edits)),
	}
	if !w.SubmittedAt.IsZero() {
		state.Submitted = &w.SubmittedAt
	}
	var saved time.Time
	work, working := errgroup.WithContext(ctx)
	work.Go(func() (err error) {
		saved, err = d.service.Saves.latest(working, w.ID)
		return err
	})
	found, err := d.service.authors(working, w.Account)
	if unread := work.Wait(); unread != nil {
		return state, unread
	}
	if ends := w.Ends(saved); !ends.IsZero() {
		state.Ends = &ends
	}
	if a, ok := found[w.Account]; ok {
		state.Author = &a
	}
	return state, err
}

// document is a draft with its tree.
func (d *desk) document(ctx context.Context, e *draftEntity) (contract.WikiDraft, error) {
	w := e.State()
	state, err := d.stateOf(ctx, w)
	if err != nil {
		return contract.WikiDraft{}, err
	}
	merged, err := d.merged(ctx, w)
	if err != nil {
		return contract.WikiDraft{}, err
	}
	saves, err := d.service.Saves.unwritten(ctx, w)
	if err != nil {
		return contract.WikiDraft{}, err
	}
	if !state.Own {
		saves = nil
	}
	behind, err := d.behind(ctx, w.Base)
	if err != nil {
		return contract.WikiDraft{}, err
	}
	published := d.wiki.State()
	_, cannot := d.by.MayReview(w.Account, true)
	doc := contract.WikiDraft{
		WikiDraftState: state, ProjectID: d.project, Base: w.Base, Revision: int64(published.Number), Behind: behind,
		BaseNumber: int64(published.Number) - behind, Conflicts: len(merged.Conflicts), Reverts: w.Reverts, Submission: w.Submission, Featured: merged.Tree.Home(),
		MayReview: cannot == nil, Publishes: d.by.Editor && state.Own, Tree: treeOf(published, merged, saves),
	}
	doc.Messages, err = d.messages(ctx, e)
	return doc, err
}

// behind is the number of changes that were published after a change.
func (d *desk) behind(ctx context.Context, base string) (int64, error) {
	published := d.wiki.State()
	switch base {
	case published.Head:
		return 0, nil
	case "":
		return int64(published.Number), nil
	}
	var n int64
	for past, err := range d.wiki.Past(ctx) {
		if err != nil {
			return 0, err
		}
		change, ok := past.Payload.(wiki.ChangePublished)
		if !ok {
			continue
		}
		if change.Change == base {
			break
		}
		n++
	}
	return n, nil
}

// treeOf lists the pages of a draft, those that it removes at the end.
func treeOf(published wiki.State, m wiki.Merged, saves map[string]saved) []contract.WikiDraftPage {
	s, list := showing(m), []contract.WikiDraftPage{}
	for _, p := range m.Tree.Ordered() {
		shown := s.page(p, false)
		_, shown.Saved = saves[p.ID]
		list = append(list, shown)
	}
	for _, p := range published.Ordered() {
		if _, live := m.Tree.Live(p.ID); !live {
			list = append(list, s.page(p, true))
		}
	}
	return list
}

// shown is how a draft shows its pages.
type shown struct {
	edits     map[string][]string
	conflicts map[string]bool
	home      string
}

func showing(m wiki.Merged) shown {
	s := shown{edits: map[string][]string{}, conflicts: map[string]bool{}, home: m.Tree.Home()}
	for _, part := range m.Done {
		s.edits[part.Page] = append(s.edits[part.Page], string(part.Op))
	}
	for _, c := range m.Conflicts {
		s.conflicts[c.Page] = true
	}
	return s
}

// page is one page, which the draft may remove.
func (s shown) page(p wiki.Page, removed bool) contract.WikiDraftPage {
	edits := append([]string{}, s.edits[p.ID]...)
	if removed && len(edits) == 0 {
		edits = append(edits, string(wiki.OpRemoved))
	}
	return contract.WikiDraftPage{
		ID: p.ID, Title: p.Title, Slug: p.Slug, Parent: p.Parent, SortOrder: p.Weight, Featured: p.ID == s.home, Removed: removed,
		Edits: edits, Conflict: s.conflicts[p.ID],
	}
}

// messages are the reasons of submissions and rejections, oldest first.
func (d *desk) messages(ctx context.Context, e *draftEntity) ([]contract.WikiMessage, error) {
	said := e.State().Messages
	list := make([]contract.WikiMessage, len(said))
	var actors []string // of rejections, newest first
	if slices.ContainsFunc(said, func(m wiki.Message) bool { return m.Account == "" }) {
		for past, err := range e.Past(ctx) {
			if err != nil {
				return nil, err
			}
			if _, ok := past.Payload.(wiki.DraftRejected); ok {
				actors = append(actors, past.Actor)
			}
		}
	}
	slices.Reverse(actors)
	ids := make([]string, len(said))
	for i, m := range said {
		if ids[i] = m.Account; m.Account == "" && len(actors) > 0 {
			ids[i], actors = actors[0], actors[1:]
		}
	}
	found, err := d.service.authors(ctx, slices.Clone(ids)...)
	for i, m := range said {
		list[i] = contract.WikiMessage{Username: closedName, Time: m.At, Message: m.Text}
		if a, ok := found[ids[i]]; ok {
			list[i].Username, list[i].AvatarURL = a.Username, a.AvatarURL
		}
	}
	return list, err
}

// closedName is shown in place of the name of a closed account.
const closedName = "已注销用户"

// nested makes the pages of a draft into the tree of the family. Texts are by page; times are those of the published
// pages, and of the draft for the others.
func nested(project string, tree wiki.Tree, body func(id string) string, published map[string]contract.WikiPage, at time.Time) []contract.WikiPage {
	children := map[string][]wiki.Page{}
	for _, p := range tree.Ordered() {
		children[p.Parent] = append(children[p.Parent], p)
	}
	home := tree.Home()
	var below func(parent string) []contract.WikiPage
	below = func(parent string) []contract.WikiPage {
		list := []contract.WikiPage{}
		for _, p := range children[parent] {
			doc := contract.WikiPage{
				ID: p.ID, ProjectID: project, SortOrder: p.Weight, Title: p.Title, Body: body(p.ID), ParentWikiID: p.Parent, Featured: p.ID == home,
				Created: at, Updated: at, Slug: p.Slug, Child: below(p.ID),
			}
			if was, ok := published[p.ID]; ok {
				doc.Created, doc.Updated = was.Created, was.Updated
			}
			if doc.ParentWikiID == "" {
				doc.ParentWikiID = p.ID
			}
			list = append(list, doc)
		}
		return list
	}
	return below("")
}

// cache is a draft in the shape of the family.
func (d *desk) cache(ctx context.Context, e *draftEntity, bodies bool) (*contract.WikiCache, error) {
	w := e.State()
	list, err := d.service.Published(ctx, d.project)
	if err != nil {
		return nil, fmt.Errorf("read the published pages: %w", err)
	}
	published := make(map[string]contract.WikiPage, len(list))
	for _, p := range list {
		published[p.ID] = p
	}
	merged, err := d.merged(ctx, w)
	if err != nil {
		return nil, err
	}
	text := func(id string) string { return published[id].Body }
	own := func(id string) string {
		if e := w.Edits[id]; e.Text != nil {
			return e.Text.Body
		}
		return text(id)
	}
	if !bodies {
		text, own = none, none
	}
	doc := &contract.WikiCache{
		ID: w.ID, ProjectID: d.project, UserID: w.Account, Created: w.OpenedAt, Status: string(w.Status), AgainCount: w.Again, AgainTime: w.AgainAt,
		Cache: nested(d.project, merged.Tree, own, published, w.OpenedAt), Old: nested(d.project, d.wiki.State().Tree, text, published, w.OpenedAt),
	}
	doc.Message, err = d.messages(ctx, e)
	return doc, err
}

func none(string) string { return "" }
