package wiki

import (
	"context"
	"fmt"
	"slices"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/platform/ids"
)

type wikiRevertInput struct {
	Msg    string         `json:"msg" doc:"撤销原因，1 到 500 个字符"`
	Reason *reason.Reason `json:"reason,omitempty" doc:"管理人员必填"`
}

type revertIn struct {
	commands.Named
	Change string `path:"change" doc:"要撤销的更改的 ID"`
	Body   wikiRevertInput
}

// revert is POST wiki/changes/{change}/revert: it publishes the inverse of a change where that has no conflicts and the
// caller may publish; otherwise it opens a draft with the inverse.
func (s *Service) revert(ctx context.Context, tx *commands.Tx, in *revertIn) (out contract.WikiReverted, err error) {
	d, err := s.desk(ctx, tx, in.ID)
	if err != nil {
		return out, err
	}
	if out.Change, err = tx.NewID(ctx, "wikichange"); err != nil {
		return out, err
	}
	if tx.Repeated() {
		return d.reverted(ctx, out.Change)
	}
	staff := d.by.Staff() && !d.by.Member
	if !staff {
		if err := d.by.MayDraft(d.wiki.State()); err != nil {
			return contract.WikiReverted{}, err
		}
	}
	inverse, err := d.inverse(ctx, in.Change)
	if err != nil {
		return contract.WikiReverted{}, err
	}
	merged, err := d.merged(ctx, inverse)
	if err != nil {
		return contract.WikiReverted{}, err
	}
	if !d.by.Editor && !staff || d.by.Editor && len(merged.Conflicts) > 0 {
		return d.revertByDraft(ctx, inverse, merged, in.Change)
	}
	return out, d.revertAs(ctx, out.Change, in.Change, merged, in.Body)
}

// revertAs publishes the inverse of a change under the id of the new change.
func (d *desk) revertAs(ctx context.Context, change, reverts string, m wiki.Merged, in wikiRevertInput) error {
	c := wiki.Revert{
		By: d.by, Project: d.project, Change: change, Reverts: reverts, Base: d.wiki.State().Head, Merged: m, Msg: in.Msg, Reason: in.Reason,
	}
	if err := d.wiki.Do(c); err != nil {
		return err
	}
	return d.edit(ctx, d.wiki.Role(), d.by.Account, change, m)
}

// reverted is the answer to a request that was handled before.
func (d *desk) reverted(ctx context.Context, change string) (contract.WikiReverted, error) {
	for past, err := range d.wiki.Past(ctx) {
		if err != nil {
			return contract.WikiReverted{}, err
		}
		if c, ok := past.Payload.(wiki.ChangePublished); ok && c.Change == change {
			return contract.WikiReverted{Change: change}, nil
		}
	}
	draft, err := d.tx.NewID(ctx, "wikidraft")
	return contract.WikiReverted{Draft: draft}, err
}

func (d *desk) revertByDraft(ctx context.Context, inverse wiki.Draft, m wiki.Merged, change string) (contract.WikiReverted, error) {
	if len(m.Done) == 0 && len(m.Conflicts) == 0 {
		return contract.WikiReverted{}, m.Publishable("")
	}
	e, err := d.open(ctx, inverse, change)
	if err != nil {
		return contract.WikiReverted{}, err
	}
	return contract.WikiReverted{Draft: e.State().ID}, nil
}

// inverse is a draft that undoes a change. It reads the wiki's history up to the change.
func (d *desk) inverse(ctx context.Context, change string) (wiki.Draft, error) {
	missing := fault.NotFound("更改不存在。")
	if !ids.Valid(change) {
		return wiki.Draft{}, missing
	}
	log := d.service.Handler
	var before, after wiki.State
	var found *wiki.ChangePublished
	for recorded, err := range log.Log.Stream(ctx, wikis().Stream(d.project), 0) {
		if err != nil {
			return wiki.Draft{}, fmt.Errorf("read the history of a wiki: %w", err)
		}
		event, err := log.Codec.Decode(recorded.Type, recorded.Data)
		if err != nil {
			return wiki.Draft{}, fmt.Errorf("read the history of a wiki: %w", err)
		}
		if c, ok := event.(wiki.ChangePublished); ok && c.Change == change {
			before = after.Clone()
			after = wiki.Evolve(after, event)
			found = &c
			break
		}
		after = wiki.Evolve(after, event)
	}
	if found == nil {
		return wiki.Draft{}, missing
	}
	return d.undoing(ctx, *found, before, after)
}

// undoing is a draft that undoes a change, with the wiki before and after it.
func (d *desk) undoing(ctx context.Context, found wiki.ChangePublished, before, after wiki.State) (wiki.Draft, error) {
	texts := map[string]string{}
	for _, part := range found.Done {
		if part.Op != wiki.OpWritten {
			continue
		}
		body, err := d.before(ctx, part.Page, found.Change)
		if err != nil {
			return wiki.Draft{}, err
		}
		texts[part.Page] = body
	}
	return wiki.Inverse(found, before, after, func(id string) string { return texts[id] }), nil
}

// before is the text that a change replaced. In a plan, the editions are events of the decision.
func (d *desk) before(ctx context.Context, page, change string) (string, error) {
	p, err := pages().Open(ctx, d.tx, page)
	if err != nil {
		return "", err
	}
	found := false
	for _, event := range slices.Backward(p.Decided()) {
		switch e, ok := event.Payload.(wiki.PageWritten); {
		case ok && found:
			return e.Text.String(), nil
		case ok:
			found = e.Change == change
		}
	}
	for past, err := range p.Past(ctx) {
		if err != nil {
			return "", err
		}
		e, ok := past.Payload.(wiki.PageWritten)
		if !ok {
			continue
		}
		if found {
			opened, err := p.Readable(ctx, past)
			e, _ = opened.(wiki.PageWritten)
			return e.Text.String(), err
		}
		found = e.Change == change
	}
	return "", nil
}
