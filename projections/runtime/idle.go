package runtime

import "time"

// idleMove spaces the commits of a projector to which nothing happens. Its watermark moves at once, since
// the tables hold all there is up to it; the checkpoint follows a moment later. Without this
// every append costs each projector a transaction, and what waits behind them is the projector that has work to do.
const idleMove = 250 * time.Millisecond

// idle says that a run only moves the checkpoint of a projector that has caught up.
func (w run) idle() bool { return w.live && len(w.events) == 0 && w.bad == nil }

// after joins a run to the one before it.
func (w run) after(before run) run {
	if before.first > 0 {
		w.first = before.first
	}
	if w.last.position == 0 {
		w.last = before.last
	}
	if before.bad != nil {
		w.bad = before.bad
	}
	if len(before.events) > 0 {
		w.events = append(before.events, w.events...)
	}
	w.upTo = max(w.upTo, before.upTo)
	return w
}

// passed publishes where a run without events leads.
func (s *source) passed(w run) {
	s.progress.applied(s.target.String(), w.upTo, true)
	s.publish(checkpoint{position: w.upTo, serving: true})
}
