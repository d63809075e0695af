package server

import (
	"time"

	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

type nodeRow struct {
	ID        string     `db:"id,key"`
	Name      string     `db:"name"`
	FirstPort int        `db:"first_port"`
	LastPort  int        `db:"last_port"`
	Address   string     `db:"address"`
	Created   time.Time  `db:"created"`
	Joined    *time.Time `db:"joined"`
	Retired   *time.Time `db:"retired"`
	CodeUntil *time.Time `db:"code_until"`
	Position  uint64     `db:"position"`
}

var nodes = rows.Of[nodeRow]("nodes")

func added(s *rows.Set, e runtime.Event, p server.NodeAdded) {
	nodes.Put(s, nodeRow{ID: p.Node, Name: p.Name, FirstPort: p.FirstPort, LastPort: p.LastPort, Created: e.At(), Position: uint64(e.Position)})
}

func codeIssued(s *rows.Set, e runtime.Event, p server.CodeIssued) {
	until := p.Expires.UTC().Truncate(time.Microsecond)
	change(s, e, p.Node, func(r *nodeRow) { r.CodeUntil = &until })
}

func joined(s *rows.Set, e runtime.Event, p server.NodeJoined) {
	when := e.At()
	change(s, e, p.Node, func(r *nodeRow) { r.Address, r.Joined, r.CodeUntil = p.Address, &when, nil })
}

func retired(s *rows.Set, e runtime.Event, p server.NodeRetired) {
	when := e.At()
	change(s, e, p.Node, func(r *nodeRow) { r.Retired, r.CodeUntil = &when, nil })
}

func change(s *rows.Set, e runtime.Event, id string, how func(*nodeRow)) {
	nodes.Update(s, nodeRow{ID: id}, func(r *nodeRow) {
		how(r)
		r.Position = uint64(e.Position)
	})
}
