package socket

import (
	"fmt"

	"github.com/modyard/modyard/contract/node"
)

// history sends what was there before the socket, so that the hub's memory continues it without a hole and without a repeat.
func (c *socket) history() error {
	console, newest := c.hub.lines()
	if console == nil {
		return nil // nothing was ever written
	}
	recent, err := console.Last(node.History)
	if err != nil {
		return fmt.Errorf("read the history: %w", err)
	}
	if len(recent) == 0 {
		c.position = newest
		return nil
	}
	// Numbers above the newest line are those of a console that was lost: the browser begins anew.
	if c.since == nil || *c.since == 0 || *c.since > recent[len(recent)-1].Number {
		if err := c.sendHistory(0, recent); err != nil {
			return err
		}
	} else {
		c.position = *c.since
	}
	return c.catchUp(console)
}

// catchUp reads from the console until the hub's memory has the rest. A browser that does not come nearer is a slow reader, and the
// memory's rule holds for it.
func (c *socket) catchUp(console Console) error {
	for before := ^uint64(0); !c.hub.covers(c.position); {
		_, newest := c.hub.lines()
		if newest-c.position >= before {
			return nil
		}
		before = newest - c.position
		for c.position < newest {
			lines, _, err := console.Since(c.position, batchLines)
			if err != nil {
				return fmt.Errorf("read the history: %w", err)
			}
			if len(lines) == 0 {
				return nil
			}
			if err := c.sendHistory(c.position, lines); err != nil {
				return err
			}
		}
	}
	return nil
}

// sendHistory sends lines after a number in frames of bounded size.
func (c *socket) sendHistory(after uint64, lines []node.Line) error {
	for len(lines) > 0 {
		n := fitting(lines)
		frames := [][]byte(nil)
		if c.since != nil {
			frames = append(frames, numbered(after, lines[:n]))
		} else {
			frames = plain(after, lines[:n])
		}
		for _, frame := range frames {
			if err := c.send(frame); err != nil {
				return err
			}
		}
		after, c.position, lines = lines[n-1].Number, lines[n-1].Number, lines[n:]
	}
	return nil
}
