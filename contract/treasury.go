package contract

import "time"

// Treasury is what treasurers see first: what waits for them, and the trial balance.
type Treasury struct {
	Currency string          `json:"currency"`
	Paused   bool            `json:"paused"`
	Restored bool            `json:"restored"` // the site was restored from a backup, and nothing is sent before somebody has resumed it
	Alone    bool            `json:"alone"`    // there is no second person
	Sources  []string        `json:"sources"`
	Rules    []TreasuryRule  `json:"rules"` // in force, oldest first
	Waiting  TreasuryWaiting `json:"waiting"`
	Balance  []TrialLine     `json:"balance"`  // sums to zero
	Position int64           `json:"position"` // of the log, for which the balance holds
}

// TreasuryRule is a rule in force from a day on.
type TreasuryRule struct {
	Rule    string `json:"rule"`
	Version int    `json:"version"`
	Hash    string `json:"hash"`
	From    string `json:"from"`
}

// TreasuryWaiting counts what waits.
type TreasuryWaiting struct {
	Payouts     int `json:"payouts"` // for an approval
	Held        int `json:"held"`
	Unclear     int `json:"unclear"`
	Manual      int `json:"manual"`  // approved, people pay them
	Entries     int `json:"entries"` // not confirmed
	Corrections int `json:"corrections"`
	Frozen      int `json:"frozen"`
}

// TrialLine is the sum of the ledger accounts of a kind. Amount is positive on the left (debit).
type TrialLine struct {
	Kind     string `json:"kind" enum:"cash,income,platform,reserve,accrued,wallet,transit,fees,unclaimed"`
	ID       string `json:"id"` // of cash, income and fees: which; else empty
	Amount   Money  `json:"amount"`
	Accounts int    `json:"accounts"`
}

// TreasuryPayout is a withdrawal for treasurers.
type TreasuryPayout struct {
	PayoutDetail
	User       *Author    `json:"user"`
	Approvals  []Author   `json:"approvals"`
	Needs      int        `json:"needs"` // approvals that are missing
	Since      *time.Time `json:"since"` // it was sent
	Attempts   int        `json:"attempts"`
	Batch      *string    `json:"batch"`
	Proposed   *string    `json:"proposed"` // the end that somebody has found out
	ProposedBy *Author    `json:"proposed_by"`
	HeldBy     *Author    `json:"held_by"` // who does not release it
}

// TreasuryDay is a day with its income.
type TreasuryDay struct {
	Day      string           `json:"day"`
	Entries  []TreasuryEntry  `json:"entries"`
	LeftOut  []LedgerProject  `json:"left_out"`
	Shared   bool             `json:"shared"` // with what is confirmed now
	Rule     *string          `json:"rule"`
	Creators Money            `json:"creators"`
	Platform Money            `json:"platform"`
	Reserve  Money            `json:"reserve"`
	People   int              `json:"people"`
	Changes  []TreasuryChange `json:"changes"` // the biggest against the day before; only of one day
}

// TreasuryChange is what a project got on a day and on the day before.
type TreasuryChange struct {
	Project LedgerProject `json:"project"`
	Before  Money         `json:"before"`
	Now     Money         `json:"now"`
}

// TreasuryEntry is income of a day.
type TreasuryEntry struct {
	ID        string         `json:"id"`
	Source    string         `json:"source"`
	Amount    Money          `json:"amount"`
	Project   *LedgerProject `json:"project"`
	User      *Author        `json:"user"`
	At        time.Time      `json:"at"`
	State     string         `json:"state" enum:"entered,confirmed,reversed"`
	Alone     bool           `json:"alone"`
	Confirmer *Author        `json:"confirmer"`
}

// TreasuryMonth is a month with its settlement.
type TreasuryMonth struct {
	Month       string     `json:"month"`
	Income      Money      `json:"income"`
	Creators    Money      `json:"creators"`
	Unconfirmed int        `json:"unconfirmed"`
	Days        int        `json:"days"` // with income
	Shared      int        `json:"shared"`
	State       string     `json:"state" enum:"open,asked,begun,settled"`
	AskedBy     *Author    `json:"asked_by"`
	AskedAt     *time.Time `json:"asked_at"`
	From        string     `json:"from"` // the first day on which it can be settled
	ValueDate   string     `json:"value_date"`
	Wallets     int        `json:"wallets"`
}

// TreasuryCorrection is a proposed correction.
type TreasuryCorrection struct {
	ID       string    `json:"id"`
	User     *Author   `json:"user"`
	Amount   Money     `json:"amount"`
	Month    *string   `json:"month"`
	By       *Author   `json:"by"`
	At       time.Time `json:"at"`
	State    string    `json:"state" enum:"proposed,confirmed,dropped"`
	Reason   *string   `json:"reason"`
	Evidence string    `json:"evidence"`
}

// TreasuryFrozen is an account whose balance is frozen.
type TreasuryFrozen struct {
	User   *Author   `json:"user"`
	At     time.Time `json:"at"`
	By     *Author   `json:"by"`
	Reason *string   `json:"reason"`
}

// TreasuryBatch is a file of withdrawals that people pay.
type TreasuryBatch struct {
	ID         string    `json:"id"`
	Method     string    `json:"method"`
	MethodName string    `json:"method_name"`
	At         time.Time `json:"at"`
	By         *Author   `json:"by"`
	Payouts    int       `json:"payouts"`
	Open       int       `json:"open"`
	Amount     Money     `json:"amount"`
}
