package wiki

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/ids"
)

// Planned is the initial wiki of a project. Drafts are in the order of their times: each is written, submitted and judged
// before the next one begins, or stays open.
type Planned struct {
	Command string // permanent name of the plan: the ids of its events, pages, drafts and changes are derived from it
	Project string
	Authors []wiki.Caller // everybody that the plan names, as the project sees them
	Owner   string        // the author who sets Editing and names Named
	Opened  time.Time     // when
	Editing wiki.Editing  // empty: the default
	Named   []string      // accounts
	Drafts  []PlannedDraft
}

// PlannedDraft is a draft and what became of it. A draft of a holder of WIKI_EDIT is published when it is submitted.
type PlannedDraft struct {
	By      string // an author's account
	At      time.Time
	Edits   []PlannedEdit  // a minute apart
	Reverts int            // instead of Edits: the number of the change, from 1, that is reverted at once
	Msg     string         // of the submission, a minute after the last edit; empty: the draft is not submitted
	Verdict *PlannedReview // nil: a submission that has to be reviewed stays in review
}

// PlannedReview is the acceptance of a submission, or its rejection with a message.
type PlannedReview struct {
	By        string // an author's account
	At        time.Time
	Rejection string // empty: accepted
}

// PlannedEdit changes one page of a draft. What is nil or false stays.
type PlannedEdit struct {
	Page                string // the slug before the edit
	Add                 *PlannedPage
	Title, Slug, Parent *string // Parent is a slug; empty for a root
	Weight              *int
	Featured            bool
	Text                func(now string) (string, error) // the new text from the present one
	Remove, Restore     bool
}

// PlannedPage is a page that a draft adds.
type PlannedPage struct {
	Title  string
	Parent string // a slug; empty for a root
	Weight int
}

// planning is a plan at work.
type planning struct {
	plan    *commands.Plan
	of      Planned
	authors map[string]wiki.Caller
	holders map[string]bool
	last    time.Time // of the last step
}

// PlanWiki decides the wiki by the same rules as people's commands, in the same streams; all writes must be appended
// together. It fails if a rule refuses a part of the plan.
func PlanWiki(ctx context.Context, codec commands.Codec, texts commands.Texts, of Planned) ([]eventlog.Write, error) {
	w := &planning{
		plan: commands.NewPlan(codec, of.Command, "").Sealing(texts), of: of, authors: map[string]wiki.Caller{}, holders: map[string]bool{},
	}
	for _, a := range of.Authors {
		w.authors[a.Account] = a
		if a.Editor {
			w.holders[a.Account] = true
		}
	}
	if err := w.settle(ctx); err != nil {
		return nil, fmt.Errorf("plan who edits the wiki of %s: %w", of.Project, err)
	}
	for i, draft := range of.Drafts {
		if err := w.draft(ctx, i+1, draft); err != nil {
			return nil, fmt.Errorf("plan draft %d of the wiki of %s: %w", i+1, of.Project, err)
		}
	}
	return w.plan.Writes(ctx)
}

// step is the next decision, by an author.
func (w *planning) step(ctx context.Context, at time.Time, by string, do func(*desk) error) error {
	author, known := w.authors[by]
	switch {
	case !known:
		return fmt.Errorf("%s is none of the authors", by)
	case at.Before(w.last):
		return fmt.Errorf("%s is before the step of %s", at, w.last)
	}
	w.last = at
	return w.plan.Step(at, author.Actor, func(tx *commands.Tx) error {
		d := &desk{tx: tx, project: w.of.Project, by: author, holders: w.holders}
		var err error
		if d.wiki, err = wikis().Get(ctx, tx, d.project); err != nil {
			return err
		}
		return do(d)
	})
}

// id is the permanent id of a part of the plan.
func (w *planning) id(kind string, name any) string {
	return ids.FromBytes(fmt.Appendf(nil, "%s %s %v", w.of.Command, kind, name))
}

// settle sets who may edit.
func (w *planning) settle(ctx context.Context) error {
	if w.of.Editing == "" {
		return nil
	}
	return w.step(ctx, w.of.Opened, w.of.Owner, func(d *desk) error {
		if err := d.wiki.Do(wiki.SetEditing{By: d.by, Project: d.project, Editing: w.of.Editing}); err != nil {
			return err
		}
		for _, account := range w.of.Named {
			if err := d.wiki.Do(wiki.NameEditor{By: d.by, Project: d.project, Account: account}); err != nil {
				return err
			}
		}
		return nil
	})
}

// draft plans a draft from its beginning to its review.
func (w *planning) draft(ctx context.Context, number int, p PlannedDraft) error {
	if p.Reverts > 0 {
		return w.revert(ctx, number, p)
	}
	id := w.id("draft", number)
	if err := w.step(ctx, p.At, p.By, func(d *desk) error {
		_, err := d.openAs(ctx, id, wiki.Draft{}, "")
		return err
	}); err != nil {
		return err
	}
	at := p.At
	for i, edit := range p.Edits {
		at = at.Add(time.Minute)
		if err := w.write(ctx, at, p.By, id, func(d *desk, e *draftEntity) error { return w.edit(ctx, d, e, edit) }); err != nil {
			return fmt.Errorf("edit %d, of %s: %w", i+1, edit.Page, err)
		}
	}
	if p.Msg == "" {
		return nil
	}
	return w.submission(ctx, id, number, at.Add(time.Minute), p)
}

// write is a step on a draft.
func (w *planning) write(ctx context.Context, at time.Time, by, draft string, do func(*desk, *draftEntity) error) error {
	return w.step(ctx, at, by, func(d *desk) error {
		e, err := d.draft(ctx, draft)
		if err != nil {
			return err
		}
		return do(d, e)
	})
}

// submission plans the submission of a draft, and its review.
func (w *planning) submission(ctx context.Context, draft string, number int, at time.Time, p PlannedDraft) error {
	change := w.id("change", number)
	err := w.write(ctx, at, p.By, draft, func(d *desk, e *draftEntity) error {
		return d.submitAs(ctx, e, w.id("submission", number), change, wikiSubmitInput{Msg: p.Msg})
	})
	if err != nil || p.Verdict == nil {
		return err
	}
	return w.write(ctx, p.Verdict.At, p.Verdict.By, draft, func(d *desk, e *draftEntity) error {
		if p.Verdict.Rejection != "" {
			return d.reject(e, wikiRejectInput{Msg: p.Verdict.Rejection, Submission: e.State().Submission})
		}
		return d.acceptAs(ctx, e, change, wikiAcceptInput{})
	})
}

// revert plans the revert of a change, which must be clean.
func (w *planning) revert(ctx context.Context, draft int, p PlannedDraft) error {
	return w.step(ctx, p.At, p.By, func(d *desk) error {
		var before, after wiki.State
		number := 0
		for _, event := range d.wiki.Decided() {
			before = after.Clone()
			after = wiki.Evolve(after, event.Payload)
			c, published := event.Payload.(wiki.ChangePublished)
			if !published {
				continue
			}
			if number++; number < p.Reverts {
				continue
			}
			inverse, err := d.undoing(ctx, c, before, after)
			if err != nil {
				return err
			}
			merged, err := d.merged(ctx, inverse)
			if err != nil {
				return err
			}
			return d.revertAs(ctx, w.id("change", draft), c.Change, merged, wikiRevertInput{Msg: p.Msg})
		}
		return errors.New("there is no such change to revert")
	})
}
