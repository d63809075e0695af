package app

import (
	"context"
	"net/http"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/snapshot"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/idempotency"
	"github.com/modyard/modyard/platform/positions"
	"github.com/modyard/modyard/platform/sitekey"
)

// statesMemory is the size of the cache of folded states, in bytes: some forty of the largest wikis.
const statesMemory = 64 << 20

// commands creates the command handler: with the site's keys, the named requests and the snapshots of long streams.
func (c *Core) commands(ctx context.Context) (*commands.Handler, error) {
	h := &commands.Handler{
		Log: c.Log, Codec: c.Codec, Texts: c.Vault, Snapshots: snapshot.New(c.DB.Pool, nil), States: commands.NewStates(statesMemory),
		Positions: positions.NewStore(c.DB.Pool), Types: c.Runner, Logger: c.Logger, Tracer: c.Tracer,
	}
	c.Named = idempotency.NewStore(c.DB.Pool, nil)
	h.Ledger = c.Named
	var err error
	if h.Keys.Request, err = sitekey.Read(ctx, c.DB.Pool, sitekey.Request); err != nil {
		return nil, err
	}
	c.Requests = idempotency.NewGuard(c.Named, h.Keys.Request, func(r *http.Request) string { return identity.FromContext(r.Context()).Account })
	h.Keys.IDs, err = sitekey.Read(ctx, c.DB.Pool, sitekey.IDs)
	return h, err
}
