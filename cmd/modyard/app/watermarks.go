package app

import (
	"context"

	"github.com/modyard/modyard/platform/watermark"
	"github.com/modyard/modyard/projections/catalog"
	"github.com/modyard/modyard/search/memory"
)

// searchMark is the watermark of the search index, beside those of the read models.
const searchMark = "search"

// marks is the board that reads wait on: the read models' and the search index of this process.
type marks struct {
	*watermark.Board
	index *memory.Index
}

// Wait returns nil once name has come to position.
func (m marks) Wait(ctx context.Context, name string, position uint64) error {
	if name == searchMark {
		return m.index.Wait(ctx, position)
	}
	return m.Board.Wait(ctx, name, position)
}

// At is how far name has come. While the index loads, the rows in Postgres answer in its place.
func (m marks) At(name string) uint64 {
	if name != searchMark {
		return m.Board.At(name)
	}
	if !m.index.Ready() {
		return m.Board.At(catalog.Name)
	}
	return m.index.At()
}

// followWatermarks hears of what other processes have projected. The runner reads the checkpoints as well,
// from time to time, so that a lost notification only costs a moment.
func (c *Core) followWatermarks(ctx context.Context) error {
	c.Board.Listen(ctx, c.DB.Pool, watermark.ListenOptions{Logger: c.Logger})
	return nil
}
