package memory_test

import (
	"testing"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/eventlogtest"
	"github.com/modyard/modyard/eventlog/memory"
)

func TestTheMemoryEngineFulfilsTheContract(t *testing.T) {
	eventlogtest.Run(t, func(*testing.T) func() eventlog.Log {
		log := memory.New()
		return func() eventlog.Log { return log }
	})
}

func TestTheMemoryEngineDropsItsOldestEvents(t *testing.T) {
	eventlogtest.RunTruncating(t, func(*testing.T) func() eventlog.Log {
		log := memory.New()
		return func() eventlog.Log { return log }
	})
}
