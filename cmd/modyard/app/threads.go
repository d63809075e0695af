package app

import "github.com/modyard/modyard/domain/thread"

func threadArea() area {
	return area{name: "thread", events: thread.EventTypes()}
}
