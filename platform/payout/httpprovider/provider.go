// Package httpprovider talks to a payout provider in JSON over HTTP. The requests and answers are described in
// docs/payout-methods.md. What is not exactly such an answer is payout.ErrUnclear, never a failure of the payout.
package httpprovider

import (
	"errors"
	"time"

	"github.com/modyard/modyard/platform/outbound"
	"github.com/modyard/modyard/platform/payout"
)

const (
	timeout = 20 * time.Second // of a request with its answer
	maxBody = 64 << 10         // of an answer and of a webhook
)

// Options describe a provider.
type Options struct {
	URL     string        // https, or http on a loopback address; a path is kept
	KeyFile string        // file with the bearer key; needed unless the address is a loopback one
	Pays    string        // currency that is paid; empty: that of the order, and no quote is asked for
	Settle  time.Duration // 0: payout.DefaultSettle
	Timeout time.Duration // of a request; 0: 20 s
}

// Provider is a payout.Provider. Its methods may be called concurrently.
type Provider struct {
	service *outbound.Service
	pays    string
	settle  time.Duration
	timeout time.Duration
}

// New makes a provider. Its errors contain neither the address nor the key.
func New(o Options) (*Provider, error) {
	service, err := outbound.NewService("payout provider", o.URL, o.KeyFile)
	if err != nil {
		return nil, err
	}
	if service.URL.RawQuery != "" {
		return nil, errors.New("the address of the payout provider is not one of https without a query")
	}
	if o.Pays != "" && !payout.GoodCurrency(o.Pays) {
		return nil, errors.New("the currency of the payout provider is not a code of three letters")
	}
	p := &Provider{service: service, pays: o.Pays, settle: o.Settle, timeout: o.Timeout}
	if p.settle <= 0 {
		p.settle = payout.DefaultSettle
	}
	if p.timeout <= 0 {
		p.timeout = timeout
	}
	return p, nil
}

// Settle implements payout.Provider.
func (p *Provider) Settle() time.Duration { return p.settle }
