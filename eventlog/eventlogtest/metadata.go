package eventlogtest

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/eventlog"
)

var metadataTests = map[string]func(*testing.T, func() eventlog.Log){
	"TheRecordingTimeIsTheLogsAndNeverDecreases":   recordedAt,
	"ACopiedEventHasTheRecordingTimeOfItsFirstLog": recordedElsewhere,
	"UnknownMembersOfMetadataAreUnchanged":         unknownMembers,
}

func recordedAt(t *testing.T, open func() eventlog.Log) {
	logs := []eventlog.Log{open(), open()}
	earliest := time.Now().Add(-time.Minute)
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			for range 10 {
				e := Event("thing.happened.v1", `{}`)
				e.Meta.At = time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC) // the caller's time has no effect
				mustAppendGo(t, logs[worker%2], write(name("thing", worker), eventlog.Any, e), write(name("other", worker%3), eventlog.Any, events(1)...))
			}
		})
	}
	all.Wait()
	read, _ := readAll(t, logs[0], 0, eventlog.Filter{})
	last := earliest
	for _, e := range read {
		if e.RecordedAt.Before(last) || e.RecordedAt.After(time.Now().Add(time.Minute)) || e.RecordedAt.Location() != time.UTC {
			t.Errorf("event %d was recorded at %v, the one before at %v", e.Position, e.RecordedAt, last)
		}
		last = e.RecordedAt
	}
}

func recordedElsewhere(t *testing.T, open func() eventlog.Log) {
	log := open()
	moved := Event("thing.happened.v1", `{}`)
	moved.Meta.Recorded = time.Date(2025, 3, 4, 5, 6, 7, 890123999, time.FixedZone("CST", 8*3600))
	want := time.Date(2025, 3, 3, 21, 6, 7, 890123000, time.UTC)
	receipt := mustAppend(t, log, write("thing-1", eventlog.NoStream, moved))
	followed, _ := readAll(t, log, 0, eventlog.Filter{})
	found, err := log.Event(within(t), receipt.Position)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range append(followed, readStream(t, log, "thing-1", 0)[0], found) {
		same(t, e, moved, "thing-1", 0)
		if e.RecordedAt != want || e.Meta.Recorded != want {
			t.Errorf("it was recorded at %v, its metadata says %v; want %v", e.RecordedAt, e.Meta.Recorded, want)
		}
	}
}

func unknownMembers(t *testing.T, open func() eventlog.Log) {
	log := open()
	var want []eventlog.Event
	for i, unknown := range []string{
		`{"later":"a text"}`, `{"later":"<&>\"\\\u0000 钠"}`, `{"number":7}`, `{"number":-12.50}`, `{"large":12345678901234567890}`,
		`{"none":null,"yes":true}`, `{"list":[1,"two",[null,{}]]}`, `{"object":{"actor":"nobody","at":0}}`, `{"Actor":"somebody"}`,
		` { "z" : 1 , "a" : [ 2 ] } `, `{"钠":"x","a b":"y","a\"b":"z"}`,
	} {
		e := Event("thing.happened.v1", fmt.Sprintf(`{"n":%d}`, i))
		e.Meta.Unknown = unknown
		want = append(want, e)
	}
	mustAppend(t, log, write("thing-1", eventlog.NoStream, want...))
	for i, e := range readStream(t, log, "thing-1", 0) {
		same(t, e, want[i], "thing-1", eventlog.Revision(i))
	}
	// An event that was read can be appended again unchanged, so a program that copies events loses nothing.
	for i, e := range readStream(t, log, "thing-1", 0) {
		mustAppend(t, log, write("copy-1", eventlog.At(eventlog.Revision(i-1)), eventlog.Event{ID: eventlog.NewEventID(), Type: e.Type, Data: e.Data, Meta: e.Meta}))
	}
	for i, e := range readStream(t, log, "copy-1", 0) {
		if e.Meta != want[i].Meta.Stored() {
			t.Errorf("copied, the metadata is %+v, want %+v", e.Meta, want[i].Meta.Stored())
		}
	}
}
