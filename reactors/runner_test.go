package reactors_test

import (
	"context"
	"errors"
	"strconv"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/modyard/modyard/reactors"
)

func TestAReactorGetsWhatHappensAfterItsFirstStartInOrder(t *testing.T) {
	w := newWorld(t)
	w.happen("box-a", "1")
	stop := w.start(w.listener("parcels", nil))
	w.happen("other-a", "2")
	w.happen("box-a", "3", "4")
	w.expect("3", "4")
	stop()
	w.happen("box-b", "5")
	w.start(w.listener("parcels", nil))
	w.happen("box-b", "6")
	w.expect("5", "6") // and nothing of before
}

func TestAReactorOfChangesGetsTheFeed(t *testing.T) {
	w := newWorld(t)
	w.feed.put("project.created")
	stop := w.start(w.follower("mirror", nil))
	w.feed.put("project.updated", "version.created")
	w.expect("project.updated", "version.created")
	w.until(func() bool { return w.count(`SELECT count(*) FROM reactors.consumers WHERE cursor = 'g.2'`) == 1 })
	stop()
	w.feed.put("project.removed")
	w.start(w.follower("mirror", nil))
	w.expect("project.removed")
}

func TestTwoProcessesRunAReactorOnce(t *testing.T) {
	w := newWorld(t)
	first := w.start(w.listener("parcels", nil))
	w.start(w.listener("parcels", nil))
	var want []string
	for n := range 50 {
		want = append(want, strconv.Itoa(n))
		w.happen("box-a", strconv.Itoa(n))
	}
	w.expect(want[:20]...)
	first()
	w.happen("box-a", "last")
	w.expect(append(want[20:], "last")...)
}

func TestReactorsAreMeasured(t *testing.T) {
	w := newWorld(t)
	o := w.options()
	registry := prometheus.NewRegistry()
	o.Registry = registry
	stop := w.startWith(o, w.listener("parcels", func(data string) error {
		if data == "1" {
			return reactors.Permanent(errors.New("never"))
		}
		return nil
	}))
	w.happen("box-a", "1", "2")
	w.expect("2")
	names := map[string]bool{}
	w.until(func() bool {
		families, err := registry.Gather()
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range families {
			names[f.GetName()] = true
		}
		return names["modyard_reactor_subscriber_messages_received_total"]
	})
	for _, name := range []string{"modyard_reactor_handler_execution_time_seconds", "modyard_reactor_lag_seconds", "modyard_reactor_poisoned_total"} {
		if !names[name] {
			t.Errorf("%s is not measured: %v", name, names)
		}
	}
	stop()
}

func TestAPausedRunnerCanRunAgain(t *testing.T) {
	w := newWorld(t)
	o := w.options()
	o.Registry = prometheus.NewRegistry()
	r, err := reactors.New(o, w.listener("parcels", nil))
	if err != nil {
		t.Fatal(err)
	}
	for n := range 3 {
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- r.Run(ctx) }()
		w.until(func() bool { return w.count(`SELECT count(*) FROM reactors.consumers`) == 1 })
		w.happen("box-a", strconv.Itoa(n))
		w.expect(strconv.Itoa(n))
		cancel()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
}

func TestFalseDeclarationsAreRefused(t *testing.T) {
	w := newWorld(t)
	good := w.listener("parcels", nil)
	for name, list := range map[string][]reactors.Reactor{
		"twice":                 {good, good},
		"a name with capitals":  {{Name: "Parcels", Event: good.Event}},
		"nothing to call":       {{Name: "parcels"}},
		"both":                  {{Name: "parcels", Event: good.Event, Change: w.follower("x", nil).Change}},
		"a filter for changes":  {{Name: "parcels", Change: w.follower("x", nil).Change, Filter: good.Filter}},
		"no name":               {{Event: good.Event}},
		"a name with a space":   {{Name: "a b", Event: good.Event}},
		"a name ending in dots": {{Name: "a.", Event: good.Event}},
	} {
		if _, err := reactors.New(w.options(), list...); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}
