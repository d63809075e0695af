package revenue_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/revenue"
)

// history is a random wallet that the rules could have made, with its fold.
type history struct {
	random *rand.Rand
	id     string
	now    time.Time
	wallet revenue.Wallet
	open   []string
	gross  map[string]revenue.Amount
	n      int
}

// next is the next event.
func (h *history) next() any {
	h.now = h.now.Add(time.Duration(h.random.Int64N(int64(20 * 24 * time.Hour))))
	h.n++
	payout, amount := fmt.Sprintf("Pay%s%d", h.id, h.n), revenue.Amount(1+h.random.Int64N(50_000_000))
	switch h.random.IntN(8) {
	case 0, 1, 2:
		return revenue.Earned{
			Account: h.id, Month: fmt.Sprintf("M%d", h.n), ValueDate: h.now.AddDate(0, 0, h.random.IntN(90)).Format(time.DateOnly),
			Lines: []revenue.Line{{Project: "ProjOne1", Source: "ads", Amount: amount}, {Project: "ProjTwo2", Source: "ads", Amount: amount / 3}},
		}
	case 3, 4:
		c := revenue.Corrected{Account: h.id, Correction: payout, Amount: amount}
		if h.random.IntN(3) > 0 {
			c.Amount, c.Month = -amount*2, "2026-01"
		}
		return c
	case 5:
		h.open, h.gross[payout] = append(h.open, payout), amount
		return revenue.PayoutReserved{Account: h.id, Payout: payout, Amount: amount, Destination: "Dest"}
	}
	if len(h.open) == 0 {
		return revenue.WalletFrozen{Account: h.id}
	}
	ended := h.open[0]
	h.open = h.open[1:]
	switch h.random.IntN(3) {
	case 0:
		return revenue.PayoutRestored{Account: h.id, Payout: ended, Amount: h.gross[ended]}
	case 1:
		return revenue.PayoutReturned{Account: h.id, Payout: ended, Provider: "manual", Amount: h.gross[ended] / 2}
	}
	return revenue.PayoutSettled{Account: h.id, Payout: ended, Amount: h.gross[ended]}
}

// What can be withdrawn, and later, is what the rules say, as of every day after the last event.
func TestCreditsAreThoseOfTheRules(t *testing.T) {
	w := newWorld(t)
	random := rand.New(rand.NewPCG(7, 34)) //nolint:gosec // a repeatable history
	var all []*history
	for i := range 40 {
		h := &history{random: random, id: fmt.Sprintf("User%04d", i), now: day(1), gross: map[string]revenue.Amount{}}
		all = append(all, h)
	}
	for range 25 {
		for _, h := range all {
			e := h.next()
			h.wallet = h.wallet.Evolve(e, h.now)
			w.at(h.now, "wallet-"+h.id, "", e)
		}
	}
	for _, h := range all[:5] {
		left := h.wallet.Left()
		e := revenue.WalletClosed{Account: h.id, Amount: left}
		h.wallet = h.wallet.Evolve(e, h.now)
		w.at(h.now, "wallet-"+h.id, h.id, e, revenue.Earned{Account: h.id, Month: "late", ValueDate: "2030-01-01", Unclaimed: true,
			Lines: []revenue.Line{{Project: "ProjOne1", Source: "ads", Amount: 5}}})
	}
	w.Settle()
	for _, h := range all {
		for _, after := range []int{0, 1, 13, 40, 100} {
			at := h.now.AddDate(0, 0, after)
			pending := revenue.Amount(0)
			for _, c := range h.wallet.Pending(at) {
				pending += c.Amount
			}
			available := w.number(`select coalesce(sum(amount), 0)::bigint from revenue.credits where account = $1 and value_date <= $2`, h.id, at)
			later := w.number(`select coalesce(sum(amount), 0)::bigint from revenue.credits where account = $1 and value_date > $2`, h.id, at)
			if available != int64(h.wallet.Available(at)) || later != int64(pending) {
				t.Errorf("%s after %d days: %d and %d, want %d and %d", h.id, after, available, later, h.wallet.Available(at), pending)
			}
		}
		balance := w.number(`select balance from revenue.wallets where account = $1`, h.id)
		if balance != int64(h.wallet.Left()) || balance != w.number(`select coalesce(sum(amount), 0)::bigint from revenue.lines where account = $1`, h.id) ||
			balance != -w.number(`select amount from revenue.balances where account = 'wallet:' || $1`, h.id) {
			t.Errorf("%s: the balance %d is not that of the rules %d, the lines and the postings", h.id, balance, h.wallet.Left())
		}
	}
	wrong := w.number(`
select count(*) from (select balance - sum(amount) over (partition by account order by number) as off,
    number - row_number() over (partition by account order by position, number) as gap from revenue.lines) l where off <> 0 or gap <> 0`)
	if wrong > 0 {
		t.Errorf("%d lines have a wrong balance or number", wrong)
	}
	if sum := w.number(`select sum(amount)::bigint from revenue.balances`); sum != 0 {
		t.Errorf("the balances sum to %d", sum)
	}
	w.rebuilt()
}

func TestReasonsOfAnErasedAccountAreBlanked(t *testing.T) {
	w := newWorld(t)
	why := (&reason.Reason{Code: reason.Rules, Text: "与来源不符"}).To("UserOne1")
	w.at(day(1), "wallet-UserOne1", "UserTre2", revenue.Corrected{Account: "UserOne1", Correction: "CorrOne1", Amount: -500, Reason: why},
		revenue.WalletFrozen{Account: "UserOne1", Reason: why})
	w.at(day(1), "correction-CorrOne1", "UserTre2", revenue.CorrectionProposed{Correction: "CorrOne1", Account: "UserOne1", Amount: -500, By: "UserTre2", Evidence: "hash", Reason: why})
	w.at(day(1), "payout-PayoOne1", "UserOne1", revenue.PayoutRequested{Payout: "PayoOne1", Account: "UserOne1", Method: "bank", Provider: "manual", Amount: 100},
		revenue.PayoutHeld{Payout: "PayoOne1", Account: "UserOne1", By: "UserTre2", Reason: why})
	const texts = `
select (select count(*) from revenue.lines where reason = $1) + (select count(*) from revenue.wallets where reason = $1)
    + (select count(*) from revenue.payouts where reason = $1) + (select count(*) from revenue.steps where detail = $1)
    + (select count(*) from revenue.corrections where reason = $1)`
	w.Settle()
	if n := w.number(texts, "违反其他规则：与来源不符"); n != 5 {
		t.Errorf("%d of 5 reasons are readable", n)
	}
	w.at(day(2), "account-UserOne1", "UserOne1", account.Erased{Account: "UserOne1"})
	w.Settle()
	if n := w.number(texts, erasable.Erased); n != 5 {
		t.Errorf("%d of 5 reasons are blank", n)
	}
	w.rebuilt()
}
