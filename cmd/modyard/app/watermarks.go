package app

import (
	"context"

	"github.com/modyard/modyard/platform/watermark"
	"github.com/modyard/modyard/projections/catalog"
	"github.com/modyard/modyard/search/memory"
)

// searchMark is the watermark of the search index, in addition to those of the read models.
const searchMark = "search"

// marks are the watermarks for which reads wait: the read models' and that of this process's search index.
type marks struct {
	*watermark.Board
	index *memory.Index
}

// Wait returns nil after name has reached the position.
func (m marks) Wait(ctx context.Context, name string, position uint64) error {
	if name == searchMark {
		return m.index.Wait(ctx, position)
	}
	return m.Board.Wait(ctx, name, position)
}

// At is the position of name. While the index is loading, the rows in Postgres answer searches, so their position
// counts.
func (m marks) At(name string) uint64 {
	if name != searchMark {
		return m.Board.At(name)
	}
	if !m.index.Ready() {
		return m.Board.At(catalog.Name)
	}
	return m.index.At()
}

// followWatermarks receives the progress of other processes. The runner also reads the checkpoints from time to time,
// so a lost notification only causes a short delay.
func (c *Core) followWatermarks(ctx context.Context) error {
	c.Board.Listen(ctx, c.DB.Pool, watermark.ListenOptions{Logger: c.Logger})
	return nil
}
