package revenue

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/fault"
	domain "github.com/modyard/modyard/domain/revenue"
)

// maxChanges is how many projects a preview compares.
const maxChanges = 10

// preview is GET days/{day}/preview: what a sharing of the day would give now.
func (s *Service) preview(ctx context.Context, req commands.Request, in *ByDay) (out contract.TreasuryDay, err error) {
	if err := s.keeps(ctx, req); err != nil {
		return out, err
	}
	at, err := domain.Day("day", in.Day)
	if err != nil {
		return out, err
	}
	state, _, err := s.dayState(ctx, in.Day)
	if err != nil {
		return out, err
	}
	rule, name, err := s.inForce(ctx, in.Day)
	if err != nil {
		return out, err
	}
	inputs, err := s.inputs(ctx, in.Day, state, rule.Where)
	if errors.Is(err, errNotReady) {
		return out, fault.Conflict("这一天的访问还没有统计完毕，请稍后再试。")
	}
	if err != nil {
		return out, err
	}
	outcome := rule.Share(inputs)
	out = contract.TreasuryDay{Day: in.Day, Entries: []contract.TreasuryEntry{}, LeftOut: []contract.LedgerProject{}, Shared: state.Shared() && state.Run != "", Rule: &name}
	now, people := map[string]contract.Money{}, map[string]bool{}
	for _, sum := range outcome.Sums {
		out.Creators += money(sum.Creators)
		out.Platform += money(sum.Platform)
		out.Reserve += money(sum.Reserve)
	}
	for _, p := range outcome.Parts {
		for _, share := range p.Shares {
			now[share.Project] += money(share.Amount)
			people[share.Account] = true
		}
	}
	out.People = len(people)
	before, err := s.Shared(ctx, at.AddDate(0, 0, -1).Format("2006-01-02"))
	if err != nil {
		return out, err
	}
	out.Changes, err = s.changes(ctx, before, now)
	return out, err
}

// changes are the biggest differences between two days.
func (s *Service) changes(ctx context.Context, before, now map[string]contract.Money) ([]contract.TreasuryChange, error) {
	ids := []string{}
	for id := range now {
		ids = append(ids, id)
	}
	for id := range before {
		if _, there := now[id]; !there {
			ids = append(ids, id)
		}
	}
	apart := func(id string) contract.Money { return max(now[id]-before[id], before[id]-now[id]) }
	slices.SortFunc(ids, func(a, b string) int { return cmp.Or(cmp.Compare(apart(b), apart(a)), cmp.Compare(a, b)) })
	ids = ids[:min(len(ids), maxChanges)]
	named, err := s.Projects(ctx, ids)
	if err != nil {
		return nil, err
	}
	list := make([]contract.TreasuryChange, 0, len(ids))
	for _, id := range ids {
		p := named[id]
		p.ID = id
		list = append(list, contract.TreasuryChange{Project: p, Before: before[id], Now: now[id]})
	}
	return list, nil
}

// inForce is the rule for a day with its name and version.
func (s *Service) inForce(ctx context.Context, day string) (rule domain.Rule, name string, err error) {
	var of domain.Enforced
	err = s.Handler.Read(ctx, commands.Request{}.By, func(ctx context.Context, tx *commands.Tx) error {
		e, err := ledgers().Get(ctx, tx, ledgerID)
		if err == nil {
			of, _ = e.State().InForce(day)
		}
		return err
	})
	if err != nil {
		return rule, "", err
	}
	if of.Rule == "" {
		return rule, "", fault.Conflict("这一天没有生效的分配规则。")
	}
	rule, err = s.rule(ctx, of)
	return rule, ruleName(of), err
}

// shareNow is POST days/{day}/share.
func (s *Service) shareNow(ctx context.Context, req commands.Request, in *ByDay) (out commands.Outcome, err error) {
	if err := s.keeps(ctx, req); err != nil {
		return out, err
	}
	if _, err := domain.Day("day", in.Day); err != nil {
		return out, err
	}
	if !domain.Over(in.Day, s.Handler.Clock()) {
		return out, fault.Conflict("这一天还没有结束，次日 01:00（UTC）起才能分配。")
	}
	err = s.ShareDay(ctx, in.Day)
	switch {
	case errors.Is(err, errNotReady):
		return out, fault.Conflict("这一天的访问还没有统计完毕，请稍后再试。")
	case errors.Is(err, errChanged):
		return out, fault.Conflict("这一天的收入正在更改，请稍后再试。")
	}
	return out, err
}
