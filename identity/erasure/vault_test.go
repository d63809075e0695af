package erasure

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/keyfile"
)

const (
	ann    = "UserAnn1"
	bob    = "UserBob2"
	stream = "thread-Thread01"
)

type quote struct {
	Of   string         `json:"of"`
	Text *erasable.Text `json:"text,omitempty"`
}

type tail struct {
	Sign erasable.Text `json:"sign,omitzero"`
}

type sample struct {
	Thread string          `json:"thread"`
	Body   erasable.Text   `json:"body"`
	Notes  []erasable.Text `json:"notes,omitempty"`
	Quotes []quote         `json:"quotes,omitempty"`
	Two    [2]quote        `json:"two"`
	tail
}

func full() sample {
	first := erasable.Of(bob, "quoted by ann")
	return sample{
		Thread: "Thread01", Body: erasable.Of(ann, "the body <b>"), Notes: []erasable.Text{erasable.Of(ann, ""), erasable.Of(bob, "of bob")},
		Quotes: []quote{{Of: "x"}, {Of: "y", Text: &first}}, tail: tail{Sign: erasable.Of(ann, "signed")},
	}
}

// written returns a payload in its stored form, and decoded from it.
func written(t *testing.T, v *Vault, stream string, id eventlog.EventID, payload sample) ([]byte, sample) {
	t.Helper()
	sealed, err := v.Seal(t.Context(), stream, id, payload)
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(sealed)
	if err != nil {
		t.Fatal(err)
	}
	var back sample
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	return data, back
}

func opened(t *testing.T, v *Vault, stream string, id eventlog.EventID, payload sample) (sample, error) {
	t.Helper()
	list := []any{payload}
	err := v.Open(t.Context(), []eventlog.Recorded{{Event: eventlog.Event{ID: id}, Stream: stream}}, list)
	return list[0].(sample), err
}

func TestEveryTextIsSealedAndOpened(t *testing.T) {
	v, id := NewMemory(), eventlog.DeriveEventID("c", 0)
	payload := full()
	data, back := written(t, v, stream, id, payload)
	for _, plain := range []string{"the body", "of bob", "quoted", "signed"} {
		if bytes.Contains(data, []byte(plain)) {
			t.Errorf("the log holds %q: %s", plain, data)
		}
	}
	if !reflect.DeepEqual(payload, full()) {
		t.Error("sealing changed the caller's payload")
	}
	got, err := opened(t, v, stream, id, back)
	if err != nil || !reflect.DeepEqual(got, full()) {
		t.Errorf("%+v %v", got, err)
	}
}

func TestAPayloadWithoutTextsIsUnchanged(t *testing.T) {
	type plain struct {
		Name *string
		Next *plain
	}
	p := &plain{Next: &plain{}}
	got, err := NewMemory().Seal(t.Context(), stream, eventlog.NewEventID(), p)
	if err != nil || got != any(p) {
		t.Fatal(got, err)
	}
}

func TestACiphertextCannotBeOpenedInAnotherPlace(t *testing.T) {
	v, id := NewMemory(), eventlog.DeriveEventID("c", 0)
	_, back := written(t, v, stream, id, full())
	moved := back
	moved.Body, moved.Sign = back.Sign, back.Body
	changed := back
	changed.Body.Sealed.Box = strings.Repeat("A", len(back.Body.Sealed.Box))
	cut := back
	cut.Body.Sealed.Nonce = "AAAA"
	garbled := back
	garbled.Body.Sealed.Nonce = "%"
	other := back
	other.Body.Subject = bob // another account's key with the same name
	for name, c := range map[string]struct {
		stream  string
		id      eventlog.EventID
		payload sample
	}{
		"another stream": {"thread-Thread02", id, back}, "another event": {stream, eventlog.DeriveEventID("c", 1), back},
		"another field": {stream, id, moved}, "a changed box": {stream, id, changed},
		"a cut nonce": {stream, id, cut}, "a nonce that is no base64": {stream, id, garbled},
	} {
		if got, err := opened(t, v, c.stream, c.id, c.payload); !errors.Is(err, ErrForeign) || !reflect.DeepEqual(got, c.payload) {
			t.Errorf("%s: %+v %v", name, got, err)
		}
	}
	if got, err := opened(t, v, stream, id, other); err != nil || !got.Body.Gone {
		t.Errorf("another subject: %+v %v", got.Body, err)
	}
}

func TestOnlyTheTextsOfAnErasedSubjectAreErased(t *testing.T) {
	v, id := NewMemory(), eventlog.DeriveEventID("c", 0)
	_, back := written(t, v, stream, id, full())
	for range 2 {
		if err := v.Erase(t.Context(), ann); err != nil {
			t.Fatal(err)
		}
	}
	got, err := opened(t, v, stream, id, back)
	if err != nil || !got.Body.Gone || !got.Notes[0].Gone || !got.Sign.Gone || got.Body.String() != erasable.Erased {
		t.Fatalf("%+v %v", got, err)
	}
	if got.Notes[1].Text != "of bob" || got.Quotes[1].Text.Text != "quoted by ann" {
		t.Fatalf("%+v", got)
	}
}

func TestNewTextsOfAnErasedSubjectAreDropped(t *testing.T) {
	v := NewMemory()
	if err := v.Erase(t.Context(), ann); err != nil { // an account that never had a key
		t.Fatal(err)
	}
	data, back := written(t, v, stream, eventlog.NewEventID(), sample{Body: erasable.Of(ann, "late words")})
	if !strings.Contains(string(data), `"body":{"subject":"`+ann+`"}`) || !back.Body.Gone {
		t.Fatalf("%s", data)
	}
}

func TestATextWithoutASubjectIsRejected(t *testing.T) {
	if _, err := NewMemory().Seal(t.Context(), stream, eventlog.NewEventID(), sample{Body: erasable.Of("", "words")}); err == nil {
		t.Fatal("a text without a subject was sealed")
	}
}

func TestASealedTextIsNotSealedAgain(t *testing.T) {
	v, id := NewMemory(), eventlog.NewEventID()
	data, back := written(t, v, stream, id, full())
	again, _ := written(t, v, "thread-Thread02", id, back)
	if !bytes.Equal(data, again) {
		t.Fatalf("%s\n%s", data, again)
	}
}

func TestAFailureOfTheStoreIsAnErrorAndNotAnErasedText(t *testing.T) {
	v, id := NewMemory(), eventlog.NewEventID()
	_, back := written(t, v, stream, id, full())
	v.store = broken{v.store}
	if _, err := opened(t, v, stream, id, back); !errors.Is(err, errBroken) {
		t.Fatal(err)
	}
	if _, err := v.Seal(t.Context(), stream, id, full()); !errors.Is(err, errBroken) {
		t.Fatal(err)
	}
}

var errBroken = errors.New("no connection")

type broken struct{ store }

func (broken) find(context.Context, []string) (map[string]held, error) { return nil, errBroken }

// The sealed form and the additional data never change: if the file cannot be opened, neither can texts in the log.
func TestAnEarlierSealedEventCanBeOpened(t *testing.T) {
	m := &memory{rows: map[string]held{}}
	v, err := newVault(m, keyfile.Keys{Wrapping: [32]byte{1, 2, 3}, Signing: [32]byte{4}})
	if err != nil {
		t.Fatal(err)
	}
	for subject, at := range map[string]byte{ann: 0, bob: 80} { // where the keys were drawn
		v.random = &counter{at}
		if m.rows[subject], err = v.fresh(subject); err != nil {
			t.Fatal(err)
		}
	}
	sealed, err := os.ReadFile("testdata/sealed.json")
	if err != nil {
		t.Fatal(err)
	}
	var back sample
	if err := json.Unmarshal(sealed, &back); err != nil {
		t.Fatal(err)
	}
	got, err := opened(t, v, stream, eventlog.DeriveEventID("golden", 0), back)
	if err != nil || !reflect.DeepEqual(got, full()) {
		t.Fatalf("%+v %v", got, err)
	}
}

func TestManyEventsAreSealedWithOneKeyOfEachSubject(t *testing.T) {
	v := NewMemory()
	if err := v.Erase(t.Context(), bob); err != nil {
		t.Fatal(err)
	}
	events := make([]eventlog.Recorded, 3)
	for i := range events {
		events[i] = eventlog.Recorded{Event: eventlog.Event{ID: eventlog.NewEventID()}, Stream: stream}
	}
	payloads := []any{full(), sample{Thread: "no text"}, sample{Body: erasable.Of(ann, "more")}}
	if err := v.SealAll(t.Context(), events, payloads); err != nil {
		t.Fatal(err)
	}
	if first, last := payloads[0].(sample), payloads[2].(sample); first.Body.Sealed.Key != last.Body.Sealed.Key || !first.Notes[1].Gone || last.Body.Text != "" {
		t.Fatalf("%+v %+v", first, last)
	}
	if err := v.Open(t.Context(), events, payloads); err != nil {
		t.Fatal(err)
	}
	if first, last := payloads[0].(sample), payloads[2].(sample); first.Body != full().Body || last.Body.Text != "more" {
		t.Fatalf("%+v %+v", first, last)
	}
}

// counter replaces the random numbers in the golden file.
type counter struct{ n byte }

func (c *counter) Read(b []byte) (int, error) {
	for i := range b {
		c.n++
		b[i] = c.n
	}
	return len(b), nil
}
