package commandstest

import (
	"context"
	"errors"
	"math"
	"time"

	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
)

// explained fails the test if the metadata of an HTTP command's event lacks the actor, the role, the credential or the
// request.
func (w *World) explained() {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	for batch, err := range w.EventLog.Read(ctx, 0, math.MaxUint64, eventlog.Filter{}) {
		if errors.Is(err, eventlog.ErrClosed) {
			return // a test that closes its log ends without one
		}
		if err != nil {
			w.Errorf("read the log: %v", err)
			return
		}
		for _, e := range batch.Events {
			if e.Meta.Request != "" {
				w.explains(e)
			}
		}
	}
}

func (w *World) explains(e eventlog.Recorded) {
	// Events of the frog contain no actor.
	anonymous := eventlog.Category(e.Stream) == "frog"
	for what, missing := range map[string]bool{
		"actor": e.Meta.Actor == "" && !anonymous, "credential": e.Meta.Credential == "" && !anonymous,
		"known role": !role.Role(e.Meta.Role).Known(), "command": e.Meta.Command == "", "request hash": e.Meta.RequestHash == "",
		"time": e.Meta.At.IsZero(), "salt": e.Meta.Salt == (eventlog.Salt{}),
	} {
		if missing {
			w.Errorf("%s of %s has no %s: %+v", e.Type, e.Stream, what, e.Meta)
		}
	}
}
