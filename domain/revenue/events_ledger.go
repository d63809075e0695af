// Package revenue defines what the site earns and pays: the income of a day, its shares, the wallets of accounts, and
// withdrawals. Amounts are integers of millionths; postings are derived from the events (Postings) and add up to zero for
// each of them.
//
// Streams: ledger-main is the currency, the rule in force and whether withdrawing is paused; revenuerule-<name> has the
// versions of a rule; revenueday-<date> the income of a day and its shares; revenuemonth-<month> a settlement;
// wallet-<account> what an account has; payout-<id> one withdrawal; payoutbatch-<id> withdrawals that people pay;
// correction-<id> one proposed correction. Days and months are those of UTC.
package revenue

import "github.com/modyard/modyard/domain/reason"

// LedgerOpened fixes the currency of all amounts, for ever. Stream: ledger-main.
//
// History: the ledger is opened in {currency}.
type LedgerOpened struct {
	Currency string `json:"currency"` // ISO 4217
	Decimals int    `json:"decimals"` // of the currency; 2
}

// RuleEnforced puts a version of a rule in force from a day on.
//
// History: {actor} puts the rule {rule}, version {version}, in force from {from} on.
type RuleEnforced struct {
	Rule    string `json:"rule"`
	Version int    `json:"version"`
	Hash    string `json:"hash"` // of its file
	From    string `json:"from"` // YYYY-MM-DD
}

// PayoutsPaused stops withdrawals: none is requested and none is sent.
//
// History: {actor} pauses all withdrawals because {reason.code}[: {reason.text}].
type PayoutsPaused struct {
	Reason *reason.Reason `json:"reason,omitempty"`
}

// PayoutsResumed ends a pause.
//
// History: {actor} resumes withdrawals[ because {reason.code}].
type PayoutsResumed struct {
	Reason *reason.Reason `json:"reason,omitempty"`
}

// RulePublished is a version of a rule, with its file. Stream: revenuerule-<rule>.
//
// History: {actor} publishes version {version} of the rule {rule}.
type RulePublished struct {
	Rule    string `json:"rule"`
	Version int    `json:"version"`
	Hash    string `json:"hash"`
	File    string `json:"file"`
}
