package elastic

import (
	"context"
	"time"
)

// reshipping is the name of the request for a new index.
const reshipping = "reship"

// Reship asks whoever feeds to fill a new index, and waits until it serves. Meanwhile the old index answers as long as
// it is young enough, and then the fall-back. This process must run the feeder too, unless another is known to.
func (f *Feeder) Reship(ctx context.Context) error {
	if err := f.client.prepare(ctx); err != nil {
		return err
	}
	if err := f.client.dropDoc(ctx, shipping); err != nil { // what is half full now is not to be gone on with
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
		if !pause(ctx, 200*time.Millisecond) {
			return ctx.Err()
		}
	}
}
