package translation

import (
	"context"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/translation"
)

type decisionInput struct {
	Reason *said `json:"reason,omitempty"`
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

// approve is POST /version/{id}/link/{target}/approve.
func approve(ctx context.Context, tx *commands.Tx, in *settleLink) error {
	links, from, to, err := in.ends(ctx, tx)
	if err != nil {
		return err
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
