package live

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/modyard/modyard/readapi/view"
)

// Moves are things that another read model than their own moves. An area whose changes belong to the topics of another area's
// things declares them.
type Moves struct {
	Kind  string // of the things
	Model string // the read model
	Table string // its table with the column position, that of the last event that moved the thing, and a key named as the kind
}

// positions are the positions of a thing p in the tables of other read models, each after a comma.
func (t Thing) positions(moves []Moves) string {
	var list strings.Builder
	for _, m := range moves {
		if m.Kind == t.Kind {
			fmt.Fprintf(&list, `, (select o.position from %s o where o.%s = p.id)`, m.Table, m.Kind)
		}
	}
	return list.String()
}

// movedBy publishes the moves after a position. It waits for the catalogue: a client takes a position of a topic as one up to
// which it has missed nothing.
func (t Thing) movedBy(s *Routes, m Moves) func(context.Context, uint64) error {
	query := fmt.Sprintf(t.MovedIn, m.Table)
	return func(ctx context.Context, since uint64) error {
		if len(t.watched(s)) == 0 {
			return nil
		}
		ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
		defer cancel()
		if err := s.source.Board.Wait(ctx, view.Watermark, s.board.At(m.Model)); err != nil {
			return fmt.Errorf("wait for the catalogue: %w", err)
		}
		sent := 0
		if err := t.each(ctx, s, func(topic string, at move) { sent += s.hub.publish(topic, at) }, query, int64(since)); err != nil {
			return err
		}
		if sent > 0 {
			s.measure(ctx, m.Model)
		}
		return nil
	}
}
