package main

import (
	"fmt"

	"github.com/modyard/modyard/cmd/modyard/app"
	commandaccount "github.com/modyard/modyard/commands/account"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/reason"
)

// adminRight are the arguments of the commands that give a right.
type adminRight struct {
	Username string `arg:"" help:"The user name of the account."`
	Revoke   bool   `name:"revoke" help:"Take the right instead of giving it."`
	By       string `name:"by" required:"" placeholder:"USERNAME" help:"Your account on the site, an administrator's."`
	Reason   string `name:"reason" required:"" placeholder:"TEXT" help:"Why, for the record in the log."`
}

type adminAnalystCmd struct{ adminRight }

// Run gives the right to read every recorded download, or takes it.
func (c *adminAnalystCmd) Run(e *environment) error {
	return c.change(e, account.Analyst, "an analyst", "a session, or a token with the analytics scope, reads every recorded download")
}

type adminTreasurerCmd struct{ adminRight }

// Run gives the right to keep the site's money, or takes it.
func (c *adminTreasurerCmd) Run(e *environment) error {
	return c.change(e, account.Treasurer, "a treasurer", "enters and confirms income, settles months and approves withdrawals")
}

func (c *adminRight) change(e *environment, right account.Right, name, may string) error {
	return e.with(app.Share, func(core *app.Core) error {
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
			Account: target.ID, Right: right, Give: !c.Revoke, By: by.ID, Reason: &reason.Reason{Code: reason.Other, Text: c.Reason},
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
			fmt.Printf("%s is not %s (account %s)\n", target.Username, name, target.ID)
		} else {
			fmt.Printf("%s is %s: %s (account %s)\n", target.Username, name, may, target.ID)
		}
		return nil
	})
}
