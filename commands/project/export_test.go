package project

import (
	"context"

	"github.com/modyard/modyard/domain/actor"
)

// CopyStaged is a publishing command that stops right before its append.
func (s *Service) CopyStaged(ctx context.Context, account, projectID, id string) error {
	_, err := s.takeStaged(ctx, s.uploads(), actor.Actor{Account: account}, projectID, "Version9", []stagedInput{{ID: id}})
	return err
}
