package app

import (
	"maps"

	commandforum "github.com/modyard/modyard/commands/forum"
	commandissue "github.com/modyard/modyard/commands/issue"
	commandwatch "github.com/modyard/modyard/commands/watch"
	"github.com/modyard/modyard/domain/watch"
	readwatch "github.com/modyard/modyard/readapi/watch"
)

// watchArea has what accounts choose to hear of. The notifications are those of the forum and of issues.
func watchArea() area {
	return area{name: "watch", events: watch.EventTypes(), mount: (*Site).mountWatches}
}

func (s *Site) mountWatches(m *mounting) error {
	places := commandforum.Watched()
	maps.Copy(places, commandissue.Watched())
	watches, err := commandwatch.New(s.Core.Handler, places)
	if err != nil {
		return err
	}
	watches.Routes(s.API)
	readwatch.Register(s.API, m.source)
	return nil
}
