package commandstest

import (
	"context"
	"errors"
	"time"

	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
)

// explained fails the test where an event of a command that came by HTTP does not say who, in which role, by which
// credential and for which request.
func (w *World) explained() {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	head, err := w.EventLog.Head(ctx)
	if errors.Is(err, eventlog.ErrClosed) {
		return // a test that closes its log ends without one
	}
	if err != nil {
		w.Errorf("look through the log: %v", err)
		return
	}
	if head == 0 {
		return
	}
	for batch, err := range w.EventLog.Follow(ctx, 0, eventlog.Filter{}) {
		if err != nil {
			w.Errorf("look through the log: %v", err)
			return
		}
		for _, e := range batch.Events {
			if e.Meta.Request != "" {
				w.explains(e)
			}
		}
		if batch.UpTo >= head {
			return
		}
	}
}

func (w *World) explains(e eventlog.Recorded) {
	// Who meets the frog is nobody's business.
	nobody := eventlog.Category(e.Stream) == "frog"
	for what, missing := range map[string]bool{
		"actor": e.Meta.Actor == "" && !nobody, "credential": e.Meta.Credential == "" && !nobody,
		"known role": !role.Role(e.Meta.Role).Known(), "command": e.Meta.Command == "", "request hash": e.Meta.RequestHash == "",
		"time": e.Meta.At.IsZero(), "salt": e.Meta.Salt == (eventlog.Salt{}),
	} {
		if missing {
			w.Errorf("%s of %s has no %s: %+v", e.Type, e.Stream, what, e.Meta)
		}
	}
}
