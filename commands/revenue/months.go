package revenue

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/modyard/modyard/commands"
	domain "github.com/modyard/modyard/domain/revenue"
)

// ByMonth is the month in the path of a command's input.
type ByMonth struct {
	Month string `path:"month" doc:"月份（UTC），YYYY-MM"`
}

// askSettlement is POST months/{month}/ask.
func (s *Service) askSettlement(ctx context.Context, tx *commands.Tx, in *ByMonth) error {
	return s.askOrBack(ctx, tx, in.Month, false)
}

// withdrawSettlement is POST months/{month}/withdraw.
func (s *Service) withdrawSettlement(ctx context.Context, tx *commands.Tx, in *ByMonth) error {
	return s.askOrBack(ctx, tx, in.Month, true)
}

func (s *Service) askOrBack(ctx context.Context, tx *commands.Tx, name string, back bool) error {
	by, month, e, err := s.month(ctx, tx, name)
	if err != nil {
		return err
	}
	c := domain.AskSettlement{By: by, Month: month, Back: back, Today: tx.Now()}
	if by.Keeps() == nil {
		if c.Days, err = daysOf(ctx, tx, month); err != nil {
			return err
		}
	}
	return e.Do(c)
}

func (s *Service) month(ctx context.Context, tx *commands.Tx, name string) (by domain.Caller, month time.Time, e *commands.Entity[domain.MonthState, domain.MonthCommand], err error) {
	if month, err = domain.Month("month", name); err != nil {
		return by, month, nil, err
	}
	if by, err = s.caller(ctx, tx); err != nil {
		return by, month, nil, err
	}
	e, err = months().Get(ctx, tx, name)
	return by, month, e, err
}

// daysOf loads the days of a month.
func daysOf(ctx context.Context, tx *commands.Tx, month time.Time) (map[string]domain.DayState, error) {
	all := map[string]domain.DayState{}
	for _, day := range domain.Days(month) {
		e, err := days().Get(ctx, tx, day)
		if err != nil {
			return nil, err
		}
		all[day] = e.State()
	}
	return all, nil
}

// settle is POST months/{month}/settle: it confirms the settlement, and the wallets get their parts soon afterwards.
func (s *Service) settle(ctx context.Context, req commands.Request, in *ByMonth) (commands.Outcome, error) {
	return s.then(s.Handler.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		by, month, e, err := s.month(ctx, tx, in.Month)
		if err != nil {
			return err
		}
		c := domain.BeginSettlement{By: by, Month: month, Now: tx.Now()}
		if by.Keeps() == nil {
			if c.Days, err = daysOf(ctx, tx, month); err != nil {
				return err
			}
		}
		return e.Do(c)
	}))(ctx, task{Settle: in.Month})
}

// atOnce is how many wallets are credited at a time.
const atOnce = 8

// SettleMonth credits every wallet of a month whose settlement has begun. It goes on where it was interrupted: the command
// of a wallet follows from month and account.
func (s *Service) SettleMonth(ctx context.Context, name string) error {
	var state domain.MonthState
	if err := s.Handler.Read(ctx, commands.Request{}.By, func(ctx context.Context, tx *commands.Tx) error {
		e, err := months().Get(ctx, tx, name)
		if err == nil {
			state = e.State()
		}
		return err
	}); err != nil || !state.Begun || state.Finished {
		return err
	}
	all := domain.Settlement{}
	for _, day := range state.Runs {
		parts, err := s.parts(ctx, day.Day)
		if err != nil {
			return fmt.Errorf("settle %s: %w", name, err)
		}
		for _, p := range parts.Parts[day.Run] {
			all.Add(p)
		}
	}
	accounts := all.Accounts()
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(atOnce)
	for _, account := range accounts {
		group.Go(func() error {
			return s.earn(ctx, domain.Earn{Account: account, Month: name, ValueDate: state.ValueDate, Lines: all.Lines(account)})
		})
	}
	if err := group.Wait(); err != nil {
		return fmt.Errorf("settle %s: %w", name, err)
	}
	_, err := s.Handler.Handle(context.WithoutCancel(ctx), commands.Request{Command: "settle " + name + " finish"}, func(ctx context.Context, tx *commands.Tx) error {
		e, err := months().Get(ctx, tx, name)
		if err != nil {
			return err
		}
		return e.Do(domain.FinishSettlement{Month: name, Wallets: len(accounts), Amount: all.Total()})
	})
	if err != nil {
		return fmt.Errorf("settle %s: %w", name, err)
	}
	return nil
}

func (s *Service) earn(ctx context.Context, c domain.Earn) error {
	_, err := s.Handler.Handle(ctx, commands.Request{Command: "settle " + c.Month + " for " + c.Account}, func(ctx context.Context, tx *commands.Tx) error {
		e, err := wallets().Get(ctx, tx, c.Account)
		if err != nil {
			return err
		}
		return e.Do(c)
	})
	return err
}
