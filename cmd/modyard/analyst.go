package main

import (
	"errors"
	"fmt"

	"github.com/modyard/modyard/cmd/modyard/app"
	commandaccount "github.com/modyard/modyard/commands/account"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/reason"
)

type adminAnalystCmd struct {
	Username string `arg:"" help:"The user name of the account."`
	Revoke   bool   `name:"revoke" help:"Take the right instead of giving it."`
	By       string `name:"by" required:"" placeholder:"USERNAME" help:"Your account on the site, an administrator's."`
	Reason   string `name:"reason" required:"" placeholder:"TEXT" help:"Why, for the record in the log."`
}

// Run gives the right, or takes it.
func (c *adminAnalystCmd) Run(e *environment) (err error) {
	core, err := e.open(app.Share)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, core.Close()) }()
	accounts, err := e.accounts(core)
	if err != nil {
		return err
	}
	target, err := accountNamed(e.ctx, accounts, c.Username)
	if err != nil {
		return err
	}
	by, err := accountNamed(e.ctx, accounts, c.By)
	if err != nil {
		return err
	}
	outcome, err := commandaccount.ChangeRight(e.ctx, core.Handler, account.ChangeRight{
		Account: target.ID, Right: account.Analyst, Give: !c.Revoke, By: by.ID, Reason: &reason.Reason{Code: reason.Other, Text: c.Reason},
	})
	if err != nil {
		return err
	}
	if outcome.Position > 0 {
		if err := accounts.RolesFollowed(e.ctx, outcome.Position); err != nil {
			return err
		}
	}
	if c.Revoke {
		fmt.Printf("%s is no analyst (account %s)\n", target.Username, target.ID)
	} else {
		fmt.Printf("%s is an analyst: a session, or a token with the analytics scope, reads every recorded download (account %s)\n", target.Username, target.ID)
	}
	return nil
}
