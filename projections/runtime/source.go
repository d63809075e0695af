package runtime

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/pause"
)

// promoteEvery is the minimum interval between a caught-up version's attempts to become the serving one.
const promoteEvery = 500 * time.Millisecond

// source runs one projector version.
type source struct {
	*Runner
	target
	intake  intake
	ahead   bool // it only brings the version to the head and ends there; another process makes it serve
	retry   retry
	asked   time.Time // time of the last attempt to serve
	reached bool      // it has been at the head
	logged  string    // the last logged reason for halting
}

// errReached ends a source that only brings its version to the head.
var errReached = errors.New("the head was reached")

// run waits for the lead, follows the log from the checkpoint, applies batch by batch, and starts again from the
// checkpoint after an error, until the context ends. It returns an error where it meets an event of an unknown type
// before it first reaches the head: then the program is older than the log.
func (s *source) run(ctx context.Context) error {
	name := s.target.String()
	for ctx.Err() == nil {
		leading, lease, err := s.await(ctx, name)
		if err != nil {
			return nil //nolint:nilerr // the context has ended
		}
		s.progress.leads(name, true)
		s.target.holder = newHolder()
		err = s.lead(leading)
		s.progress.leads(name, false)
		lease.release()
		switch {
		case errors.Is(err, errReached):
			return nil
		case errors.Is(err, ErrUnknownType) && !s.reached, s.ahead && halting(err):
			return err
		case !s.again(ctx, err):
			return nil
		}
	}
	return nil
}

// again records why the projector stopped and waits before the next attempt; false says not to retry.
func (s *source) again(ctx context.Context, err error) bool {
	if ctx.Err() != nil {
		return false
	}
	s.metrics.restarts.WithLabelValues(s.target.String()).Inc()
	if halting(err) {
		s.halt(ctx, err)
	} else {
		s.logger.WarnContext(ctx, "projector restarts", "projector", s.target.String(), "error", err)
	}
	s.progress.failed(s.target.String(), err)
	return s.retry.wait(ctx, err)
}

const haltCheckpoint = `
UPDATE runtime.checkpoints SET halted = $4 WHERE name = $1 AND version = $2 AND slot = $3 AND halted <> $4`

// halt stores the reason with the checkpoint, where every process reads it.
func (s *source) halt(ctx context.Context, reason error) {
	text := reason.Error()
	if text != s.logged {
		s.logged = text
		s.logger.ErrorContext(ctx, "projector halted", "projector", s.target.String(), "error", reason)
	}
	if err := only(s.pool.Exec(ctx, haltCheckpoint, s.Name, s.Version, s.slot, text)); err != nil {
		s.logger.WarnContext(ctx, "cannot record why a projector halted", "projector", s.target.String(), "error", err)
	}
}

// longWay is how many events a projector is behind when it catches up in large batches.
const longWay = 100_000

// lead applies the log until the context ends or a step fails.
func (s *source) lead(ctx context.Context) error {
	s.memories.drop(s.target) // another process may have led, or the log may be another one
	defer s.memories.drop(s.target)
	log, err := s.identify(ctx)
	if err != nil {
		return err
	}
	if err := s.claim(ctx, s.pool, log); err != nil {
		return err
	}
	c, err := s.read(ctx, s.pool)
	if err != nil {
		return fmt.Errorf("read checkpoint of %s: %w", s.target, err)
	}
	if err := s.recognise(ctx, s.target, c); err != nil {
		return err
	}
	from, err := s.resumeAt(ctx, c)
	if err != nil {
		return s.missed(c, err)
	}
	if c, err = s.resume(ctx, c); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	batches := s.readAhead(ctx, from)
	defer func() {
		cancel()
		for range batches { // until the reader has ended
		}
	}()
	ask := time.NewTicker(promoteEvery)
	defer ask.Stop()
	known, live := c.position, false
	var idle run // the uncommitted checkpoint move of runs without events
	var due <-chan time.Time
	for {
		select {
		case b, more := <-batches:
			if !more {
				return context.Cause(ctx)
			}
			if b.first > 0 && b.first <= known {
				return s.lostTail(fmt.Sprintf("the log holds an event at %d, between the last one applied and %d", b.first, known))
			}
			w := b.after(idle)
			switch {
			case w.upTo > c.position && w.idle() && c.serving:
				if idle = w; due == nil {
					due = time.After(idleMove)
				}
				s.passed(w)
			case w.upTo > c.position:
				if c, err = s.step(ctx, c.position, w); err != nil {
					return err
				}
				idle, due = run{}, nil
				s.retry.Reset()
			case b.live && !live:
				s.progress.applied(s.target.String(), c.position, true)
			}
			if b.live && !live {
				live = true
				if c.position > from+longWay {
					s.pool.Reset() // a connection keeps the parameters of the largest batches that it sent, 25 MB in all
				}
			}
			if b.err != nil {
				return b.err
			}
		case <-due:
			if c, err = s.step(ctx, c.position, idle); err != nil {
				return err
			}
			idle, due = run{}, nil
		case <-ask.C:
		}
		if live {
			if s.reached = true; s.ahead {
				return errReached
			}
			if c.serving, err = s.turn(ctx, c.serving); err != nil {
				return err
			}
		}
	}
}

// resume completes a checkpoint that is at the head already: it clears a stale reason for halting and lets the
// version serve if it may.
func (s *source) resume(ctx context.Context, c checkpoint) (checkpoint, error) {
	head, err := s.log.Head(ctx)
	if err != nil {
		return c, err
	}
	if c.position >= head {
		if c.halted != "" {
			if err := only(s.pool.Exec(ctx, haltCheckpoint, s.Name, s.Version, s.slot, "")); err != nil {
				return c, err
			}
		}
		s.progress.applied(s.target.String(), c.position, true)
		if c.serving, err = s.turn(ctx, c.serving); err != nil {
			return c, err
		}
	}
	s.publish(c)
	return c, nil
}

// turn makes a caught-up version the serving one if it may.
func (s *source) turn(ctx context.Context, serving bool) (bool, error) {
	if serving || s.ahead || time.Since(s.asked) < promoteEvery {
		return serving, nil
	}
	serves, err := s.promote(ctx, s.target)
	s.asked = time.Now()
	if serves {
		s.asked = time.Time{}
	}
	return serves, err
}

// step applies one run; a run with a permanent failure is split to find the failing event.
func (s *source) step(ctx context.Context, at eventlog.Position, w run) (checkpoint, error) {
	start := time.Now()
	c, err := s.apply(ctx, s.target, at, w)
	if err != nil && !transient(err) && ctx.Err() == nil {
		c, err = s.apart(ctx, s.target, at, w)
	}
	s.trace(ctx, s.target, w, start, err)
	if err != nil {
		return c, err
	}
	name := s.target.String()
	s.metrics.applied.WithLabelValues(name).Add(float64(len(w.events)))
	s.metrics.batch.WithLabelValues(name).Observe(float64(len(w.events)))
	s.metrics.seconds.WithLabelValues(name).Observe(time.Since(start).Seconds())
	s.progress.applied(name, w.upTo, w.live)
	if w.live {
		if c.serving, err = s.turn(ctx, c.serving); err != nil {
			return c, err
		}
	}
	s.publish(c)
	return c, nil
}

// publish announces the position of the readers' tables to this process and then to the others.
func (s *source) publish(c checkpoint) {
	if !c.serving {
		return
	}
	if s.board != nil {
		s.board.Publish(s.Name, uint64(c.position))
	}
	s.notifier.enqueue(s.Name, c.position)
}

// ahead is a decoded batch, and the error that ended the reading after it.
type ahead struct {
	run
	err error
}

// markEvery is the interval of reading marks where no event of the projector's categories arrives: after a restart
// the log is read again from the last mark.
const markEvery = 10 * time.Second

// Limits of a run that is joined from several batches: with larger runs, fewer documents are rendered more than once. Projector.RunBytes
// may replace the second.
const (
	runEvents = 8_000
	runBytes  = 8 << 20
)

// readAhead follows the log and decodes it ahead of the transaction that applies it. Behind the head, batches that
// are read while a run is applied are joined to one run.
func (s *source) readAhead(ctx context.Context, after eventlog.Position) <-chan ahead {
	out := make(chan ahead, 1)
	go func() {
		defer close(out)
		marked, most := time.Now(), cmp.Or(s.RunBytes, runBytes)
		var next ahead
		for b, err := range s.log.Follow(ctx, after, s.filter()) {
			var w run
			if err == nil {
				w, err = s.take(s.target, s.intake, b)
			}
			switch {
			case w.last.position > 0:
				marked = time.Now()
			case err == nil && time.Since(marked) >= markEvery:
				marked = time.Now()
				if e, err := s.log.Event(ctx, b.UpTo); err == nil { // without one, the last mark stays
					w.last = markOf(e)
				}
			}
			next = ahead{run: w.after(next.run), err: err}
			if err == nil && !w.live && len(next.events) < runEvents && next.bytes < most {
				select {
				case out <- next:
					next = ahead{}
				default:
				}
				continue
			}
			rests := s.Pause > 0 && next.live && len(next.events) > 0
			select {
			case out <- next:
				next = ahead{}
			case <-ctx.Done():
				return
			}
			if err != nil || rests && !pause.For(ctx, s.Pause) {
				return
			}
		}
	}()
	return out
}
