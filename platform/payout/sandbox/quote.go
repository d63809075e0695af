package sandbox

import (
	"strconv"
	"time"

	"github.com/modyard/modyard/platform/payout"
)

// quoteLife is how long a quote holds.
const quoteLife = 5 * time.Minute

type rate struct {
	rate   int64 // millionths for one unit of the order's currency
	digits int
}

// rates are made up: one unit of whatever currency is ordered in.
func rates() map[string]rate {
	return map[string]rate{
		"CNY": {7_123_456, 2}, "EUR": {921_500, 2}, "GBP": {788_200, 2}, "HKD": {7_801_100, 2}, "JPY": {151_990_000, 0}, "KWD": {307_150, 3},
	}
}

// quoteBody is an answer to POST /quotes.
type quoteBody struct {
	ID       string    `json:"id"`
	Currency string    `json:"currency"`
	Rate     Amount    `json:"rate"`
	Amount   Amount    `json:"amount"`
	Digits   int       `json:"digits"`
	Until    time.Time `json:"until"`
}

// quote makes a quote. It is false for a currency that is not paid, and for an amount of which nothing is left.
func (s *Sandbox) quote(amount int64, currency, pays string) (quoteBody, bool, error) {
	of, known := rates()[pays]
	minor, fits := payout.Converted(amount, of.rate, of.digits)
	if !known || !fits || minor <= 0 {
		return quoteBody{}, false, nil
	}
	paid := minor
	for range 6 - of.digits {
		paid *= 10
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	b := quoteBody{
		ID: "quote-" + strconv.Itoa(len(s.books.quotes)+1), Currency: pays, Rate: Amount(of.rate), Amount: Amount(paid), Digits: of.digits,
		Until: s.options.Now().UTC().Add(quoteLife).Truncate(time.Second),
	}
	err := s.write(line{What: quoted, Key: b.ID, Quote: &quoteLine{Amount: Amount(amount), Currency: currency, Pays: pays, Paid: b.Amount, Until: b.Until}})
	return b, true, err
}
