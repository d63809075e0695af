package revenue

import "github.com/modyard/modyard/domain/reason"

// Line is what an account gets for a month from a source for a project.
type Line struct {
	Project string `json:"project"`
	Source  string `json:"source"`
	Amount  Amount `json:"amount"`
}

// Earned is the settled income of a month. Stream: wallet-<account>, as for all events of a wallet.
//
// History: {account} gets its part of the income of {month}, from {valueDate} on[; the account is closed, unclaimed: {unclaimed}].
type Earned struct {
	Account   string `json:"account"`
	Month     string `json:"month"`
	ValueDate string `json:"valueDate"`
	Part      int    `json:"part,omitempty"` // from 0 on
	Lines     []Line `json:"lines"`
	Unclaimed bool   `json:"unclaimed,omitempty"` // the wallet was closed
}

// Corrected changes a balance by an amount, which may be negative and may make a debt.
//
// History: {actor} corrects the balance of {account} by {amount}[ for {month}][ for the withdrawal {payout}][ because
// {reason.code}].
type Corrected struct {
	Account    string            `json:"account"`
	Correction string            `json:"correction,omitempty"`
	Amount     Amount            `json:"amount"`
	Month      string            `json:"month,omitempty"`
	Payout     string            `json:"payout,omitempty"` // it was paid after it had failed
	Unclaimed  bool              `json:"unclaimed,omitempty"`
	Reason     *reason.Addressed `json:"reason,omitempty"`
	Dated      []Dated           `json:"dated,omitempty"` // parts of a positive amount that are not there at once
}

// Dated is an amount that can be withdrawn from a day on.
type Dated struct {
	From   string `json:"from"` // YYYY-MM-DD
	Amount Amount `json:"amount"`
}

// PayoutReserved takes a withdrawal with its fee out of a balance.
//
// History: {account} reserves {amount} for the withdrawal {payout}.
type PayoutReserved struct {
	Account     string `json:"account"`
	Payout      string `json:"payout"`
	Amount      Amount `json:"amount"`
	Destination string `json:"destination"`
}

// PayoutSettled ends a reservation: the withdrawal was paid.
//
// History: the withdrawal {payout} of {account} is paid.
type PayoutSettled struct {
	Account string `json:"account"`
	Payout  string `json:"payout"`
	Amount  Amount `json:"amount"`
}

// PayoutRestored ends a reservation: the withdrawal failed or was cancelled, and its amount with the fee is there again.
//
// History: the withdrawal {payout} of {account} is not paid, {amount} is there again.
type PayoutRestored struct {
	Account   string `json:"account"`
	Payout    string `json:"payout"`
	Amount    Amount `json:"amount"`
	Unclaimed bool   `json:"unclaimed,omitempty"` // the wallet was closed meanwhile
}

// PayoutReturned credits what came back of a withdrawal that was paid.
//
// History: {amount} of the withdrawal {payout} of {account} comes back.
type PayoutReturned struct {
	Account   string `json:"account"`
	Payout    string `json:"payout"`
	Provider  string `json:"provider"`
	Amount    Amount `json:"amount"`
	Unclaimed bool   `json:"unclaimed,omitempty"`
}

// WalletFrozen stops withdrawals of an account. It goes on earning.
//
// History: {actor} freezes the balance of {account} because {reason.code}.
type WalletFrozen struct {
	Account string            `json:"account"`
	By      string            `json:"by"`
	Reason  *reason.Addressed `json:"reason,omitempty"`
}

// WalletUnfrozen ends that.
//
// History: {actor} unfreezes the balance of {account}[ because {reason.code}].
type WalletUnfrozen struct {
	Account string            `json:"account"`
	Reason  *reason.Addressed `json:"reason,omitempty"`
}

// DestinationAdded adds a place to which an account is paid. What it is stands outside the log.
//
// History: {account} adds the destination {destination} for {method}.
type DestinationAdded struct {
	Account     string `json:"account"`
	Destination string `json:"destination"`
	Method      string `json:"method"`
	Rests       string `json:"rests"` // moment until which it is not used, RFC 3339
}

// DestinationRemoved removes it.
//
// History: {account} removes the destination {destination}.
type DestinationRemoved struct {
	Account     string `json:"account"`
	Destination string `json:"destination"`
}

// WalletClosed ends a wallet. What is left belongs to nobody.
//
// History: the balance of {account} is closed, {amount} is left to the site.
type WalletClosed struct {
	Account string `json:"account"`
	Amount  Amount `json:"amount"`
}
