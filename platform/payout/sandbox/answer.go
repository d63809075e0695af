package sandbox

import (
	"bytes"
	"encoding/json"
	"net/http"
	"time"

	"github.com/modyard/modyard/platform/pause"
	"github.com/modyard/modyard/platform/payout"
)

// statusBody is an answer about a payout.
type statusBody struct {
	Key       string  `json:"key"`
	State     string  `json:"state"`
	Reference string  `json:"reference,omitempty"`
	Amount    *Amount `json:"amount,omitempty"` // what is paid
	Currency  string  `json:"currency,omitempty"`
	Fee       *Amount `json:"fee,omitempty"`
	Back      *Amount `json:"back,omitempty"`
	Code      string  `json:"code,omitempty"`
}

const (
	oneCent       Amount = 10_000
	wrongCurrency        = "XTS" // the code for tests
)

// bodyOf is what a sandbox says about a record, which is not always true.
func bodyOf(r record) statusBody {
	b := statusBody{Key: r.Key, State: r.State, Reference: r.Reference}
	switch r.State {
	case payout.Refused:
		b.Code = r.Code
	case payout.Paid, payout.Returned:
		paid := r.Paid
		b.Amount, b.Currency, b.Fee = &paid, r.PaidCurrency, &r.Fee
		if r.State == payout.Returned {
			b.Back = &r.Back
		}
		switch r.plan {
		case otherAmount:
			paid += oneCent
		case otherCurrency:
			b.Currency = wrongCurrency
		}
	}
	return b
}

// reply writes a body, several times if a caller is to be confused.
func reply(w http.ResponseWriter, status int, body any, times int) {
	text, err := json.Marshal(body)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(bytes.Repeat(append(text, '\n'), times))
}

// answering is an answer that may go wrong.
type answering struct {
	s     *Sandbox
	w     http.ResponseWriter
	r     *http.Request
	key   string
	n     int // of the request about the key
	times int
}

// begin breaks the connection of some requests before anything is done.
func (s *Sandbox) begin(w http.ResponseWriter, r *http.Request, key string) *answering {
	a := &answering{s: s, w: w, r: r, key: key, n: s.number(key), times: 1}
	if a.happens("drop", s.options.Behaviour.Drop) {
		panic(http.ErrAbortHandler)
	}
	return a
}

// number counts the requests about a key. It goes on from the books after a start; requests that left no trace there are
// counted in memory, so that the next one has another fate.
func (s *Sandbox) number(key string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n, seen := s.numbers[key]
	if known := s.books.records[key]; !seen && known != nil {
		n = known.requests()
	}
	s.numbers[key] = n + 1
	return n
}

func (a *answering) happens(what string, percent int) bool {
	return chance(a.s.options.Seed, a.key, a.n, what, 100) < percent
}

// spoil delays an answer, loses it or doubles it. All is done already.
func (a *answering) spoil() {
	b := a.s.options.Behaviour
	if b.Delay > 0 && !pause.For(a.r.Context(), b.Delay*time.Duration(chance(a.s.options.Seed, a.key, a.n, "delay", 100))/100) {
		panic(http.ErrAbortHandler)
	}
	if a.happens("lose", b.Lose) {
		panic(http.ErrAbortHandler)
	}
	if a.happens("twice", b.Twice) {
		a.times = 2
	}
}

// found answers a request about a key that may be unknown.
func (a *answering) found(known record, there bool, err error, status int) {
	switch {
	case err != nil:
		reply(a.w, http.StatusServiceUnavailable, problem{"the books cannot be written"}, 1)
	case !there:
		a.spoil()
		reply(a.w, http.StatusNotFound, statusBody{Key: a.key, State: payout.Unknown}, a.times)
	default:
		a.answer(status, known)
	}
}

// answer writes the state of a payout, or the one before.
func (a *answering) answer(status int, known record) {
	a.spoil()
	if a.happens("older", a.s.options.Behaviour.Older) {
		known.State = known.before
		if known.State == payout.Unknown {
			status = http.StatusNotFound
		} else if status == http.StatusUnprocessableEntity {
			status = http.StatusOK
		}
	}
	reply(a.w, status, bodyOf(known), a.times)
}
