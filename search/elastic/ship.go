package elastic

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"time"
)

// ship fills a new index with the whole table beside the serving one, or continues a half-filled one, and flips the
// alias when it has caught up.
func (f *Feeder) ship(ctx context.Context, source string) (state, error) {
	started := time.Now()
	s, resumed, err := f.newIndex(ctx, source)
	if err != nil {
		return s, err
	}
	f.logger.InfoContext(ctx, "elasticsearch: filling an index", "index", s.Index, "resumed", resumed)
	documents, err := f.fill(ctx, &s)
	if err != nil {
		return s, err
	}
	// From now on the state's id belongs to its position: changes since the beginning are read again.
	s.ID = ""
	if _, err := f.catchUp(ctx, &s); err != nil {
		return s, err
	}
	if err := f.refresh(ctx, s.Index); err != nil {
		return s, err
	}
	if now, err := f.table.source(ctx); err != nil || now != source {
		return s, orElse(err, errOtherIndex)
	}
	if err := f.client.flip(ctx, s.Index); err != nil {
		return s, err
	}
	if err := f.client.writeState(ctx, serving, s); err != nil {
		return s, err
	}
	for _, done := range []string{shipping, reshipping} {
		if err := f.client.dropDoc(ctx, done); err != nil {
			return s, err
		}
	}
	f.logger.InfoContext(ctx, "elasticsearch: a new index serves", "index", s.Index, "documents", documents, "took", time.Since(started))
	return s, nil
}

// newIndex finds the index of an interrupted attempt, or creates one.
func (f *Feeder) newIndex(ctx context.Context, source string) (state, bool, error) {
	all, err := f.client.list(ctx)
	if err != nil {
		return state{}, false, err
	}
	s, there, err := f.client.readState(ctx, shipping)
	if err != nil {
		return s, false, err
	}
	if i := all[s.Index]; there && i.UUID != "" && i.UUID == s.UUID && i.Definition == definition() && s.Source == source {
		return s, true, nil
	}
	if err := f.clearParked(ctx); err != nil {
		return s, false, err
	}
	position, counter, err := f.table.newest(ctx)
	if err != nil {
		return s, false, err
	}
	s = state{Index: fmt.Sprintf("%s-search-%s-%s", f.client.name, time.Now().UTC().Format("20060102150405"), strings.ToLower(rand.Text()[:6])), Source: source, Position: position,
		Counted: counter}
	// Settings and fields are those of the template; a later program compares the definition.
	if err := f.client.create(ctx, s.Index, object{"mappings": object{"_meta": object{"definition": definition()}}}); err != nil {
		return s, false, fmt.Errorf("create the index: %w", err)
	}
	if all, err = f.client.list(ctx); err != nil {
		return s, false, err
	}
	s.UUID = all[s.Index].UUID
	return s, false, f.client.writeState(ctx, shipping, s)
}

// fill copies all documents by id, starting after the state's id. It reads the next ones while it writes the last.
func (f *Feeder) fill(ctx context.Context, s *state) (documents int, err error) {
	type chunk struct {
		rows []row
		err  error
	}
	ctx, cancel := context.WithCancel(ctx)
	chunks := make(chan chunk)
	done := make(chan struct{})
	defer func() { cancel(); <-done }()
	go func() {
		defer close(done)
		for id := s.ID; ; {
			rows, err := f.table.after(ctx, id, chunkRows)
			select {
			case chunks <- chunk{rows, err}:
			case <-ctx.Done():
				return
			}
			if err != nil || len(rows) < chunkRows {
				return
			}
			id = rows[len(rows)-1].id
		}
	}()
	for {
		var c chunk
		select {
		case c = <-chunks:
		case <-ctx.Done():
			return documents, ctx.Err()
		}
		if c.err != nil {
			return documents, c.err
		}
		if err := f.put(ctx, s.Index, c.rows); err != nil {
			return documents, err
		}
		documents += len(c.rows)
		if len(c.rows) < chunkRows {
			return documents, nil
		}
		s.ID = c.rows[len(c.rows)-1].id
		if err := f.client.writeState(ctx, shipping, *s); err != nil {
			return documents, err
		}
	}
}

// catchUp feeds the changes since the index was created.
func (f *Feeder) catchUp(ctx context.Context, s *state) (int, error) {
	for n := 0; ; {
		at := f.opts.Board.At(f.opts.Table)
		rows, err := f.table.since(ctx, s.Position, s.ID, chunkRows)
		if err != nil {
			return n, err
		}
		if err := f.put(ctx, s.Index, rows); err != nil {
			return n, err
		}
		n += len(rows)
		if len(rows) > 0 {
			s.Position, s.ID = rows[len(rows)-1].position, rows[len(rows)-1].id
		}
		if len(rows) < chunkRows {
			s.At = max(at, uint64(s.Position))
			return n, nil
		}
	}
}

func orElse(err, other error) error {
	if err != nil {
		return err
	}
	return other
}
