package wiki

import (
	"context"
	"errors"

	"golang.org/x/sync/errgroup"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/wiki"
)

type wikiSubmitInput struct {
	Msg  string `json:"msg" doc:"提交原因，1 到 500 个字符"`
	Seen string `json:"seen,omitempty" doc:"预览的 seen：提交的内容已不同时拒绝"`
}

type submitIn struct {
	OfDraft
	Body wikiSubmitInput
}

// submit is POST wiki/drafts/{draft}/submit.
func (s *Service) submit(ctx context.Context, tx *commands.Tx, in *submitIn) (contract.WikiSubmitted, error) {
	d, e, err := s.find(ctx, tx, in.OfDraft)
	if err != nil {
		return contract.WikiSubmitted{}, err
	}
	return d.submit(ctx, e, in.Body)
}

// submit sends a draft for review; the change of a holder of WIKI_EDIT is published at once.
func (d *desk) submit(ctx context.Context, e *draftEntity, in wikiSubmitInput) (contract.WikiSubmitted, error) {
	made, err := d.prepare(ctx, e)
	if err != nil {
		return contract.WikiSubmitted{}, err
	}
	submission, change := made[0], made[1]
	if d.tx.Repeated() {
		return submittedOf(e.State(), change), nil
	}
	if err := d.submitAs(ctx, e, submission, change, in); err != nil {
		return contract.WikiSubmitted{}, err
	}
	return submittedOf(e.State(), change), nil
}

// prepare makes the ids of a submission and of the change that it may publish, writes the saved texts into the draft and
// reads what a publication needs. A repeated request gets the ids only.
func (d *desk) prepare(ctx context.Context, e *draftEntity) (made []string, err error) {
	var saves map[string]saved
	w := e.State()
	work, working := errgroup.WithContext(ctx) // none of them needs another
	work.Go(func() (err error) {
		made, err = d.tx.NewIDs(working, "wikisubmission", "wikichange")
		return err
	})
	if !d.tx.Repeated() {
		work.Go(func() (err error) {
			saves, err = d.unflushed(working, w)
			return err
		})
		if d.by.Editor {
			err = d.loadPublished(working, w)
		}
	}
	if err := errors.Join(work.Wait(), err); err != nil || d.tx.Repeated() {
		return made, err
	}
	return made, d.flushAll(ctx, e, saves)
}

// submitAs is submit with the ids of the submission and of the change that it may publish.
func (d *desk) submitAs(ctx context.Context, e *draftEntity, submission, change string, in wikiSubmitInput) error {
	merged, err := d.merged(ctx, e.State())
	if err != nil {
		return err
	}
	if err := e.Do(wiki.Submit{Writer: d.writer(), Submission: submission, Change: change, Merged: merged, Msg: in.Msg, Seen: in.Seen}); err != nil {
		return err
	}
	if !d.by.Editor {
		return nil
	}
	if err := e.Do(wiki.Publish{Writer: d.writer(), Change: change, Merged: merged}); err != nil {
		return err
	}
	return d.publish(ctx, e, merged, change, nil)
}

func submittedOf(w wiki.Draft, change string) contract.WikiSubmitted {
	out := contract.WikiSubmitted{Status: string(wiki.Review)}
	if w.Status == wiki.Success {
		out.Status, out.Change = string(wiki.Success), change
	}
	return out
}

// publish records the change of an accepted draft, with the texts of its pages, and frees the author's place: all of it
// or nothing.
func (d *desk) publish(ctx context.Context, e *draftEntity, m wiki.Merged, change string, why *reason.Reason) error {
	w := e.State()
	if err := d.wiki.Do(wiki.PublishDraft{Role: e.Role(), Event: wiki.Published(w, m, change, why)}); err != nil {
		return err
	}
	if err := d.edit(ctx, e.Role(), w.Account, change, m); err != nil {
		return err
	}
	return d.end(ctx, e)
}

// edit records the texts of a change.
func (d *desk) edit(ctx context.Context, as role.Role, account, change string, m wiki.Merged) error {
	var written []string
	for _, part := range m.Done {
		if part.Op == wiki.OpWritten {
			written = append(written, part.Page)
		}
	}
	opened, err := pages().OpenAll(ctx, d.tx, written...)
	if err != nil {
		return err
	}
	for i, id := range written {
		if err := opened[i].Do(edition{as, wiki.Written(d.project, change, account, id, m.Texts[id])}); err != nil {
			return err
		}
	}
	return nil
}

// end frees the place of the author of a draft that has ended.
func (d *desk) end(ctx context.Context, e *draftEntity) error {
	w := e.State()
	editor := d.by.Editor
	if w.Account != d.by.Account {
		editors, err := d.editors(ctx)
		if err != nil {
			return err
		}
		editor = editors[w.Account]
	}
	if err := d.loadOpen(ctx, w.Account); err != nil {
		return err
	}
	place, err := d.place(ctx, w.Account)
	if err != nil {
		return err
	}
	in, err := openIn().Get(ctx, d.tx, d.project)
	if err != nil {
		return err
	}
	of, err := openOf().Get(ctx, d.tx, w.Account)
	if err != nil {
		return err
	}
	place.Follow(e.Role(), wiki.Ended(w, place.State(), editor, d.tx.Now())...)
	ended := wiki.List{Entry: decision.Entry{As: e.Role(), ID: w.ID, Ended: true}, Project: w.Project, Account: w.Account, Status: w.Status}
	return errors.Join(in.Do(ended), of.Do(ended))
}

// takeBack is POST wiki/drafts/{draft}/take-back.
func (s *Service) takeBack(ctx context.Context, tx *commands.Tx, in *OfDraft) error {
	d, e, err := s.find(ctx, tx, *in)
	if err != nil {
		return err
	}
	return d.again(ctx, e, wiki.TakeBack{Writer: d.writer()})
}

// reopen is POST wiki/drafts/{draft}/reopen.
func (s *Service) reopen(ctx context.Context, tx *commands.Tx, in *OfDraft) error {
	d, e, err := s.find(ctx, tx, *in)
	if err != nil {
		return err
	}
	return d.again(ctx, e, wiki.Reopen{Writer: d.writer()})
}

func (d *desk) again(ctx context.Context, e *draftEntity, c wiki.DraftCommand) error {
	place, err := d.place(ctx, e.State().Account)
	if err != nil {
		return err
	}
	if err := e.Do(c); err != nil || len(e.Decided()) == 0 {
		return err
	}
	place.Follow(role.System, d.writer().Repeated(e.State(), place.State(), d.tx.Now())...)
	return nil
}

// giveUp is POST wiki/drafts/{draft}/give-up.
func (s *Service) giveUp(ctx context.Context, tx *commands.Tx, in *OfDraft) error {
	d, e, err := s.find(ctx, tx, *in)
	if err != nil {
		return err
	}
	return d.giveUp(ctx, e)
}

func (d *desk) giveUp(ctx context.Context, e *draftEntity) error {
	if err := e.Do(wiki.GiveUp{Writer: d.writer()}); err != nil || len(e.Decided()) == 0 {
		return err
	}
	return d.end(ctx, e)
}
