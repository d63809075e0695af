package revenue

import (
	"math"

	"github.com/modyard/modyard/domain/reason"
)

// Amount is what is paid, in millionths of the currency's unit; ok is false if that is no amount.
func (q Quote) Amount() (paid Amount, ok bool) {
	if q.Minor <= 0 || q.Digits < 0 || q.Digits > maxDigits {
		return 0, false
	}
	paid = Amount(q.Minor)
	for range maxDigits - q.Digits {
		if paid > math.MaxInt64/10 {
			return 0, false
		}
		paid *= 10
	}
	return paid, true
}

// maxDigits is how many decimals the currency of a quote has at most.
const maxDigits = 6

// Quote is what a provider pays in another currency for an amount.
type Quote struct {
	ID       string `json:"id"`
	Currency string `json:"currency"`
	Rate     int64  `json:"rate"`   // millionths of the currency's unit for one unit of the site's
	Minor    int64  `json:"minor"`  // what is paid, in the smallest unit of the currency
	Until    string `json:"until"`  // RFC 3339
	Digits   int    `json:"digits"` // decimals of the currency
}

// PayoutRequested asks for a withdrawal. Stream: payout-<payout>, as for all events of a withdrawal.
//
// History: {account} withdraws {amount}, with the fee {fee}, by {method}.
type PayoutRequested struct {
	Payout      string `json:"payout"`
	Account     string `json:"account"`
	Method      string `json:"method"`
	Provider    string `json:"provider"`
	Destination string `json:"destination"`
	Amount      Amount `json:"amount"` // what is received; the fee comes on top
	Fee         Amount `json:"fee"`
	Methods     string `json:"methods"` // hash of the file of methods
	Quote       *Quote `json:"quote,omitempty"`
}

// PayoutApproved lets a withdrawal be sent. A large one needs two people.
//
// History: {actor} approves the withdrawal {payout}[; nobody else could confirm it, alone: {alone}].
type PayoutApproved struct {
	Payout  string `json:"payout"`
	Account string `json:"account"`
	By      string `json:"by,omitempty"`    // account; empty: a rule
	Enough  bool   `json:"enough"`          // no other approval is needed
	Alone   bool   `json:"alone,omitempty"` // by the account that approved before, a day later, because there was nobody else
}

// PayoutHeld stops a withdrawal that was not sent.
//
// History: {actor} holds the withdrawal {payout} because {reason.code}.
type PayoutHeld struct {
	Payout  string            `json:"payout"`
	Account string            `json:"account"`
	By      string            `json:"by"`
	Reason  *reason.Addressed `json:"reason,omitempty"`
}

// PayoutReleased ends that.
//
// History: {actor} releases the withdrawal {payout}[ because {reason.code}].
type PayoutReleased struct {
	Payout  string            `json:"payout"`
	Account string            `json:"account"`
	Reason  *reason.Addressed `json:"reason,omitempty"`
}

// PayoutDispatched says that a withdrawal is being sent. It is durable before the first call to the provider.
//
// History: the withdrawal {payout} is sent, attempt {attempt}.
type PayoutDispatched struct {
	Payout  string `json:"payout"`
	Account string `json:"account"`
	Attempt int    `json:"attempt"`
	Batch   string `json:"batch,omitempty"` // people pay it
}

// PayoutTaken says that the provider has it.
//
// History: the provider has taken the withdrawal {payout}.
type PayoutTaken struct {
	Payout    string `json:"payout"`
	Account   string `json:"account"`
	Reference string `json:"reference"` // the provider's
}

// PayoutSucceeded ends a withdrawal: the provider has paid it.
//
// History: the withdrawal {payout} is paid[ after it had failed, late: {late}].
type PayoutSucceeded struct {
	Payout      string `json:"payout"`
	Account     string `json:"account"`
	Method      string `json:"method"`
	Provider    string `json:"provider"`
	Amount      Amount `json:"amount"`
	Fee         Amount `json:"fee"`
	ProviderFee Amount `json:"providerFee,omitempty"` // what the provider keeps
	Late        bool   `json:"late,omitempty"`        // after it had failed or was cancelled
	Evidence    string `json:"evidence,omitempty"`    // hash of a file: people have found out
	Alone       bool   `json:"alone,omitempty"`       // one person alone, because there was nobody else
}

// PayoutFailed ends a withdrawal: the provider has not paid it, and will not.
//
// History: the withdrawal {payout} fails ({code}).
type PayoutFailed struct {
	Payout   string `json:"payout"`
	Account  string `json:"account"`
	Code     string `json:"code"`
	Evidence string `json:"evidence,omitempty"` // hash of a file: people have found out
	Alone    bool   `json:"alone,omitempty"`    // one person alone, because there was nobody else
}

// PayoutUnclear says that the provider's answer does not fit. Only people end such a withdrawal.
//
// History: what the provider answers about the withdrawal {payout} does not fit ({code}).
type PayoutUnclear struct {
	Payout  string `json:"payout"`
	Account string `json:"account"`
	Code    string `json:"code"`
}

// PayoutCancelAsked asks the provider not to pay.
//
// History: {account} asks to cancel the withdrawal {payout}.
type PayoutCancelAsked struct {
	Payout  string `json:"payout"`
	Account string `json:"account"`
}

// PayoutCancelled ends a withdrawal that was not paid.
//
// History: the withdrawal {payout} is cancelled.
type PayoutCancelled struct {
	Payout  string `json:"payout"`
	Account string `json:"account"`
}

// PayoutEndProposed says how a withdrawal ended whose provider does not tell. Somebody else must confirm it.
//
// History: {actor} has found out that the withdrawal {payout} ended as {end}.
type PayoutEndProposed struct {
	Payout   string         `json:"payout"`
	Account  string         `json:"account"`
	By       string         `json:"by"`
	End      End            `json:"end"`
	Evidence string         `json:"evidence"`
	Reason   *reason.Reason `json:"reason,omitempty"`
}

// PayoutCameBack says that a withdrawal that was paid was returned.
//
// History: the withdrawal {payout} comes back.
type PayoutCameBack struct {
	Payout  string `json:"payout"`
	Account string `json:"account"`
	Amount  Amount `json:"amount"`
}

// BatchMade is a file of withdrawals that people pay. Stream: payoutbatch-<batch>.
//
// History: {actor} makes a batch of withdrawals by {method}.
type BatchMade struct {
	Batch   string   `json:"batch"`
	Method  string   `json:"method"`
	Payouts []string `json:"payouts"`
}

// CorrectionProposed proposes to change a balance. Stream: correction-<correction>, as for all events of a correction.
//
// History: {actor} proposes to correct the balance of {account} by {amount} because {reason.code}.
type CorrectionProposed struct {
	Correction string            `json:"correction"`
	Account    string            `json:"account"`
	Amount     Amount            `json:"amount"`
	Month      string            `json:"month,omitempty"`
	By         string            `json:"by"`
	Evidence   string            `json:"evidence"`
	Reason     *reason.Addressed `json:"reason,omitempty"`
}

// CorrectionConfirmed carries it out: the same append corrects the wallet.
//
// History: {actor} confirms the correction {correction}[; nobody else could confirm it, alone: {alone}].
type CorrectionConfirmed struct {
	Correction string `json:"correction"`
	Account    string `json:"account"`
	Amount     Amount `json:"amount"`
	Alone      bool   `json:"alone,omitempty"` // by the account that proposed it, a day later, because there was nobody else
}

// CorrectionDropped ends it.
//
// History: {actor} drops the correction {correction}.
type CorrectionDropped struct {
	Correction string `json:"correction"`
	Account    string `json:"account"`
}
