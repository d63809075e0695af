package uptime_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/modyard/modyard/platform/uptime"
)

func TestWhatReadersSeeIsAsOldAsTheFirstEventThatTheyDoNotSee(t *testing.T) {
	var head, reached uint64
	var broken error
	f := uptime.NewFreshness(func(context.Context) (uint64, error) { return head, broken }, func() uint64 { return reached })
	start := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	at := func(seconds int) time.Time { return start.Add(time.Duration(seconds) * time.Second) }
	synced := func(want time.Time) {
		t.Helper()
		if got, known := f.Synced(); !got.Equal(want) || known != !want.IsZero() {
			t.Errorf("synced %s (%v), want %s", got, known, want)
		}
	}
	synced(time.Time{})
	head = 10
	f.Sample(t.Context(), at(0))
	synced(time.Time{}) // nothing was seen yet
	reached = 10
	synced(at(0))
	f.Sample(t.Context(), at(2))
	synced(at(2))
	for i := range 5 { // a projector stands still while events come
		head++
		f.Sample(t.Context(), at(4+2*i))
	}
	synced(at(2))
	reached = 12
	synced(at(6))
	broken = errors.New("the log is unavailable")
	reached = 15
	f.Sample(t.Context(), at(60))
	synced(at(12))
	broken = nil
	f.Sample(t.Context(), at(62))
	synced(at(62))
}

func TestAnOldDelayIsNotForgotten(t *testing.T) {
	head := uint64(1)
	reached := uint64(1)
	f := uptime.NewFreshness(func(context.Context) (uint64, error) { return head, nil }, func() uint64 { return reached })
	start := time.Now()
	for i := range 2000 {
		f.Sample(t.Context(), start.Add(time.Duration(i)*time.Second))
		head++
	}
	if at, known := f.Synced(); !known || !at.Equal(start) {
		t.Errorf("%s, %v", at, known)
	}
	reached = head
	f.Sample(t.Context(), start.Add(time.Hour))
	f.Sample(t.Context(), start.Add(time.Hour+time.Second))
	if at, _ := f.Synced(); !at.Equal(start.Add(time.Hour + time.Second)) {
		t.Errorf("%s", at)
	}
}
