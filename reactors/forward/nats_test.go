package forward_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/until"
	"github.com/modyard/modyard/reactors/forward"
	"github.com/modyard/modyard/reactors/forward/natstest"
)

const created = "?stream=SITE"

func TestAChangeArrivesOnceWithItsIdOnTheSubjectOfItsKind(t *testing.T) {
	s := start(t, natstest.Options{})
	f := open(t, s.URL()+created)
	var sent []contract.Change
	for i := range 20 {
		sent = append(sent, change(i))
		mustForward(t, f, sent[i])
	}
	messages := stored(t, s, "SITE")
	if len(messages) != len(sent) {
		t.Fatalf("%d messages arrived of %d changes", len(messages), len(sent))
	}
	for i, m := range messages {
		var got contract.Change
		if err := json.Unmarshal(m.Data, &got); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, sent[i]) {
			t.Errorf("message %d is %s", i, m.Data)
		}
		if want := "modyard.changes." + sent[i].Kind; m.Subject != want {
			t.Errorf("message %d came on %s, not %s", i, m.Subject, want)
		}
		if m.Header.Get(nats.MsgIdHdr) != sent[i].ID || m.Header.Get("id") != sent[i].ID {
			t.Errorf("message %d has the headers %v", i, m.Header)
		}
	}
}

func TestARepeatedChangeIsStoredOnce(t *testing.T) {
	s := start(t, natstest.Options{})
	first, second := open(t, s.URL()+created), open(t, s.URL()+created)
	for range 3 {
		mustForward(t, first, change(1))
		mustForward(t, second, change(1))
	}
	if n := len(stored(t, s, "SITE")); n != 1 {
		t.Fatalf("a change sent six times, by two processes, is stored %d times", n)
	}
}

func TestABrokerThatWasAwayHasEveryChangeOnceAndInOrder(t *testing.T) {
	s := start(t, natstest.Options{Dir: t.TempDir()})
	f := open(t, s.URL()+created)
	for i := range 5 {
		mustForward(t, f, change(i))
	}
	s.Stop()
	for range 3 { // what a reactor does in the meantime: the same change again
		if err := f.Change(t.Context(), change(5)); err == nil {
			t.Fatal("a change was acknowledged by a broker that is stopped")
		} else if errors.Is(err, forward.ErrTooLarge) {
			t.Fatalf("a broker that is away must not look like one that refuses: %v", err)
		}
	}
	s = again(t, s)
	for i := 5; i < 10; i++ {
		eventually(t, f, change(i))
	}
	mustForward(t, f, change(4)) // was acknowledged, but the process stopped before it noted that
	var ids []string
	for _, m := range stored(t, s, "SITE") {
		ids = append(ids, m.Header.Get(nats.MsgIdHdr))
	}
	var want []string
	for i := range 10 {
		want = append(want, change(i).ID)
	}
	if !reflect.DeepEqual(ids, want) {
		t.Fatalf("stored are %v, not %v", ids, want)
	}
}

func TestOpeningDoesNotNeedTheBroker(t *testing.T) {
	s := start(t, natstest.Options{Dir: t.TempDir()})
	s.Stop()
	f := open(t, s.URL()+created)
	if err := f.Change(t.Context(), change(0)); err == nil {
		t.Fatal("a change was acknowledged by nobody")
	}
	again(t, s)
	eventually(t, f, change(0))
}

func TestAWrongPasswordIsReportedAndNotShown(t *testing.T) {
	s := start(t, natstest.Options{User: "site", Password: "right"})
	for _, address := range []string{
		strings.Replace(s.URL(), "right", "hunter2", 1), strings.Replace(s.URL(), "site:right@", "", 1) + "?token=hunter2",
	} {
		err := open(t, address).Change(t.Context(), change(0))
		if err == nil || !strings.Contains(strings.ToLower(err.Error()), "authorization") || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("the error is %v", err)
		}
	}
	mustForward(t, open(t, s.URL()+created), change(0))
}

func TestALoginThatIsRefusedForAWhileIsTriedAgain(t *testing.T) {
	s := start(t, natstest.Options{Dir: t.TempDir(), User: "site", Password: "right"})
	f := open(t, s.URL()+created)
	mustForward(t, f, change(0))
	for _, password := range []string{"changed", "right"} {
		s.Stop()
		s = again(t, s, password)
		if password == "right" {
			eventually(t, f, change(1))
			break
		}
		until.Until(t, "the refused login is reported", func() error {
			err := f.Change(t.Context(), change(1))
			if err == nil || !strings.Contains(strings.ToLower(err.Error()), "authorization") {
				return fmt.Errorf("the answer is %w", err)
			}
			return nil
		})
	}
}

func TestAFullStreamRefusesAndTakesTheChangeLater(t *testing.T) {
	s := start(t, natstest.Options{})
	_, js := connect(t, s)
	config := &nats.StreamConfig{Name: "SITE", Subjects: []string{"modyard.changes.>"}, MaxMsgs: 2, Discard: nats.DiscardNew}
	if _, err := js.AddStream(config); err != nil {
		t.Fatal(err)
	}
	f := open(t, s.URL())
	mustForward(t, f, change(0))
	mustForward(t, f, change(1))
	err := f.Change(t.Context(), change(2))
	if err == nil || errors.Is(err, forward.ErrTooLarge) || !strings.Contains(err.Error(), "maximum messages exceeded") {
		t.Fatalf("the error of a full stream is %v", err)
	}
	config.MaxMsgs = 3
	if _, err := js.UpdateStream(config); err != nil {
		t.Fatal(err)
	}
	mustForward(t, f, change(2))
	if n := len(stored(t, s, "SITE")); n != 3 {
		t.Fatalf("%d messages are stored", n)
	}
}

func TestAMissingStreamIsNotCreatedUnlessNamed(t *testing.T) {
	s := start(t, natstest.Options{})
	err := open(t, s.URL()).Change(t.Context(), change(0))
	if err == nil || !strings.Contains(err.Error(), "modyard.changes.>") {
		t.Fatalf("without a stream the error is %v", err)
	}
	mustForward(t, open(t, s.URL()+"?stream=OTHER&prefix=site.one"), change(0))
	_, js := connect(t, s)
	info, err := js.StreamInfo("OTHER")
	if err != nil {
		t.Fatal(err)
	}
	if c := info.Config; c.Discard != nats.DiscardNew || c.Storage != nats.FileStorage || c.Subjects[0] != "site.one.>" || c.MaxAge != 0 {
		t.Errorf("the stream was created as %+v", c)
	}
	if _, err := js.StreamInfo("SITE"); !errors.Is(err, nats.ErrStreamNotFound) {
		t.Errorf("a stream that nobody named: %v", err)
	}
}

// The rights are those of docs/operations.md.
func TestALoginWithFewRightsIsEnough(t *testing.T) {
	changes, api := "modyard.changes.>", []string{"$JS.API.STREAM.INFO.SITE", "$JS.API.STREAM.CREATE.SITE"}
	s := start(t, natstest.Options{User: "site", Password: "right", Publish: append(api, changes)})
	mustForward(t, open(t, s.URL()+created), change(0))
	s = start(t, natstest.Options{User: "site", Password: "right", Publish: []string{changes}})
	if err := open(t, s.URL()+created).Change(t.Context(), change(0)); err == nil {
		t.Fatal("a stream was created without the right to it")
	}
	_, js := connect(t, s)
	if _, err := js.AddStream(&nats.StreamConfig{Name: "SITE", Subjects: []string{changes}}); err != nil {
		t.Fatal(err)
	}
	mustForward(t, open(t, s.URL()), change(0))
}

func TestAnExistingStreamKeepsItsSettings(t *testing.T) {
	s := start(t, natstest.Options{})
	_, js := connect(t, s)
	if _, err := js.AddStream(&nats.StreamConfig{Name: "SITE", Subjects: []string{"modyard.>"}, MaxAge: time.Hour, MaxMsgs: 7}); err != nil {
		t.Fatal(err)
	}
	mustForward(t, open(t, s.URL()+created), change(0))
	info, err := js.StreamInfo("SITE")
	if err != nil {
		t.Fatal(err)
	}
	if c := info.Config; c.MaxAge != time.Hour || c.MaxMsgs != 7 || info.State.Msgs != 1 {
		t.Errorf("the stream is now %+v, %+v", c, info.State)
	}
}

func TestAChangeThatIsTooLargeIsToldApart(t *testing.T) {
	s := start(t, natstest.Options{MaxPayload: 4096})
	_, js := connect(t, s)
	if _, err := js.AddStream(&nats.StreamConfig{Name: "SITE", Subjects: []string{"modyard.changes.>"}, MaxMsgSize: 1024}); err != nil {
		t.Fatal(err)
	}
	f := open(t, s.URL())
	for _, size := range []int{2000, 8000} { // more than the stream's limit, more than the server's
		large := change(0)
		large.Document = json.RawMessage(`{"body":"` + strings.Repeat("x", size) + `"}`)
		if err := f.Change(t.Context(), large); !errors.Is(err, forward.ErrTooLarge) {
			t.Errorf("a change of %d bytes: %v", size, err)
		}
	}
	mustForward(t, f, change(1))
}

func TestAClosedForwarderTakesNothing(t *testing.T) {
	s := start(t, natstest.Options{})
	f := open(t, s.URL()+created)
	mustForward(t, f, change(0))
	for range 2 {
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Change(t.Context(), change(1)); !errors.Is(err, forward.ErrClosed) {
		t.Fatalf("the error is %v", err)
	}
	if n := len(stored(t, s, "SITE")); n != 1 {
		t.Fatalf("%d messages are stored", n)
	}
}

func TestACancelledContextEndsTheCall(t *testing.T) {
	s := start(t, natstest.Options{})
	f := open(t, s.URL()+created)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := f.Change(ctx, change(0)); !errors.Is(err, context.Canceled) {
		t.Fatalf("the error is %v", err)
	}
	mustForward(t, f, change(0))
}

// change is a change that differs from others in every member.
func change(i int) contract.Change {
	kinds := contract.ChangeKinds()
	kind := kinds[i%len(kinds)]
	of, _, _ := strings.Cut(kind, ".")
	return contract.Change{
		ID: fmt.Sprintf("01985f3e-0000-8000-8000-%012d.1", i), Cursor: fmt.Sprintf("4f0c1d2e9ab35786.%d", i), Kind: kind,
		Object: contract.ChangedObject{Type: of, ID: fmt.Sprintf("AANob%03d", i)}, At: time.Date(2026, 5, 4, 12, 0, i, 0, time.UTC),
		Document: json.RawMessage(fmt.Sprintf(`{"title":"模组 %d"}`, i)),
	}
}

func start(t *testing.T, o natstest.Options) *natstest.Server {
	t.Helper()
	if o.Dir == "" {
		o.Dir = t.TempDir()
	}
	s, err := natstest.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	return s
}

// again starts a stopped server with its store, and with another password where one is given.
func again(t *testing.T, s *natstest.Server, password ...string) *natstest.Server {
	t.Helper()
	next, err := s.Again(password...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(next.Stop)
	return next
}

func open(t *testing.T, address string) *forward.Forwarder {
	t.Helper()
	f, err := forward.Open(address, forward.Options{Timeout: 2 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

func mustForward(t *testing.T, f *forward.Forwarder, c contract.Change) {
	t.Helper()
	if err := f.Change(t.Context(), c); err != nil {
		t.Fatal(err)
	}
}

// eventually forwards a change as a reactor does, until the broker acknowledges it.
func eventually(t *testing.T, f *forward.Forwarder, c contract.Change) {
	t.Helper()
	until.Until(t, "an acknowledgement", func() error { return f.Change(t.Context(), c) })
}

func connect(t *testing.T, s *natstest.Server) (*nats.Conn, nats.JetStreamContext) {
	t.Helper()
	conn, js, err := s.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return conn, js
}

// stored returns the messages of a stream in their order.
func stored(t *testing.T, s *natstest.Server, stream string) []*nats.RawStreamMsg {
	t.Helper()
	_, js := connect(t, s)
	info, err := js.StreamInfo(stream)
	if err != nil {
		t.Fatal(err)
	}
	var out []*nats.RawStreamMsg
	for n := info.State.FirstSeq; n <= info.State.LastSeq; n++ {
		m, err := js.GetMsg(stream, n)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, m)
	}
	return out
}
