package live

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/readapi/view"
)

// Moves are projects that another read model than the catalogue moves. An area whose changes belong to the topics of
// projects declares one.
type Moves struct {
	Model string // the read model
	Table string // its table with the columns project, the key, and position, that of the last event that moved the project
}

// others are the positions of a project p in these tables, each after a comma.
func (s *Routes) others() string {
	var list strings.Builder
	for _, m := range s.moves {
		fmt.Fprintf(&list, `, (select o.position from %s o where o.project = p.id)`, m.Table)
	}
	return list.String()
}

// round publishes the moves after a position. It waits for the catalogue: a client takes a position of a topic as one up to
// which it has missed nothing.
func (m Moves) round(s *Routes) func(context.Context, uint64) error {
	query := fmt.Sprintf(`select p.id, o.position, %s from %s o join catalog.projects p on p.id = o.project where o.position > $1 order by o.position`, publicly, m.Table)
	return func(ctx context.Context, since uint64) error {
		if len(s.hub.watched(isProject)) == 0 {
			return nil
		}
		ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
		defer cancel()
		if err := s.source.Board.Wait(ctx, view.Watermark, s.board.At(m.Model)); err != nil {
			return fmt.Errorf("wait for the catalogue: %w", err)
		}
		rows, err := s.source.Pool.Query(ctx, query, int64(since))
		if err != nil {
			return fmt.Errorf("read projects that %s moved: %w", m.Model, err)
		}
		var id string
		var position int64
		var public bool
		sent := 0
		if _, err := pgx.ForEachRow(rows, []any{&id, &position, &public}, func() error {
			sent += s.hub.publish(Project(id), move{position: uint64(position), public: public})
			return nil
		}); err != nil {
			return fmt.Errorf("read projects that %s moved: %w", m.Model, err)
		}
		if sent > 0 {
			s.measure(ctx, m.Model)
		}
		return nil
	}
}
