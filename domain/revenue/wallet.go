package revenue

import (
	"cmp"
	"slices"
	"time"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// Credit is an amount that can be withdrawn from a day on (00:00 UTC).
type Credit struct {
	From   string // YYYY-MM-DD
	Amount Amount
}

// Wallet is what an account has, folded from its stream. An amount whose day has come is in Now at the latest when the
// next event follows; Available adds it at any moment.
type Wallet struct {
	Now          Amount
	Later        []Credit               // by day
	Taken        []Taken                // by negative corrections, the last one last
	Reserved     map[string]Reservation // by open withdrawal
	Months       []string               // that are settled here
	Used         []string               // destinations that were paid
	Destinations []Destination
	Requested    []time.Time // withdrawals of the last day
	Frozen       bool
	FrozenBy     string // account
	Closed       bool
}

// Destination is a place to which an account is paid.
type Destination struct {
	ID     string
	Method string
	Rests  time.Time // it is not used before
}

// Reservation is what an open withdrawal has taken, with its fee.
type Reservation struct {
	Amount      Amount
	Destination string
}

// dayOf is the day of a moment.
func dayOf(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// Evolve applies one event that was decided at a moment.
func (w Wallet) Evolve(event any, at time.Time) Wallet {
	w.mature(dayOf(at))
	switch e := event.(type) {
	case Earned:
		w.earn(e)
	case Corrected:
		if !e.Unclaimed {
			w.correct(e)
		}
	case PayoutReserved:
		w.reserve(e, at)
	case PayoutSettled:
		if to := w.Reserved[e.Payout].Destination; to != "" && !slices.Contains(w.Used, to) {
			w.Used = append(slices.Clone(w.Used), to)
		}
		w.release(e.Payout)
	case PayoutRestored:
		w.release(e.Payout)
		if !e.Unclaimed {
			w.Now += e.Amount
		}
	case PayoutReturned:
		if !e.Unclaimed {
			w.Now += e.Amount
		}
	case WalletFrozen:
		w.Frozen, w.FrozenBy = true, e.By
	case WalletUnfrozen:
		w.Frozen, w.FrozenBy = false, ""
	case DestinationAdded:
		rests, _ := time.Parse(time.RFC3339, e.Rests) // the rule has written it
		w.Destinations = append(slices.Clone(w.Destinations), Destination{e.Destination, e.Method, rests})
	case DestinationRemoved:
		w.Destinations = slices.DeleteFunc(slices.Clone(w.Destinations), func(d Destination) bool { return d.ID == e.Destination })
		w.Used = slices.DeleteFunc(slices.Clone(w.Used), func(id string) bool { return id == e.Destination })
	case WalletClosed:
		w.Now, w.Later, w.Taken, w.Closed, w.Destinations = 0, nil, nil, true, nil
	}
	return w
}

// mature moves what can be withdrawn on a day to Now.
func (w *Wallet) mature(day string) {
	n := 0
	for n < len(w.Later) && w.Later[n].From <= day {
		w.Now += w.Later[n].Amount
		n++
	}
	w.Later = w.Later[n:len(w.Later):len(w.Later)]
}

func (w *Wallet) earn(e Earned) {
	if !slices.Contains(w.Months, e.Month) { // a large month has several events
		w.Months = append(slices.Clone(w.Months), e.Month)
	}
	if e.Unclaimed {
		return
	}
	w.Later = append(slices.Clone(w.Later), Credit{e.ValueDate, sumOf(e.Lines)})
	slices.SortStableFunc(w.Later, func(a, b Credit) int { return cmp.Compare(a.From, b.From) })
}

func sumOf(lines []Line) (sum Amount) {
	for _, l := range lines {
		sum += l.Amount
	}
	return sum
}

func (w *Wallet) reserve(e PayoutReserved, at time.Time) {
	w.Now -= e.Amount
	reserved := map[string]Reservation{e.Payout: {e.Amount, e.Destination}}
	for id, r := range w.Reserved {
		reserved[id] = r
	}
	w.Reserved = reserved
	w.Requested = slices.DeleteFunc(slices.Clone(w.Requested), func(t time.Time) bool { return at.Sub(t) >= 24*time.Hour })
	w.Requested = append(w.Requested, at)
}

func (w *Wallet) release(payout string) {
	rest := map[string]Reservation{}
	for id, r := range w.Reserved {
		if id != payout {
			rest[id] = r
		}
	}
	w.Reserved = rest
}

// Available is what can be withdrawn at a moment. It is negative for a debt.
func (w Wallet) Available(at time.Time) Amount {
	w.mature(dayOf(at))
	return w.Now
}

// Pending is what can be withdrawn later than a moment.
func (w Wallet) Pending(at time.Time) []Credit {
	w.mature(dayOf(at))
	return w.Later
}

// Left is all that the wallet has, now and later.
func (w Wallet) Left() Amount {
	left := w.Now
	for _, c := range w.Later {
		left += c.Amount
	}
	return left
}

// Destination finds a destination.
func (w Wallet) Destination(id string) (Destination, bool) {
	i := slices.IndexFunc(w.Destinations, func(d Destination) bool { return d.ID == id })
	if i < 0 {
		return Destination{}, false
	}
	return w.Destinations[i], true
}

// WalletCommand is a command on a wallet.
type WalletCommand interface {
	decide(w Wallet) ([]any, role.Role, error)
}

// DecideWallet returns the events of a command, or a *fault.Error.
func DecideWallet(w Wallet, c WalletCommand) ([]decision.Event, error) {
	return decision.Of(c.decide(w))
}

// Earn credits the income of a settled month, once.
type Earn struct {
	Account   string
	Month     string
	ValueDate string
	Lines     []Line
}

func (c Earn) decide(w Wallet) ([]any, role.Role, error) {
	if slices.Contains(w.Months, c.Month) {
		return nil, role.System, nil
	}
	var events []any
	for lines := range slices.Chunk(c.Lines, MaxShares) {
		events = append(events, Earned{
			Account: c.Account, Month: c.Month, ValueDate: c.ValueDate, Part: len(events), Lines: lines, Unclaimed: w.Closed,
		})
	}
	return events, role.System, nil
}

// Freeze stops withdrawals of an account, or ends that. Who froze a wallet does not unfreeze it, unless nobody else could.
type Freeze struct {
	By      Caller
	Account string
	Thaw    bool
	Reason  *reason.Reason
}

func (c Freeze) decide(w Wallet) ([]any, role.Role, error) {
	as, err := c.By.keeps()
	if err != nil && c.By.Staff() && !c.By.Program { // moderators freeze and unfreeze
		as, err = role.Moderator, nil
	}
	switch {
	case err != nil:
		return nil, "", err
	case c.By.Account == c.Account:
		return nil, "", ownWallet()
	case w.Frozen != c.Thaw:
		return nil, as, nil
	case c.Thaw && w.FrozenBy == c.By.Account && !c.By.Alone:
		return nil, "", &fault.Error{Kind: fault.KindForbidden, Code: CodeAlone, Text: "须由另一位工作人员解除冻结。"}
	}
	why, err := reason.For(role.Moderator, c.Reason)
	if err != nil {
		return nil, "", err
	}
	if c.Thaw {
		return []any{WalletUnfrozen{Account: c.Account, Reason: why.To(c.Account)}}, as, nil
	}
	return []any{WalletFrozen{Account: c.Account, By: c.By.Account, Reason: why.To(c.Account)}}, as, nil
}

// MaxDestinations is how many destinations an account has.
const MaxDestinations = 5

// AddDestination adds a destination. It rests before it is used.
type AddDestination struct {
	Account     string
	Destination string // id
	Method      string
	Rests       time.Time
}

func (c AddDestination) decide(w Wallet) ([]any, role.Role, error) {
	switch {
	case w.Closed:
		return nil, "", fault.Forbidden("账户已关闭。")
	case len(w.Destinations) >= MaxDestinations:
		return nil, "", fault.Conflict("最多添加 5 个收款账户，请先删除一个。")
	}
	return []any{DestinationAdded{Account: c.Account, Destination: c.Destination, Method: c.Method, Rests: c.Rests.UTC().Format(time.RFC3339)}}, role.Self, nil
}

// RemoveDestination removes a destination. Withdrawals that go to it are not changed.
type RemoveDestination struct {
	Account     string
	Destination string
}

func (c RemoveDestination) decide(w Wallet) ([]any, role.Role, error) {
	if _, there := w.Destination(c.Destination); !there {
		return nil, "", fault.NotFound("收款账户不存在。")
	}
	return []any{DestinationRemoved(c)}, role.Self, nil
}

// Close ends the wallet of an account that leaves. Withdrawals that are open end later, without the account.
type Close struct{ Account string }

func (c Close) decide(w Wallet) ([]any, role.Role, error) {
	if w.Closed {
		return nil, role.Self, nil
	}
	return []any{WalletClosed{Account: c.Account, Amount: w.Left()}}, role.Self, nil
}
