package app

import (
	"github.com/modyard/modyard/domain/thread"
	projectedthread "github.com/modyard/modyard/projections/thread"
	readthread "github.com/modyard/modyard/readapi/thread"
)

func threadArea() area {
	return area{name: "thread", events: thread.EventTypes(), notifies: projectedthread.Notifications(), kinds: readthread.Kinds()}
}
