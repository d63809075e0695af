package app

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/dnsupdate"
	"github.com/modyard/modyard/reactors"
	"github.com/modyard/modyard/reactors/names"
)

const selectNamesOn = `select subdomain from server.servers where node = $1 and subdomain <> '' and deleted is null order by subdomain`

// keepNames makes what writes the names of servers into the operator's zone, where the site knows one.
func (s *Site) keepNames() error {
	if s.Config.HostingDNSURL == "" {
		return nil
	}
	zone, err := dnsupdate.Parse(s.Config.HostingDNSURL, s.Config.HostingDomain)
	if err != nil {
		return err
	}
	s.names, err = names.New(names.Options{Pool: s.DB.Pool, Zone: zone, Fails: s.Servers.SubdomainFails, Place: func(ctx context.Context, name string) (names.Place, error) {
		led, err := s.Servers.Leads(ctx, name)
		return names.Place(led), err
	}})
	if err != nil {
		return err
	}
	s.work = append(s.work, s.names.Jobs())
	return nil
}

// serverReactors queue that a name is written when it leads elsewhere.
func (s *Site) serverReactors() []reactors.Reactor {
	if s.names == nil {
		return nil
	}
	return []reactors.Reactor{{
		Name: "server-names", Event: s.renamed, Insists: true,
		Filter: eventlog.Filter{Types: decision.Names(server.EventTypes(),
			server.SubdomainReserved{}, server.SubdomainReleased{}, server.Deleted{}, server.Returned{}, server.NodeJoined{}, server.NodeRetired{},
		)},
	}}
}

func (s *Site) renamed(ctx context.Context, e eventlog.Recorded) error {
	category, id, _ := strings.Cut(e.Stream, "-")
	var list []string
	switch category {
	case "subdomain":
		list = []string{id}
	case "server":
		name, err := s.Servers.SubdomainOf(ctx, id)
		if err != nil {
			return err
		}
		if name != "" {
			list = []string{name}
		}
	case "node":
		rows, err := s.DB.Pool.Query(ctx, selectNamesOn, id)
		if err == nil {
			list, err = pgx.CollectRows(rows, pgx.RowTo[string])
		}
		if err != nil {
			return fmt.Errorf("read the names of servers on node %s: %w", id, err)
		}
	}
	return s.names.Queue(ctx, e.ID.String(), list...)
}
