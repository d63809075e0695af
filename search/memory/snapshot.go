package memory

import (
	"sync"

	"github.com/RoaringBitmap/roaring/v2"
)

// snapshot is an immutable state of the index, so that a query sees one state from start to end.
type snapshot struct {
	parts []part // largest first
	at    uint64

	counts func() map[string]int // of all documents, computed once
}

// part is a segment and the documents that later ones have replaced.
type part struct {
	*segment
	dead *roaring.Bitmap // nil for none
}

func newSnapshot(parts []part, at uint64) *snapshot {
	s := &snapshot{parts: parts, at: at}
	s.counts = sync.OnceValue(s.countAll)
	return s
}

func (p part) isDead(doc uint32) bool { return p.dead != nil && p.dead.Contains(doc) }

func (p part) live() int {
	if p.dead == nil {
		return p.len()
	}
	return p.len() - int(p.dead.GetCardinality())
}

// without returns the parts with the given documents marked as dead.
func without(parts []part, ids map[string]struct{}) []part {
	out := make([]part, len(parts))
	for i, p := range parts {
		var dead *roaring.Bitmap
		for id := range ids {
			if doc, ok := p.find(id); ok && !p.isDead(doc) {
				if dead == nil {
					dead = roaring.New()
				}
				dead.Add(doc)
			}
		}
		if dead != nil {
			if p.dead != nil {
				dead.Or(p.dead)
			}
			p.dead = dead
		}
		out[i] = p
	}
	return out
}
