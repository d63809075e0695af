package demo

import (
	"context"
	"fmt"

	commands "github.com/modyard/modyard/commands/account"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/identity"
)

// SuspendedName is the account of the set that the staff has suspended.
const SuspendedName = "低价带练"

// Suspend creates an account that may neither talk nor publish, with the reasons.
func Suspend(ctx context.Context, d Deps, _ Catalogue) error {
	id := accountID(SuspendedName)
	if _, err := d.Accounts.Ensure(ctx, identity.NewAccount{
		ID: id, Username: SuspendedName, Bio: "代练、代肝、代建，价格面议。", Created: Today().AddDate(0, -1, -3),
	}); err != nil {
		return fmt.Errorf("create the suspended account: %w", err)
	}
	if there, err := exists(ctx, d.Log, account.Stream(id)); err != nil || there {
		return err
	}
	until := Today().AddDate(1, 0, 0)
	writes, err := commands.PlanSuspension(ctx, d.Codec, d.Texts, "demo suspension "+SuspendedName, Today().AddDate(0, 0, -6), account.Suspend{
		Account: id, Act: account.Talk, Until: &until, By: accountID(AdminName), Holds: account.Admin,
		Reason: &reason.Reason{Code: reason.Spam, Text: "在十一个讨论里贴出同一条代练广告，提醒后仍然继续。"},
	})
	return d.add(ctx, "suspend an account", writes, err)
}
