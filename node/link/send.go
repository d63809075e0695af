package link

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/modyard/modyard/contract/node"
)

const (
	// coalesce is the shortest time between two looks at the servers.
	coalesce = 100 * time.Millisecond
	// showAll is the time between two observations of all servers.
	showAll = 15 * time.Second
	// window is how many reports may be under way without an acknowledgement.
	window = 4 * node.MaxReports
	// observations is the number of servers in one frame.
	observations = 200
)

// send sends reports, observations and beats until the context ends.
func (s *session) send(ctx context.Context) error {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		changed := s.l.o.Changed()
		looked := time.Now()
		if err := s.sendReports(ctx); err != nil {
			return err
		}
		if err := s.sendObserved(ctx, looked); err != nil {
			return err
		}
		now := time.Now()
		if now.Sub(s.wrote) >= node.Beat {
			if err := s.write(ctx, node.Frame{}); err != nil {
				return err
			}
		}
		timer.Reset(min(s.wrote.Add(node.Beat).Sub(now), s.full.Add(showAll).Sub(now)))
		select {
		case <-changed:
			timer.Reset(time.Until(looked.Add(coalesce)))
			select {
			case <-timer.C:
			case <-ctx.Done():
				return ctx.Err()
			}
		case <-s.room:
		case <-timer.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// sendReports sends the reports that follow the last one sent, while the site keeps up.
func (s *session) sendReports(ctx context.Context) error {
	for s.sent.Load() < s.acknowledged.Load()+window {
		reports, err := s.l.o.Outbox.Pending(s.sent.Load(), node.MaxReports)
		if err != nil {
			return fmt.Errorf("read pending reports: %w", err)
		}
		if len(reports) == 0 {
			return nil
		}
		for len(reports) > 0 {
			n, data, err := fit(reports, func(r []node.Report) node.Frame { return node.Frame{Reports: r} })
			if err != nil {
				return err
			}
			// The number is known before the site can answer.
			s.sent.Store(reports[n-1].Sequence)
			if err := s.writeRaw(ctx, data); err != nil {
				return err
			}
			reports = reports[n:]
		}
	}
	return nil
}

// sendObserved sends the servers whose state differs from what was sent, and all of them from time to time. A list of files is sent when it
// is another one than that sent before.
func (s *session) sendObserved(ctx context.Context, now time.Time) error {
	all := s.full.IsZero() || now.Sub(s.full) >= showAll
	var due []node.Observed
	shown, contents := make(map[string]string, len(s.shown)), make(map[string]*node.Contents, len(s.contents))
	for _, o := range s.l.o.Fleet.Observed() {
		listed := o.Contents
		o.Contents = nil
		key, err := state(o)
		if err != nil {
			return err
		}
		if listed != s.contents[o.Server] {
			o.Contents = listed
		}
		if all || o.Contents != nil || s.shown[o.Server] != key {
			due = append(due, o)
		}
		shown[o.Server], contents[o.Server] = key, listed
	}
	s.shown, s.contents = shown, contents
	if all {
		s.full = now
	}
	for len(due) > 0 {
		n, data, err := fit(due[:min(len(due), observations)], func(o []node.Observed) node.Frame { return node.Frame{Observed: o} })
		if err != nil {
			return err
		}
		if err := s.writeRaw(ctx, data); err != nil {
			return err
		}
		due = due[n:]
	}
	return nil
}

// state is what makes an observation another one: all but its figures, which change all the time.
func state(o node.Observed) (string, error) {
	o.Figures = nil
	data, err := json.Marshal(o)
	if err != nil {
		return "", fmt.Errorf("write an observation: %w", err)
	}
	return string(data), nil
}

// fit encodes as many documents as one frame can hold, and says how many.
func fit[T any](documents []T, frame func([]T) node.Frame) (n int, data []byte, err error) {
	for n = len(documents); ; n = (n + 1) / 2 {
		if data, err = json.Marshal(frame(documents[:n])); err != nil {
			return 0, nil, fmt.Errorf("write a frame: %w", err)
		}
		if len(data) <= node.MaxFrame || n == 1 {
			return n, data, nil
		}
	}
}
