package httpprovider

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/modyard/modyard/platform/payout"
)

const maxText = 100 // bytes of a reference, a code and the id of a quote

// sent reads the answer to POST /payouts. A client error is a refusal only if its body is one, about the same key: one of
// the request itself (a wrong key of the provider, too many requests, the same key with another content) says nothing
// about the payout.
func (a answer) sent(doing, key string) (payout.Status, error) {
	s, err := a.state(key)
	ofRequest := []int{
		http.StatusUnauthorized, http.StatusForbidden, http.StatusRequestTimeout, http.StatusConflict, http.StatusTooEarly, http.StatusTooManyRequests,
	}
	switch {
	case err != nil:
	case success(a.status) && s.State != payout.Unknown:
		return s, nil
	case a.status/100 == 4 && s.State == payout.Refused && !slices.Contains(ofRequest, a.status):
		return s, nil
	}
	return payout.Status{}, a.unclear(doing, err)
}

// found reads the answer to GET /payouts/{key} and to POST /payouts/{key}/cancel: 404 is for an unknown key, 409 for one
// that is not cancelled.
func (a answer) found(doing, key string) (payout.Status, error) {
	s, err := a.state(key)
	switch {
	case err != nil:
	case success(a.status) && s.State != payout.Unknown, a.status == http.StatusNotFound && s.State == payout.Unknown:
		return s, nil
	case a.status == http.StatusConflict && s.State != payout.Unknown && s.State != payout.Cancelled:
		return s, nil
	}
	return payout.Status{}, a.unclear(doing, err)
}

func success(status int) bool {
	return status == http.StatusOK || status == http.StatusCreated || status == http.StatusAccepted
}

func (a answer) unclear(doing string, err error) error {
	if err == nil {
		err = errors.New("its state does not fit to the status")
	}
	return fmt.Errorf("%s: %w: HTTP %d: %w", doing, payout.ErrUnclear, a.status, err)
}

// state reads a status: every member that its state needs, and none of another kind.
func (a answer) state(key string) (s payout.Status, err error) {
	m, err := readMembers(a.body)
	if err != nil {
		return s, err
	}
	if m.text("key") != key {
		return s, errors.New("it is about another key")
	}
	s = payout.Status{State: m.text("state"), Reference: m.text("reference"), Currency: m.text("currency"), Code: m.text("code")}
	s.Paid, s.Fee, s.Back = m.amount("amount"), m.amount("fee"), m.amount("back")
	if m.err != nil {
		return payout.Status{}, m.err
	}
	if err := complete(s); err != nil {
		return payout.Status{}, err
	}
	return s, nil
}

// complete returns an error for a status that lacks what its state says.
func complete(s payout.Status) error {
	paid := s.Paid > 0 && payout.GoodCurrency(s.Currency)
	switch s.State {
	case payout.Pending, payout.Cancelled, payout.Unknown:
		return nil
	case payout.Refused:
		if s.Code == "" {
			return errors.New("a refusal has no code")
		}
	case payout.Paid:
		if !paid {
			return errors.New("a success has no amount above zero with its currency")
		}
	case payout.Returned:
		if !paid || s.Back <= 0 {
			return errors.New("a return does not have both amounts above zero with a currency")
		}
	default:
		return errors.New("its state is not one")
	}
	return nil
}

// quote reads the answer to POST /quotes. 204 is that the order's currency is paid.
func (a answer) quote(doing string, o payout.Order, pays string) (*payout.Quote, error) {
	if a.status == http.StatusNoContent {
		return nil, nil
	}
	q, err := a.readQuote(o, pays)
	if err != nil || !success(a.status) {
		return nil, a.unclear(doing, err)
	}
	return q, nil
}

// readQuote reads a quote whose rate and amount agree, so that nobody confirms a rate and gets another amount.
func (a answer) readQuote(o payout.Order, pays string) (*payout.Quote, error) {
	m, err := readMembers(a.body)
	if err != nil {
		return nil, err
	}
	q := payout.Quote{ID: m.text("id"), Currency: m.text("currency"), Rate: m.amount("rate"), Digits: m.small("digits")}
	amount, until := m.amount("amount"), m.text("until")
	if m.err != nil {
		return nil, m.err
	}
	minor, whole := payout.Minor(amount, q.Digits)
	exact, fits := payout.Converted(o.Amount, q.Rate, q.Digits)
	q.Minor = minor
	switch q.Until, err = time.Parse(time.RFC3339, until); {
	case err != nil:
		return nil, errors.New("its end is not a time")
	case q.ID == "" || q.Currency != pays:
		return nil, errors.New("it has no id, or another currency")
	case q.Rate <= 0 || minor <= 0 || !whole:
		return nil, errors.New("its rate and amount are not above zero, or the currency has fewer decimals")
	case !fits || minor < exact || minor > exact+1: // rounded down, or to the nearest
		return nil, errors.New("its amount does not follow from its rate")
	}
	return &q, nil
}

func goodText(s string) bool {
	return len(s) <= maxText && utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f || r == utf8.RuneError })
}
