package main

import (
	"encoding/json"
	"os"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/seal"
)

type proveCmd struct {
	Event string `arg:"" help:"The id of the event."`
}

// Run prints the proof as JSON (docs/log-proofs.md).
func (c *proveCmd) Run(e *environment) error {
	id, err := eventlog.ParseEventID(c.Event)
	if err != nil {
		return err
	}
	return e.with(app.Share, func(core *app.Core) error {
		key, err := core.SealKey(e.ctx)
		if err != nil {
			return err
		}
		proof, err := seal.Prove(e.ctx, core.Log, core.DB.Pool, key, id)
		if err != nil {
			return err
		}
		out := json.NewEncoder(os.Stdout)
		out.SetIndent("", "  ")
		return out.Encode(proof)
	})
}
