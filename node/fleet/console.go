package fleet

import (
	"context"
	"fmt"

	"github.com/modyard/modyard/contract/node"
)

// Console is the console of one server, over all its runs. Its methods may be called at the same time.
type Console struct{ server *server }

// Console returns the console of a server; false if there is no such server.
func (f *Fleet) Console(id string) (*Console, bool) {
	s := f.server(id)
	if s == nil {
		return nil, false
	}
	return &Console{server: s}, true
}

// Since returns the oldest lines after a number: at most limit, and about a MiB of text. missing is the number of lines between the number
// and the first one returned that are not kept any more.
func (c *Console) Since(number uint64, limit int) (lines []node.Line, missing uint64, err error) {
	return c.server.reader.Since(number, limit)
}

// Last returns the newest lines, oldest first: at most limit, and about a MiB of text.
func (c *Console) Last(limit int) ([]node.Line, error) { return c.server.reader.LastLines(limit) }

// Wait returns nil when there is a line after a number, else the context's error.
func (c *Console) Wait(ctx context.Context, number uint64) error {
	for {
		next := c.server.lines.wait()
		last, err := c.server.reader.Last()
		if err != nil || last > number {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-next:
		}
	}
}

// Write gives a line to the server. The error is ErrNotRunning if it has no process.
func (c *Console) Write(_ context.Context, line string) error {
	c.server.mu.Lock()
	client, running := c.server.client, c.server.shown.Process
	c.server.mu.Unlock()
	if client == nil || !running {
		return ErrNotRunning
	}
	if err := client.Write(line); err != nil {
		return fmt.Errorf("write to the console of %s: %w", c.server.id, err)
	}
	return nil
}
