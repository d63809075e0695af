package memory

import "github.com/modyard/modyard/eventlog"

// findRepeat finds an earlier append of the same events. The events of an append are consecutive, so the first event of
// one stream determines the positions of all of them.
func (l *Log) findRepeat(writes []eventlog.Write) (eventlog.Receipt, bool) {
	before := 0 // events of the append before this write
	for _, w := range writes {
		if w.Expected.Definite() && len(w.Events) > 0 {
			positions, at := l.streams[w.Stream], int(w.Expected)+1
			if at < len(positions) && positions[at] >= l.first && l.events[positions[at]-1].ID == w.Events[0].ID {
				return l.equalAt(int(positions[at])-1-before, writes)
			}
		}
		before += len(w.Events)
	}
	return eventlog.Receipt{}, false
}

// equalAt compares the events from an index on with those of the append.
func (l *Log) equalAt(index int, writes []eventlog.Write) (eventlog.Receipt, bool) {
	receipt := eventlog.Receipt{Revisions: make([]eventlog.Revision, len(writes))}
	for i, w := range writes {
		receipt.Revisions[i] = l.revision(w.Stream)
		for _, e := range w.Events {
			if index < 0 || index >= len(l.events) {
				return receipt, false
			}
			stored := l.events[index]
			if stored.ID != e.ID || stored.Stream != w.Stream {
				return receipt, false
			}
			receipt.Revisions[i] = stored.Revision
			index++
		}
	}
	receipt.Position = eventlog.Position(index)
	return receipt, true
}
