package socket

import (
	"context"
	"errors"
	"time"

	"github.com/coder/websocket"

	"github.com/modyard/modyard/contract/node"
)

var errEnded = errors.New("the socket is being closed")

// write sends everything after the token was accepted: the state, the history, then what comes.
func (c *socket) write() {
	if err := c.writeAll(); err != nil && !errors.Is(err, errEnded) {
		c.cut() // the peer does not read any more
	}
}

func (c *socket) writeAll() error {
	for _, ready := range []<-chan struct{}{c.hub.ready, c.hub.shown} {
		select {
		case <-ready:
		case <-c.done:
			return errEnded
		}
	}
	if err := c.send(event(node.EventAuthOK)); err != nil {
		return err
	}
	sent, err := c.sendView(view{})
	if err != nil {
		return err
	}
	if err := c.history(); err != nil {
		return err
	}
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		if err := c.sendControl(); err != nil {
			return err
		}
		if sent, err = c.sendView(sent); err != nil {
			return err
		}
		if more, err := c.sendLines(); err != nil {
			return err
		} else if more {
			continue
		}
		next, err := c.expire(time.Now())
		if err != nil {
			return err
		}
		timer.Reset(next)
		select {
		case frame := <-c.control:
			if err := c.send(frame); err != nil {
				return err
			}
		case <-c.wake:
		case <-timer.C:
		case <-c.done:
			return errEnded
		}
	}
}

// send writes one frame.
func (c *socket) send(frame []byte) error {
	select {
	case <-c.done:
		return errEnded
	default:
	}
	ctx, cancel := context.WithTimeout(c.ctx, writeTime)
	defer cancel()
	return c.conn.Write(ctx, websocket.MessageText, frame)
}

func (c *socket) sendControl() error {
	for {
		select {
		case frame := <-c.control:
			if err := c.send(frame); err != nil {
				return err
			}
		default:
			return nil
		}
	}
}

// sendView sends the parts of the state that are newer than those sent.
func (c *socket) sendView(sent view) (view, error) {
	v := c.hub.seen()
	if v.powers != sent.powers {
		for _, frame := range [][]byte{v.power, v.uptime} {
			if err := c.send(frame); err != nil {
				return sent, err
			}
		}
	}
	if v.backups != sent.backups {
		if err := c.send(v.backup); err != nil {
			return sent, err
		}
	}
	if v.installs != sent.installs {
		if err := c.send(v.install); err != nil {
			return sent, err
		}
	}
	if v.statses != sent.statses {
		if err := c.send(v.stats); err != nil {
			return sent, err
		}
	}
	if first := sent.powers == 0; !first {
		missed := min(int(v.saids-sent.saids), len(v.said)) //nolint:gosec // the count grows
		for _, frame := range v.said[len(v.said)-missed:] {
			if err := c.send(frame); err != nil {
				return sent, err
			}
		}
	}
	return v, nil
}

// sendLines sends the next batch of lines and says whether there was one.
func (c *socket) sendLines() (more bool, err error) {
	b := c.hub.after(c.position)
	if b == nil {
		return false, nil
	}
	for _, frame := range b.frames(c.position, c.since != nil) {
		if err := c.send(frame); err != nil {
			return false, err
		}
	}
	c.position = b.last()
	return true, nil
}

// expire warns of the token's end and closes the socket at it; next is the time until one of both.
func (c *socket) expire(now time.Time) (next time.Duration, err error) {
	c.mu.Lock()
	ends := c.grant.Ends
	warn := !c.warned && !now.Before(ends.Add(-expiringAhead))
	c.warned = c.warned || warn
	warned := c.warned
	c.mu.Unlock()
	if !now.Before(ends) {
		if err := c.send(event(node.EventAuthIncorrect)); err != nil {
			return 0, err
		}
		c.end(node.StatusUnauthorized, "the token has expired")
		return 0, errEnded
	}
	if warn {
		if err := c.send(event(node.EventAuthExpiring)); err != nil {
			return 0, err
		}
	}
	if warned {
		return ends.Sub(now), nil
	}
	return ends.Add(-expiringAhead).Sub(now), nil
}
