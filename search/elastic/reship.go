package elastic

import (
	"context"
	"time"

	"github.com/modyard/modyard/platform/pause"
)

// reshipping is the name of the request for a new index.
const reshipping = "reship"

// Reship makes the feeding process fill a new index, and waits until it serves. Meanwhile the old index answers while
// it is recent enough, then the fall-back. This process must run the feeder too, unless another process does.
func (f *Feeder) Reship(ctx context.Context) error {
	if err := f.client.prepare(ctx); err != nil {
		return err
	}
	if err := f.client.dropDoc(ctx, shipping); err != nil { // do not continue a half-filled index
		return err
	}
	if err := f.client.writeState(ctx, reshipping, state{}); err != nil {
		return err
	}
	for {
		_, requested, err := f.client.readState(ctx, reshipping)
		if err != nil || !requested {
			return err
		}
		if !pause.For(ctx, 200*time.Millisecond) {
			return ctx.Err()
		}
	}
}
