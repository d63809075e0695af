package issue

import (
	"context"

	"github.com/modyard/modyard/commands"
	commandwatch "github.com/modyard/modyard/commands/watch"
	"github.com/modyard/modyard/domain/watch"
)

// Watched are the issues that the caller sees.
func Watched() map[watch.Kind]commandwatch.Find {
	s := &Service{Options{Verified: func(context.Context, string) (bool, error) { return false, nil }}} // who may read does not depend on it
	return map[watch.Kind]commandwatch.Find{
		watch.Issue: func(ctx context.Context, tx *commands.Tx, id string) (string, error) {
			_, err := s.at(ctx, tx, id)
			return id, err
		},
	}
}
