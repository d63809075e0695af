package live

import (
	"context"
	"fmt"
	"time"
)

// Shared is a topic that is the same for all who may follow it.
type Shared struct {
	Topic string
	Shows string // what is followed, in Chinese, for the documentation
	Staff string // what those who are not of the staff are told, who may not follow it; empty: everybody may
	Model string // the read model that moves it
	At    string // a query of the position of the last event that moved it
	// Changes are what else moves it; nil: nothing.
	Changes *Changes
}

// sharedBy finds the declaration of a topic.
func (s *Routes) sharedBy(topic string) (Shared, bool) {
	for _, o := range s.shared {
		if o.Topic == topic {
			return o, true
		}
	}
	return Shared{}, false
}

// at is the position of the last event that moved the topic.
func (o Shared) at(ctx context.Context, s *Routes) (uint64, error) {
	var position int64
	if err := s.source.Pool.QueryRow(ctx, o.At).Scan(&position); err != nil {
		return 0, fmt.Errorf("read the position of %s: %w", o.Topic, err)
	}
	return uint64(position), nil
}

// round publishes a move after a position.
func (o Shared) round(s *Routes) func(context.Context, uint64) error {
	return func(ctx context.Context, since uint64) error {
		if len(s.hub.watched(func(topic string) bool { return topic == o.Topic })) == 0 {
			return nil
		}
		ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
		defer cancel()
		at, err := o.at(ctx, s)
		if err == nil && at > since && s.hub.publish(o.Topic, move{position: at, public: true}) > 0 {
			s.measure(ctx, o.Model)
		}
		return err
	}
}
