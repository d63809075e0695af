package forum

import (
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/runtime"
)

// takes records the status of a project: lists show its discussion while they show the project.
func (b *batch) takes(e runtime.Event, s project.Status) {
	listed := s.Searchable()
	known := b.boards[e.Subject()]
	if known == nil && !listed || known != nil && known.Listed == listed {
		return
	}
	r := b.board(e.Subject(), func(r *board) { r.Listed = listed })
	b.change(e, r.Discussion, func(d *discussion) { d.Listed = listed })
}
