package runtime

import "time"

// idleMove is the interval between commits of a projector without new events. Its watermark moves immediately, since
// the tables contain everything up to it; the checkpoint follows later. Otherwise every append would cost each
// projector a transaction and delay the projectors with work.
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
	w.upTo, w.bytes = max(w.upTo, before.upTo), w.bytes+before.bytes
	return w
}

// passed publishes the end position of a run without events.
func (s *source) passed(w run) {
	s.progress.applied(s.target.String(), w.upTo, true)
	s.publish(checkpoint{position: w.upTo, serving: true})
}
