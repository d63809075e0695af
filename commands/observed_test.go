package commands_test

import (
	"log/slog"
	"testing"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/platform/tracing"
	"github.com/modyard/modyard/platform/tracing/tracingtest"
)

func TestTheSpanOfACommandSaysWhatItDidAndHowOftenItLost(t *testing.T) {
	h, log := setUp(t, 2)
	c := tracingtest.New(t)
	var err error
	h.Tracer, err = tracing.New(t.Context(), tracing.Options{URL: c.URL, Share: 1, Pause: time.Millisecond, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Tracer.Close()
	log.handler = &commands.Handler{Log: log, Codec: h.Codec} // the rivals are not traced
	if _, err := h.Handle(t.Context(), commands.Request{Command: "c", ID: "request-1"}, add(2, nil)); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Handle(t.Context(), commands.Request{Command: "c", ID: "request-2"}, add(2, nil)); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Handle(t.Context(), commands.Request{Command: "d", ID: "request-3"}, add(20, nil)); err == nil {
		t.Fatal("more than ten")
	}
	s := c.Wait(t, tracing.TraceOf("request-1"), "command counter")
	if s.Texts["modyard.outcome"] != "done" || s.Texts["modyard.category"] != "counter" || s.Counts["modyard.conflicts"] != 2 || s.Counts["modyard.events"] != 1 || s.Failed {
		t.Errorf("a command: %+v", s)
	}
	appends := 0
	for _, a := range c.Spans() {
		if a.Name == "append" && a.Parent == s.ID {
			appends++
		}
	}
	if appends != 3 {
		t.Errorf("%d appends", appends)
	}
	if s := c.Wait(t, tracing.TraceOf("request-2"), "command counter"); s.Texts["modyard.outcome"] != "repeated" || s.Counts["modyard.events"] != 0 {
		t.Errorf("a repeated command: %+v", s)
	}
	if s := c.Wait(t, tracing.TraceOf("request-3"), "command counter"); s.Texts["modyard.outcome"] != "failed" || !s.Failed {
		t.Errorf("a failed command: %+v", s)
	}
}
