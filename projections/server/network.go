package server

import (
	"time"

	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

type portRow struct {
	Node     string     `db:"node,key"`
	Port     int        `db:"port,key"`
	Server   string     `db:"server"`
	First    bool       `db:"first"`
	Name     string     `db:"name"`
	NameOf   string     `db:"name_of"`
	Released *time.Time `db:"released"`
}

var ports = rows.Of[portRow]("ports")

// A server has one node, so its number names a port.
const renamePort = `update ports set name = $3, name_of = $4 where server = $1 and port = $2`

func reserved(s *rows.Set, e runtime.Event, p server.AllocationReserved) {
	ports.Put(s, portRow{Node: p.Node, Port: p.Port, Server: p.Server, Name: p.Name.String(), NameOf: p.Name.Subject})
	decided(s, e, p.Server, func(*row) {})
	enter(s, e, p.Server, "allocation-reserved", "", map[string]any{"port": p.Port})
}

func portRenamed(s *rows.Set, e runtime.Event, p server.AllocationRenamed) {
	s.Exec(renamePort, p.Server, p.Port, p.Name.String(), p.Name.Subject)
	touched(s, e, p.Server)
	enter(s, e, p.Server, "allocation-renamed", "", map[string]any{"port": p.Port})
}

func released(s *rows.Set, e runtime.Event, p server.AllocationReleased) {
	when := e.At()
	ports.Put(s, portRow{Node: p.Node, Port: p.Port, Released: &when})
	decided(s, e, p.Server, func(*row) {})
	enter(s, e, p.Server, "allocation-released", "", map[string]any{"port": p.Port})
}

func subdomainSet(s *rows.Set, e runtime.Event, p server.SubdomainSet) {
	servers.Update(s, row{ID: p.Server}, func(r *row) { r.Subdomain, r.Position = p.Subdomain, uint64(e.Position) })
	enter(s, e, p.Server, "subdomain", "", map[string]any{"subdomain": p.Subdomain})
}

func subdomainFailed(s *rows.Set, e runtime.Event, p server.SubdomainFailed) {
	touched(s, e, p.Server)
	enter(s, e, p.Server, "subdomain-failed", "", map[string]any{"subdomain": p.Subdomain})
}

func expired(s *rows.Set, e runtime.Event, p server.Expired) {
	when := e.At()
	for _, port := range p.Ports {
		ports.Put(s, portRow{Node: p.Node, Port: port, Released: &when})
	}
	decided(s, e, p.Server, func(r *row) { r.Subdomain = "" })
	enter(s, e, p.Server, "expired", "", nil)
}

const erasePorts = `update ports set name = '` + erasable.Erased + `' where name_of = $1`
