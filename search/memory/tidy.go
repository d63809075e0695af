package memory

import "slices"

// growth is the minimum size ratio of adjacent parts that are not merged: a document is then copied only a few times,
// and there are few parts.
const growth = 4

// tidy starts to merge parts of similar size, or with mostly dead documents, unless a merge is running.
func (x *Index) tidy() {
	from, to := untidy(x.current.Load().parts)
	if from == to || !x.merging.CompareAndSwap(false, true) {
		return
	}
	x.merges.Go(func() {
		for {
			x.mergeOnce()
			x.merging.Store(false)
			if a, b := untidy(x.current.Load().parts); a == b || !x.merging.CompareAndSwap(false, true) {
				return
			}
		}
	})
}

// untidy returns the range of parts to merge; empty if there is none.
func untidy(parts []part) (from, to int) {
	for i, p := range parts {
		rest := 0
		for _, q := range parts[i+1:] {
			rest += q.live()
		}
		if len(parts) > i+1 && p.live() < growth*rest {
			return i, len(parts)
		}
		if p.live()*3 < p.len()*2 {
			return i, i + 1
		}
	}
	return 0, 0
}

// mergeOnce merges the untidy parts while others are installed.
func (x *Index) mergeOnce() {
	start := x.current.Load()
	from, to := untidy(start.parts)
	if from == to {
		return
	}
	before := start.parts[from:to]
	merged := part{segment: merge(before)}

	x.mu.Lock()
	defer x.mu.Unlock()
	now := x.current.Load()
	if len(now.parts) < to || !slices.EqualFunc(now.parts[from:to], before, func(a, b part) bool { return a.segment == b.segment }) {
		return // reloaded during the merge
	}
	// Documents that died during the merge are dead in its result.
	died := map[string]struct{}{}
	for i, p := range now.parts[from:to] {
		if p.dead == nil {
			continue
		}
		for it := p.dead.Iterator(); it.HasNext(); {
			if doc := it.Next(); !before[i].isDead(doc) {
				died[p.ids[doc]] = struct{}{}
			}
		}
	}
	parts := slices.Clone(now.parts[:from])
	if merged.len() > 0 {
		parts = append(parts, without([]part{merged}, died)...)
	}
	parts = append(parts, now.parts[to:]...)
	s := newSnapshot(parts, now.at)
	s.counts = now.counts // of the same documents
	x.current.Store(s)
}
