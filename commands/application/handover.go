package application

import (
	"context"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/application"
	"github.com/modyard/modyard/domain/decision"
)

type handOverBody struct {
	Organization *string `json:"organization_id" doc:"接收应用的团队；空字符串表示由你自己接收"`
}

type handOverInput struct {
	commands.Named
	Body handOverBody
}

// handOver is POST /oauth/app/{id}/hand-over. Secrets and tokens stay as they are: the program runs on.
func (s *Service) handOver(ctx context.Context, req commands.Request, in *handOverInput) (commands.Outcome, error) {
	if in.Body.Organization == nil {
		return commands.Outcome{}, fixed("organization_id", "请选择接收应用的团队。")
	}
	standing, err := s.Accounts.Standing(ctx, req.By.Account)
	if err != nil {
		return commands.Outcome{}, err
	}
	return s.handle(ctx, req, in.ID, func(ctx context.Context, tx *commands.Tx) error {
		e, right, err := managed(ctx, tx, in.ID)
		if err != nil {
			return err
		}
		from, to := e.State().Owner(), right.Account
		command := application.HandOver{Right: right, Confirmed: standing.Verified}
		if *in.Body.Organization != "" {
			if _, to, err = ofOrganization(ctx, tx, *in.Body.Organization); err != nil {
				return err
			}
			command.Organization = to
		}
		list, err := held().Get(ctx, tx, to)
		if err != nil {
			return err
		}
		command.Held = list.State()
		if err := e.Do(command); err != nil || e.Role() == "" {
			return err
		}
		if err := list.Do(decision.Entry{As: e.Role(), ID: in.ID}); err != nil {
			return err
		}
		return unlist(ctx, tx, e, from)
	})
}
