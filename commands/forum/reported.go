package forum

import (
	"context"

	"github.com/modyard/modyard/commands"
	commandreport "github.com/modyard/modyard/commands/report"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/domain/report"
)

// Reported are the discussions and answers that may be reported: those that the caller sees.
func Reported() []commandreport.Subject {
	s := &Service{Options{Verified: func(context.Context, string) (bool, error) { return false, nil }}} // who may read does not depend on it
	return []commandreport.Subject{
		{
			Type: report.Discussion, Missing: "讨论不存在。", Find: func(ctx context.Context, tx *commands.Tx, id string) (string, error) {
				_, _, err := s.at(ctx, tx, id)
				return id, err
			}, Own: func(ctx context.Context, tx *commands.Tx, id string) (bool, error) {
				d, err := Discussions().Open(ctx, tx, id)
				return err == nil && d.State().Author == tx.By().Account, err
			},
		},
		{
			Type: report.Post, Missing: "回复不存在。", Find: func(ctx context.Context, tx *commands.Tx, id string) (string, error) {
				p, _, _, err := s.postAt(ctx, tx, id)
				if err == nil && p.State().Deleted {
					err = post.ErrMissing()
				}
				return id, err
			}, Own: OwnPost,
		},
	}
}

// OwnPost is true for an answer of the caller.
func OwnPost(ctx context.Context, tx *commands.Tx, id string) (bool, error) {
	p, err := Posts().Open(ctx, tx, id)
	return err == nil && p.State().Author == tx.By().Account, err
}
