package sandbox

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/modyard/modyard/platform/payout"
)

// Amount is an amount in millionths of a currency's unit; in JSON it is a decimal number in a string.
type Amount int64

// MarshalJSON writes the number.
func (a Amount) MarshalJSON() ([]byte, error) { return json.Marshal(payout.Decimal(int64(a))) }

// UnmarshalJSON reads the number.
func (a *Amount) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	n, err := payout.ParseDecimal(text)
	*a = Amount(n)
	return err
}

// Entry is a key in the books: what was ordered and what became of it.
type Entry struct {
	Key          string `json:"key"`
	Account      string `json:"account"`
	Method       string `json:"method"`
	Amount       Amount `json:"amount"` // ordered
	Currency     string `json:"currency"`
	State        string `json:"state"`
	Reference    string `json:"reference"`
	Code         string `json:"code,omitempty"`
	Paid         Amount `json:"paid"` // of each payment, in PaidCurrency
	PaidCurrency string `json:"paid_currency"`
	Fee          Amount `json:"fee"`
	Back         Amount `json:"back"`
	Payments     int    `json:"payments"`  // 0 or 1
	Sends        int    `json:"sends"`     // with the same content
	Conflicts    int    `json:"conflicts"` // sends with another content: an error, and nothing happens
	Asks         int    `json:"asks"`
}

// The kinds of lines, besides the states payout.Paid, Refused, Cancelled and Returned.
const (
	ordered  = "ordered"
	sentLine = "sent"
	conflict = "conflict"
	asked    = "asked"
	quoted   = "quoted"
)

// line is a line of the file.
type line struct {
	What   string     `json:"what"`
	At     time.Time  `json:"at"`
	Key    string     `json:"key"`              // of a payout, or the id of a quote
	Plan   plan       `json:"plan,omitempty"`   // of ordered
	Digest string     `json:"digest,omitempty"` // of ordered: hash of the order, which has personal data
	Order  *Entry     `json:"order,omitempty"`  // of ordered
	Quote  *quoteLine `json:"quote,omitempty"`  // of quoted
}

type quoteLine struct {
	Amount   Amount    `json:"amount"`
	Currency string    `json:"currency"`
	Pays     string    `json:"pays"`
	Paid     Amount    `json:"paid"`
	Until    time.Time `json:"until"`
}

// record is an entry with what the sandbox itself needs of it.
type record struct {
	Entry
	plan   plan
	digest string
	before string // the state before the present one
}

// requests is how many requests there were about a key.
func (r *record) requests() int { return r.Sends + r.Conflicts + r.Asks }

// books are the lines, folded.
type books struct {
	records map[string]*record
	quotes  map[string]quoteLine
}

// apply folds a line.
func (b *books) apply(l line) error {
	switch {
	case l.What == quoted && l.Quote != nil:
		b.quotes[l.Key] = *l.Quote
		return nil
	case l.What == ordered && l.Order != nil:
		b.records[l.Key] = &record{Entry: *l.Order, plan: l.Plan, digest: l.Digest, before: payout.Unknown}
		return nil
	}
	r := b.records[l.Key]
	if r == nil {
		return fmt.Errorf("a line %q is about a key that was not ordered", l.What)
	}
	switch l.What {
	case sentLine:
		r.Sends++
	case conflict:
		r.Conflicts++
	case asked:
		r.Asks++
	case payout.Paid:
		r.Payments++ // it is not prevented here, so that the books would show a second one
		r.become(l.What)
	case payout.Returned:
		r.Back = r.Amount
		r.become(l.What)
	case payout.Refused, payout.Cancelled:
		r.become(l.What)
	default:
		return fmt.Errorf("%q is not a kind of lines", l.What)
	}
	return nil
}

func (r *record) become(state string) { r.before, r.State = r.State, state }

// list is every entry by key.
func (b *books) list() []Entry {
	list := make([]Entry, 0, len(b.records))
	for _, r := range b.records {
		list = append(list, r.Entry)
	}
	slices.SortFunc(list, func(x, y Entry) int { return cmp.Compare(x.Key, y.Key) })
	return list
}
