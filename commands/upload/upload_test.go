package upload_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/upload"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/httpkit"
)

type named struct {
	Key string `json:"key"`
}

var pictures = commands.Aggregate[[]string, string]{
	Category: "pictures",
	Evolve:   commands.Timeless(func(s []string, e any) []string { return append(s, e.(named).Key) }),
	Decide: func(_ []string, key string) ([]decision.Event, error) {
		return decision.In(role.Self, []any{named{key}}, nil)
	},
}

// lossy appends, and returns an error if one is set.
type lossy struct {
	eventlog.Log
	answer error
}

func (l *lossy) Append(ctx context.Context, writes ...eventlog.Write) (eventlog.Receipt, error) {
	receipt, err := l.Log.Append(ctx, writes...)
	if err == nil && l.answer != nil {
		return eventlog.Receipt{}, l.answer
	}
	return receipt, err
}

type world struct {
	*testing.T
	upload.Store
	log *lossy
}

func newWorld(t *testing.T) *world {
	t.Helper()
	types, err := codec.New(map[string]any{"picture.named.v1": named{}})
	if err != nil {
		t.Fatal(err)
	}
	store, err := blobs.Open(t.Context(), "mem://", "https://example.test")
	if err != nil {
		t.Fatal(err)
	}
	log := &lossy{Log: memory.New()}
	return &world{T: t, log: log, Store: upload.Store{
		Blobs: store, Handler: &commands.Handler{Log: log, Codec: types}, Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
	}}
}

// send stores a blob and decides on it, as one request does, and returns its name.
func (w *world) send(command string, decide func(name string) error) (string, error) {
	w.Helper()
	batch := w.Begin()
	defer batch.Close(w.Context())
	name := batch.ID + ".txt"
	if _, err := batch.Put(w.Context(), "kept/"+name, "text/plain", "file", strings.NewReader(name), 100); err != nil {
		w.Fatal(err)
	}
	if !slices.Contains(w.kept(), name) {
		w.Fatal("the blob is not stored before the decision")
	}
	_, err := batch.Handle(w.Context(), commands.Request{Command: command}, func(ctx context.Context, tx *commands.Tx) error {
		e, err := pictures.Get(ctx, tx, "1")
		if err != nil {
			return err
		}
		if err := decide(name); err != nil {
			return err
		}
		return e.Do(name)
	})
	return name, err
}

func (w *world) kept() []string {
	w.Helper()
	names, err := w.Blobs.List(w.Context(), "kept")
	if err != nil {
		w.Fatal(err)
	}
	return names
}

func allowed(string) error { return nil }

func TestABlobThatAnEventReferencesIsKept(t *testing.T) {
	w := newWorld(t)
	name, err := w.send("c", allowed)
	if err != nil || !slices.Equal(w.kept(), []string{name}) {
		t.Fatal(err, w.kept())
	}
}

func TestABlobOfARejectedDecisionIsDeleted(t *testing.T) {
	w := newWorld(t)
	for _, refusal := range []error{fault.Forbidden("不行。"), fault.Invalid("icon", "不行。"), fault.NotFound("没有。"), &eventlog.Conflict{Stream: "other"}} {
		if _, err := w.send("c", func(string) error { return refusal }); !errors.Is(err, refusal) || len(w.kept()) != 0 {
			t.Error(err, w.kept())
		}
	}
}

func TestABlobIsKeptIfItIsUnknownWhetherItsEventWasAppended(t *testing.T) {
	for _, answer := range []error{errors.New("connection reset"), context.Canceled, httpkit.Fault(httpkit.KindUnavailable, "unavailable", "稍后再试。")} {
		w := newWorld(t)
		w.log.answer = answer
		name, err := w.send("c", allowed)
		if !errors.Is(err, answer) || !slices.Equal(w.kept(), []string{name}) {
			t.Error(err, w.kept())
		}
	}
}

func TestTheBlobOfARepeatedRequestIsDeleted(t *testing.T) {
	w := newWorld(t)
	name, err := w.send("c", allowed)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.send("c", allowed); err != nil || !slices.Equal(w.kept(), []string{name}) {
		t.Fatal(err, w.kept())
	}
}

func TestBlobsOfARequestWithoutADecisionAreDeleted(t *testing.T) {
	w := newWorld(t)
	ctx, batch := t.Context(), w.Begin()
	if _, err := batch.Put(ctx, "kept/"+batch.ID, "text/plain", "file", strings.NewReader("one"), 3); err != nil {
		t.Fatal(err)
	}
	_, err := batch.Put(ctx, "kept/"+batch.ID+"2", "text/plain", "file_parts", strings.NewReader("four"), 3)
	var f *fault.Error
	if !errors.As(err, &f) || f.Kind != fault.KindTooLarge || f.Field != "file_parts" {
		t.Error(err)
	}
	batch.Close(ctx)
	if left := w.kept(); len(left) != 0 {
		t.Fatal(left)
	}
}
