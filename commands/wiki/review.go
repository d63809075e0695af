package wiki

import (
	"context"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/wiki"
)

type wikiAcceptInput struct {
	Seen   string         `json:"seen" doc:"审核时看到的预览的 seen"`
	Reason *reason.Reason `json:"reason,omitempty" doc:"管理人员必填"`
}

type acceptIn struct {
	OfDraft
	Body wikiAcceptInput
}

// accept is POST wiki/drafts/{draft}/accept.
func (s *Service) accept(ctx context.Context, tx *commands.Tx, in *acceptIn) (contract.WikiSubmitted, error) {
	d, e, err := s.find(ctx, tx, in.OfDraft)
	if err != nil {
		return contract.WikiSubmitted{}, err
	}
	if in.Body.Seen == "" {
		return contract.WikiSubmitted{}, fault.Invalid("seen", "请先查看将要发布的内容，并提交预览的 seen。")
	}
	return d.accept(ctx, e, in.Body)
}

func (d *desk) accept(ctx context.Context, e *draftEntity, in wikiAcceptInput) (contract.WikiSubmitted, error) {
	change, err := d.tx.NewID(ctx, "wikichange")
	if err != nil || d.tx.Repeated() {
		return submittedOf(e.State(), change), err
	}
	if err := d.acceptAs(ctx, e, change, in); err != nil {
		return contract.WikiSubmitted{}, err
	}
	return submittedOf(e.State(), change), nil
}

// acceptAs is accept with the id of the change.
func (d *desk) acceptAs(ctx context.Context, e *draftEntity, change string, in wikiAcceptInput) error {
	merged, err := d.merged(ctx, e.State())
	if err != nil {
		return err
	}
	c := wiki.Accept{By: d.by, Wiki: d.wiki.State(), Change: change, Merged: merged, Seen: in.Seen, Reason: in.Reason}
	if err := e.Do(c); err != nil {
		return err
	}
	var why *reason.Reason
	if e.Role().Staff() {
		why = in.Reason
	}
	return d.publish(ctx, e, merged, change, why)
}

type wikiRejectInput struct {
	Msg        string         `json:"msg" doc:"拒绝原因，1 到 500 个字符"`
	Submission string         `json:"submission,omitempty" doc:"审核的那次提交的 ID"`
	Reason     *reason.Reason `json:"reason,omitempty" doc:"管理人员必填"`
}

type rejectIn struct {
	OfDraft
	Body wikiRejectInput
}

// reject is POST wiki/drafts/{draft}/reject.
func (s *Service) reject(ctx context.Context, tx *commands.Tx, in *rejectIn) error {
	d, e, err := s.find(ctx, tx, in.OfDraft)
	if err != nil {
		return err
	}
	return d.reject(e, in.Body)
}

func (d *desk) reject(e *draftEntity, in wikiRejectInput) error {
	return e.Do(wiki.Reject{By: d.by, Wiki: d.wiki.State(), Submission: in.Submission, Msg: in.Msg, Reason: in.Reason})
}

// preview is GET wiki/drafts/{draft}/preview.
func (s *Service) preview(ctx context.Context, req commands.Request, in *OfDraft) (out contract.WikiPreview, err error) {
	err = s.look(ctx, req, *in, func(ctx context.Context, d *desk, e *draftEntity) (err error) {
		out, err = d.preview(ctx, e)
		return err
	})
	return out, err
}

type wikiResolveInput struct {
	Page  string `json:"page" doc:"页面 ID"`
	Field string `json:"field" enum:"title,slug,parent,sort_order,featured,body,presence"`
	Side  string `json:"side" enum:"mine,theirs,hand" doc:"mine：草稿的；theirs：已发布的；hand：用 text"`
	Text  string `json:"text,omitempty" doc:"手工合并的结果"`
}

type resolveIn struct {
	OfDraft
	Body wikiResolveInput
}

// resolve is POST wiki/drafts/{draft}/resolve.
func (s *Service) resolve(ctx context.Context, tx *commands.Tx, in *resolveIn) (contract.WikiPreview, error) {
	d, e, err := s.find(ctx, tx, in.OfDraft)
	if err != nil {
		return contract.WikiPreview{}, err
	}
	if side := wiki.Side(in.Body.Side); side != wiki.Mine && side != wiki.Theirs && side != wiki.ByHand {
		return contract.WikiPreview{}, fault.Invalid("side", "side 须为 mine、theirs 或 hand。")
	}
	if !d.tx.Repeated() {
		if err := d.flush(ctx, e); err != nil {
			return contract.WikiPreview{}, err
		}
	}
	merged, err := d.merged(ctx, e.State())
	if err != nil {
		return contract.WikiPreview{}, err
	}
	b := in.Body
	if err := e.Do(wiki.Resolve{
		Writer: d.writer(), Merged: merged, Page: b.Page, Field: wiki.Field(b.Field), Side: wiki.Side(b.Side), Text: b.Text,
	}); err != nil {
		return contract.WikiPreview{}, err
	}
	return d.preview(ctx, e)
}

// rebase is POST wiki/drafts/{draft}/rebase.
func (s *Service) rebase(ctx context.Context, tx *commands.Tx, in *OfDraft) (contract.WikiDraft, error) {
	d, e, err := s.find(ctx, tx, *in)
	if err != nil {
		return contract.WikiDraft{}, err
	}
	if err := e.Do(wiki.Rebase{Writer: d.writer()}); err != nil {
		return contract.WikiDraft{}, err
	}
	return d.document(ctx, e)
}
