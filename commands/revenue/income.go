package revenue

import (
	"context"
	"slices"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	domain "github.com/modyard/modyard/domain/revenue"
)

type incomeInput struct {
	Source   string `json:"source" doc:"收入来源"`
	Amount   amount `json:"amount"`
	Project  string `json:"project,omitempty" doc:"只属于某个资源的收入：资源的 ID 或链接名"`
	Evidence string `json:"evidence" doc:"凭证的哈希，上传后得到"`
}

type enterIncome struct {
	ByDay
	Body incomeInput
}

// ByDay is the day in the path of a command's input.
type ByDay struct {
	Day string `path:"day" doc:"日期（UTC），YYYY-MM-DD"`
}

// Made is the answer to a command that makes something.
type Made struct {
	ID string `json:"id"`
}

// day loads a day with its month, which must not change meanwhile. settled is true once a settlement has begun.
func (s *Service) day(ctx context.Context, tx *commands.Tx, day string) (e *commands.Entity[domain.DayState, domain.DayCommand], settled bool, err error) {
	if _, err := domain.Day("day", day); err != nil {
		return nil, false, err
	}
	month, err := months().Get(ctx, tx, domain.MonthOf(day))
	if err != nil {
		return nil, false, err
	}
	e, err = days().Get(ctx, tx, day)
	return e, month.State().Begun, err
}

// enterIncome is POST days/{day}/income.
func (s *Service) enterIncome(ctx context.Context, tx *commands.Tx, in *enterIncome) (Made, error) {
	id, by, err := s.keeper(ctx, tx, "income")
	if err != nil {
		return Made{}, err
	}
	e, settled, err := s.day(ctx, tx, in.Day)
	if err != nil || tx.Repeated() {
		return Made{id}, err
	}
	if err := s.stored(ctx, "evidence", in.Body.Evidence); err != nil {
		return Made{}, err
	}
	if _, err := s.ledger(ctx, tx); err != nil {
		return Made{}, err
	}
	c := domain.EnterIncome{
		By: by, Day: in.Day, Entry: id, Source: in.Body.Source, Amount: domain.Amount(in.Body.Amount), Evidence: in.Body.Evidence,
		Sources: s.Sources, Today: today(tx), Settled: settled,
	}
	if in.Body.Project != "" {
		found, err := project.Find(ctx, tx, in.Body.Project)
		if err != nil {
			return Made{}, err
		}
		c.Project = found.State().ID
		if c.OnlyOwn, err = s.onlyOwn(ctx, in.Day, c.Project, by.Account); err != nil {
			return Made{}, err
		}
	}
	return Made{id}, e.Do(c)
}

// onlyOwn is true if nobody but an account would be paid for a project.
func (s *Service) onlyOwn(ctx context.Context, day, id, account string) (bool, error) {
	if id == "" {
		return false, nil
	}
	people, err := s.People(ctx, day, []string{id})
	if err != nil {
		return false, err
	}
	for _, p := range people[id] {
		if p.Account != account {
			return false, nil
		}
	}
	return len(people[id]) > 0, nil
}

func today(tx *commands.Tx) string { return tx.Now().Format("2006-01-02") }

// ByEntry is an entry in the path of a command's input.
type ByEntry struct {
	ByDay
	Entry string `path:"entry"`
}

// confirmIncome is POST days/{day}/income/{entry}/confirm. The day is shared soon afterwards.
func (s *Service) confirmIncome(ctx context.Context, req commands.Request, in *ByEntry) (commands.Outcome, error) {
	return s.then(s.Handler.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		by, err := s.caller(ctx, tx)
		if err != nil {
			return err
		}
		e, settled, err := s.day(ctx, tx, in.Day)
		if err != nil {
			return err
		}
		c := domain.ConfirmIncome{By: by, Day: in.Day, Entry: in.Entry, Now: tx.Now(), Settled: settled}
		for _, entry := range e.State().Entries {
			if entry.ID == in.Entry && by.Keeps() == nil {
				if c.OnlyOwn, err = s.onlyOwn(ctx, in.Day, entry.Project, by.Account); err != nil {
					return err
				}
			}
		}
		return e.Do(c)
	}))(ctx, task{Share: in.Day})
}

// Explained is the reason in the body of a command's input.
type Explained struct {
	Reason *reason.Reason `json:"reason,omitempty"`
}

type reverseIncome struct {
	ByEntry
	Body Explained
}

// reverseIncome is POST days/{day}/income/{entry}/reverse. A shared day is shared again.
func (s *Service) reverseIncome(ctx context.Context, req commands.Request, in *reverseIncome) (commands.Outcome, error) {
	return s.then(s.Handler.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		by, err := s.caller(ctx, tx)
		if err != nil {
			return err
		}
		e, settled, err := s.day(ctx, tx, in.Day)
		if err != nil {
			return err
		}
		return e.Do(domain.ReverseIncome{By: by, Day: in.Day, Entry: in.Entry, Reason: in.Body.Reason, Settled: settled})
	}))(ctx, task{Share: in.Day})
}

type exclusion struct {
	Project string         `json:"project" doc:"资源的 ID 或链接名"`
	From    string         `json:"from" doc:"第一天，YYYY-MM-DD"`
	To      string         `json:"to" doc:"最后一天，YYYY-MM-DD"`
	TakeIn  bool           `json:"take_in,omitempty" doc:"重新计入"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

type exclude struct{ Body exclusion }

// maxSpan is how many days are left out at once: one append has them all.
const maxSpan = 62

// leaveOut is POST exclusions. The days that are shared are shared again soon afterwards.
func (s *Service) leaveOut(ctx context.Context, req commands.Request, in *exclude) (commands.Outcome, error) {
	var changed []string
	outcome, err := s.Handler.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) (err error) {
		changed, err = s.leaveOutDays(ctx, tx, in)
		return err
	})
	if err == nil {
		for _, day := range changed {
			s.kick(ctx, task{Share: day, Seen: uint64(outcome.Position)})
		}
	}
	return outcome, err
}

// leaveOutDays decides about each day of a span; changed are the days that have to be shared because of it.
func (s *Service) leaveOutDays(ctx context.Context, tx *commands.Tx, in *exclude) (changed []string, err error) {
	by, err := s.caller(ctx, tx)
	if err != nil {
		return nil, err
	}
	if err := by.Keeps(); err != nil {
		return nil, err
	}
	from, err := domain.Day("from", in.Body.From)
	if err != nil {
		return nil, err
	}
	to, err := domain.Day("to", in.Body.To)
	switch {
	case err != nil:
		return nil, err
	case to.Before(from):
		return nil, fault.Invalid("to", "最后一天不能早于第一天。")
	case to.After(from.AddDate(0, 0, maxSpan-1)):
		return nil, fault.Invalid("to", "一次最多处理 62 天。")
	}
	found, err := project.Find(ctx, tx, in.Body.Project)
	if err != nil {
		return nil, err
	}
	for at := from; !at.After(to); at = at.AddDate(0, 0, 1) {
		day := at.Format(time.DateOnly)
		e, settled, err := s.day(ctx, tx, day)
		if err != nil {
			return nil, err
		}
		own, err := s.isPaid(ctx, day, found.State().ID, by.Account)
		if err != nil {
			return nil, err
		}
		if err := e.Do(domain.LeaveOut{
			By: by, Day: day, Project: found.State().ID, Own: own, TakeIn: in.Body.TakeIn, Reason: in.Body.Reason, Settled: settled,
		}); err != nil {
			return nil, err
		}
		if len(e.Decided()) > 0 && (e.State().Run != "" || len(e.State().Income()) > 0) {
			changed = append(changed, day)
		}
	}
	return changed, nil
}

// isPaid is true if an account is paid for a project on a day.
func (s *Service) isPaid(ctx context.Context, day, id, account string) (bool, error) {
	people, err := s.People(ctx, day, []string{id})
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(people[id], func(p domain.Person) bool { return p.Account == account }), nil
}
