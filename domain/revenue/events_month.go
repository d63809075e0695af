package revenue

// SettlementAsked asks to settle a month. Stream: revenuemonth-<month>, as for all events of a month.
//
// History: {actor} asks to settle {month}.
type SettlementAsked struct {
	Month   string `json:"month"` // YYYY-MM
	Account string `json:"account"`
}

// SettlementWithdrawn ends such a request without a settlement.
//
// History: {actor} takes back the request to settle {month}.
type SettlementWithdrawn struct {
	Month string `json:"month"`
}

// DayRun is the run by which a day is settled.
type DayRun struct {
	Day string `json:"day"`
	Run string `json:"run"`
}

// SettlementBegun confirms a settlement. From then on the days of the month do not change.
//
// History: {actor} settles {month}; the amounts can be withdrawn from {valueDate} on[; nobody else could confirm it, alone: {alone}].
type SettlementBegun struct {
	Month     string   `json:"month"`
	Runs      []DayRun `json:"runs"`
	ValueDate string   `json:"valueDate"`       // YYYY-MM-DD; from 00:00 UTC on
	Alone     bool     `json:"alone,omitempty"` // by the account that asked, a day later, because there was nobody else
}

// SettlementFinished says that each wallet has its part.
//
// History: {month} is settled: {amount} for {wallets} accounts.
type SettlementFinished struct {
	Month   string `json:"month"`
	Wallets int    `json:"wallets"`
	Amount  Amount `json:"amount"`
}
