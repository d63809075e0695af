package live

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/ids"
	"github.com/modyard/modyard/readapi/view"
)

// Thing are the topics of an area that each follow one thing: <Kind>:<id>. A reader who may not see the thing learns nothing of
// it.
type Thing struct {
	Kind  string
	Shows string // what is followed, in Chinese, for the documentation
	Model string // the read model of the things
	// Moved is a query of the things whose position, that of the last event about them, is behind $1: id, position, and
	// whether everybody sees them; the first $2 in the order of the positions.
	Moved string
	// Visible is a query of the same for those of $3 that the viewer $1 and $2 may see (see view.Inside).
	Visible string
	// MovedIn is a query of the same for the things that a row of a table %s has moved after $1 (see Moves); Visible then has a
	// %s for the positions of a thing p in these tables, each after a comma. Empty: only the own read model moves the things.
	MovedIn string
}

// thingOf finds the declaration of a topic of one thing, and the thing's id.
func (s *Routes) thingOf(topic string) (Thing, string, bool) {
	kind, id, _ := strings.Cut(topic, ":")
	for _, t := range s.things {
		if t.Kind == kind {
			return t, id, ids.Valid(id)
		}
	}
	return Thing{}, "", false
}

// guarded is true for the topics that a viewer may lose.
func (s *Routes) guarded(topic string) bool {
	_, _, is := s.thingOf(topic)
	return is
}

// watched are the topics of things that are followed in this process.
func (t Thing) watched(s *Routes) []string {
	return s.hub.watched(func(topic string) bool { return strings.HasPrefix(topic, t.Kind+":") })
}

// standings are the positions of the topics of things for a viewer; without those that the viewer may not see.
func (t Thing) standings(ctx context.Context, s *Routes, v view.Viewer, ids []string, into map[string]move) error {
	return t.each(ctx, s, func(topic string, m move) { into[topic] = m }, t.Visible, v.Staff, v.Account, ids)
}

// each visits the results of a query of things.
func (t Thing) each(ctx context.Context, s *Routes, visit func(topic string, m move), query string, args ...any) error {
	rows, err := s.source.Pool.Query(ctx, query, args...)
	if err != nil {
		return fmt.Errorf("read followed %s: %w", t.Kind, err)
	}
	var id string
	var position int64
	var public bool
	if _, err := pgx.ForEachRow(rows, []any{&id, &position, &public}, func() error {
		visit(t.Kind+":"+id, move{position: uint64(position), public: public})
		return nil
	}); err != nil {
		return fmt.Errorf("read followed %s: %w", t.Kind, err)
	}
	return nil
}

// round publishes the moves after a position.
func (t Thing) round(s *Routes) func(context.Context, uint64) error {
	return func(ctx context.Context, since uint64) error {
		watched := t.watched(s)
		if len(watched) == 0 {
			return nil
		}
		ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
		defer cancel()
		at := s.board.At(t.Model)
		if err := s.source.Board.Wait(ctx, view.Watermark, at); err != nil { // which says who may see a project's things
			return fmt.Errorf("wait for the catalogue: %w", err)
		}
		n, sent := 0, 0
		err := t.each(ctx, s, func(topic string, m move) {
			n++
			sent += s.hub.publish(topic, m)
		}, t.Moved, int64(since), maxChanges)
		if err != nil {
			return err
		}
		if n >= maxChanges { // each stream looks for itself
			for _, topic := range watched {
				sent += s.hub.publish(topic, move{position: at})
			}
		}
		if sent > 0 {
			s.measure(ctx, t.Model)
		}
		return nil
	}
}

// ofThings reads the topics of things among names, and returns the others.
func (s *Routes) ofThings(ctx context.Context, v view.Viewer, names []string, into map[string]move) (others []string, err error) {
	wanted := map[string][]string{}
	for _, name := range names {
		if t, id, is := s.thingOf(name); is {
			wanted[t.Kind] = append(wanted[t.Kind], id)
		} else {
			others = append(others, name)
		}
	}
	for _, t := range s.things {
		if len(wanted[t.Kind]) > 0 {
			if err := t.standings(ctx, s, v, wanted[t.Kind], into); err != nil {
				return nil, err
			}
		}
	}
	return others, nil
}
