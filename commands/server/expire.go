package server

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/server"
)

// Expire releases the ports and the subdomain of a server that was deleted and cannot be brought back any more. Any other keeps its own.
func (s *Service) Expire(ctx context.Context, id string) error {
	req := commands.Request{Command: uuid.NewSHA1(reports, fmt.Appendf(nil, "%s expires", id)).String()}
	_, err := s.Handler.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		e, err := get(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := e.Do(server.Expire{Now: tx.Now()}); err != nil {
			return err
		}
		for _, d := range e.Decided() {
			if gone, is := d.Payload.(server.Expired); is {
				return releaseAll(ctx, tx, gone, decision.Entry{As: d.Role, ID: id, Ended: true})
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("release what the deleted server %s holds: %w", id, err)
	}
	return nil
}

// releaseAll releases what an expired server held.
func releaseAll(ctx context.Context, tx *commands.Tx, gone server.Expired, end decision.Entry) error {
	for _, port := range gone.Ports {
		if err := giveBackPort(ctx, tx, end, gone.Node, port); err != nil {
			return err
		}
	}
	if gone.Subdomain == "" {
		return nil
	}
	return giveBackSubdomain(ctx, tx, end, gone.Subdomain)
}
