// Package tracingtest is a collector of traces for tests: it takes OTLP over real HTTP.
package tracingtest

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	otlp "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/modyard/modyard/platform/until"
)

// Span is a span that the collector has got.
type Span struct {
	Name, Trace, ID, Parent string
	Links                   []string // the traces of its links
	Texts                   map[string]string
	Counts                  map[string]int64
	Failed                  bool
}

// Collector keeps what it gets.
type Collector struct {
	URL string

	mu    sync.Mutex
	spans []Span
	raw   bytes.Buffer
}

// New starts a collector until the test ends.
func New(t testing.TB) *Collector {
	t.Helper()
	c := &Collector{}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/traces", c.take)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	c.URL = server.URL
	return c
}

func (c *Collector) take(w http.ResponseWriter, r *http.Request) {
	body := io.Reader(r.Body)
	if r.Header.Get("Content-Encoding") == "gzip" {
		var err error
		if body, err = gzip.NewReader(r.Body); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
	}
	data, err := io.ReadAll(body)
	var sent collector.ExportTraceServiceRequest
	if err == nil {
		err = proto.Unmarshal(data, &sent)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.raw.Write(data)
	for _, resource := range sent.ResourceSpans {
		for _, scope := range resource.ScopeSpans {
			for _, s := range scope.Spans {
				c.spans = append(c.spans, read(s))
			}
		}
	}
	w.Header().Set("Content-Type", "application/x-protobuf")
}

func read(s *otlp.Span) Span {
	out := Span{
		Name: s.Name, Trace: hex.EncodeToString(s.TraceId), ID: hex.EncodeToString(s.SpanId), Parent: hex.EncodeToString(s.ParentSpanId),
		Texts: map[string]string{}, Counts: map[string]int64{}, Failed: s.GetStatus().GetCode() == otlp.Status_STATUS_CODE_ERROR,
	}
	for _, a := range s.Attributes {
		if text := a.Value.GetStringValue(); text != "" {
			out.Texts[a.Key] = text
		} else {
			out.Counts[a.Key] = a.Value.GetIntValue()
		}
	}
	for _, l := range s.Links {
		out.Links = append(out.Links, hex.EncodeToString(l.TraceId))
	}
	return out
}

// Spans are the spans so far, in the order of their arrival.
func (c *Collector) Spans() []Span {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.spans)
}

// Raw is everything that was sent to the collector.
func (c *Collector) Raw() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return bytes.Clone(c.raw.Bytes())
}

// Wait waits for a span in a trace; an empty trace is any.
func (c *Collector) Wait(t testing.TB, trace, name string) Span {
	t.Helper()
	var found Span
	until.Until(t, "a span", func() error {
		spans := c.Spans()
		for _, s := range spans {
			if s.Name == name && (trace == "" || s.Trace == trace) {
				found = s
				return nil
			}
		}
		return fmt.Errorf("no span %q in trace %q; there are %+v", name, trace, spans)
	})
	return found
}
