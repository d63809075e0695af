package issue

import (
	"context"

	"github.com/modyard/modyard/commands"
	commandforum "github.com/modyard/modyard/commands/forum"
	commandreport "github.com/modyard/modyard/commands/report"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/domain/report"
)

// Reported are the issues and comments that may be reported: those that the caller sees.
func Reported() []commandreport.Subject {
	s := &Service{Options{Verified: func(context.Context, string) (bool, error) { return false, nil }}} // who may read does not depend on it
	return []commandreport.Subject{
		{
			Type: report.Issue, Missing: "反馈不存在。", Find: func(ctx context.Context, tx *commands.Tx, id string) (string, error) {
				_, err := s.at(ctx, tx, id)
				return id, err
			}, Own: func(ctx context.Context, tx *commands.Tx, id string) (bool, error) {
				e, err := Issues().Open(ctx, tx, id)
				return err == nil && e.State().Author == tx.By().Account, err
			},
		},
		{
			Type: report.Comment, Missing: "评论不存在。", Find: func(ctx context.Context, tx *commands.Tx, id string) (string, error) {
				p, _, err := s.commentAt(ctx, tx, id)
				if err == nil && p.State().Deleted {
					err = post.ErrMissing()
				}
				return id, err
			}, Own: commandforum.OwnPost,
		},
	}
}
