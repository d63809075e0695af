package runtime

import (
	"context"
	"fmt"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/modyard/modyard/eventlog"
)

// notifyEvery spaces the notifications of a projector that is catching up.
const notifyEvery = 250 * time.Millisecond

// source is the watermill Subscriber of one projector version.
type source struct {
	*Runner
	target
	retry    backoff
	notified time.Time
}

// Subscribe starts the projector: wait for the lead, follow the log from the checkpoint, apply batch by
// batch, and begin again from the checkpoint after an error. It ends with the context alone: closing
// the channel would stop the router's handler for good.
func (s *source) Subscribe(ctx context.Context, _ string) (<-chan *message.Message, error) {
	out := make(chan *message.Message)
	go func() {
		defer close(out)
		for ctx.Err() == nil {
			leading, lease, err := s.await(ctx, s.target.String())
			if err != nil {
				return
			}
			s.progress.leads(s.target.String(), true)
			s.target.holder = newHolder()
			err = s.lead(leading, through(out))
			s.progress.leads(s.target.String(), false)
			lease.release()
			if !s.again(ctx, err) {
				return
			}
		}
	}()
	return out, nil
}

// Close has nothing to do: the subscription ends with its context.
func (s *source) Close() error { return nil }

// again notes why the projector stopped and waits before it starts anew; false says not to.
func (s *source) again(ctx context.Context, err error) bool {
	if ctx.Err() != nil {
		return false
	}
	s.metrics.restarts.WithLabelValues(s.target.String()).Inc()
	s.progress.failed(s.target.String(), err)
	s.logger.WarnContext(ctx, "projector restarts", "projector", s.target.String(), "error", err)
	return s.retry.wait(ctx, err)
}

// lead applies the log until the context ends or something fails.
func (s *source) lead(ctx context.Context, deliver deliverFunc) error {
	if err := s.claim(ctx, s.pool); err != nil {
		return err
	}
	c, err := s.read(ctx, s.pool)
	if err != nil {
		return fmt.Errorf("read checkpoint of %s: %w", s.target, err)
	}
	if err := s.check(c, s.log.Engine()); err != nil {
		return err
	}
	if c, err = s.resume(ctx, c); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	batches := s.readAhead(ctx, c.position)
	defer func() {
		cancel()
		for range batches { // until the reader has gone
		}
	}()
	at := c.position
	for b := range batches {
		if b.err != nil {
			return b.err
		}
		if b.upTo <= at && (c.serving || !b.live) {
			continue
		}
		if c, err = s.step(ctx, at, b.run, deliver); err != nil {
			return err
		}
		at = c.position
		s.retry.reset()
	}
	return context.Cause(ctx)
}

// resume takes up what a checkpoint that stands at the head already may lack: its turn to serve.
func (s *source) resume(ctx context.Context, c checkpoint) (checkpoint, error) {
	if !c.serving {
		head, err := s.log.Head(ctx)
		if err != nil {
			return c, err
		}
		if c.position >= head {
			if c.serving, err = s.promote(ctx, s.target); err != nil {
				return c, err
			}
		}
	}
	s.publish(c)
	return c, nil
}

// step applies one run; one that fails for good is taken apart to find the culprit.
func (s *source) step(ctx context.Context, at eventlog.Position, w run, deliver deliverFunc) (checkpoint, error) {
	w.notify = w.live || time.Since(s.notified) >= notifyEvery
	start := time.Now()
	c, err := s.apply(ctx, s.target, at, w, deliver)
	if err != nil && !transient(err) && ctx.Err() == nil {
		c, err = s.oneByOne(ctx, s.target, at, w, deliver)
	}
	if err != nil {
		return c, err
	}
	if w.notify {
		s.notified = time.Now()
	}
	name := s.target.String()
	s.metrics.applied.WithLabelValues(name).Add(float64(len(w.events)))
	s.metrics.batch.WithLabelValues(name).Observe(float64(len(w.events)))
	s.metrics.seconds.WithLabelValues(name).Observe(time.Since(start).Seconds())
	s.progress.applied(name, w.upTo, w.live)
	if w.live && !c.serving {
		if c.serving, err = s.promote(ctx, s.target); err != nil {
			return c, err
		}
	}
	s.publish(c)
	return c, nil
}

// publish tells this process how far the readers' tables have come.
func (s *source) publish(c checkpoint) {
	if c.serving && s.board != nil {
		s.board.Publish(s.Name, uint64(c.position))
	}
}

// ahead is a decoded batch, or the error that ended the reading.
type ahead struct {
	run
	err error
}

// readAhead follows the log and decodes one batch while the last is being applied.
func (s *source) readAhead(ctx context.Context, after eventlog.Position) <-chan ahead {
	out := make(chan ahead, 1)
	go func() {
		defer close(out)
		for b, err := range s.log.Follow(ctx, after, eventlog.Filter{Types: s.wanted(s.Projector)}) {
			next := ahead{err: err}
			if err == nil {
				next.run = s.decode(s.target, b)
			}
			select {
			case out <- next:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return out
}
