package revenue

import (
	"context"
	"fmt"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/actor"
	domain "github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/platform/ids"
)

// Planned is money of the past, for the demonstration data: each step is decided by the rules at its own moment, the handler's
// clock, and by whoever takes it. Its steps are named, so that an interrupted plan goes on where it was.
type Planned struct {
	*Service
	By, Second domain.Caller // who enters, and who confirms
}

// Income enters income of a day, confirms it and shares the day.
func (p Planned) Income(ctx context.Context, day, source string, amount domain.Amount, evidence string) error {
	entry := ids.FromBytes([]byte("demo income " + source + " " + day))
	step := func(kind string, by domain.Caller, decide func(d *commands.Entity[domain.DayState, domain.DayCommand], tx *commands.Tx) error) error {
		return p.step(ctx, kind+" "+source+" "+day, by.Actor, func(ctx context.Context, tx *commands.Tx) error {
			d, _, err := p.day(ctx, tx, day)
			if err != nil {
				return err
			}
			return decide(d, tx)
		})
	}
	if err := step("enter", p.By, func(d *commands.Entity[domain.DayState, domain.DayCommand], tx *commands.Tx) error {
		return d.Do(domain.EnterIncome{
			By: p.By, Day: day, Entry: entry, Source: source, Amount: amount, Evidence: evidence, Sources: p.Sources, Today: today(tx),
		})
	}); err != nil {
		return err
	}
	return step("confirm", p.Second, func(d *commands.Entity[domain.DayState, domain.DayCommand], tx *commands.Tx) error {
		return d.Do(domain.ConfirmIncome{By: p.Second, Day: day, Entry: entry, Now: tx.Now()})
	})
}

func (p Planned) step(ctx context.Context, name string, by actor.Actor, decide func(context.Context, *commands.Tx) error) error {
	if _, err := p.Handler.Handle(ctx, commands.Request{Command: "demo ledger " + name, By: by}, decide); err != nil {
		return fmt.Errorf("plan the ledger: %s: %w", name, err)
	}
	return nil
}

// Settle settles a month.
func (p Planned) Settle(ctx context.Context, month string) error {
	if err := p.BeginSettlement(ctx, month); err != nil {
		return err
	}
	return p.SettleMonth(ctx, month)
}

// BeginSettlement asks to settle a month and confirms it. SettleMonth credits the wallets.
func (p Planned) BeginSettlement(ctx context.Context, month string) error {
	at, err := domain.Month("month", month)
	if err != nil {
		return err
	}
	ask := func(tx *commands.Tx, all map[string]domain.DayState) domain.MonthCommand {
		return domain.AskSettlement{By: p.By, Month: at, Today: tx.Now(), Days: all}
	}
	begin := func(tx *commands.Tx, all map[string]domain.DayState) domain.MonthCommand {
		return domain.BeginSettlement{By: p.Second, Month: at, Now: tx.Now(), Days: all}
	}
	by := []actor.Actor{p.By.Actor, p.Second.Actor}
	for i, command := range []func(*commands.Tx, map[string]domain.DayState) domain.MonthCommand{ask, begin} {
		if err := p.step(ctx, fmt.Sprintf("settle %s %d", month, i), by[i], func(ctx context.Context, tx *commands.Tx) error {
			e, err := months().Get(ctx, tx, month)
			if err != nil {
				return err
			}
			all, err := daysOf(ctx, tx, at)
			if err != nil {
				return err
			}
			return e.Do(command(tx, all))
		}); err != nil {
			return err
		}
	}
	return nil
}

// Destination adds a destination of an account.
func (p Planned) Destination(ctx context.Context, account, id, method string, details map[string]string) error {
	if err := p.Keep(ctx, id, account, method, details); err != nil {
		return err
	}
	return p.step(ctx, "destination "+id, actor.Actor{Account: account}, func(ctx context.Context, tx *commands.Tx) error {
		w, err := wallets().Get(ctx, tx, account)
		if err != nil {
			return err
		}
		return w.Do(domain.AddDestination{Account: account, Destination: id, Method: method, Rests: tx.Now().Add(rest)})
	})
}

// Request requests a withdrawal.
func (p Planned) Request(ctx context.Context, id, method string, c domain.Request) error {
	m, _ := p.Methods.Find(method)
	c.Payout, c.Method, c.Methods, c.Shown, c.Verified, c.Factor = id, m, p.Methods.Hash, -1, true, true
	return p.step(ctx, "request "+id, c.By.Actor, func(ctx context.Context, tx *commands.Tx) error {
		e, err := payouts().Open(ctx, tx, id)
		if err != nil {
			return err
		}
		w, err := wallets().Get(ctx, tx, c.By.Account)
		if err != nil {
			return err
		}
		c.Now = tx.Now()
		made, reserved, err := domain.DecideRequest(w.State(), c)
		if err != nil {
			return err
		}
		e.Append(made...)
		w.Append(reserved...)
		return nil
	})
}

// Change carries a command on a withdrawal out; by is empty for what the site does itself.
func (p Planned) Change(ctx context.Context, id, name string, by actor.Actor, c domain.PayoutCommand) error {
	return p.step(ctx, name+" "+id, by, func(ctx context.Context, tx *commands.Tx) error {
		return p.decide(ctx, tx, id, c)
	})
}
