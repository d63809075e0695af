package eventlogtest

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/eventlog"
)

var hostileTests = map[string]func(*testing.T, func() eventlog.Log){
	"AnAppendBeyondTheLimitsIsRejectedCompletely": refusesInvalid,
	"AnAppendAtTheLimitsIsAccepted":               takesLargest,
	"ACancelledAppendIsNotStored":                 cancelledAppend,
	"TheCallerMayReuseItsBuffers":                 reusedBuffers,
	"ACallerMayChangeEventsThatWereRead":          changedRead,
}

func refusesInvalid(t *testing.T, open func() eventlog.Log) {
	log := open()
	with := func(change func(*eventlog.Event)) []eventlog.Write {
		e := Event("a.b.v1", `{}`)
		change(&e)
		return []eventlog.Write{write("thing-1", eventlog.Any, Event("a.b.v1", `{}`)), write("thing-2", eventlog.Any, e)}
	}
	named := func(stream string) []eventlog.Write {
		return []eventlog.Write{write(stream, eventlog.Any, events(1)...)}
	}
	twice := Event("a.b.v1", `{}`)
	large := func(n, size int) (writes []eventlog.Write) {
		for i := range n {
			writes = append(writes, write(name("thing", i), eventlog.Any, Event("a.b.v1", strings.Repeat("x", size))))
		}
		return writes
	}
	for what, writes := range map[string][]eventlog.Write{
		"nothing":               {},
		"no name":               named(""),
		"no id":                 named("thing-"),
		"no category":           named("-1"),
		"upper case":            named("Thing-1"),
		"NUL":                   named("thing-\x00"),
		"not UTF-8":             named("thing-\xc3\x28"),
		"direction mark":        named("thing-\u202e1"),
		"a line break":          named("thing-\n"),
		"a long name":           named("thing-" + strings.Repeat("钠", 100)),
		"a zero id":             with(func(e *eventlog.Event) { e.ID = eventlog.EventID{} }),
		"no type":               with(func(e *eventlog.Event) { e.Type = "" }),
		"a type without number": with(func(e *eventlog.Event) { e.Type = "a.b" }),
		"a hostile type":        with(func(e *eventlog.Event) { e.Type = "a.b.v1'; DROP TABLE x" }),
		"too much data":         with(func(e *eventlog.Event) { e.Data = make([]byte, eventlog.MaxEventBytes+1) }),
		"NUL in metadata":       with(func(e *eventlog.Event) { e.Meta.Actor = "a\x00b" }),
		"metadata not UTF-8":    with(func(e *eventlog.Event) { e.Meta.Request = "\xff" }),
		"long metadata":         with(func(e *eventlog.Event) { e.Meta.Command = strings.Repeat("x", 257) }),
		"a year too far":        with(func(e *eventlog.Event) { e.Meta.At = time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC) }),
		"an id twice":           {write("thing-1", eventlog.Any, twice), write("thing-2", eventlog.Any, twice)},
		"a stream twice":        {write("thing-1", eventlog.Any, events(1)...), write("thing-1", eventlog.Any, events(1)...)},
		"an odd expectation":    {write("thing-1", eventlog.Expected(-3), events(1)...)},
		"too much altogether":   large(5, 1<<20),
		"too many streams":      large(30000, 100),
	} {
		var invalid *eventlog.Invalid
		_, err := log.Append(within(t), writes...)
		if !errors.As(err, &invalid) {
			t.Errorf("%s: %v", what, err)
		} else if invalid.FaultKind() != "invalid" || invalid.FaultText() == "" || len(err.Error()) > 300 {
			t.Errorf("%s: fault %q %q", what, invalid.FaultText(), err)
		}
	}
	if at := head(t, log); at != 0 {
		t.Errorf("a part of it is stored: head is %d", at)
	}
}

func takesLargest(t *testing.T, open func() eventlog.Log) {
	log := open()
	large := Event("a.b.v1", strings.Repeat("\xff", eventlog.MaxEventBytes))
	long := "thing-" + strings.Repeat("x", eventlog.MaxStreamBytes-6)
	mustAppend(t, log, write(long, eventlog.NoStream, large, Event("a."+strings.Repeat("b", eventlog.MaxTypeBytes-5)+".v1", "")))
	got := readStream(t, log, long, 0)
	if len(got) != 2 {
		t.Fatalf("%d events", len(got))
	}
	same(t, got[0], large, long, 0)
	var whole []eventlog.Write
	for i := range 3 {
		whole = append(whole, write(name("thing", i), eventlog.Any, Event("a.b.v1", strings.Repeat("x", eventlog.MaxEventBytes))))
	}
	mustAppend(t, log, whole...)
	Verify(t, log, 0)
}

func cancelledAppend(t *testing.T, open func() eventlog.Log) {
	log := open()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := log.Append(ctx, write("thing-1", eventlog.Any, events(1)...)); !errors.Is(err, context.Canceled) {
		t.Errorf("append gave %v", err)
	}
	if at := head(t, log); at != 0 {
		t.Errorf("a cancelled append is at %d", at)
	}
	// Contexts that end at any moment neither stop the log nor leave gaps.
	for i := range 200 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(i*10)*time.Microsecond)
		_, err := log.Append(ctx, write("thing-1", eventlog.Any, events(2)...))
		if err != nil && !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("append gave %v", err)
		}
		cancel()
	}
	mustAppend(t, log, write("thing-1", eventlog.Any, events(1)...))
	Verify(t, log, 0)
}

func reusedBuffers(t *testing.T, open func() eventlog.Log) {
	log := open()
	e := Event("a.b.v1", "before")
	mustAppend(t, log, write("thing-1", eventlog.Any, e))
	copy(e.Data, "after!")
	if got := readStream(t, log, "thing-1", 0); string(got[0].Data) != "before" {
		t.Errorf("the log now returns %q", got[0].Data)
	}
}

func changedRead(t *testing.T, open func() eventlog.Log) {
	log := open()
	mustAppend(t, log, write("thing-1", eventlog.Any, Event("a.b.v1", "before")))
	copy(readStream(t, log, "thing-1", 0)[0].Data, "after!")
	all, _ := readAll(t, log, 0, eventlog.Filter{})
	copy(all[0].Data, "after!")
	if got := readStream(t, log, "thing-1", 0); string(got[0].Data) != "before" {
		t.Errorf("the log now returns %q", got[0].Data)
	}
}
