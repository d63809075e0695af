package erase_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/erase"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/identity/erasure"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/keyfile"
	"github.com/modyard/modyard/platform/pgtest"
)

const ann = "UserAnn1"

type note struct {
	Body erasable.Text `json:"body"`
}

// world is a site on which each dependency can fail.
type world struct {
	*testing.T
	db    *database.DB
	log   *failingLog
	codec *codec.Codec
	vault *erasure.Vault
	blobs *blobs.Store
	files string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	types, err := codec.New(account.EventTypes(), map[string]any{"note.written.v1": note{}})
	if err != nil {
		t.Fatal(err)
	}
	keys, err := keyfile.Make(filepath.Join(t.TempDir(), keyfile.Name))
	if err != nil {
		t.Fatal(err)
	}
	w := &world{T: t, db: pgtest.Database(t), log: &failingLog{Log: memory.New()}, codec: types, files: t.TempDir()}
	if w.vault, err = erasure.New(w.db.Pool, keys); err != nil {
		t.Fatal(err)
	}
	if w.blobs, err = blobs.Open(t.Context(), w.files, "https://example.test"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.blobs.Close() })
	w.write("words of ann")
	return w
}

func (w *world) handler() *commands.Handler {
	h := &commands.Handler{Log: w.log, Codec: w.codec}
	if w.vault != nil {
		h.Texts = w.vault
	}
	return h
}

// write appends a text of ann's.
func (w *world) write(text string) {
	w.Helper()
	if err := w.append(text); err != nil {
		w.Fatal(err)
	}
}

func (w *world) append(text string) error {
	w.Helper()
	_, err := w.handler().Handle(w.Context(), commands.Request{Command: text}, func(ctx context.Context, tx *commands.Tx) error {
		e, err := notes.Get(ctx, tx, "1")
		if err != nil {
			return err
		}
		e.Follow(role.Self, note{Body: erasable.Of(ann, text)})
		return nil
	})
	return err
}

var notes = commands.Aggregate[[]string, any]{
	Category: "note", Evolve: commands.Timeless(func(s []string, e any) []string { return append(s, e.(note).Body.String()) }),
}

// texts are ann's texts as a rule reads them.
func (w *world) texts() string {
	w.Helper()
	var list []string
	err := w.handler().Read(w.Context(), actor.Actor{}, func(ctx context.Context, tx *commands.Tx) error {
		e, err := notes.Get(ctx, tx, "1")
		if err == nil {
			list = e.State()
		}
		return err
	})
	if err != nil {
		w.Fatal(err)
	}
	return strings.Join(list, ", ")
}

func (w *world) want(actor, as, why string) {
	w.Helper()
	_, err := w.db.Pool.Exec(w.Context(), `INSERT INTO erasure.pending (account, actor, role, credential, request, reason, requested)
		VALUES ($1, $2, $3, 'sessione', 'request-1', $4, now())`, ann, actor, as, why)
	if err != nil {
		w.Fatal(err)
	}
}

func (w *world) waiting() (n int) {
	w.Helper()
	if err := w.db.Pool.QueryRow(w.Context(), `SELECT count(*) FROM erasure.pending`).Scan(&n); err != nil {
		w.Fatal(err)
	}
	return n
}

// accountEvents are the events of ann's account.
func (w *world) accountEvents() (list []eventlog.Recorded) {
	w.Helper()
	for r, err := range w.log.Stream(w.Context(), "account-"+ann, 0) {
		if err != nil {
			w.Fatal(err)
		}
		list = append(list, r)
	}
	return list
}

func (w *world) service(change ...func(*erase.Options)) *erase.Service {
	w.Helper()
	o := erase.Options{Handler: w.handler(), Pool: w.db.Pool, Keys: w.vault, Blobs: w.blobs}
	for _, f := range change {
		f(&o)
	}
	s, err := erase.New(o)
	if err != nil {
		w.Fatal(err)
	}
	return s
}

func (w *world) listed() bool {
	w.Helper()
	found, err := w.blobs.Exists(w.Context(), erase.Folder+"/"+ann)
	if err != nil {
		w.Fatal(err)
	}
	return found
}

func (w *world) erased() {
	w.Helper()
	if got := w.texts(); strings.Contains(got, "words") || !strings.HasPrefix(got, erasable.Erased) {
		w.Errorf("a rule reads %s", got)
	}
	if !w.listed() || w.waiting() != 0 {
		w.Errorf("listed: %v, %d wait", w.listed(), w.waiting())
	}
	events := w.accountEvents()
	if len(events) != 1 || events[0].Type != "account.erased.v1" {
		w.Fatalf("%+v", events)
	}
}

var errUnavailable = errors.New("away")

// failingLog loses answers: the events are appended, and the caller gets an error.
type failingLog struct {
	eventlog.Log
	before, after bool
}

func (l *failingLog) Append(ctx context.Context, writes ...eventlog.Write) (eventlog.Receipt, error) {
	if l.before {
		return eventlog.Receipt{}, errUnavailable
	}
	r, err := l.Log.Append(ctx, writes...)
	if l.after && err == nil {
		return eventlog.Receipt{}, errUnavailable
	}
	return r, err
}

type keysAway struct{}

func (keysAway) Erase(context.Context, ...string) error { return errUnavailable }

func TestAnErasureThatFailsBetweenTwoStepsIsFinishedByAnotherProcess(t *testing.T) {
	for name, stop := range map[string]func(w *world, o *erase.Options){
		"before the list": func(w *world, o *erase.Options) {
			gone, err := blobs.Open(w.Context(), "mem://", "https://example.test")
			if err != nil {
				w.Fatal(err)
			}
			_ = gone.Close()
			o.Blobs = gone
		},
		"before the key is destroyed": func(_ *world, o *erase.Options) { o.Keys = keysAway{} },
		"before the event":            func(w *world, _ *erase.Options) { w.log.before = true },
		"after the event":             func(w *world, _ *erase.Options) { w.log.after = true },
		"before copies are dropped": func(_ *world, o *erase.Options) {
			o.Forget = []func(context.Context, string) error{func(context.Context, string) error { return errUnavailable }}
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.want(ann, "self", "")
			if err := w.service(func(o *erase.Options) { stop(w, o) }).FinishAll(t.Context()); err == nil || w.waiting() != 1 {
				t.Fatal(err, w.waiting())
			}
			w.log.before, w.log.after = false, false
			var forgotten string
			next := w.service(func(o *erase.Options) {
				o.Forget = []func(context.Context, string) error{func(_ context.Context, id string) error { forgotten = id; return nil }}
			})
			if err := next.FinishAll(t.Context()); err != nil || forgotten != ann {
				t.Fatal(err, forgotten)
			}
			w.erased()
		})
	}
}

func TestTheEventOfAnErasureRecordsTheActorAndTheReason(t *testing.T) {
	w := newWorld(t)
	w.want("UserRoot", "admin", "legal")
	if err := w.service().Finish(t.Context(), ann); err != nil {
		t.Fatal(err)
	}
	w.erased()
	e := w.accountEvents()[0]
	if m := e.Meta; m.Actor != "UserRoot" || m.Role != "admin" || m.Credential != "sessione" || m.Request != "request-1" || string(e.Data) != `{"account":"UserAnn1","reason":"legal"}` {
		t.Fatalf("%+v %s", m, e.Data)
	}
	if err := w.service().Finish(t.Context(), "UserBob2"); err != nil { // no erasure was requested
		t.Fatal(err)
	}
}

func TestAnErasureRunsOnceWithManyProcesses(t *testing.T) {
	w := newWorld(t)
	w.want(ann, "self", "")
	var all sync.WaitGroup
	for range 8 {
		s := w.service()
		all.Go(func() {
			if err := s.FinishAll(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	w.erased()
	w.want(ann, "self", "")
	if err := w.service().FinishAll(t.Context()); err != nil { // requested once more
		t.Fatal(err)
	}
	w.erased()
}

func TestAFailedErasureDoesNotBlockOthers(t *testing.T) {
	w := newWorld(t)
	w.want("UserRoot", "moderator", "legal") // no rule allows it
	if _, err := w.db.Pool.Exec(t.Context(), `INSERT INTO erasure.pending (account, actor, role, requested) VALUES ('UserBob2', 'UserBob2', 'self', now())`); err != nil {
		t.Fatal(err)
	}
	if err := w.service().FinishAll(t.Context()); err == nil || w.waiting() != 1 {
		t.Fatal(err, w.waiting())
	}
}

func TestATextWrittenAfterAnErasureCannotBeRead(t *testing.T) {
	w := newWorld(t)
	w.want(ann, "self", "")
	if err := w.service().FinishAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.write("words of an open tab")
	w.erased()
}

func TestAnErasureIsRepeatedOnARestoredDatabase(t *testing.T) {
	w := newWorld(t)
	var row struct {
		id      string
		wrapped []byte
	}
	if err := w.db.Pool.QueryRow(t.Context(), `SELECT key_id, wrapped FROM erasure.keys`).Scan(&row.id, &row.wrapped); err != nil {
		t.Fatal(err)
	}
	w.want(ann, "self", "")
	if err := w.service().FinishAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	// The keys are restored as in a backup.
	if _, err := w.db.Pool.Exec(t.Context(), `UPDATE erasure.keys SET key_id = $1, wrapped = $2`, row.id, row.wrapped); err != nil {
		t.Fatal(err)
	}
	if got := w.texts(); got != "words of ann" {
		t.Fatal(got)
	}
	var again []string
	s := w.service(func(o *erase.Options) {
		o.Again = func(_ context.Context, ids []string) error { again = ids; return nil }
	})
	if err := s.Apply(t.Context()); err != nil || len(again) != 1 || again[0] != ann {
		t.Fatal(again, err)
	}
	w.erased()
}

func TestTheLogContainsNoReadableText(t *testing.T) {
	w := newWorld(t)
	w.write("more words")
	for r, err := range w.log.Stream(t.Context(), "note-1", 0) {
		if err != nil || strings.Contains(string(r.Data), "words") {
			t.Errorf("%s %v", r.Data, err)
		}
	}
	if got := w.texts(); got != "words of ann, more words" {
		t.Error(got)
	}
	w.vault = nil
	err := w.append("in the open")
	if !errors.Is(err, erasable.ErrClear) {
		t.Errorf("without a vault: %v", err)
	}
}
