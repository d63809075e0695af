package kurrent_test

import (
	"errors"
	"slices"
	"sync"
	"testing"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/kurrent/kurrenttest"
	"github.com/modyard/modyard/platform/until"
)

func TestAnAppendThatReadSeveralStreamsIsStoredCompletelyOrNotAtAll(t *testing.T) {
	overEveryNode(t, func(t *testing.T, url string) {
		log := open(t, url)
		read := []string{fresh(), fresh(), fresh()}
		for _, stream := range read[:2] {
			if _, err := log.Append(within(t), happened(stream, eventlog.NoStream)); err != nil {
				t.Fatal(err)
			}
		}
		expectations := []eventlog.Expected{eventlog.At(0), eventlog.Exists, eventlog.NoStream}
		for moved := range read { // one of them has changed since it was read
			written := []string{fresh(), fresh()}
			var writes []eventlog.Write
			for i, stream := range read {
				w := eventlog.Write{Stream: stream, Expected: expectations[i]}
				if i == moved {
					w.Expected = eventlog.At(6)
				}
				writes = append(writes, w)
			}
			writes = append(writes, happened(written[0], eventlog.NoStream), happened(written[1], eventlog.Any))
			var conflict *eventlog.Conflict
			if _, err := log.Append(within(t), writes...); !errors.As(err, &conflict) || conflict.Stream != read[moved] {
				t.Errorf("with stream %d moved: %v", moved, err)
			}
			slices.Reverse(writes)
			if _, err := log.Append(within(t), writes...); !errors.As(err, &conflict) || conflict.Stream != read[moved] {
				t.Errorf("with stream %d moved, checks last: %v", moved, err)
			}
			if count(t, log, written[0]) != 0 || count(t, log, written[1]) != 0 {
				t.Errorf("with stream %d moved: an event is stored", moved)
			}
			writes[slices.IndexFunc(writes, func(w eventlog.Write) bool { return w.Stream == read[moved] })].Expected = expectations[moved]
			receipt, err := log.Append(within(t), writes...)
			if err != nil || count(t, log, written[0]) != 1 || count(t, log, written[1]) != 1 {
				t.Errorf("with every stream as it was read: %+v, %v", receipt, err)
			}
			for i, w := range writes {
				if want := eventlog.Revision(count(t, log, w.Stream) - 1); receipt.Revisions[i] != want {
					t.Errorf("%s is at %d, the receipt says %d", w.Stream, want, receipt.Revisions[i])
				}
			}
		}
	})
}

// TestOfTwoDecisionsThatReadEachOthersStreamOneIsStored tests write skew: each decision guards the stream that the
// other one writes.
func TestOfTwoDecisionsThatReadEachOthersStreamOneIsStored(t *testing.T) {
	overEveryNode(t, func(t *testing.T, url string) {
		logs := []eventlog.Log{open(t, url), open(t, url)}
		for range 20 {
			streams := []string{fresh(), fresh()}
			succeeded := make([]bool, 2)
			var both sync.WaitGroup
			for i := range streams {
				both.Go(func() {
					_, err := logs[i].Append(within(t), happened(streams[i], eventlog.NoStream),
						eventlog.Write{Stream: streams[1-i], Expected: eventlog.NoStream})
					var conflict *eventlog.Conflict
					if succeeded[i] = err == nil; err != nil && !errors.As(err, &conflict) {
						t.Error(err)
					}
				})
			}
			both.Wait()
			if succeeded[0] == succeeded[1] {
				t.Fatalf("both are stored or none: %v", succeeded)
			}
		}
	})
}

func TestAnAppendWhoseAnswerWasLostSucceedsAlthoughACheckedStreamChanged(t *testing.T) {
	for what, c := range map[string]struct {
		fault    kurrenttest.Fault
		succeeds bool
	}{
		"lost after it was durable":  {kurrenttest.Fault{At: kurrenttest.AfterCommit, Cut: true}, true},
		"lost before it was durable": {kurrenttest.Fault{At: kurrenttest.BeforeCommit, Cut: true}, false},
	} {
		t.Run(what, func(t *testing.T) {
			server := kurrenttest.Start(t, kurrenttest.Options{})
			log, other := open(t, server.URL()), open(t, server.URL())
			read, written := fresh(), fresh()
			receipt, err := other.Append(within(t), happened(read, eventlog.NoStream))
			if err != nil {
				t.Fatal(err)
			}
			before := receipt.Position
			fault := c.fault
			fault.Method, fault.Times, fault.Hang = "AppendRecords", 1, true
			release := server.Inject(fault)
			answered := make(chan struct{})
			go func() {
				defer close(answered)
				receipt, err = log.Append(within(t), eventlog.Write{Stream: read, Expected: eventlog.At(0)}, happened(written, eventlog.NoStream))
			}()
			until.True(t, "the append is stored where it is to succeed", func() bool { return !c.succeeds || count(t, other, written) > 0 })
			if _, err := other.Append(within(t), happened(read, eventlog.At(0))); err != nil {
				t.Error(err)
			}
			release()
			<-answered
			var conflict *eventlog.Conflict
			switch {
			case c.succeeds && (err != nil || receipt.Position <= before || receipt.Revisions[1] != 0):
				t.Errorf("it gave %+v, %v", receipt, err)
			case !c.succeeds && (!errors.As(err, &conflict) || conflict.Stream != read || conflict.Actual != 1):
				t.Errorf("it gave %+v, %v", receipt, err)
			}
			if n := count(t, log, written); (n == 1) != c.succeeds {
				t.Errorf("%d events are stored", n)
			}
		})
	}
}
