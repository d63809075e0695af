package wiki

import (
	"context"
	"errors"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/platform/ids"
)

type wikiBeginInput struct {
	From string `json:"from,omitempty" doc:"从一份已超时或放弃的草稿继续"`
}

type beginIn struct {
	commands.Named
	Body wikiBeginInput
}

// begin is POST wiki/drafts. It answers without the tree, which has as many pages as the wiki.
func (s *Service) begin(ctx context.Context, tx *commands.Tx, in *beginIn) (contract.WikiDraftState, error) {
	if ids.Valid(in.ID) { // both are read at once
		if err := tx.Load(ctx, project.Projects().Want(in.ID), wikis().Want(in.ID)); err != nil {
			return contract.WikiDraftState{}, err
		}
	}
	d, err := s.desk(ctx, tx, in.ID)
	if err != nil {
		return contract.WikiDraftState{}, err
	}
	from := wiki.Draft{}
	if in.Body.From != "" {
		e, err := d.draft(ctx, in.Body.From)
		if err != nil {
			return contract.WikiDraftState{}, err
		}
		if from, err = d.withSaves(ctx, e.State()); err != nil {
			return contract.WikiDraftState{}, err
		}
	}
	e, err := d.open(ctx, from, "")
	if err != nil {
		return contract.WikiDraftState{}, err
	}
	return d.stateOf(ctx, e.State())
}

// open begins a draft with the edits of another one.
func (d *desk) open(ctx context.Context, from wiki.Draft, reverts string) (*draftEntity, error) {
	if err := d.by.MayDraft(d.wiki.State()); err != nil {
		return nil, err
	}
	id, err := d.tx.NewIDLoading(ctx, "wikidraft", drafts().Want, d.takenUp(d.by.Account)...)
	if err != nil {
		return nil, err
	}
	return d.openAs(ctx, id, from, reverts)
}

// openAs is open with the id of the draft.
func (d *desk) openAs(ctx context.Context, id string, from wiki.Draft, reverts string) (*draftEntity, error) {
	if err := d.loadOpen(ctx, d.by.Account, drafts().Want(id)); err != nil {
		return nil, err
	}
	e, err := drafts().Open(ctx, d.tx, id)
	if err != nil || d.tx.Repeated() {
		return e, err
	}
	d.tx.Fresh(id)
	place, err := d.place(ctx, d.by.Account)
	if err != nil {
		return nil, err
	}
	in, err := openIn().Get(ctx, d.tx, d.project)
	if err != nil {
		return nil, err
	}
	of, err := openOf().Get(ctx, d.tx, d.by.Account)
	if err != nil {
		return nil, err
	}
	c := wiki.OpenDraft{
		Writer: d.writer(), ID: id, Project: d.project, Place: place.State(), OfAccount: of.State(), OfProject: in.State(), Now: d.tx.Now(),
		From: from, Reverts: reverts,
	}
	if err := e.Do(c); err != nil {
		return nil, err
	}
	place.Follow(e.Role(), c.Begun())
	listed := wiki.List{Entry: decision.Entry{As: e.Role(), ID: id}, Project: d.project, Account: d.by.Account}
	return e, errors.Join(in.Do(listed), of.Do(listed))
}

// withSaves is a draft with the texts that were saved automatically and not written since.
func (d *desk) withSaves(ctx context.Context, w wiki.Draft) (wiki.Draft, error) {
	if w.Account != d.by.Account {
		return w, nil
	}
	saves, err := d.service.Saves.unwritten(ctx, w)
	if err != nil || len(saves) == 0 {
		return w, err
	}
	edits := make(map[string]wiki.Edit, len(w.Edits)+len(saves))
	for id, e := range w.Edits {
		edits[id] = e
	}
	for id, save := range saves {
		e, edition := edits[id], save.Edition
		if _, live := d.wiki.State().Live(id); !live && !e.Added && !e.Restored {
			continue
		}
		if e.Text != nil {
			edition = e.Text.Edition
		}
		e.Text = &wiki.Text{Edition: edition, Body: save.Body}
		edits[id] = e
	}
	w.Edits = edits
	return w, nil
}

// flush writes the saved texts into the draft, so that what is submitted is what the author typed.
func (d *desk) flush(ctx context.Context, e *draftEntity) error {
	saves, err := d.unflushed(ctx, e.State())
	if err != nil {
		return err
	}
	return d.flushAll(ctx, e, saves)
}

// unflushed are the saved texts that flush writes.
func (d *desk) unflushed(ctx context.Context, w wiki.Draft) (map[string]saved, error) {
	if w.Account != d.by.Account || w.Status != wiki.Editable {
		return nil, nil
	}
	return d.service.Saves.unwritten(ctx, w)
}

func (d *desk) flushAll(ctx context.Context, e *draftEntity, saves map[string]saved) error {
	if len(saves) == 0 {
		return nil
	}
	merged, err := d.merged(ctx, e.State())
	if err != nil {
		return err
	}
	for id, save := range saves {
		if _, live := merged.Tree.Live(id); !live {
			continue
		}
		if err := e.Do(wiki.EditPage{Writer: d.writer(), Page: id, Body: &save.Body, Edition: &save.Edition}); err != nil {
			return err
		}
	}
	return nil
}

// OfDraft names a draft of a wiki in the path, as a part of a command's input.
type OfDraft struct {
	commands.Named
	Draft string `path:"draft" doc:"草稿 ID"`
}

// find loads the draft that a request names.
// Of a project that is named by its id it is read at once, together with more that the decision needs.
func (s *Service) find(ctx context.Context, tx *commands.Tx, in OfDraft, more ...commands.Want) (*desk, *draftEntity, error) {
	if ids.Valid(in.ID) && ids.Valid(in.Draft) {
		wants := []commands.Want{project.Projects().Want(in.ID), wikis().Want(in.ID), drafts().Want(in.Draft)}
		if err := tx.Load(ctx, append(wants, more...)...); err != nil {
			return nil, nil, err
		}
	}
	d, err := s.desk(ctx, tx, in.ID)
	if err != nil {
		return nil, nil, err
	}
	e, err := d.draft(ctx, in.Draft)
	return d, e, err
}

// look is find for a query.
func (s *Service) look(ctx context.Context, req commands.Request, in OfDraft, how func(context.Context, *desk, *draftEntity) error) error {
	return s.Handler.Read(ctx, req.By, func(ctx context.Context, tx *commands.Tx) error {
		d, e, err := s.find(ctx, tx, in)
		if err != nil {
			return err
		}
		return how(ctx, d, e)
	})
}

// draft is GET wiki/drafts/{draft}.
func (s *Service) draft(ctx context.Context, req commands.Request, in *OfDraft) (out contract.WikiDraft, err error) {
	err = s.look(ctx, req, *in, func(ctx context.Context, d *desk, e *draftEntity) (err error) {
		out, err = d.document(ctx, e)
		return err
	})
	return out, err
}

func checkPage(id string) error {
	if !ids.Valid(id) {
		return fault.NotFound("页面不存在。")
	}
	return nil
}
