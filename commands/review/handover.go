package review

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/fault"
	domain "github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/review"
	"github.com/modyard/modyard/identity"
)

type handOver struct {
	ID   string `path:"id" doc:"资源的 ID 或 slug"`
	Body handOverBody
}

type handOverBody struct {
	To   string `json:"to" doc:"接手者的 ID"`
	Note string `json:"note" doc:"给接手者的留言"`
}

// handOver is POST /_internal/moderation/project/{id}/hand-over. The caller's lock passes to the receiver, who need
// not have the project open: it runs out as every lock does.
func (s *Service) handOver(ctx context.Context, req commands.Request, in *handOver) (commands.Outcome, error) {
	var id string
	outcome, err := s.Handler.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		p, err := open(ctx, tx, in.ID)
		if err != nil {
			return err
		}
		id = p.State().ID
		to, err := s.reviewerOf(ctx, tx, p, in.Body.To)
		if err != nil {
			return err
		}
		h, err := s.holding(ctx, id)
		if err != nil {
			return err
		}
		e, err := assignments().Open(ctx, tx, id)
		if err != nil {
			return err
		}
		state := p.State()
		return e.Do(review.HandOver{
			By: p.reviewer, To: to, Project: id, Waiting: state.Status == domain.Processing, Round: state.Round, Holder: h.by(tx.Now()), Note: in.Body.Note,
		})
	})
	if err != nil || outcome.Repeated {
		return outcome, err
	}
	return outcome, s.give(ctx, id, req.By.Account, in.Body.To)
}

func (s *Service) reviewerOf(ctx context.Context, tx *commands.Tx, p subject, account string) (review.Reviewer, error) {
	found, err := s.Profiles(ctx, []string{account})
	if err != nil {
		return review.Reviewer{}, fmt.Errorf("read the next moderator: %w", err)
	}
	profile, ok := found[account]
	if !ok {
		return review.Reviewer{}, fault.Invalid("to", "用户不存在。")
	}
	return p.other(ctx, tx, identity.Caller{Account: profile.ID, Role: profile.Role}.Actor())
}

const staffAccounts = `select id, username, avatar_url from identity.profiles where role in ('moderator', 'admin') order by username limit 200`

// reviewers is GET /_internal/moderation/reviewers: the accounts that may get a review.
func (s *Service) reviewers(ctx context.Context, req commands.Request, _ *struct{}) ([]contract.Author, error) {
	if !req.By.Staff() {
		return nil, staffOnly()
	}
	rows, err := s.Pool.Query(ctx, staffAccounts)
	if err != nil {
		return nil, fmt.Errorf("read moderators: %w", err)
	}
	list, err := pgx.AppendRows([]contract.Author{}, rows, scanAuthor)
	if err != nil {
		return nil, fmt.Errorf("read moderators: %w", err)
	}
	return list, nil
}
