package revenue

import "github.com/modyard/modyard/domain/reason"

// IncomeEntered is income of a day that nobody has confirmed yet. Stream: revenueday-<day>, as for all events of a day.
//
// History: {actor} enters {amount} from {source} for {day}[, for the people of {project} alone].
type IncomeEntered struct {
	Day      string `json:"day"` // YYYY-MM-DD
	Entry    string `json:"entry"`
	Source   string `json:"source"`
	Amount   Amount `json:"amount"`
	Project  string `json:"project,omitempty"`
	Account  string `json:"account"`  // who enters it
	Evidence string `json:"evidence"` // hash of a file
}

// IncomeConfirmed confirms an entry: from then on it is shared.
//
// History: {actor} confirms {amount} from {source} for {day}[; nobody else could confirm it, alone: {alone}].
type IncomeConfirmed struct {
	Day    string `json:"day"`
	Entry  string `json:"entry"`
	Source string `json:"source"`
	Amount Amount `json:"amount"`
	Alone  bool   `json:"alone,omitempty"` // by the account that entered it, a day later, because there was nobody else
}

// IncomeReversed takes an entry back.
//
// History: {actor} reverses {amount} from {source} for {day} because {reason.code}[: {reason.text}].
type IncomeReversed struct {
	Day       string         `json:"day"`
	Entry     string         `json:"entry"`
	Source    string         `json:"source"`
	Amount    Amount         `json:"amount"`
	Confirmed bool           `json:"confirmed,omitempty"` // it was confirmed
	Reason    *reason.Reason `json:"reason,omitempty"`
}

// ProjectLeftOut leaves a project out of a day's sharing.
//
// History: {actor} leaves {project} out of the income of {day} because {reason.code}[: {reason.text}].
type ProjectLeftOut struct {
	Day     string         `json:"day"`
	Project string         `json:"project"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// ProjectTakenIn ends that.
//
// History: {actor} takes {project} into the income of {day} again because {reason.code}[: {reason.text}].
type ProjectTakenIn struct {
	Day     string         `json:"day"`
	Project string         `json:"project"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// SharingBegun begins a run that shares the income of a day.
//
// History: the income of {day} is shared by the rule {rule}, version {version}[, instead of the run {replaces}].
type SharingBegun struct {
	Day      string `json:"day"`
	Run      string `json:"run"`
	Rule     string `json:"rule"`
	Version  int    `json:"version"`
	Hash     string `json:"hash"`   // of the rule's file
	Inputs   string `json:"inputs"` // hash of the file of the inputs
	Replaces string `json:"replaces,omitempty"`
}

// SharesNoted are shares of one source.
//
// History: shares of the income of {day} from {source} are noted.
type SharesNoted struct {
	Day    string  `json:"day"`
	Run    string  `json:"run"`
	Part   int     `json:"part"` // from 0 on
	Source string  `json:"source"`
	Shares []Share `json:"shares"`
}

// SharesUndone takes back a part of the shares of a run that another one replaces.
//
// History: shares of the income of {day} from {source} are taken back.
type SharesUndone struct {
	Day    string  `json:"day"`
	Run    string  `json:"run"` // the earlier one
	Part   int     `json:"part"`
	Source string  `json:"source"`
	Shares []Share `json:"shares"`
}

// SharingUndone takes back the rest of a run that another one replaces: all its shares are taken back.
//
// History: the run {run} of {day} is taken back.
type SharingUndone struct {
	Day  string `json:"day"`
	Run  string `json:"run"`
	Sums []Sum  `json:"sums"`
}

// SharingFinished ends a run: all shares are noted.
//
// History: the income of {day} is shared.
type SharingFinished struct {
	Day   string `json:"day"`
	Run   string `json:"run"`
	Parts int    `json:"parts"`
	Sums  []Sum  `json:"sums"`
}
