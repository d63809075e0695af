package kurrenttest

import (
	"time"

	"github.com/google/uuid"
	"github.com/kurrent-io/KurrentDB-Client-Go/protos/kurrentdb/protocols/v1/streams"
	"google.golang.org/protobuf/types/known/timestamppb"
)

func (r *reader) confirm() error {
	return r.out.Send(&streams.ReadResp{Content: &streams.ReadResp_Confirmation{
		Confirmation: &streams.ReadResp_SubscriptionConfirmation{SubscriptionId: uuid.NewString()},
	}})
}

// allSubscription is a subscription to $all: it reads pages until the end of the log, and then receives new events.
type allSubscription struct {
	*reader
	match    filter
	window   int
	interval int // records between checkpoints; zero without a filter

	checkpoint point // the last one sent to the client
	sentTo     point // the last checkpoint message
	live       int   // the index of the next live record
	counted    int   // live records since the last live checkpoint
}

func (r *reader) subscribeToAll(o *streams.ReadReq_Options_AllOptions, match filter, window, interval int) error {
	records, _ := r.server.store.snapshot()
	s := &allSubscription{reader: r, match: match, window: window, interval: interval, checkpoint: beginning, sentTo: beginning, live: len(records)}
	last := beginning
	if len(records) > 0 {
		last = at(records[len(records)-1].position)
	}
	switch p := o.GetAllOption().(type) {
	case *streams.ReadReq_Options_AllOptions_Position:
		s.checkpoint = point{readNumber(p.Position.GetCommitPosition()), readNumber(p.Position.GetPreparePosition())}
	case *streams.ReadReq_Options_AllOptions_End:
		s.checkpoint = last
	}
	if err := r.confirm(); err != nil {
		return err
	}
	caughtUp := !s.checkpoint.before(last)
	if !caughtUp && !readable(records, s.checkpoint) {
		return invalidPosition()
	}
	for {
		if !caughtUp {
			if err := s.catchUp(); err != nil {
				return err
			}
		}
		if err := s.goLive(); err != nil {
			return err
		}
		caughtUp = false
	}
}

// catchUp reads to the end of the log. A page without a match sets the checkpoint to the beginning of the page, because
// everything before it has been processed.
func (s *allSubscription) catchUp() error {
	from, counter := s.checkpoint, 0
	if from == beginning {
		from = point{0, 0}
	}
	for {
		records, _ := s.server.store.snapshot()
		p := cut(records, from, readBatch, s.window, s.match)
		for _, rec := range p.events {
			if !s.checkpoint.before(at(rec.position)) {
				continue // only the start of the reading
			}
			if err := s.send(rec); err != nil {
				return err
			}
			s.checkpoint = at(rec.position)
		}
		if s.interval > 0 {
			if s.checkpoint.before(p.from) && (p.from.before(p.next) || s.server.version.hasty()) {
				s.checkpoint = p.from // of a page with records: an empty one begins at the position of the next event
			}
			counter += p.considered
		}
		if p.end {
			if s.interval > 0 && s.checkpoint == beginning && p.from.before(p.next) {
				s.checkpoint = point{0, 0}
			}
			return s.sendCheckpoint(s.checkpoint)
		}
		if s.interval > 0 && counter >= s.interval {
			counter %= s.interval
			if err := s.sendCheckpoint(s.checkpoint); err != nil {
				return err
			}
		}
		if err := s.ctx.Err(); err != nil {
			return err
		}
		from = p.next
	}
}

// goLive notifies the client that it has caught up, and then sends each new record until the client is too slow.
func (s *allSubscription) goLive() error {
	if err := s.caughtUp(); err != nil {
		return err
	}
	for {
		records, changed := s.server.store.snapshot()
		if late := len(records) - s.live; late > s.server.options.liveBuffer() && s.checkpoint.before(at(records[len(records)-1].position)) {
			s.live = len(records)
			if s.interval > 0 {
				s.counted = (s.counted + late) % s.interval
			}
			return s.fallBehind()
		}
		for ; s.live < len(records); s.live++ {
			if err := s.takeLive(records[s.live]); err != nil {
				return err
			}
		}
		select {
		case <-changed:
		case <-s.ctx.Done():
			return s.ctx.Err()
		}
	}
}

func (s *allSubscription) takeLive(rec *record) error {
	here := at(rec.position)
	if s.match(rec) && s.checkpoint.before(here) {
		if err := s.send(rec); err != nil {
			return err
		}
		s.checkpoint = here
	}
	if s.interval == 0 {
		return nil
	}
	if s.counted++; s.counted < s.interval {
		return nil
	}
	s.counted = 0
	if here.before(s.checkpoint) {
		return nil
	}
	s.checkpoint = here
	return s.sendCheckpoint(here)
}

// sendCheckpoint sends a checkpoint once, and only to a filtered subscription.
func (s *allSubscription) sendCheckpoint(p point) error {
	if s.interval == 0 || p == beginning || !s.sentTo.before(p) {
		return nil
	}
	s.sentTo = p
	c := &streams.ReadResp_Checkpoint{CommitPosition: wireNumber(p.commit), PreparePosition: wireNumber(p.prepare)}
	if s.timestamped() {
		c.Timestamp = timestamppb.Now()
	}
	return s.out.Send(&streams.ReadResp{Content: &streams.ReadResp_Checkpoint_{Checkpoint: c}})
}

func (s *allSubscription) position() *streams.ReadResp_Position {
	if s.checkpoint == beginning {
		return nil
	}
	return &streams.ReadResp_Position{CommitPosition: wireNumber(s.checkpoint.commit), PreparePosition: wireNumber(s.checkpoint.prepare)}
}

func (s *allSubscription) caughtUp() error {
	c := &streams.ReadResp_CaughtUp{}
	if s.timestamped() {
		c.Timestamp, c.Position = timestamppb.Now(), s.position()
	}
	return s.out.Send(&streams.ReadResp{Content: &streams.ReadResp_CaughtUp_{CaughtUp: c}})
}

// fallBehind notifies clients of versions with such a message, and sends a checkpoint.
func (s *allSubscription) fallBehind() error {
	if s.timestamped() {
		f := &streams.ReadResp_FellBehind{Timestamp: timestamppb.Now(), Position: s.position()}
		if err := s.out.Send(&streams.ReadResp{Content: &streams.ReadResp_FellBehind_{FellBehind: f}}); err != nil {
			return err
		}
	}
	return s.sendCheckpoint(s.checkpoint)
}

// subscribeToStream sends a stream's events after a revision, existing and new ones.
func (r *reader) subscribeToStream(name string, o *streams.ReadReq_Options_StreamOptions) error {
	v, _ := r.server.store.read(name, time.Now())
	checkpoint := noRevision
	switch p := o.GetRevisionOption().(type) {
	case *streams.ReadReq_Options_StreamOptions_Revision:
		checkpoint = readNumber(p.Revision)
	case *streams.ReadReq_Options_StreamOptions_End:
		checkpoint = v.last
	}
	if err := r.confirm(); err != nil {
		return err
	}
	caughtUp, buffer := false, int64(r.server.options.liveBuffer())
	for {
		v, changed := r.server.store.read(name, time.Now())
		if caughtUp && !v.deleted && v.last-checkpoint > buffer {
			caughtUp = false
			if err := r.sendFellBehind(checkpoint); err != nil {
				return err
			}
		}
		for _, rec := range v.events {
			if rec.revision <= checkpoint {
				continue
			}
			if err := r.send(rec); err != nil {
				return err
			}
			checkpoint = rec.revision
		}
		if v.deleted {
			return r.endDeleted(name, checkpoint)
		}
		if !caughtUp {
			caughtUp = true
			if err := r.sendCaughtUp(checkpoint); err != nil {
				return err
			}
		}
		select {
		case <-changed:
		case <-r.ctx.Done():
			return r.ctx.Err()
		}
	}
}

// endDeleted drops the subscription to a deleted stream. A subscriber that was connected at the deletion receives the
// tombstone.
func (r *reader) endDeleted(name string, checkpoint int64) error {
	r.server.store.mu.RLock()
	var tombstone *record
	if of := r.server.store.streams[name]; of != nil && of.deleted && checkpoint < deletedRevision {
		tombstone = of.records[len(of.records)-1]
	}
	r.server.store.mu.RUnlock()
	if tombstone != nil {
		if err := r.send(tombstone); err != nil {
			return err
		}
	}
	return streamDeleted(r.ctx, name)
}

func (r *reader) sendCaughtUp(revision int64) error {
	c := &streams.ReadResp_CaughtUp{}
	if r.timestamped() {
		c.Timestamp = timestamppb.Now()
		if revision >= 0 {
			c.StreamRevision = &revision
		}
	}
	return r.out.Send(&streams.ReadResp{Content: &streams.ReadResp_CaughtUp_{CaughtUp: c}})
}

func (r *reader) sendFellBehind(revision int64) error {
	if !r.timestamped() {
		return nil
	}
	f := &streams.ReadResp_FellBehind{Timestamp: timestamppb.Now()}
	if revision >= 0 {
		f.StreamRevision = &revision
	}
	return r.out.Send(&streams.ReadResp{Content: &streams.ReadResp_FellBehind_{FellBehind: f}})
}
