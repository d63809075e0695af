// Package watermark publishes the log position of each read model, within the process and between processes.
package watermark

import (
	"context"
	"fmt"
	"sync"
)

// Board holds the newest known position of every named read model. The zero Board is not usable; see New.
type Board struct {
	mu    sync.Mutex
	marks map[string]*mark
}

type mark struct {
	position uint64
	changed  chan struct{} // closed and replaced when position grows
}

// New makes a board on which every position is zero.
func New() *Board { return &Board{marks: map[string]*mark{}} }

// Publish raises a mark. A position that is not higher is ignored: positions from other processes may arrive late.
func (b *Board) Publish(name string, position uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	m := b.mark(name)
	if position <= m.position {
		return
	}
	m.position = position
	close(m.changed)
	m.changed = make(chan struct{})
}

// At is the newest known position of a read model; zero before the first position.
func (b *Board) At(name string) uint64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.mark(name).position
}

// Changed returns a channel that is closed at the next rise of the mark. Take it before reading the position,
// otherwise a rise in between is missed.
func (b *Board) Changed(name string) <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.mark(name).changed
}

// Wait returns nil once the mark is at the position or higher, or the context's error.
func (b *Board) Wait(ctx context.Context, name string, position uint64) error {
	for {
		b.mu.Lock()
		m := b.mark(name)
		at, changed := m.position, m.changed
		b.mu.Unlock()
		if at >= position {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("wait for %s to reach %d: %w", name, position, ctx.Err())
		}
	}
}

func (b *Board) mark(name string) *mark {
	m := b.marks[name]
	if m == nil {
		m = &mark{changed: make(chan struct{})}
		b.marks[name] = m
	}
	return m
}
