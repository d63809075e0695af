package kurrenttest

import "sort"

// point is a place in $all: before, at or between records. The record with position p is at {p, p}.
type point struct {
	commit, prepare int64
}

var beginning = point{-1, -1}

func at(position int64) point { return point{position, position} }

func (p point) before(q point) bool {
	return p.commit < q.commit || p.commit == q.commit && p.prepare < q.prepare
}

// after is the first point behind a record.
func after(r *record) point { return point{r.position + r.size(), 0} }

// page is a sequence of records from a place on.
type page struct {
	from, next point
	events     []*record
	considered int
	end        bool // there are no more records
}

// cut reads forwards from a place, inclusive, until it has read window records or found most matching ones.
func cut(records []*record, from point, most, window int, match filter) page {
	p := page{from: from, next: from}
	for i := indexOf(records, from); ; i++ {
		if len(p.events) >= most || p.considered >= window {
			return p
		}
		if i == len(records) {
			p.end = true
			return p
		}
		r := records[i]
		p.considered++
		if match(r) {
			p.events = append(p.events, r)
		}
		p.next = after(r)
	}
}

// indexOf finds the first record at or behind a place.
func indexOf(records []*record, from point) int {
	return sort.Search(len(records), func(i int) bool { return !at(records[i].position).before(from) })
}

// readable is true if a record begins at a place, or the log ends there, or before it. A node cannot read from the
// middle of a record.
func readable(records []*record, from point) bool {
	if from.commit <= 0 || len(records) == 0 {
		return true
	}
	if from.prepare > from.commit {
		return false
	}
	i := sort.Search(len(records), func(i int) bool { return records[i].position >= from.commit })
	if i < len(records) {
		return records[i].position == from.commit
	}
	last := records[len(records)-1]
	return from.commit >= last.position+last.size()
}
