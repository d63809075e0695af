package main

import (
	"context"
	"fmt"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/identity"
)

// accounts are the accounts of the site, for a command that does not serve it.
func (e *environment) accounts(core *app.Core) (*identity.Service, error) {
	return identity.New(e.ctx, identity.Options{
		Pool: core.DB.Pool, Journal: identity.NewJournal(core.Log, core.Codec, core.Runner), Logger: e.logger,
	})
}

// accountNamed is the account of a user name that an operator has typed.
func accountNamed(ctx context.Context, accounts *identity.Service, name string) (identity.Profile, error) {
	profile, err := accounts.ByUsername(ctx, name)
	if err != nil {
		return profile, fmt.Errorf("account %s: %w", name, err)
	}
	return profile, nil
}
