package forward

import (
	"context"
	"errors"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/reactors"
)

// Reactor is the forwarder as a reactor: it tries each change until the broker has it.
func (f *Forwarder) Reactor() reactors.Reactor {
	return reactors.Reactor{Name: "forward", Insists: true, Change: func(ctx context.Context, c contract.Change) error {
		err := f.Change(ctx, c)
		if errors.Is(err, ErrTooLarge) {
			return reactors.Permanent(err)
		}
		return err
	}}
}
