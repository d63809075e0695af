package revenue

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/fault"
	domain "github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/ids"
	"github.com/modyard/modyard/platform/payout"
)

// payoutDetails names the stored destination.
type payoutDetails struct {
	Destination string `json:"destination" doc:"收款账户的 ID"`
}

type payoutInput struct {
	Amount   amount         `json:"amount" doc:"从余额中扣除的金额，含手续费"`
	Method   string         `json:"method,omitempty" doc:"收款方式的种类"`
	MethodID string         `json:"method_id" doc:"收款方式的 ID"`
	Details  *payoutDetails `json:"method_details,omitempty"`
	Country  string         `json:"country,omitempty" doc:"两个字母的国家或地区代码"`
	Fee      *amount        `json:"fee,omitempty" doc:"提现者看到的手续费：若已变更则返回 409"`
	Rate     string         `json:"rate,omitempty" doc:"提现者看到的汇率：若已变更则返回 409"`
}

type payoutRequest struct{ Body payoutInput }

func (in payoutInput) destination() string {
	if in.Details == nil {
		return ""
	}
	return in.Details.Destination
}

// fees is POST /v3/payout/fees.
func (s *Service) fees(ctx context.Context, req commands.Request, in *payoutRequest) (out contract.PayoutFees, err error) {
	m, there := s.Methods.Find(in.Body.MethodID)
	if !there {
		return out, methodUnknown()
	}
	a := domain.Amount(in.Body.Amount)
	if err := m.Fits("amount", a); err != nil {
		return out, err
	}
	fee := m.Fee.Of(a)
	out = contract.PayoutFees{NetUSD: money(a - fee), Fee: money(fee), Currency: s.Currency}
	if err := s.Handler.Read(ctx, req.By, func(ctx context.Context, tx *commands.Tx) error {
		w, err := wallets().Get(ctx, tx, req.By.Account)
		if err == nil {
			out.After = money(w.State().Available(tx.Now()) - a)
		}
		return err
	}); err != nil {
		return out, err
	}
	quote, err := s.quote(ctx, m, a-fee, req.By.Account)
	if err != nil || quote == nil {
		return out, err
	}
	rate := decimal(quote.Rate, 6)
	out.ExchangeRate = &rate
	out.Quote = &contract.PayoutQuote{ID: quote.ID, Currency: quote.Currency, Amount: decimal(quote.Minor, quote.Digits), Rate: rate, Until: quote.Until}
	return out, nil
}

func methodUnknown() error {
	return &fault.Error{Kind: fault.KindInvalid, Code: domain.CodeMethod, Field: "method_id", Text: "收款方式不存在。"}
}

// decimal is a number of the smallest units as text with decimals.
func decimal(n int64, digits int) contract.Decimal {
	text := fmt.Sprintf("%0*d", digits+1, n)
	if digits == 0 {
		return contract.Decimal(text)
	}
	return contract.Decimal(text[:len(text)-digits] + "." + text[len(text)-digits:])
}

// quote asks the provider what it pays in another currency; nil: it pays in the site's.
func (s *Service) quote(ctx context.Context, m domain.Method, net domain.Amount, account string) (*payout.Quote, error) {
	provider := s.Providers[m.ID]
	if provider == nil || m.Currency == "" || m.Currency == s.Currency {
		return nil, nil
	}
	q, err := provider.Quote(ctx, payout.Order{Account: account, Amount: int64(net), Currency: s.Currency, Method: m.ID})
	if err != nil {
		s.Logger.WarnContext(ctx, "a payment provider gives no quote", "method", m.ID, "error", err)
		return nil, &fault.Error{Kind: fault.KindConflict, Code: "quote_unavailable", Text: "暂时无法取得汇率，请稍后再试。"}
	}
	return q, nil
}

// request is POST /v3/payout.
func (s *Service) request(ctx context.Context, req commands.Request, in *payoutRequest) (out contract.Payout, outcome commands.Outcome, err error) {
	caller := identity.FromContext(ctx)
	known, err := s.known(ctx, caller, in.Body.destination())
	if err != nil {
		return out, outcome, err
	}
	m, _ := s.Methods.Find(in.Body.MethodID)
	quote, err := s.freshQuote(ctx, m, in.Body, caller.Account)
	if err != nil {
		return out, outcome, err
	}
	sends := false
	outcome, err = s.Handler.Handle(ctx, req.Answering(), func(ctx context.Context, tx *commands.Tx) error {
		id, err := tx.NewID(ctx, "payout")
		if err != nil {
			return err
		}
		// The withdrawal's events come before those of the wallet.
		if err := tx.Load(ctx, ledgers().Want(ledgerID), payouts().Want(id), wallets().Want(tx.By().Account)); err != nil {
			return err
		}
		ledger, err := ledgers().Get(ctx, tx, ledgerID)
		if err != nil {
			return err
		}
		p, err := payouts().Open(ctx, tx, id)
		if err != nil {
			return err
		}
		w, err := wallets().Get(ctx, tx, tx.By().Account)
		if err != nil {
			return err
		}
		if !tx.Repeated() {
			c := domain.Request{
				By: domain.Caller{Actor: tx.By()}, Payout: id, Method: m, Methods: s.Methods.Hash, Destination: in.Body.destination(),
				Country: in.Body.Country, Amount: domain.Amount(in.Body.Amount), Shown: shown(in.Body.Fee), Quote: quote, Now: tx.Now(),
				Paused: ledger.State().Paused || known.restored, Verified: known.standing.Verified, Factor: known.standing.Factor,
				Since: known.standing.Created,
			}
			made, reserved, err := domain.DecideRequest(w.State(), c)
			if err != nil {
				return err
			}
			p.Append(made...)
			w.Append(reserved...)
		}
		out, sends = s.document(p.State()), p.State().Ready() && p.State().Provider != domain.Manual
		return nil
	})
	if err != nil {
		return out, outcome, err
	}
	out.MethodAddress = known.mark
	if sends { // the others wait for people, whose commands queue them
		s.kick(ctx, task{Payout: out.ID, Seen: uint64(outcome.Position)})
	}
	return out, outcome, nil
}

func shown(fee *amount) domain.Amount {
	if fee == nil {
		return -1
	}
	return domain.Amount(*fee)
}

// freshQuote is the quote that a withdrawal is made with. The caller has seen one: another rate is a conflict.
func (s *Service) freshQuote(ctx context.Context, m domain.Method, in payoutInput, account string) (*domain.Quote, error) {
	a := domain.Amount(in.Amount)
	if m.ID == "" || a <= m.Fee.Of(a) {
		return nil, nil
	}
	q, err := s.quote(ctx, m, a-m.Fee.Of(a), account)
	if err != nil || q == nil {
		return nil, err
	}
	if in.Rate != "" && short(in.Rate) != short(string(decimal(q.Rate, 6))) {
		return nil, &fault.Error{Kind: fault.KindConflict, Code: domain.CodeChanged, Field: "rate", Text: "汇率已变更，请重新确认。"}
	}
	return &domain.Quote{ID: q.ID, Currency: q.Currency, Rate: q.Rate, Minor: q.Minor, Digits: q.Digits, Until: q.Until.UTC().Format(time.RFC3339)}, nil
}

// short is a number without zeros at the end of its decimals, as programs write what they have read.
func short(number string) string {
	if !strings.Contains(number, ".") {
		return number
	}
	return strings.TrimSuffix(strings.TrimRight(number, "0"), ".")
}

// document is a withdrawal as programs see it.
func (s *Service) document(p domain.Payout) contract.Payout {
	fee := money(p.Fee)
	out := contract.Payout{
		ID: p.ID, UserID: p.Account, Status: statusOf(p), Created: p.Requested, Amount: money(p.Amount), Fee: &fee,
		MethodID: &p.Method, State: stateOf(p),
	}
	if m, there := s.Methods.Find(p.Method); there {
		out.Method, out.MethodName = &m.Type, m.Name
	}
	if p.Reference != "" {
		out.PlatformID = &p.Reference
	}
	return out
}

func statusOf(p domain.Payout) string {
	switch p.End {
	case domain.Succeeded:
		return "success"
	case domain.Failed, domain.Returned:
		return "failed"
	case domain.Cancelled:
		return "cancelled"
	}
	if p.CancelAsked {
		return "cancelling"
	}
	return "in-transit"
}

func stateOf(p domain.Payout) string {
	switch {
	case p.End != "":
		return string(p.End)
	case p.Held:
		return "held"
	case p.Unclear:
		return "unclear"
	case p.CancelAsked:
		return "cancelling"
	case p.Reference != "":
		return "taken"
	case p.Sent():
		return "sent"
	case p.Approved:
		return "approved"
	}
	return "waiting"
}

// cancel is DELETE /v3/payout/{id}.
func (s *Service) cancel(ctx context.Context, req commands.Request, in *commands.Named) (commands.Outcome, error) {
	return s.then(s.Handler.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		return s.decide(ctx, tx, in.ID, domain.Cancel{By: domain.Caller{Actor: tx.By()}})
	}))(ctx, task{Payout: in.ID})
}

// decide carries a command on a withdrawal out, with what follows for the wallet.
func (s *Service) decide(ctx context.Context, tx *commands.Tx, id string, c domain.PayoutCommand) error {
	if !ids.Valid(id) {
		return fault.NotFound("提现不存在。")
	}
	p, err := payouts().Get(ctx, tx, id)
	if err != nil {
		return err
	}
	before := p.State()
	if err := p.Do(c); err != nil {
		return err
	}
	return follow(ctx, tx, before, p)
}

// follow records what the new events of a withdrawal mean for its wallet.
func follow(ctx context.Context, tx *commands.Tx, before domain.Payout, p *commands.Entity[domain.Payout, domain.PayoutCommand]) error {
	for _, e := range p.Decided() {
		w, err := wallets().Get(ctx, tx, p.State().Account)
		if err != nil {
			return err
		}
		w.Follow(e.Role, before.OfWallet(e.Payload, w.State())...)
		before = before.Evolve(e.Payload, tx.Now())
	}
	return nil
}

// methods is GET /v3/payout/methods.
func (s *Service) methods(_ context.Context, _ commands.Request, in *struct {
	Country string `query:"country" doc:"两个字母的国家或地区代码"`
}) ([]contract.PayoutMethod, error) {
	if n := len(in.Country); n != 0 && n != 2 {
		return nil, fault.Invalid("country", "国家或地区代码须为两个字母。")
	}
	list := []contract.PayoutMethod{}
	for _, m := range s.Methods.List {
		if m.In(in.Country) {
			list = append(list, s.method(m))
		}
	}
	return list, nil
}

func (s *Service) method(m domain.Method) contract.PayoutMethod {
	out := contract.PayoutMethod{ID: m.ID, Type: m.Type, Name: m.Name, Currency: m.Currency, Fields: []contract.PayoutField{}, Fee: contract.PayoutFee{
		Percentage: decimal(int64(m.Fee.Millionths()), 6), Min: money(m.Fee.Min()), //nolint:gosec // at most a million
	}}
	if out.Currency == "" {
		out.Currency = s.Currency
	}
	if most := money(m.Fee.Max()); most > 0 {
		out.Fee.Max = &most
	}
	if fixed := m.Fixed(); len(fixed) > 0 {
		out.Interval.Fixed = &contract.PayoutFixed{}
		for _, v := range fixed {
			out.Interval.Fixed.Values = append(out.Interval.Fixed.Values, money(v))
		}
	} else {
		out.Interval.Standard = &contract.PayoutRange{Min: money(m.Min()), Max: money(m.Max())}
	}
	for _, f := range m.Fields {
		out.Fields = append(out.Fields, contract.PayoutField{Name: f.Name, Label: f.Label, Hint: f.Hint})
	}
	return out
}

var errNoDestination = errors.New("the destination is gone")
