package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/platform/payout"
	"github.com/modyard/modyard/platform/payout/httpprovider"
	"github.com/modyard/modyard/platform/payout/sandbox"
)

// payoutProviders are the providers of the methods that programs pay.
func (s *Site) payoutProviders(methods revenue.Methods) (map[string]payout.Provider, error) {
	providers := map[string]payout.Provider{}
	own := &ownSandbox{site: s}
	for _, m := range methods.List {
		pays := ""
		if m.Currency != s.Config.Money() {
			pays = m.Currency
		}
		switch {
		case m.Provider == revenue.Manual:
		case m.Provider == revenue.Sandbox && m.URL == "":
			providers[m.ID] = sandboxed{own, pays}
		default:
			p, err := httpprovider.New(httpprovider.Options{
				URL: m.URL, KeyFile: m.KeyFile, Pays: pays, Settle: time.Duration(m.SettleSeconds) * time.Second,
			})
			if err != nil {
				return nil, fmt.Errorf("payout method %s: %w", m.ID, err)
			}
			providers[m.ID] = p
		}
	}
	return providers, nil
}

// webhookKeys are the keys with which providers sign their own messages, by method.
func webhookKeys(methods revenue.Methods) (map[string][]byte, error) {
	keys := map[string][]byte{}
	for _, m := range methods.List {
		if m.WebhookKeyFile == "" {
			continue
		}
		key, err := os.ReadFile(m.WebhookKeyFile)
		if err != nil {
			return nil, fmt.Errorf("payout method %s: read the key of its messages: %w", m.ID, err)
		}
		if key = bytes.TrimSpace(key); len(key) < minWebhookKey {
			return nil, fmt.Errorf("payout method %s: the key of its messages has fewer than %d bytes", m.ID, minWebhookKey)
		}
		keys[m.ID] = key
	}
	return keys, nil
}

// minWebhookKey is the length of the shortest key of messages.
const minWebhookKey = 16

// ownSandbox is a sandbox that this process runs for itself, over HTTP as any other provider, from its first use on. Its
// books are in the data folder.
type ownSandbox struct {
	site *Site
	mu   sync.Mutex
	url  string
}

// address starts the sandbox once.
func (o *ownSandbox) address(ctx context.Context) (string, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.url != "" {
		return o.url, nil
	}
	handler, err := sandbox.Open(sandbox.Options{Dir: filepath.Join(o.site.Config.DataDir, "payout-sandbox")})
	if err != nil {
		return "", fmt.Errorf("start the payout sandbox: %w", err)
	}
	var lc net.ListenConfig
	listener, err := lc.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", errors.Join(fmt.Errorf("start the payout sandbox: %w", err), handler.Close())
	}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			o.site.Logger.Warn("the payout sandbox has stopped", "error", err)
		}
	}()
	o.site.onClose(func() error { return errors.Join(server.Close(), handler.Close()) })
	o.url = "http://" + listener.Addr().String()
	return o.url, nil
}

// sandboxed is a method that the own sandbox pays, in a currency; empty: the site's.
type sandboxed struct {
	own  *ownSandbox
	pays string
}

func (p sandboxed) provider(ctx context.Context) (*httpprovider.Provider, error) {
	url, err := p.own.address(context.WithoutCancel(ctx))
	if err != nil {
		return nil, err
	}
	return httpprovider.New(httpprovider.Options{URL: url, Pays: p.pays, Settle: sandboxSettle})
}

// sandboxSettle is how long the own sandbox may not show what it was sent.
const sandboxSettle = 30 * time.Second

// Quote implements payout.Provider.
func (p sandboxed) Quote(ctx context.Context, o payout.Order) (*payout.Quote, error) {
	provider, err := p.provider(ctx)
	if err != nil {
		return nil, err
	}
	return provider.Quote(ctx, o)
}

// Send implements payout.Provider.
func (p sandboxed) Send(ctx context.Context, o payout.Order) (payout.Status, error) {
	provider, err := p.provider(ctx)
	if err != nil {
		return payout.Status{}, err
	}
	return provider.Send(ctx, o)
}

// Find implements payout.Provider.
func (p sandboxed) Find(ctx context.Context, key string) (payout.Status, error) {
	provider, err := p.provider(ctx)
	if err != nil {
		return payout.Status{}, err
	}
	return provider.Find(ctx, key)
}

// Cancel implements payout.Provider.
func (p sandboxed) Cancel(ctx context.Context, key string) (payout.Status, error) {
	provider, err := p.provider(ctx)
	if err != nil {
		return payout.Status{}, err
	}
	return provider.Cancel(ctx, key)
}

// Settle implements payout.Provider.
func (sandboxed) Settle() time.Duration { return sandboxSettle }
