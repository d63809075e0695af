package revenue

import (
	"time"

	"github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/projections/rows"
)

type dayRow struct {
	Day      rows.Day       `db:"day,key"`
	Run      string         `db:"run"`
	Rule     string         `db:"rule"`
	Hash     string         `db:"hash"`
	Inputs   string         `db:"inputs"`
	Creators revenue.Amount `db:"creators"`
	Platform revenue.Amount `db:"platform"`
	Reserve  revenue.Amount `db:"reserve"`
	LeftOut  []string       `db:"left_out"`
	Finished *time.Time     `db:"finished"`
	Due      bool           `db:"due"`
}

type entryRow struct {
	ID        string         `db:"id,key"`
	Day       rows.Day       `db:"day"`
	Source    string         `db:"source"`
	Amount    revenue.Amount `db:"amount"`
	Project   string         `db:"project"`
	Account   string         `db:"account"`
	Evidence  string         `db:"evidence"`
	At        time.Time      `db:"at"`
	State     string         `db:"state"`
	Alone     bool           `db:"alone"`
	Confirmer string         `db:"confirmer"`
}

type monthRow struct {
	Month     string     `db:"month,key"`
	State     string     `db:"state"`
	AskedBy   string     `db:"asked_by"`
	AskedAt   *time.Time `db:"asked_at"`
	ValueDate rows.Day   `db:"value_date"`
	Wallets   int        `db:"wallets"`
}

type lineRow struct {
	Account   string         `db:"account,key"`
	Number    int64          `db:"number,key"`
	At        time.Time      `db:"at"`
	Kind      string         `db:"kind"`
	Amount    revenue.Amount `db:"amount"`
	Balance   revenue.Amount `db:"balance"`
	ValueDate rows.Day       `db:"value_date"`
	Month     string         `db:"month"`
	Source    string         `db:"source"`
	Project   string         `db:"project"`
	Payout    string         `db:"payout"`
	Reason    string         `db:"reason"`
	Position  uint64         `db:"position"`
}

type walletRow struct {
	Account  string         `db:"account,key"`
	Lines    int64          `db:"lines"`
	Balance  revenue.Amount `db:"balance"`
	Earned   revenue.Amount `db:"earned"`
	Frozen   *time.Time     `db:"frozen"`
	FrozenBy string         `db:"frozen_by"`
	Reason   string         `db:"reason"`
	Closed   bool           `db:"closed"`
}

type creditRow struct {
	Account   string         `db:"account,key"`
	ValueDate rows.Day       `db:"value_date,key"`
	Amount    revenue.Amount `db:"amount"`
}

type payoutRow struct {
	ID          string         `db:"id,key"`
	Account     string         `db:"account"`
	Method      string         `db:"method"`
	Provider    string         `db:"provider"`
	Destination string         `db:"destination"`
	Amount      revenue.Amount `db:"amount"`
	Fee         revenue.Amount `db:"fee"`
	State       string         `db:"state"`
	Reference   string         `db:"reference"`
	Created     time.Time      `db:"created"`
	Sent        *time.Time     `db:"sent"`
	Attempts    int            `db:"attempts"`
	Batch       string         `db:"batch"`
	Approvals   []string       `db:"approvals"`
	Enough      bool           `db:"enough"`
	Held        bool           `db:"held"`
	HeldBy      string         `db:"held_by"`
	Code        string         `db:"code"`
	Reason      string         `db:"reason"`
	Proposed    string         `db:"proposed"`
	ProposedBy  string         `db:"proposed_by"`
	Back        revenue.Amount `db:"back"`
	Ended       *time.Time     `db:"ended"`
	Position    uint64         `db:"position"`
}

type stepRow struct {
	Payout   string    `db:"payout,key"`
	Position uint64    `db:"position,key"`
	At       time.Time `db:"at"`
	Kind     string    `db:"kind"`
	Detail   string    `db:"detail"`
}

type destinationRow struct {
	ID      string    `db:"id,key"`
	Account string    `db:"account"`
	Method  string    `db:"method"`
	Created time.Time `db:"created"`
	Rests   time.Time `db:"rests"`
	Used    bool      `db:"used"`
}

type batchRow struct {
	ID      string    `db:"id,key"`
	Method  string    `db:"method"`
	At      time.Time `db:"at"`
	By      string    `db:"by"`
	Payouts []string  `db:"payouts"`
}

type correctionRow struct {
	ID       string         `db:"id,key"`
	Account  string         `db:"account"`
	Amount   revenue.Amount `db:"amount"`
	Month    string         `db:"month"`
	By       string         `db:"by"`
	At       time.Time      `db:"at"`
	State    string         `db:"state"`
	Reason   string         `db:"reason"`
	Evidence string         `db:"evidence"`
}

type ruleRow struct {
	Since    rows.Day `db:"since,key"`
	Rule     string   `db:"rule,key"`
	Version  int      `db:"version,key"`
	Hash     string   `db:"hash"`
	Position uint64   `db:"position"`
}

type ledgerRow struct {
	One      bool   `db:"one,key"`
	Currency string `db:"currency"`
	Paused   bool   `db:"paused"`
}

// movedRow is the one row of the last event about money; its account is empty.
type movedRow struct {
	Account  string `db:"account,key"`
	Position uint64 `db:"position"`
}

type balanceRow struct {
	Account string `db:"account,key"`
	Amount  int64  `db:"amount,add"`
}

var (
	days         = rows.Of[dayRow]("days")
	entries      = rows.Of[entryRow]("entries")
	months       = rows.Of[monthRow]("months")
	lines        = rows.Of[lineRow]("lines")
	wallets      = rows.Of[walletRow]("wallets")
	credits      = rows.Of[creditRow]("credits")
	payouts      = rows.Of[payoutRow]("payouts")
	steps        = rows.Of[stepRow]("steps")
	destinations = rows.Of[destinationRow]("destinations")
	batches      = rows.Of[batchRow]("batches")
	corrections  = rows.Of[correctionRow]("corrections")
	rules        = rows.Of[ruleRow]("rules")
	ledger       = rows.Of[ledgerRow]("ledger")
	moved        = rows.Of[movedRow]("moved")
	balances     = rows.Of[balanceRow]("balances")
)
