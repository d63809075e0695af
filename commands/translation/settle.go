package translation

import (
	"context"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/translation"
)

type decisionInput struct {
	Reason *said     `json:"reason,omitempty"`
	Seen   *seenLink `json:"seen,omitempty" doc:"审核时看到的申请。它已有改动时不通过，返回 409"`
}

type seenLink struct {
	Language    string `json:"language_code" enum:"zh_CN,zh_TW,en_US"`
	Description string `json:"description"`
}

type settleLink struct {
	Ends
	Body *decisionInput
}

// reason is nil if none was given.
func (in *settleLink) reason() *reason.Reason {
	if in.Body == nil || in.Body.Reason == nil {
		return nil
	}
	return in.Body.Reason.reason()
}

// seen is nil if the caller does not say what was seen.
func (in *settleLink) seen() *seenLink {
	if in.Body == nil {
		return nil
	}
	return in.Body.Seen
}

// approve is POST /version/{id}/link/{target}/approve.
func approve(ctx context.Context, tx *commands.Tx, in *settleLink) error {
	links, from, to, err := in.ends(ctx, tx)
	if err != nil {
		return err
	}
	if seen := in.seen(); seen != nil && !tx.Repeated() {
		if l, known := links.State().Links[in.Target]; known && !l.Is(translation.Language(seen.Language), seen.Description) {
			return fault.Conflict("申请的内容刚刚有改动，请重新查看。")
		}
	}
	return do(ctx, tx, links, from, to, translation.Accept{From: from, To: to, Reason: in.reason()}, "")
}

// reject is POST /version/{id}/link/{target}/reject.
func reject(ctx context.Context, tx *commands.Tx, in *settleLink) error {
	links, from, to, err := in.ends(ctx, tx)
	if err != nil {
		return err
	}
	return do(ctx, tx, links, from, to, translation.Reject{From: from, To: to, Reason: in.reason()}, "")
}

// revoke is POST /version/{id}/link/{target}/revoke.
func revoke(ctx context.Context, tx *commands.Tx, in *settleLink) error {
	links, from, to, err := in.ends(ctx, tx)
	if err != nil {
		return err
	}
	return do(ctx, tx, links, from, to, translation.Revoke{From: from, To: to, Reason: in.reason()}, "")
}

type againInput struct {
	Reason      string         `json:"reason,omitempty" doc:"给审核者的留言，最多 2000 个字符"`
	StaffReason *reason.Reason `json:"staff_reason,omitempty" doc:"管理人员处理他人的内容时必填"`
}

type askLinkAgain struct {
	Ends
	Body *againInput
}

// askAgain is POST /version/{id}/link/{target}/resubmit.
func askAgain(ctx context.Context, tx *commands.Tx, in *askLinkAgain) error {
	links, from, to, err := in.ends(ctx, tx)
	if err != nil {
		return err
	}
	var body againInput
	if in.Body != nil {
		body = *in.Body
	}
	return do(ctx, tx, links, from, to, translation.AskAgain{From: from, To: to, Message: body.Reason, Reason: body.StaffReason}, "再次申请。"+quoted(body.Reason))
}
