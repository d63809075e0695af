package kurrent_test

import (
	"errors"
	"math"
	"testing"
	"time"

	"github.com/kurrent-io/KurrentDB-Client-Go/kurrentdb"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/eventlogtest"
)

func TestThereIsNoEventBetweenThePositionsOfEvents(t *testing.T) {
	overEveryNode(t, func(t *testing.T, url string) {
		log := open(t, url)
		stream := fresh()
		w := happened(stream, eventlog.NoStream)
		w.Events = append(w.Events, happened(stream, eventlog.Any).Events...)
		receipt, err := log.Append(within(t), w)
		if err != nil {
			t.Fatal(err)
		}
		if e, err := log.Event(within(t), receipt.Position); err != nil || e.ID != w.Events[1].ID || e.Position != receipt.Position || e.Revision != 1 {
			t.Errorf("the last event is %+v, %v", e, err)
		}
		for _, at := range []eventlog.Position{0, 1, receipt.Position - 1, receipt.Position + 1, receipt.Position + 1<<30, math.MaxInt64, math.MaxInt64 + 1, math.MaxUint64} {
			var missing *eventlog.Missing
			if e, err := log.Event(within(t), at); !errors.As(err, &missing) || missing.Position != at || missing.Stream != "" {
				t.Errorf("at %d is %+v, %v", at, e, err)
			}
		}
	})
}

// TestARecordOfTheServerIsNotAnEvent checks that a position of $all may be that of a foreign record.
func TestARecordOfTheServerIsNotAnEvent(t *testing.T) {
	overEveryNode(t, func(t *testing.T, url string) {
		log := open(t, url)
		result, err := official(t, url).AppendToStream(within(t), "Orders", kurrentdb.AppendToStreamOptions{},
			kurrentdb.EventData{EventType: "OrderPlaced", ContentType: kurrentdb.ContentTypeJson, Data: []byte(`{}`)})
		if err != nil {
			t.Fatal(err)
		}
		var missing *eventlog.Missing
		if e, err := log.Event(within(t), eventlog.Position(result.CommitPosition)); !errors.As(err, &missing) {
			t.Errorf("it gave %+v, %v", e, err)
		}
	})
}

func TestUnknownMembersOfMetadataAreUnchanged(t *testing.T) {
	overEveryNode(t, func(t *testing.T, url string) {
		log := open(t, url)
		for _, unknown := range []string{
			`{"a":"text"}`, `{"a":1,"b":[true,null,{"c":"<&>"}],"钠":"\u00e9"}`, `{"_unknown":"{}"}`, `{"_unknown":7}`, `{"":""}`, `{"n":1e400}`,
		} {
			writes := []eventlog.Write{happened(fresh(), eventlog.NoStream), happened(fresh(), eventlog.NoStream)}
			for i := range writes {
				writes[i].Events[0].Meta.Unknown = unknown
				writes[i].Events[0].Meta.Salt = eventlog.NewSalt()
			}
			one := happened(fresh(), eventlog.NoStream)
			one.Events[0].Meta = writes[0].Events[0].Meta
			for _, writes := range [][]eventlog.Write{writes, {one}} { // the two calls that an append may use
				if _, err := log.Append(within(t), writes...); err != nil {
					t.Fatalf("%s: %v", unknown, err)
				}
				for _, w := range writes {
					for e, err := range log.Stream(within(t), w.Stream, 0) {
						if err != nil || e.Meta != w.Events[0].Meta.Stored() {
							t.Errorf("%s was written, %+v read (%v)", unknown, e.Meta, err)
						}
					}
				}
			}
		}
	})
}

func TestTextsThatAnotherProgramAddedToMetadataAreReturned(t *testing.T) {
	overEveryNode(t, func(t *testing.T, url string) {
		log, client := open(t, url), official(t, url)
		for meta, want := range map[string]string{
			`{"at":"2026-01-02T03:04:05Z","tool":"x","$correlationId":"y"}`:                           `{"tool":"x"}`,
			`{"at":"2026-01-02T03:04:05Z","tool":"x","_unknown":"{\"tool\":1,\"other\":[2]}"}`:        `{"other":[2],"tool":1}`,
			`{"at":"2026-01-02T03:04:05Z","_unknown":"no JSON"}`:                                      `{"_unknown":"no JSON"}`,
			`{"at":"2026-01-02T03:04:05Z","_unknown":{"a":1}}`:                                        `{"_unknown":{"a":1}}`,
			`{"at":"2026-01-02T03:04:05Z","$schema.name":"thing.happened.v1","_unknown":"{\"a\":1}"}`: `{"a":1}`,
		} {
			stream := fresh()
			if _, err := client.AppendToStream(within(t), stream, kurrentdb.AppendToStreamOptions{}, kurrentdb.EventData{
				EventType: "thing.happened.v1", ContentType: kurrentdb.ContentTypeJson, Data: []byte(`{}`), Metadata: []byte(meta),
			}); err != nil {
				t.Fatal(err)
			}
			for e, err := range log.Stream(within(t), stream, 0) {
				if err != nil || e.Meta.Unknown != want || e.Meta.At.IsZero() {
					t.Errorf("%s is read as %+v (%v)", meta, e.Meta, err)
				}
			}
		}
	})
}

func TestRecordingTimesDoNotDecreaseWithinARead(t *testing.T) {
	overEveryNode(t, func(t *testing.T, url string) {
		log := open(t, url)
		stream := fresh()
		head, err := log.Head(within(t))
		if err != nil {
			t.Fatal(err)
		}
		// The server's clock is behind the recording time of the first two events in another log.
		early, late := time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC), time.Now().Add(time.Hour).UTC().Truncate(time.Microsecond)
		w := eventlog.Write{Stream: stream, Expected: eventlog.NoStream}
		for _, at := range []time.Time{early, late, {}, {}} {
			e := eventlogtest.Event("thing.happened.v1", `{}`)
			e.Meta.Recorded = at
			w.Events = append(w.Events, e)
		}
		if _, err := log.Append(within(t), w); err != nil {
			t.Fatal(err)
		}
		want := []time.Time{early, late, late, late}
		var read []eventlog.Recorded
		for e, err := range log.Stream(within(t), stream, 0) {
			if err != nil {
				t.Fatal(err)
			}
			read = append(read, e)
		}
		for batch, err := range log.Follow(within(t), head, eventlog.Filter{}) {
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range batch.Events {
				if e.Stream == stream {
					read = append(read, e)
				}
			}
			if batch.Live {
				break
			}
		}
		if len(read) != 8 {
			t.Fatalf("%d events were read", len(read))
		}
		for i, e := range read {
			if !e.RecordedAt.Equal(want[i%4]) || e.RecordedAt.Location() != time.UTC {
				t.Errorf("event %d was recorded at %v, want %v", i%4, e.RecordedAt, want[i%4])
			}
		}
		for e, err := range log.Stream(within(t), stream, 2) {
			if err != nil || e.RecordedAt.After(time.Now().Add(time.Minute)) {
				t.Errorf("the server's time of event %d is %v (%v)", e.Revision, e.RecordedAt, err)
			}
		}
	})
}
