package revenue

// Posting is a change of a ledger account: positive on the left (debit), negative on the right (credit).
type Posting struct {
	Account string
	Amount  Amount
	From    string // of a wallet: the day from which it can be withdrawn, YYYY-MM-DD; empty: at once
}

// The accounts of the ledger that are one, and the kinds of those that are many (kind:id).
const (
	Platform      = "platform"  // what the site keeps
	Reserve       = "reserve"   // the creators' part of days on which no project takes part
	Unclaimed     = "unclaimed" // what belongs to nobody
	KindCash      = "cash"      // by source and provider
	KindIncome    = "income"    // by source: confirmed and not shared
	KindAccrued   = "accrued"   // by account: shared and not settled
	KindWallet    = "wallet"    // by account
	KindTransit   = "transit"   // by withdrawal
	KindFees      = "fees"      // by method
	separator     = ":"
	earnedAccrued = KindAccrued + separator
)

func of(kind, id string) string { return kind + separator + id }

func walletOf(account string, unclaimed bool) string {
	if unclaimed {
		return Unclaimed
	}
	return of(KindWallet, account)
}

// Postings are the postings of an event; they add up to zero. An event without postings moves no money.
func Postings(event any) []Posting {
	switch e := event.(type) {
	case IncomeConfirmed:
		return move(of(KindCash, e.Source), of(KindIncome, e.Source), e.Amount)
	case IncomeReversed:
		if e.Confirmed {
			return move(of(KindIncome, e.Source), of(KindCash, e.Source), e.Amount)
		}
	case SharesNoted:
		return shared(e.Source, e.Shares, 1)
	case SharesUndone:
		return shared(e.Source, e.Shares, -1)
	case SharingFinished:
		return kept(e.Sums, 1)
	case SharingUndone:
		return kept(e.Sums, -1)
	case Earned:
		sum := sumOf(e.Lines)
		return []Posting{{earnedAccrued + e.Account, sum, ""}, {walletOf(e.Account, e.Unclaimed), -sum, valueOf(e)}}
	case Corrected:
		return corrected(e)
	case PayoutReserved:
		return move(of(KindWallet, e.Account), of(KindTransit, e.Payout), e.Amount)
	case PayoutRestored:
		return move(of(KindTransit, e.Payout), walletOf(e.Account, e.Unclaimed), e.Amount)
	case PayoutReturned:
		return move(of(KindCash, e.Provider), walletOf(e.Account, e.Unclaimed), e.Amount)
	case PayoutSucceeded:
		return paid(e)
	case WalletClosed:
		return move(of(KindWallet, e.Account), Unclaimed, e.Amount)
	}
	return nil
}

// move moves an amount from the right of an account to the right of another: to grows, from shrinks.
func move(from, to string, amount Amount) []Posting {
	if amount == 0 {
		return nil
	}
	return []Posting{{from, amount, ""}, {to, -amount, ""}}
}

func valueOf(e Earned) string {
	if e.Unclaimed {
		return ""
	}
	return e.ValueDate
}

// corrected moves the amount of a correction, of which parts can be withdrawn later.
func corrected(e Corrected) []Posting {
	now, postings := e.Amount, []Posting{}
	for _, d := range e.Dated {
		now -= d.Amount
		postings = append(postings, Posting{Platform, d.Amount, ""}, Posting{walletOf(e.Account, e.Unclaimed), -d.Amount, d.From})
	}
	return append(move(Platform, walletOf(e.Account, e.Unclaimed), now), postings...)
}

// shared moves shares from the income to what is accrued, or back with a sign of -1.
func shared(source string, shares []Share, sign Amount) []Posting {
	postings := make([]Posting, 1, len(shares)+1)
	for _, s := range shares {
		postings = append(postings, Posting{Account: earnedAccrued + s.Account, Amount: -sign * s.Amount})
		postings[0].Amount += sign * s.Amount
	}
	postings[0].Account = of(KindIncome, source)
	return postings
}

// kept moves what the creators do not get from the income, or back with a sign of -1.
func kept(sums []Sum, sign Amount) []Posting {
	var postings []Posting
	for _, s := range sums {
		postings = append(postings, move(of(KindIncome, s.Source), Platform, sign*s.Platform)...)
		postings = append(postings, move(of(KindIncome, s.Source), Reserve, sign*s.Reserve)...)
	}
	return postings
}

// paid takes a withdrawal out of transit, or from the platform if it had failed before: then the wallet pays the platform
// back (Corrected).
func paid(e PayoutSucceeded) []Posting {
	from := of(KindTransit, e.Payout)
	if e.Late {
		from = Platform
	}
	return []Posting{
		{from, e.Amount + e.Fee, ""}, {of(KindCash, e.Provider), -e.Amount - e.ProviderFee, ""}, {of(KindFees, e.Method), e.ProviderFee - e.Fee, ""},
	}
}
