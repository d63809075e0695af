package application

import (
	"context"
	"fmt"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/icon"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/application"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/reason"
)

// read runs look on the log as the program itself.
func (s *Service) read(ctx context.Context, look func(context.Context, *commands.Tx) error) error {
	return s.Handler.Read(ctx, actor.Actor{}, look)
}

// mirrored copies the state of an application for the check of tokens, and returns it.
func (s *Service) mirrored(ctx context.Context, id string) (application.State, error) {
	state, err := s.Application(ctx, id)
	if err == nil && state.ID != "" {
		err = s.Accounts.MirrorApplication(ctx, state)
	}
	return state, err
}

// handle decides about an application and copies its state. If the copy fails, the caller learns it: tokens may be accepted
// until the reactor has copied the state.
func (s *Service) handle(ctx context.Context, req commands.Request, id string, decide func(context.Context, *commands.Tx) error) (commands.Outcome, error) {
	outcome, err := s.Handler.Handle(ctx, req, decide)
	if err == nil {
		_, err = s.mirrored(ctx, id)
	}
	return outcome, err
}

type changeInput struct {
	commands.Named
	Body contract.ApplicationSpec
}

// change is PATCH /oauth/app/{id}.
func (s *Service) change(ctx context.Context, req commands.Request, in *changeInput) (commands.Outcome, error) {
	spec := in.Body
	command := application.Change{Name: spec.Name, URL: spec.URL, Description: spec.Description, Redirects: spec.RedirectURIs, Limits: limits()}
	if spec.MaxScopes != nil {
		scopes := scopesOf(*spec.MaxScopes)
		command.Scopes = &scopes
	}
	return s.handle(ctx, req, in.ID, func(ctx context.Context, tx *commands.Tx) error {
		e, right, err := managed(ctx, tx, in.ID)
		if err != nil {
			return err
		}
		if t := text(spec.Type); t != "" && application.Type(t) != e.State().Type {
			return fixed("type", "应用类型不能修改。")
		}
		if of := text(spec.Organization); of != "" && of != e.State().Organization {
			return fixed("organization_id", "转让应用是单独的操作。")
		}
		before := e.State().Name
		command.Right = right
		if err := e.Do(command); err != nil || e.State().Name == before {
			return err
		}
		return s.checkName(ctx, tx.By(), e.State())
	})
}

type oneInput struct{ commands.Named }

// remove is DELETE /oauth/app/{id}.
func (s *Service) remove(ctx context.Context, req commands.Request, in *oneInput) (commands.Outcome, error) {
	return s.handle(ctx, req, in.ID, func(ctx context.Context, tx *commands.Tx) error {
		e, right, err := managed(ctx, tx, in.ID)
		if err != nil {
			return err
		}
		if err := e.Do(application.Delete{Right: right}); err != nil {
			return err
		}
		return unlist(ctx, tx, e, e.State().Owner())
	})
}

// unlist takes an application that was deleted or handed over from the list of an owner.
func unlist(ctx context.Context, tx *commands.Tx, e *entity, owner string) error {
	list, err := held().Get(ctx, tx, owner)
	if err != nil || e.Role() == "" {
		return err
	}
	return list.Do(decision.Entry{As: e.Role(), ID: e.State().ID, Ended: true})
}

func (s *Service) openIcon(ctx context.Context, tx *commands.Tx, id string, c icon.Change) (icon.Opened, error) {
	e, right, err := managed(ctx, tx, id)
	if err != nil {
		return icon.Opened{}, err
	}
	return icon.Opened{ID: id, Do: func() error { return e.Do(application.ChangeIcon{Right: right, URL: c.URL}) }}, nil
}

// addSecret is POST /oauth/app/{id}/secrets. The answer to a repeated request contains no secret.
func (s *Service) addSecret(ctx context.Context, req commands.Request, in *oneInput) (contract.ApplicationSecretCreated, commands.Outcome, error) {
	var out contract.ApplicationSecretCreated
	decide := func(ctx context.Context, tx *commands.Tx) error {
		e, right, err := managed(ctx, tx, in.ID)
		if err != nil {
			return err
		}
		return e.Do(application.AddSecret{Right: right, Secret: out.ID})
	}
	if err := s.Handler.Read(ctx, req.By, decide); err != nil { // before a row is stored
		return out, commands.Outcome{}, err
	}
	var err error
	if out.ID, out.ClientSecret, out.Created, err = s.Accounts.NewApplicationSecret(ctx, in.ID); err != nil {
		return out, commands.Outcome{}, err
	}
	outcome, err := s.handle(ctx, req, in.ID, decide)
	if err == nil && outcome.Repeated {
		return contract.ApplicationSecretCreated{}, outcome, nil
	}
	return out, outcome, err
}

type secretInput struct {
	commands.Named
	Secret string `path:"secret" doc:"密钥的 ID"`
}

// endSecret is DELETE /oauth/app/{id}/secrets/{secret}.
func (s *Service) endSecret(ctx context.Context, req commands.Request, in *secretInput) (commands.Outcome, error) {
	return s.handle(ctx, req, in.ID, func(ctx context.Context, tx *commands.Tx) error {
		e, right, err := managed(ctx, tx, in.ID)
		if err != nil {
			return err
		}
		return e.Do(application.EndSecret{Right: right, Secret: in.Secret})
	})
}

// usage is GET /oauth/app/{id}/usage, for those who manage the application and the staff.
func (s *Service) usage(ctx context.Context, req commands.Request, in *oneInput) (contract.ApplicationUsage, error) {
	if err := s.Handler.Read(ctx, req.By, func(ctx context.Context, tx *commands.Tx) error {
		_, _, err := managed(ctx, tx, in.ID)
		if err != nil && tx.By().Staff() {
			_, err = find(ctx, tx, in.ID)
		}
		return err
	}); err != nil {
		return contract.ApplicationUsage{}, err
	}
	return s.Accounts.ApplicationUsage(ctx, in.ID)
}

type applicationVerdict struct {
	Reason *reason.Reason `json:"reason,omitempty" doc:"原因，必填"`
}

type judgeInput struct {
	commands.Named
	Body applicationVerdict
}

// judge is POST /oauth/app/{id}/suspend, restore and verify.
func (s *Service) judge(act application.Act) func(context.Context, commands.Request, *judgeInput) (commands.Outcome, error) {
	return func(ctx context.Context, req commands.Request, in *judgeInput) (commands.Outcome, error) {
		return s.handle(ctx, req, in.ID, func(ctx context.Context, tx *commands.Tx) error {
			e, err := find(ctx, tx, in.ID)
			if err != nil {
				return err
			}
			return e.Do(application.Judge{By: tx.By(), Act: act, Reason: in.Body.Reason})
		})
	}
}

// Erase ends what an erased account has allowed applications, and deletes its own. It may be repeated.
func (s *Service) Erase(ctx context.Context, account string) error {
	granted, err := s.Accounts.LiveGrants(ctx, account)
	if err != nil {
		return err
	}
	for _, client := range granted {
		if err := s.end(ctx, account, client, application.ByClosing); err != nil {
			return fmt.Errorf("end the authorization of %s: %w", client, err)
		}
	}
	var own application.Held
	if err := s.read(ctx, func(ctx context.Context, tx *commands.Tx) error {
		list, err := held().Get(ctx, tx, account)
		if err == nil {
			own = append(own, list.State()...)
		}
		return err
	}); err != nil {
		return fmt.Errorf("list the applications of %s: %w", account, err)
	}
	for _, id := range own {
		if _, err := s.handle(ctx, program(), id, func(ctx context.Context, tx *commands.Tx) error {
			e, err := applications().Get(ctx, tx, id)
			if err != nil {
				return err
			}
			if err := e.Do(application.DeleteErased{Account: account}); err != nil {
				return err
			}
			return unlist(ctx, tx, e, account)
		}); err != nil {
			return fmt.Errorf("delete the application %s: %w", id, err)
		}
	}
	return nil
}
