// Package commandstest provides tests of commands with a log, a server and accounts that send requests.
package commandstest

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/erasure"
	"github.com/modyard/modyard/identity/identitytest"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/httpkit"
)

// The senders of requests are account ids. These have a role; every other name is a user's.
const (
	Moderator = "moderato"
	Second    = "moderat2" // another moderator
	Admin     = "admin001"
	Anonymous = ""
)

// World is the environment of commands: a log and blobs in memory, and a server after Serve.
type World struct {
	testing.TB
	EventLog eventlog.Log // may be replaced before the services are created
	Codec    *codec.Codec
	Texts    *erasure.Vault // keys of texts that can be erased, in memory
	Blobs    *blobs.Store
	Logger   *slog.Logger    // discards messages
	Scopes   identity.Scopes // of the session or token of the requests
	Program  bool            // the requests come with an access token, not with a session

	Ledger    *Ledger
	Snapshots *Snapshots
	States    *commands.States

	server *httptest.Server
}

// New creates an empty world with some event types. It ends with the test.
func New(t testing.TB, types ...map[string]any) *World {
	t.Helper()
	known, err := codec.New(types...)
	if err != nil {
		t.Fatal(err)
	}
	store, err := blobs.Open(t.Context(), "mem://", "https://example.test")
	if err != nil {
		t.Fatal(err)
	}
	w := &World{
		Ledger: NewLedger(), Snapshots: NewSnapshots(), States: commands.NewStates(1 << 30),
		TB: t, EventLog: memory.New(), Codec: known, Texts: erasure.NewMemory(), Blobs: store, Logger: slog.New(slog.NewTextHandler(io.Discard, nil)), Scopes: identity.AllScopes,
	}
	t.Cleanup(w.explained)
	return w
}

// Handler decides on the world's log. The metadata of its events is checked when the test ends.
func (w *World) Handler() *commands.Handler {
	return &commands.Handler{
		Log: w.EventLog, Codec: w.Codec, Texts: w.Texts, Ledger: w.Ledger, Snapshots: w.Snapshots, States: w.States, Logger: w.Logger,
		Keys: commands.Keys{Request: []byte("a key of tests for requests, 32 b"), IDs: []byte("a key of tests for ids, 32 bytes")},
	}
}

// Serve mounts the routes of the services and answers requests until the test ends.
func (w *World) Serve(mount ...func(*httpkit.API)) {
	api := httpkit.New(httpkit.Options{Logger: w.Logger, FamilyMembers: []string{"title", "name", "summary", "description", "body", "environment"}})
	api.Use(identitytest.Middleware(w.caller))
	for _, m := range mount {
		m(api)
	}
	w.server = httptest.NewServer(api.Handler())
	w.Cleanup(w.server.Close)
}

func (w *World) caller(r *http.Request) identity.Caller {
	c := identity.Caller{Account: r.Header.Get(whoHeader), Role: identity.RoleUser, Scopes: w.Scopes, Kind: identity.KindSession, Credential: "tokentok"}
	if w.Program {
		c.Kind = identity.KindPAT
	}
	switch c.Account {
	case Anonymous:
		return identity.Caller{}
	case Moderator, Second:
		c.Role = identity.RoleModerator
	case Admin:
		c.Role = identity.RoleAdmin
	}
	return c
}

// Happen appends events to one stream without a check of its revision.
func (w *World) Happen(stream string, payloads ...any) {
	w.Helper()
	write := eventlog.Write{Stream: stream, Expected: eventlog.Any}
	for _, p := range payloads {
		id := eventlog.NewEventID()
		sealed, err := w.Texts.Seal(w.Context(), stream, id, p)
		if err != nil {
			w.Fatal(err)
		}
		typ, data, err := w.Codec.Encode(sealed)
		if err != nil {
			w.Fatal(err)
		}
		write.Events = append(write.Events, eventlog.Event{ID: id, Type: typ, Data: data, Meta: eventlog.Metadata{Role: string(role.System), At: time.Now()}})
	}
	w.Append(write)
}

// Append appends writes, such as those of a plan.
func (w *World) Append(writes ...eventlog.Write) {
	w.Helper()
	if _, err := w.EventLog.Append(w.Context(), writes...); err != nil {
		w.Fatal(err)
	}
}

// Events lists the payloads of a stream.
func (w *World) Events(stream string) []any {
	w.Helper()
	var list []any
	for r, err := range w.EventLog.Stream(w.Context(), stream, 0) {
		if err != nil {
			w.Fatal(err)
		}
		payload, err := w.Codec.Decode(r.Type, r.Data)
		if err != nil {
			w.Fatal(err)
		}
		opened := []any{payload}
		if err := w.Texts.Open(w.Context(), []eventlog.Recorded{r}, opened); err != nil {
			w.Fatal(err)
		}
		list = append(list, opened...)
	}
	return list
}

// Head is the last position of the log.
func (w *World) Head() eventlog.Position {
	w.Helper()
	head, err := w.EventLog.Head(w.Context())
	if err != nil {
		w.Fatal(err)
	}
	return head
}
