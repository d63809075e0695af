package httpprovider

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/modyard/modyard/platform/outbound"
	"github.com/modyard/modyard/platform/payout"
)

// order is the body of POST /payouts and, without key, account and details, of POST /quotes.
type order struct {
	Key      string            `json:"key,omitempty"`
	Account  string            `json:"account,omitempty"`
	Amount   string            `json:"amount"`
	Currency string            `json:"currency"`
	Method   string            `json:"method"`
	Pays     string            `json:"pays,omitempty"` // of a quote: the currency that is wanted
	Quote    string            `json:"quote,omitempty"`
	Details  map[string]string `json:"details,omitempty"`
}

// Send implements payout.Provider.
func (p *Provider) Send(ctx context.Context, o payout.Order) (payout.Status, error) {
	const doing = "send a payout"
	if err := o.Check(); err != nil {
		return payout.Status{}, fmt.Errorf("%s: %w", doing, err)
	}
	a, err := p.ask(ctx, http.MethodPost, "payouts", o.Key, order{
		Key: o.Key, Account: o.Account, Amount: payout.Decimal(o.Amount), Currency: o.Currency, Method: o.Method, Quote: o.Quote, Details: o.Details,
	})
	if err != nil {
		return payout.Status{}, fmt.Errorf("%s: %w", doing, err)
	}
	return a.sent(doing, o.Key)
}

// Find implements payout.Provider.
func (p *Provider) Find(ctx context.Context, key string) (payout.Status, error) {
	const doing = "ask for a payout"
	if !payout.GoodKey(key) {
		return payout.Status{}, fmt.Errorf("%s: %w: the key is not one", doing, payout.ErrOrder)
	}
	a, err := p.ask(ctx, http.MethodGet, "payouts/"+key, "", nil)
	if err != nil {
		return payout.Status{}, fmt.Errorf("%s: %w", doing, err)
	}
	return a.found(doing, key)
}

// Cancel implements payout.Provider.
func (p *Provider) Cancel(ctx context.Context, key string) (payout.Status, error) {
	const doing = "cancel a payout"
	if !payout.GoodKey(key) {
		return payout.Status{}, fmt.Errorf("%s: %w: the key is not one", doing, payout.ErrOrder)
	}
	a, err := p.ask(ctx, http.MethodPost, "payouts/"+key+"/cancel", "", struct{}{})
	if err != nil {
		return payout.Status{}, fmt.Errorf("%s: %w", doing, err)
	}
	return a.found(doing, key)
}

// Quote implements payout.Provider. It asks for nothing if the order's currency is paid.
func (p *Provider) Quote(ctx context.Context, o payout.Order) (*payout.Quote, error) {
	const doing = "ask for a quote"
	if err := o.CheckAmount(); err != nil {
		return nil, fmt.Errorf("%s: %w", doing, err)
	}
	if p.pays == "" || p.pays == o.Currency {
		return nil, nil
	}
	a, err := p.ask(ctx, http.MethodPost, "quotes", "", order{Amount: payout.Decimal(o.Amount), Currency: o.Currency, Method: o.Method, Pays: p.pays})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", doing, err)
	}
	return a.quote(doing, o, p.pays)
}

// answer is an answer that came whole.
type answer struct {
	status int
	body   []byte
}

// ask makes one request. Its errors are ErrUnclear: the request may have arrived. They do not contain the address, the key
// of the provider or anything of the bodies.
func (p *Provider) ask(ctx context.Context, method, path, key string, body any) (a answer, err error) {
	ctx, cancel := context.WithTimeout(ctx, p.timeout)
	defer cancel()
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return a, fmt.Errorf("%w: %w", payout.ErrOrder, err)
		}
		content = bytes.NewReader(text)
	}
	r, err := http.NewRequestWithContext(ctx, method, p.service.URL.JoinPath(path).String(), content)
	if err != nil {
		return a, fmt.Errorf("%w: %w", payout.ErrOrder, outbound.Cause(err))
	}
	// Each call is one request: on a connection that is used again, net/http would silently repeat one with this header.
	r.Close = true
	if key != "" {
		r.Header.Set("Idempotency-Key", key)
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	r.Header.Set("Accept", "application/json")
	r.Header.Set("User-Agent", "Modyard")
	response, err := p.service.Do(r)
	if err != nil {
		return a, fmt.Errorf("%w: %w", payout.ErrUnclear, outbound.Cause(err))
	}
	defer response.Body.Close() //nolint:errcheck // it was only read
	a.status = response.StatusCode
	if a.body, err = io.ReadAll(io.LimitReader(response.Body, maxBody+1)); err != nil {
		return a, fmt.Errorf("%w: read it: %w", payout.ErrUnclear, err)
	}
	if len(a.body) > maxBody {
		return a, fmt.Errorf("%w: %w", payout.ErrUnclear, errTooLarge)
	}
	return a, nil
}

var errTooLarge = errors.New("it has more than 64 KiB")
