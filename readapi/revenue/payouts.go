package revenue

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	projected "github.com/modyard/modyard/projections/revenue"
	"github.com/modyard/modyard/readapi/view"
)

// most is how many entries a list without pages has.
const most = 1000

const (
	payoutColumns = `
select p.id, p.account, p.method, p.provider, p.destination, p.amount, p.fee, p.state, p.reference, p.created, p.sent, p.attempts, p.batch,
    p.approvals, p.enough, p.held_by, p.code, p.reason, p.proposed, p.proposed_by, p.back, p.ended
from revenue.payouts p `

	payoutsOf = payoutColumns + `where p.account = $1 order by p.created desc, p.id limit $2`
	payoutOf  = payoutColumns + `where p.id = $1 and ($2 = '' or p.account = $2)`

	stepsOf = `select payout, at, kind, detail from revenue.steps where payout = any($1) order by payout, position`

	availableOf = `
select value_date, sum(amount)::bigint from revenue.lines
where account = $1 and kind = 'settlement' and value_date <= $2 group by month, value_date order by value_date desc limit $3`

	destinationsOf = `select id, method, created, rests, used from revenue.destinations where account = $1 order by created, id`
)

// payout is a row of a withdrawal.
type payout struct {
	ID, Account, Method, Provider, Destination string
	Amount, Fee                                contract.Money
	State, Reference                           string
	Created                                    time.Time
	Sent                                       *time.Time
	Attempts                                   int
	Batch                                      string
	Approvals                                  []string
	Enough                                     bool
	HeldBy                                     string
	Code, Reason, Proposed, ProposedBy         string
	Back                                       contract.Money
	Ended                                      *time.Time
}

// status is the state for programs of the family.
func (p payout) status() string {
	switch p.State {
	case "success", "failed", "cancelled", "cancelling":
		return p.State
	case "returned":
		return "failed"
	}
	return "in-transit"
}

func (s *Routes) methodName(id string) string {
	if m, there := s.o.Methods[id]; there {
		return m.Name
	}
	return id
}

// methodType is the type of a method; its id where the method is gone.
func (s *Routes) methodType(id string) string {
	if m, there := s.o.Methods[id]; there && m.Type != "" {
		return m.Type
	}
	return id
}

// cancellable is true until the provider, or the person who pays, has taken the withdrawal.
func (p payout) cancellable() bool {
	switch p.State {
	case projected.StateWaiting, projected.StateApproved, projected.StateHeld:
		return true
	case projected.StateSent:
		return p.Provider != manual
	}
	return false
}

// manual is the provider of the methods that people pay.
const manual = "manual"

// shown is a withdrawal as documents show it. marks are those of its account.
func (s *Routes) shown(p payout, marks map[string]string) contract.Payout {
	mark, kind := marks[p.Destination], s.methodType(p.Method)
	out := contract.Payout{
		ID: p.ID, UserID: p.Account, Status: p.status(), Created: p.Created, Amount: p.Amount, Fee: &p.Fee, Method: &kind, MethodID: &p.Method,
		MethodAddress: view.Present(&mark), PlatformID: view.Present(&p.Reference), State: p.State, MethodName: s.methodName(p.Method), Ended: p.Ended,
		Reason: view.Present(&p.Reason), Cancellable: p.cancellable(),
	}
	if p.State == "returned" {
		out.Returned = &p.Back
	}
	if p.State == "failed" {
		out.Code = view.Present(&p.Code)
	}
	return out
}

func (s *Routes) read(ctx context.Context, query string, args ...any) ([]payout, error) {
	return view.Rows(ctx, s.source, "withdrawals", pgx.RowToStructByPos[payout], query, args...)
}

func (s *Routes) payouts(ctx context.Context, _ *nothing) ([]contract.Payout, error) {
	account := view.Caller(ctx).Account
	list, err := s.read(ctx, payoutsOf, account, most)
	if err != nil {
		return nil, err
	}
	marks, err := s.o.Marks(ctx, account)
	if err != nil {
		return nil, err
	}
	out := make([]contract.Payout, len(list))
	for i, p := range list {
		out[i] = s.shown(p, marks)
	}
	return out, nil
}

// step is what happened to a withdrawal.
type step struct {
	Payout       string
	At           time.Time
	Kind, Detail string
}

func (s *Routes) steps(ctx context.Context, ids []string) (map[string][]step, error) {
	list, err := view.Rows(ctx, s.source, "steps of withdrawals", pgx.RowToStructByPos[step], stepsOf, ids)
	of := map[string][]step{}
	for _, one := range list {
		of[one.Payout] = append(of[one.Payout], one)
	}
	return of, err
}

// timeline are the steps as documents show them; what people have found out is for the staff alone.
func (s *Routes) timeline(steps []step, staff bool) []contract.PayoutStep {
	list := make([]contract.PayoutStep, 0, len(steps))
	for _, one := range steps {
		if one.Kind == "end-proposed" && !staff {
			continue
		}
		detail := s.detailWords(one.Kind, one.Detail)
		list = append(list, contract.PayoutStep{At: one.At, Kind: one.Kind, Detail: view.Present(&detail)})
	}
	return list
}

func (s *Routes) payout(ctx context.Context, in *view.ByID) (out contract.PayoutDetail, err error) {
	account := view.Caller(ctx).Account
	p, err := view.Only(s.read(ctx, payoutOf, string(in.ID), account))
	if err != nil {
		return out, err
	}
	marks, err := s.o.Marks(ctx, account)
	if err != nil {
		return out, err
	}
	steps, err := s.steps(ctx, []string{p.ID})
	if err != nil {
		return out, err
	}
	return contract.PayoutDetail{Payout: s.shown(p, marks), Timeline: s.timeline(steps[p.ID], false)}, nil
}

func (s *Routes) history(ctx context.Context, _ *nothing) ([]contract.PayoutEntry, error) {
	account := view.Caller(ctx).Account
	list, err := s.payouts(ctx, nil)
	if err != nil {
		return nil, err
	}
	income, err := view.Rows(ctx, s.source, "income", pgx.RowToStructByPos[credit], availableOf, account, s.o.Now().UTC(), most)
	if err != nil {
		return nil, err
	}
	out := make([]contract.PayoutEntry, 0, len(list)+len(income))
	for _, p := range list {
		e := contract.PayoutEntry{Type: "withdrawal", ID: p.ID, Status: p.Status, Created: p.Created, Amount: p.Amount, Fee: p.Fee, MethodType: *p.Method, MethodID: *p.MethodID}
		if p.MethodAddress != nil {
			e.MethodAddress = *p.MethodAddress
		}
		out = append(out, e)
	}
	for _, c := range income {
		out = append(out, contract.PayoutEntry{Type: "payout_available", Created: c.From, Amount: c.Amount, Source: "creator_rewards"})
	}
	slices.SortStableFunc(out, func(a, b contract.PayoutEntry) int { return b.Created.Compare(a.Created) })
	return out, nil
}

func (s *Routes) destinations(ctx context.Context, _ *nothing) ([]contract.PayoutDestination, error) {
	account := view.Caller(ctx).Account
	marks, err := s.o.Marks(ctx, account)
	if err != nil {
		return nil, err
	}
	return view.Rows(ctx, s.source, "destinations", func(row pgx.CollectableRow) (d contract.PayoutDestination, err error) {
		err = row.Scan(&d.ID, &d.Method, &d.Created, &d.Rests, &d.Used)
		d.MethodName, d.Mark = s.methodName(d.Method), marks[d.ID]
		return d, err
	}, destinationsOf, account)
}
