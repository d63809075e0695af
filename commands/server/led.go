package server

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/server"
)

// Led is where a subdomain leads: the server that has it, the address (URL) of its node, and its port. The zero Led is nowhere: nobody
// has the subdomain, its server is deleted, or its node has never joined or is retired.
type Led struct {
	Server, Address string
	Port            int
}

// Leads reads from the log where a subdomain leads.
func (s *Service) Leads(ctx context.Context, subdomain string) (out Led, err error) {
	err = s.Handler.Read(ctx, actor.Actor{}, func(ctx context.Context, tx *commands.Tx) error {
		held, err := subdomains().Open(ctx, tx, subdomain)
		if err != nil || held.State().Server == "" {
			return err
		}
		e, err := Servers().Open(ctx, tx, held.State().Server)
		if err != nil {
			return err
		}
		of := e.State()
		if of.Subdomain != subdomain || !of.Deleted.IsZero() {
			return nil
		}
		n, err := Nodes().Open(ctx, tx, of.Node)
		if err != nil || n.State().Address == "" || n.State().Retired {
			return err
		}
		out = Led{Server: of.ID, Address: n.State().Address, Port: of.Port}
		return nil
	})
	if err != nil {
		return Led{}, fmt.Errorf("read where the subdomain %s leads: %w", subdomain, err)
	}
	return out, nil
}

// SubdomainOf reads from the log the subdomain of a server; empty: it has none.
func (s *Service) SubdomainOf(ctx context.Context, server string) (out string, err error) {
	err = s.Handler.Read(ctx, actor.Actor{}, func(ctx context.Context, tx *commands.Tx) error {
		e, err := Servers().Open(ctx, tx, server)
		if err == nil {
			out = e.State().Subdomain
		}
		return err
	})
	if err != nil {
		return "", fmt.Errorf("read the subdomain of server %s: %w", server, err)
	}
	return out, nil
}

// SubdomainFails tells that the subdomain of a server cannot be written since a time. Each failure is told once, after some minutes.
func (s *Service) SubdomainFails(ctx context.Context, id, subdomain string, since time.Time) error {
	req := commands.Request{Command: uuid.NewSHA1(reports, fmt.Appendf(nil, "%s of %s fails since %s", subdomain, id, since.UTC().Format(time.RFC3339Nano))).String()}
	_, err := s.Handler.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		return do(ctx, tx, id, server.ReportSubdomainFailing{Subdomain: subdomain, Since: since, Now: tx.Now()})
	})
	if err != nil {
		return fmt.Errorf("tell that the subdomain of server %s fails: %w", id, err)
	}
	return nil
}
