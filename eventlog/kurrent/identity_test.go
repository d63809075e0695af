package kurrent_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/kurrent"
	"github.com/modyard/modyard/eventlog/kurrent/kurrenttest"
)

func TestALogIsNamedAfterItsDatabase(t *testing.T) {
	a, b := kurrenttest.Start(t, kurrenttest.Options{}), kurrenttest.Start(t, kurrenttest.Options{})
	names := make([]string, 8)
	var all sync.WaitGroup
	for i := range names { // all at once
		all.Go(func() {
			log, err := kurrent.Open(within(t), a.URL(), kurrent.WithLogger(silent()))
			if err != nil {
				t.Error(err)
				return
			}
			defer log.Close()
			names[i] = log.Engine()
		})
	}
	all.Wait()
	for _, name := range names {
		if name != names[0] || !strings.HasPrefix(name, "kurrent ") || eventlog.Dense(name) {
			t.Errorf("the log is named %q and %q", names[0], name)
		}
	}
	if other := open(t, b.URL()).Engine(); other == names[0] {
		t.Errorf("two databases are named %q", other)
	}
}
