package tracing_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/platform/tracing"
	"github.com/modyard/modyard/platform/tracing/tracingtest"
)

func traced(t *testing.T, url string, share float64) *tracing.Tracer {
	t.Helper()
	tracer, err := tracing.New(t.Context(), tracing.Options{URL: url, Share: share, Logger: slog.New(slog.DiscardHandler), Pause: 10 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tracer.Close() })
	return tracer
}

func TestWithoutACollectorNothingIsAllocated(t *testing.T) {
	var tracer *tracing.Tracer
	ctx := t.Context()
	failure := errors.New("x")
	if n := testing.AllocsPerRun(1000, func() {
		ctx, request := tracer.Request(ctx, "a-request-id")
		ctx, command := tracer.Command(ctx, "a-request-id", "a-command")
		ctx, child := tracing.Start(ctx, "append")
		_, follow := tracer.Follow(ctx, "project", "a-request-id", "a-command", time.Time{})
		_, job := tracer.Work(ctx, "job", "")
		for _, s := range [...]tracing.Span{request, command, child, follow, job} {
			s.Name("name")
			s.Text("key", "value")
			s.Count("count", 1)
			s.End(failure)
			if s.On() {
				t.Error("a span without a tracer")
			}
		}
		if tracing.Parent(ctx) != "" {
			t.Error("a parent without a span")
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if tracer.Close() != nil {
		t.Error("nothing cannot be closed")
	}
}

func TestTheTraceOfAnEventFollowsFromItsMetadata(t *testing.T) {
	c := tracingtest.New(t)
	tracer := traced(t, c.URL, 1)
	ctx, request := tracer.Request(t.Context(), "request-1")
	ctx, command := tracer.Command(ctx, "request-1", "command-1")
	_, child := tracing.Start(ctx, "append")
	child.End(nil)
	command.End(nil)
	request.End(nil)
	// Another process knows only the metadata.
	_, follow := traced(t, c.URL, 1).Follow(context.Background(), "project", "request-1", "command-1", time.Now())
	follow.End(errors.New("the text of an error"))

	trace := tracing.TraceOf("request-1")
	top, cmd := c.Wait(t, trace, "request"), c.Wait(t, trace, "command")
	below, projected := c.Wait(t, trace, "append"), c.Wait(t, trace, "project")
	if top.Parent != "" || cmd.Parent != top.ID || below.Parent != cmd.ID || projected.Parent != cmd.ID {
		t.Errorf("%+v", c.Spans())
	}
	if !projected.Failed || cmd.Failed {
		t.Error("only the projection has failed")
	}
	if bytes.Contains(c.Raw(), []byte("the text of an error")) {
		t.Error("the text of an error was sent")
	}
}

func TestACommandWithoutARequestHasItsOwnTraceLinkedToItsCause(t *testing.T) {
	c := tracingtest.New(t)
	tracer := traced(t, c.URL, 1)
	ctx, job := tracer.Work(t.Context(), "job", "")
	_, command := tracer.Command(ctx, "", "command-2")
	command.End(nil)
	job.End(nil)
	_, follow := tracer.Follow(t.Context(), "project", "", "command-2", time.Now())
	follow.End(nil)
	if _, none := tracer.Follow(t.Context(), "project", "", "", time.Now()); none.On() {
		t.Error("an event without a command has a span")
	}
	cause, cmd, projected := c.Wait(t, "", "job"), c.Wait(t, "", "command"), c.Wait(t, "", "project")
	if cmd.Trace == cause.Trace || cmd.Parent != "" || len(cmd.Links) != 1 || cmd.Links[0] != cause.Trace {
		t.Errorf("the command: %+v", cmd)
	}
	if projected.Trace != cmd.Trace || projected.Parent != cmd.ID {
		t.Errorf("the projection: %+v", projected)
	}
}

func TestWorkContinuesTheTraceThatQueuedIt(t *testing.T) {
	c := tracingtest.New(t)
	tracer := traced(t, c.URL, 1)
	ctx, request := tracer.Request(t.Context(), "request-3")
	parent := tracing.Parent(ctx)
	request.End(nil)
	_, job := tracer.Work(t.Context(), "job", parent)
	job.End(nil)
	if got := c.Wait(t, tracing.TraceOf("request-3"), "job"); got.Parent != c.Wait(t, "", "request").ID {
		t.Errorf("%+v", got)
	}
	for _, bad := range []string{"x", parent[:54], parent + "0", "00-" + strings.Repeat("0", 32) + "-" + strings.Repeat("0", 16) + "-01", strings.Replace(parent, "-", "_", 1), strings.ToUpper(parent)} {
		_, s := tracer.Work(t.Context(), "stray", bad)
		s.End(nil)
	}
	if got := c.Wait(t, "", "stray"); got.Parent != "" {
		t.Errorf("a broken parent was used: %+v", got)
	}
}

func TestAShareOfTheTracesIsRecordedWholeInEveryProcess(t *testing.T) {
	c := tracingtest.New(t)
	one, two := traced(t, c.URL, 0.25), traced(t, c.URL, 0.25)
	const all = 4000
	kept := 0
	for n := range all {
		id, name := fmt.Sprint("request-", n), fmt.Sprint("command-", n)
		ctx, request := one.Request(t.Context(), id)
		_, command := one.Command(ctx, id, name)
		_, follow := two.Follow(t.Context(), "project", id, name, time.Now())
		if request.On() != command.On() || request.On() != follow.On() {
			t.Fatalf("request %d is recorded in part", n)
		}
		if request.On() {
			kept++
		}
	}
	if kept < all/5 || kept > all*3/10 {
		t.Errorf("%d of %d", kept, all)
	}
}

func TestACollectorThatHangsDelaysNobodyAndIsReportedOnce(t *testing.T) {
	var lines lockedBuffer
	release := make(chan struct{})
	collector := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		<-release // nothing is answered while requests are traced
		w.WriteHeader(http.StatusBadRequest)
	}))
	defer collector.Close()
	tracer, err := tracing.New(t.Context(), tracing.Options{
		URL: collector.URL, Share: 1, Pause: time.Millisecond, Logger: slog.New(slog.NewTextHandler(&lines, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	for n := range 20_000 {
		_, s := tracer.Request(t.Context(), fmt.Sprint("request-", n))
		s.End(nil)
	}
	close(release)
	_ = tracer.Close()
	if got := strings.Count(lines.String(), "traces were not delivered"); got != 1 {
		t.Errorf("reported %d times:\n%s", got, lines.String())
	}
}

func TestOnlyHTTPAddressesAreCollectors(t *testing.T) {
	for _, address := range []string{"", "collector:4318", "grpc://collector:4317", "http://"} {
		if _, err := tracing.New(t.Context(), tracing.Options{URL: address}); err == nil {
			t.Errorf("%q was accepted", address)
		}
	}
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func BenchmarkTracedRequest(b *testing.B) {
	for _, c := range []struct {
		name string
		on   bool
	}{{"off", false}, {"on", true}} {
		b.Run(c.name, func(b *testing.B) {
			var tracer *tracing.Tracer
			if c.on {
				var err error
				if tracer, err = tracing.New(b.Context(), tracing.Options{URL: tracingtest.New(b).URL, Share: 1}); err != nil {
					b.Fatal(err)
				}
				defer tracer.Close()
			}
			b.ReportAllocs()
			for b.Loop() {
				ctx, request := tracer.Request(b.Context(), "request-1")
				ctx, command := tracer.Command(ctx, "request-1", "command-1")
				_, child := tracing.Start(ctx, "append")
				child.End(nil)
				command.End(nil)
				request.End(nil)
			}
		})
	}
}
