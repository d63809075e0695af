package issue

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/issue"
)

// Published closes the open issues that a version fixes, if the version is public, after the event of an id at a position. An
// issue that is marked as fixed afterwards is closed by that command, which reads the version. Repeats do nothing.
func (s *Service) Published(ctx context.Context, event, version string, position uint64) error {
	list, err := s.Fixed(ctx, version, position)
	if err != nil {
		return fmt.Errorf("find the issues that the version %s fixes: %w", version, err)
	}
	var failed []error
	for _, id := range list {
		command := uuid.NewSHA1(uuid.NameSpaceOID, []byte("issue-fixed "+event+" "+id)).String()
		_, err := s.Handler.Handle(ctx, commands.Request{Command: command, Causation: event}, func(ctx context.Context, tx *commands.Tx) error {
			v, err := project.FindVersion(ctx, tx, version)
			if err != nil || !v.Version().Exists() || v.Version().Status.Hidden() {
				return err
			}
			e, err := Issues().Get(ctx, tx, id)
			if err != nil {
				return err
			}
			return e.Do(issue.Publish{Version: version})
		})
		if err != nil {
			failed = append(failed, fmt.Errorf("close the issue %s: %w", id, err))
		}
	}
	return errors.Join(failed...)
}
