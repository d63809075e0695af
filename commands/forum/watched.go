package forum

import (
	"context"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/project"
	commandwatch "github.com/modyard/modyard/commands/watch"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/forum"
	"github.com/modyard/modyard/domain/watch"
)

// Watched are the places of the forum, and the boards of projects: those that the caller sees.
func Watched() map[watch.Kind]commandwatch.Find {
	s := &Service{Options{Verified: func(context.Context, string) (bool, error) { return false, nil }}} // who may read does not depend on it
	return map[watch.Kind]commandwatch.Find{
		watch.Discussion: func(ctx context.Context, tx *commands.Tx, id string) (string, error) {
			_, _, err := s.at(ctx, tx, id)
			return id, err
		},
		watch.Board: func(ctx context.Context, tx *commands.Tx, name string) (string, error) {
			p, err := project.Visible(ctx, tx, name)
			if err != nil {
				return "", err
			}
			return p.State().ID, nil
		},
		watch.Section: func(_ context.Context, _ *commands.Tx, name string) (string, error) {
			if _, known := forum.RulesOf(forum.Section(name)); !known {
				return "", fault.NotFound("版块不存在。")
			}
			return name, nil
		},
	}
}
