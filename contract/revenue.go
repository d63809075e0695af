package contract

import "time"

// PayoutBalance is what an account has. Available may be negative; the withdrawn amounts are net and count what is on its
// way. Dates has the amounts that can be withdrawn later, by the moment.
type PayoutBalance struct {
	Available            Money            `json:"available"`
	WithdrawnLifetime    Money            `json:"withdrawn_lifetime"`
	WithdrawnYTD         Money            `json:"withdrawn_ytd"`
	Pending              Money            `json:"pending"`
	Dates                map[string]Money `json:"dates"`
	RequestedFormType    *string          `json:"requested_form_type"`    // null: forms are off
	FormCompletionStatus *string          `json:"form_completion_status"` // null: forms are off
	// Beside the family's members: what was earned in all, the currency, and why nothing can be withdrawn now.
	EarnedLifetime Money          `json:"earned_lifetime"`
	Estimated      Money          `json:"estimated"`     // shares of days whose month is not settled
	InTransit      Money          `json:"in_transit"`    // of the withdrawn amounts, what is on its way
	FeesLifetime   Money          `json:"fees_lifetime"` // of withdrawals that were paid or are on their way
	Currency       string         `json:"currency"`
	Standing       PayoutStanding `json:"standing"`
}

// PayoutStanding says what keeps an account from withdrawing.
type PayoutStanding struct {
	Methods      bool    `json:"methods"` // the site has methods
	Paused       bool    `json:"paused"`  // for all
	Frozen       bool    `json:"frozen"`  // this account
	FrozenReason *string `json:"frozen_reason"`
	Verified     bool    `json:"verified"`  // its address
	Factor       bool    `json:"factor"`    // it has a second factor or a passkey
	Confirmed    bool    `json:"confirmed"` // its sign-in was confirmed lately
	Leaving      bool    `json:"leaving"`   // it is being deleted
	Keeps        bool    `json:"keeps"`     // it keeps the site's money
	Debt         bool    `json:"debt"`
	Open         int     `json:"open"` // withdrawals that are not ended
}

// PayoutFees is what a withdrawal would cost.
type PayoutFees struct {
	NetUSD       Money        `json:"net_usd"` // what is received, in the site's currency
	Fee          Money        `json:"fee"`
	ExchangeRate *Decimal     `json:"exchange_rate"`
	Currency     string       `json:"currency"`
	After        Money        `json:"balance_after"`
	Quote        *PayoutQuote `json:"quote"`
}

// PayoutQuote is what is received in another currency.
type PayoutQuote struct {
	ID       string    `json:"id"`
	Currency string    `json:"currency"`
	Amount   Decimal   `json:"amount"`
	Rate     Decimal   `json:"rate"`
	Until    time.Time `json:"until"`
}

// Decimal is a number in JSON whose text is made from integers.
type Decimal string

// MarshalJSON writes the text as a number.
func (d Decimal) MarshalJSON() ([]byte, error) {
	if d == "" {
		return []byte("null"), nil
	}
	return []byte(d), nil
}

// Payout is a withdrawal. Amount is what is received; the fee comes on top.
type Payout struct {
	ID            string    `json:"id"`
	UserID        string    `json:"user_id"`
	Status        string    `json:"status" enum:"in-transit,cancelling,success,cancelled,failed"`
	Created       time.Time `json:"created"`
	Amount        Money     `json:"amount"`
	Fee           *Money    `json:"fee"`
	Method        *string   `json:"method"`
	MethodID      *string   `json:"method_id"`
	MethodAddress *string   `json:"method_address"` // masked
	PlatformID    *string   `json:"platform_id"`    // the provider's reference
	// Beside the family's members.
	State      string     `json:"state" enum:"waiting,approved,held,sent,taken,unclear,cancelling,success,failed,cancelled,returned"`
	MethodName string     `json:"method_name"`
	Returned   *Money     `json:"returned"` // what came back
	Ended      *time.Time `json:"ended"`
	Reason     *string    `json:"reason"` // of a held one
	Code       *string    `json:"code"`   // of a failed one
	// Cancellable is true until the provider, or the person who pays, has taken it.
	Cancellable bool `json:"cancellable"`
}

// PayoutDetail is a withdrawal with what happened to it, oldest first.
type PayoutDetail struct {
	Payout
	Timeline []PayoutStep `json:"timeline"`
}

// PayoutStep is one event of a withdrawal.
type PayoutStep struct {
	At     time.Time `json:"at"`
	Kind   string    `json:"kind" enum:"requested,approved,held,released,dispatched,taken,unclear,succeeded,failed,cancel-asked,cancelled,end-proposed,came-back"`
	Detail *string   `json:"detail"`
}

// PayoutEntry is a line of the history in the family's shape: a withdrawal, or income that can be withdrawn.
type PayoutEntry struct {
	Type          string    `json:"type" enum:"withdrawal,payout_available"`
	ID            string    `json:"id,omitempty"`
	Status        string    `json:"status,omitempty"`
	Created       time.Time `json:"created"`
	Amount        Money     `json:"amount"`
	Fee           *Money    `json:"fee,omitempty"`
	MethodType    string    `json:"method_type,omitempty"`
	MethodID      string    `json:"method_id,omitempty"`
	MethodAddress string    `json:"method_address,omitempty"`
	Source        string    `json:"payout_source,omitempty" enum:"creator_rewards"`
}

// PayoutMethod is a way to be paid.
type PayoutMethod struct {
	ID           string         `json:"id"`
	Type         string         `json:"type"`
	Name         string         `json:"name"`
	Category     *string        `json:"category"`
	ImageURL     *string        `json:"image_url"`
	ImageLogoURL *string        `json:"image_logo_url"`
	Interval     PayoutInterval `json:"interval"`
	Fee          PayoutFee      `json:"fee"`
	Currency     string         `json:"currency"` // that is paid
	Fields       []PayoutField  `json:"fields"`   // of a destination
}

// PayoutInterval are the amounts of a method: a range, or fixed ones.
type PayoutInterval struct {
	Standard *PayoutRange `json:"standard,omitempty"`
	Fixed    *PayoutFixed `json:"fixed,omitempty"`
}

// PayoutRange is a range of amounts.
type PayoutRange struct {
	Min Money `json:"min"`
	Max Money `json:"max"`
}

// PayoutFixed are fixed amounts.
type PayoutFixed struct {
	Values []Money `json:"values"`
}

// PayoutFee is the fee of a method: a fraction of the amount, with bounds.
type PayoutFee struct {
	Percentage Decimal `json:"percentage"`
	Min        Money   `json:"min"`
	Max        *Money  `json:"max"`
}

// PayoutField is a member of a destination.
type PayoutField struct {
	Name  string `json:"name"`
	Label string `json:"label"`
	Hint  string `json:"hint"`
}

// PayoutDestination is a place to which an account is paid. Its members are not told, only the mark.
type PayoutDestination struct {
	ID         string    `json:"id"`
	Method     string    `json:"method"`
	MethodName string    `json:"method_name"`
	Mark       string    `json:"mark"` // ····7702
	Created    time.Time `json:"created"`
	Rests      time.Time `json:"rests"` // it is not used before
	Used       bool      `json:"used"`
}

// PlatformRevenue is what the site has earned.
type PlatformRevenue struct {
	AllTime          Money                `json:"all_time"`
	AllTimeAvailable Money                `json:"all_time_available"` // that creators can withdraw or have withdrawn
	Data             []PlatformRevenueDay `json:"data"`
}

// PlatformRevenueDay is a day: the platform's part and the creators'. Time is in Unix seconds.
type PlatformRevenueDay struct {
	Time           int64 `json:"time"`
	Revenue        Money `json:"revenue"`
	CreatorRevenue Money `json:"creator_revenue"`
}

// PayoutTotals are sums of withdrawals that were paid or are on their way, net. InTransit is the part of a sum that is on
// its way.
type PayoutTotals struct {
	Total     Money              `json:"total"`
	InTransit Money              `json:"in_transit"`
	ByYear    []PayoutYear       `json:"by_year"`
	ByMethod  []PayoutMethodSum  `json:"by_method"`
	Both      []PayoutYearMethod `json:"by_year_and_method"`
}

// PayoutYear is the sum of a year (UTC).
type PayoutYear struct {
	Year      int   `json:"year"`
	Amount    Money `json:"amount"`
	InTransit Money `json:"in_transit"`
}

// PayoutMethodSum is the sum of a method.
type PayoutMethodSum struct {
	Method     string `json:"method"`
	MethodName string `json:"method_name"`
	Amount     Money  `json:"amount"`
	InTransit  Money  `json:"in_transit"`
}

// PayoutYearMethod is the sum of a method in a year.
type PayoutYearMethod struct {
	Year       int    `json:"year"`
	Method     string `json:"method"`
	MethodName string `json:"method_name"`
	Amount     Money  `json:"amount"`
	InTransit  Money  `json:"in_transit"`
}

// LedgerPage is a page of an account's lines, newest first. Next is the cursor of the following page; null at the end.
type LedgerPage struct {
	Lines []LedgerLine `json:"lines"`
	Next  *int64       `json:"next"`
	Count int64        `json:"count"` // of all lines that the filters match
	Years []int        `json:"years"` // that have lines
}

// LedgerLine is a change of a balance, with the balance after it. A balance counts what can be withdrawn later, too.
type LedgerLine struct {
	Number    int64          `json:"number"` // of the account's lines, from 1 on
	At        time.Time      `json:"at"`
	Kind      string         `json:"kind" enum:"settlement,payout,refund,correction,return,closing"`
	Amount    Money          `json:"amount"`
	Balance   Money          `json:"balance"`
	ValueDate *string        `json:"value_date"` // YYYY-MM-DD; null: at once
	Month     *string        `json:"month"`
	Source    *string        `json:"source"`
	Project   *LedgerProject `json:"project"`
	Payout    *string        `json:"payout"`
	Reason    *string        `json:"reason"`
}

// LedgerProject is the project of a line; its title is null if it is gone.
type LedgerProject struct {
	ID    string  `json:"id"`
	Title *string `json:"title"`
	Slug  *string `json:"slug"`
	Type  *string `json:"type"` // the first part of its address
}

// LedgerMaking says how a line of a settlement was made: the shares of its days.
type LedgerMaking struct {
	Line LedgerLine  `json:"line"`
	Days []MakingDay `json:"days"`
}

// MakingDay is a day of a settled line: the rule, the project's part, and the split of the day among its people.
type MakingDay struct {
	Day     string `json:"day"`
	Rule    string `json:"rule"`         // name and version
	Hash    string `json:"hash"`         // of the rule's file
	Inputs  string `json:"inputs"`       // hash of the inputs
	Project Money  `json:"project"`      // of all its people
	Amount  Money  `json:"amount"`       // of the account
	Basis   int    `json:"basis_points"` // the account's part of the project's
	People  int    `json:"people"`
}

// RevenueMonth is a month of an account by source.
type RevenueMonth struct {
	Month     string          `json:"month"`
	ValueDate *string         `json:"value_date"` // null: not settled, the amounts are estimates
	Sources   []RevenueSource `json:"sources"`
	Amount    Money           `json:"amount"`
}

// RevenueSource is the part of a source.
type RevenueSource struct {
	Source string `json:"source"`
	Amount Money  `json:"amount"`
}

// RevenueBreakdown is what an account got by project and by day of a month.
type RevenueBreakdown struct {
	Month    string           `json:"month"`
	Settled  bool             `json:"settled"`
	Projects []RevenueProject `json:"projects"`
	Days     []RevenueDay     `json:"days"`
}

// RevenueProject is the part of a project.
type RevenueProject struct {
	Project LedgerProject `json:"project"`
	Amount  Money         `json:"amount"`
}

// RevenueDay is the part of a day.
type RevenueDay struct {
	Day    string `json:"day"`
	Amount Money  `json:"amount"`
}
