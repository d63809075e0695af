package application

import (
	"context"
	"fmt"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/application"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
)

// Planned is an application without secrets: whoever manages it adds one.
type Planned struct {
	Command           string // permanent name of the plan: the ids of its events are derived from it
	Application       string
	Account           string
	At                time.Time
	Name, Description string
	Redirects         []string
	Scopes            identity.Scopes
	Granted           []PlannedGrant
}

// PlannedGrant is an authorization of all that an application may ask for.
type PlannedGrant struct {
	Account string
	At      time.Time
}

// Plan returns the writes of a public application and its authorizations, by the same rules as for people's commands.
func Plan(ctx context.Context, codec commands.Codec, texts commands.Texts, p Planned) ([]eventlog.Write, error) {
	plan := commands.NewPlan(codec, p.Command, "").Sealing(texts)
	err := plan.Step(p.At, actor.Actor{Account: p.Account}, func(tx *commands.Tx) error {
		e, err := applications().Open(ctx, tx, p.Application)
		if err != nil {
			return err
		}
		list, err := held().Get(ctx, tx, p.Account)
		if err != nil {
			return err
		}
		c := application.Register{
			Right: application.Right{Account: p.Account, As: "owner"}, Application: p.Application, Name: p.Name, Description: p.Description, Type: application.Public,
			Redirects: p.Redirects, Scopes: scopesOf(uint64(p.Scopes)), Confirmed: true, Limits: limits(), Held: list.State(),
		}
		if err := e.Do(c); err != nil {
			return err
		}
		return list.Do(decision.Entry{As: c.As, ID: p.Application})
	})
	for _, g := range p.Granted {
		if err != nil {
			break
		}
		err = plan.Step(g.At, actor.Actor{Account: g.Account}, func(tx *commands.Tx) error {
			of, err := applications().Get(ctx, tx, p.Application)
			if err != nil {
				return err
			}
			e, err := authorizations().Get(ctx, tx, application.AuthorizationID(g.Account, p.Application))
			if err != nil {
				return err
			}
			return e.Do(application.Grant{Account: g.Account, Of: of.State(), Scopes: of.State().Scopes})
		})
	}
	if err != nil {
		return nil, fmt.Errorf("plan the application %s: %w", p.Name, err)
	}
	return plan.Writes(ctx)
}
