package revenue

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// addPayout checks the events of withdrawals against each other.
func (b *Books) addPayout(stream string, event any, at time.Time) {
	id, requested := payoutOf(event)
	if id == "" {
		return
	}
	p, there := b.Payouts[id]
	switch {
	case requested && there:
		b.problem("%s: requested twice", stream)
		return
	case !requested && !there:
		b.problem("%s: a %T of a withdrawal that was not requested", stream, event)
		return
	}
	switch e := event.(type) {
	case PayoutSucceeded:
		late := p.End == Failed || p.End == Cancelled
		if p.End != "" && !(late && e.Late) {
			b.problem("%s: paid after it had ended (%s)", stream, p.End)
		}
		if e.Amount != p.Amount || e.Fee != p.Fee || e.Account != p.Account || e.Method != p.Method || e.Provider != p.Provider {
			b.problem("%s: paid %d and %d millionths instead of %d and %d", stream, e.Amount, e.Fee, p.Amount, p.Fee)
		}
		if !p.Sent() {
			b.problem("%s: paid without having been sent", stream)
		}
		b.paid += e.Amount + e.ProviderFee
	case PayoutFailed, PayoutCancelled:
		if p.End != "" {
			b.problem("%s: a second end after %s", stream, p.End)
		}
	case PayoutCameBack:
		if p.End != Succeeded || e.Amount <= 0 || e.Amount > p.Gross() {
			b.problem("%s: %d millionths come back of %d (%s)", stream, e.Amount, p.Gross(), p.End)
		}
		b.paid -= e.Amount
	}
	b.Payouts[id] = p.Evolve(event, at)
}

func payoutOf(event any) (id string, requested bool) {
	switch e := event.(type) {
	case PayoutRequested:
		return e.Payout, true
	case PayoutApproved:
		return e.Payout, false
	case PayoutHeld:
		return e.Payout, false
	case PayoutReleased:
		return e.Payout, false
	case PayoutDispatched:
		return e.Payout, false
	case PayoutTaken:
		return e.Payout, false
	case PayoutUnclear:
		return e.Payout, false
	case PayoutSucceeded:
		return e.Payout, false
	case PayoutFailed:
		return e.Payout, false
	case PayoutCancelAsked:
		return e.Payout, false
	case PayoutCancelled:
		return e.Payout, false
	case PayoutEndProposed:
		return e.Payout, false
	case PayoutCameBack:
		return e.Payout, false
	}
	return "", false
}

// addWallet checks the events of wallets against withdrawals and corrections.
func (b *Books) addWallet(event any, at time.Time) {
	switch e := event.(type) {
	case CorrectionProposed:
		b.corrections[e.Correction] = CorrectionState{}.Evolve(e, at)
		return
	case CorrectionConfirmed:
		if c := b.corrections[e.Correction]; c.Amount != e.Amount || c.Account != e.Account {
			b.problem("correction-%s: confirmed %d millionths instead of %d", e.Correction, e.Amount, c.Amount)
		}
		return
	}
	account := accountOf(event)
	if account == "" {
		return
	}
	w := b.Wallets[account]
	before := w.Available(at)
	b.checkReservation(account, event, w)
	w = w.Evolve(event, at)
	b.Wallets[account] = w
	if reserved, ok := event.(PayoutReserved); ok && w.Now < 0 {
		b.problem("wallet-%s: the withdrawal %s of %d millionths overdraws %d", account, reserved.Payout, reserved.Amount, before)
	}
}

// checkReservation compares a wallet's event with what was reserved or proposed.
func (b *Books) checkReservation(account string, event any, w Wallet) {
	wrong := func(payout string, amount Amount) {
		if r, there := w.Reserved[payout]; !there || r.Amount != amount {
			b.problem("wallet-%s: the withdrawal %s ends with %d millionths, reserved are %d", account, payout, amount, r.Amount)
		}
	}
	switch e := event.(type) {
	case PayoutReserved:
		if p := b.Payouts[e.Payout]; p.Account != account || p.Gross() != e.Amount {
			b.problem("wallet-%s: %d millionths are reserved for the withdrawal %s of %d", account, e.Amount, e.Payout, p.Gross())
		}
		if _, there := w.Reserved[e.Payout]; there {
			b.problem("wallet-%s: the withdrawal %s is reserved twice", account, e.Payout)
		}
	case PayoutSettled:
		wrong(e.Payout, e.Amount)
	case PayoutRestored:
		wrong(e.Payout, e.Amount)
	case PayoutReturned:
		if p := b.Payouts[e.Payout]; p.End != Returned {
			b.problem("wallet-%s: the withdrawal %s is credited again without having come back", account, e.Payout)
		}
	case Corrected:
		b.checkCorrection(account, e)
	case WalletClosed:
		if e.Amount != w.Left() {
			b.problem("wallet-%s: closed with %d millionths instead of %d", account, e.Amount, w.Left())
		}
	}
}

func (b *Books) checkCorrection(account string, e Corrected) {
	if e.Correction != "" {
		if c := b.corrections[e.Correction]; c.Account != account || c.Amount != e.Amount {
			b.problem("wallet-%s: corrected by %d millionths, proposed were %d", account, e.Amount, c.Amount)
		}
		return
	}
	if p := b.Payouts[e.Payout]; p.Account != account || p.Gross() != -e.Amount {
		b.problem("wallet-%s: corrected by %d millionths without a proposal", account, e.Amount)
	}
}

func accountOf(event any) string {
	switch e := event.(type) {
	case Earned:
		return e.Account
	case Corrected:
		return e.Account
	case PayoutReserved:
		return e.Account
	case PayoutSettled:
		return e.Account
	case PayoutRestored:
		return e.Account
	case PayoutReturned:
		return e.Account
	case WalletFrozen:
		return e.Account
	case WalletUnfrozen:
		return e.Account
	case DestinationAdded:
		return e.Account
	case DestinationRemoved:
		return e.Account
	case WalletClosed:
		return e.Account
	}
	return ""
}

// Check finds what does not agree at the end: nothing for books that are in order.
func (b *Books) Check() []string {
	problems := slices.Clone(b.problems)
	tell := func(format string, args ...any) {
		if len(problems) < maxProblems {
			problems = append(problems, fmt.Sprintf(format, args...))
		}
	}
	var sum, cash Amount
	for account, amount := range b.Balances {
		sum += amount
		kind, id, _ := strings.Cut(account, separator)
		switch kind {
		case KindCash:
			cash += amount
		case KindWallet:
			if left := b.Wallets[id].Left(); -amount != left {
				tell("wallet-%s: the postings have %d millionths, its events %d", id, -amount, left)
			}
		case KindTransit:
			if p := b.Payouts[id]; p.End != "" || -amount != p.Gross() {
				tell("payout-%s: %d millionths are on their way of %d (%s)", id, -amount, p.Gross(), p.End)
			}
		case KindAccrued:
			if amount > 0 {
				tell("%s is overdrawn by %d millionths", account, amount)
			}
		}
	}
	if sum != 0 {
		tell("all ledger accounts add up to %d millionths", sum)
	}
	if cash != b.income-b.paid {
		tell("cash is %d millionths, the income without what was paid is %d", cash, b.income-b.paid)
	}
	for id, w := range b.Wallets {
		if left := w.Left(); left != 0 && b.Balances[of(KindWallet, id)] == 0 {
			tell("wallet-%s: its events have %d millionths, the postings none", id, left)
		}
		for payout := range w.Reserved {
			if p := b.Payouts[payout]; p.End != "" {
				tell("wallet-%s: the withdrawal %s has ended (%s) and is still reserved", id, payout, p.End)
			}
		}
	}
	for id, p := range b.Payouts {
		if p.End == "" && b.Balances[of(KindTransit, id)] != -p.Gross() {
			tell("payout-%s: it is open, and %d millionths are on their way of %d", id, -b.Balances[of(KindTransit, id)], p.Gross())
		}
	}
	b.checkIncome(tell)
	b.checkAccrued(tell)
	slices.Sort(problems)
	return problems
}

// checkIncome finds days that have shared more than their income. One that waits to be shared anew may have: an entry was
// reversed, and its shares are taken back by the next run. A day of a month whose settlement has begun waits no more.
func (b *Books) checkIncome(tell func(string, ...any)) {
	for day, d := range b.days {
		m := b.months[MonthOf(day)]
		if (d.state.Opened != nil || !d.state.Shared()) && (m == nil || !m.state.Begun) {
			continue
		}
		for account, amount := range d.income {
			if amount > 0 {
				tell("revenueday-%s: %s is overdrawn by %d millionths", day, account, amount)
			}
		}
	}
}

// checkAccrued compares what is shared and not settled with the runs that hold.
func (b *Books) checkAccrued(tell func(string, ...any)) {
	due := map[string]Amount{}
	for _, d := range b.days {
		for id, r := range d.runs {
			if open := d.state.Opened; id != d.state.Run && (open == nil || open.Run != id) && r.undone == r.total {
				continue
			}
			for _, share := range r.shares {
				due[b.names.list[share.account]] += share.amount
			}
			if open := d.state.Opened; open != nil && open.Replaces == id && r.undone > 0 {
				return // a run is being replaced: its shares are partly taken back
			}
		}
	}
	for _, m := range b.months {
		for account, lines := range m.earned {
			for _, amount := range lines {
				due[account] -= amount
			}
		}
	}
	for account, amount := range due {
		if have := -b.Balances[of(KindAccrued, account)]; have != amount {
			tell("accrued:%s has %d millionths, its shares that are not settled are %d", account, have, amount)
		}
	}
}
