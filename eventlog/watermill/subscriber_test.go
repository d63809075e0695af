package watermill

import (
	"context"
	"errors"
	"iter"
	"reflect"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/platform/pause"
	"github.com/modyard/modyard/platform/until"
)

const topic = "box"

// put appends numbered events to a stream.
func (w *world) put(t *testing.T, stream string, numbers ...int) {
	t.Helper()
	for _, n := range numbers {
		if _, err := w.log.Append(t.Context(), eventlog.Write{Stream: stream, Expected: eventlog.Any, Events: []eventlog.Event{{
			ID: eventlog.NewEventID(), Type: "box.packed.v1", Data: []byte(strconv.Itoa(n)), Meta: eventlog.Metadata{Actor: "AABBCCDD", At: time.Now()},
		}}}); err != nil {
			t.Fatal(err)
		}
	}
}

func subscribe(t *testing.T, s *Subscriber[Place]) <-chan *message.Message {
	t.Helper()
	out, err := s.Subscribe(context.WithoutCancel(t.Context()), topic)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func begin(t *testing.T, s *Subscriber[Place]) {
	t.Helper()
	if err := s.SubscribeInitialize(topic); err != nil {
		t.Fatal(err)
	}
}

// next is the number of the next message, which is not acked yet.
func next(t *testing.T, from <-chan *message.Message) (int, *message.Message) {
	t.Helper()
	m, ok := until.Receive(t, "a message", from)
	if !ok {
		t.Fatal("the channel is closed")
	}
	n, err := strconv.Atoi(string(m.Payload))
	if err != nil {
		t.Fatal(err)
	}
	return n, m
}

func expect(t *testing.T, from <-chan *message.Message, numbers ...int) {
	t.Helper()
	for _, want := range numbers {
		n, m := next(t, from)
		if n != want {
			t.Fatalf("message %d, expected %d", n, want)
		}
		m.Ack()
	}
}

// nothing says that no message arrives: the bubble's time passes until every subscription waits again.
func nothing(t *testing.T, from <-chan *message.Message) {
	t.Helper()
	pause.For(t.Context(), time.Second)
	synctest.Wait()
	select {
	case m, ok := <-from:
		if ok {
			t.Fatalf("message %s was delivered", m.Payload)
		}
	default:
	}
}

func TestANewConsumerBeginsAtTheHeadAndKeepsItsPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		w.put(t, "box-a", 1, 2)
		s := w.subscriber(t, "g")
		begin(t, s)
		w.put(t, "box-a", 3)
		begin(t, s) // not a second time
		expect(t, subscribe(t, s), 3)
		_ = s.Close()
		w.put(t, "box-b", 4)
		expect(t, subscribe(t, w.subscriber(t, "g")), 4)
	})
}

func TestWhatWasNotAckedIsDeliveredAgainAfterACrash(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		s := w.subscriber(t, "g")
		begin(t, s)
		w.put(t, "box-a", 1, 2, 3)
		out := subscribe(t, s)
		expect(t, out, 1)
		if n, m := next(t, out); n != 2 || m.UUID == "" {
			t.Fatalf("message %d", n)
		}
		_ = s.Close() // with message 2 in work
		expect(t, subscribe(t, w.subscriber(t, "g")), 2, 3)
	})
}

func TestAnAckWhoseCheckpointIsLostRepeatsTheMessage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		o := w.options("g")
		failing := &flaky{Checkpoints: w.stored}
		o.Checkpoints = failing
		s := newSub(t, o)
		begin(t, s)
		w.put(t, "box-a", 1)
		failing.left.Store(2)
		out := subscribe(t, s)
		expect(t, out, 1, 1, 1)
		w.put(t, "box-a", 2)
		expect(t, out, 2)
	})
}

// moves counts the moves of checkpoints.
type moves struct {
	Checkpoints[Place]
	n atomic.Int32
}

func (m *moves) Move(ctx context.Context, name string, from, to Place) error {
	m.n.Add(1)
	return m.Checkpoints.Move(ctx, name, from, to)
}

func TestMessagesThatWaitShareACheckpoint(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		o := w.options("g")
		counted := &moves{Checkpoints: w.stored}
		o.Checkpoints = counted
		s := newSub(t, o)
		begin(t, s)
		w.put(t, "box-a", 1, 2, 3, 4)
		out := subscribe(t, s)
		expect(t, out, 1, 2, 3, 4)
		nothing(t, out)
		if n := counted.n.Load(); n != 1 {
			t.Errorf("the checkpoint moved %d times", n)
		}
		w.put(t, "box-a", 5)
		expect(t, out, 5)
		nothing(t, out)
		if n := counted.n.Load(); n != 2 {
			t.Errorf("the checkpoint moved %d times", n)
		}
	})
}

func TestAMessageThatTakesLongDoesNotKeepTheCheckpointOfThoseBeforeIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		s := w.subscriber(t, "g")
		begin(t, s)
		w.put(t, "box-a", 1, 2, 3)
		out := subscribe(t, s)
		expect(t, out, 1)
		_, slow := next(t, out)
		stored := func() eventlog.Position {
			at, err := w.stored.Load(t.Context(), "g/"+topic)
			if err != nil {
				t.Fatal(err)
			}
			return at.Position
		}
		if at := stored(); at != 0 {
			t.Errorf("the checkpoint is at %d", at)
		}
		nothing(t, out)
		if at := stored(); at != 1 {
			t.Errorf("the checkpoint is at %d while a message takes long", at)
		}
		slow.Nack()
		expect(t, out, 2)
		// The second one took longer than a checkpoint may wait.
		_, last := next(t, out)
		if at := stored(); at != 2 {
			t.Errorf("the checkpoint is at %d after a message that took long", at)
		}
		last.Ack()
	})
}

// flaky fails to move checkpoints a number of times.
type flaky struct {
	Checkpoints[Place]
	left atomic.Int32
}

func (f *flaky) Move(ctx context.Context, name string, from, to Place) error {
	if f.left.Add(-1) >= 0 {
		return errors.New("the database is away")
	}
	return f.Checkpoints.Move(ctx, name, from, to)
}

func TestAnOutageOfTheLogIsRetriedInsideTheSubscription(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		o := w.options("g")
		broken := &outage{Reader: w.log}
		o.Source = NewLog(broken)
		s := newSub(t, o)
		begin(t, s)
		broken.left.Store(4)
		out := subscribe(t, s)
		w.put(t, "box-a", 1, 2)
		expect(t, out, 1, 2)
		if broken.left.Load() >= 0 {
			t.Error("the log did not fail")
		}
	})
}

// outage fails to follow a number of times, after each event.
type outage struct {
	eventlog.Reader
	left atomic.Int32
}

func (o *outage) Follow(ctx context.Context, after eventlog.Position, f eventlog.Filter) iter.Seq2[eventlog.Batch, error] {
	return func(yield func(eventlog.Batch, error) bool) {
		if o.left.Add(-1) >= 0 {
			yield(eventlog.Batch{}, &eventlog.Unavailable{Err: errors.New("away")})
			return
		}
		o.Reader.Follow(ctx, after, f)(yield)
	}
}

func TestOneOfTwoProcessesGetsTheMessagesAndTheOtherTakesOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		first, second := w.subscriber(t, "g"), w.subscriber(t, "g")
		begin(t, first)
		a := subscribe(t, first)
		w.put(t, "box-a", 1, 2)
		expect(t, a, 1)
		b := subscribe(t, second)
		nothing(t, b)
		_, inWork := next(t, a)
		go func() { _ = first.Close() }()
		expect(t, b, 2)
		if inWork.Context().Err() == nil {
			t.Error("the context of the first process's message goes on")
		}
	})
}

func TestALeaderThatLostTheLeadMovesNoCheckpoint(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		o := w.options("g")
		o.Lead = func(ctx context.Context, _ string) (context.Context, func(), error) { return ctx, func() {}, ctx.Err() } // everybody leads
		first, second := newSub(t, o), newSub(t, o)
		begin(t, first)
		w.put(t, "box-a", 1, 2)
		a, b := subscribe(t, first), subscribe(t, second)
		_, slow := next(t, a)
		expect(t, b, 1, 2)
		nothing(t, b)
		slow.Ack()
		nothing(t, a) // it begins again behind 2
		w.put(t, "box-a", 3)
		expect(t, a, 3)
	})
}

func TestACheckpointOfAnotherLogIsRefused(t *testing.T) {
	for name, change := range map[string]func(*world, *Place){
		"another generation": func(_ *world, at *Place) { at.Generation = "other" },
		"another engine":     func(_ *world, at *Place) { at.Engine = "other" },
		"a lost end":         func(w *world, at *Place) { at.Position += 7 },
		"another event":      func(_ *world, at *Place) { at.Event = eventlog.NewEventID() },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld()
				w.put(t, "box-a", 1)
				o := w.options("g")
				refused := make(chan error, 100)
				o.Watch = func(_ string, s State) {
					if s.Err != nil {
						refused <- s.Err
					}
				}
				s := newSub(t, o)
				begin(t, s)
				at := w.stored.at["g/"+topic]
				change(w, &at)
				w.stored.at["g/"+topic] = at
				w.put(t, "box-a", 2)
				out := subscribe(t, s)
				nothing(t, out)
				if err := <-refused; !errors.Is(err, ErrElsewhere) && !errors.Is(err, ErrLostTail) {
					t.Error(err)
				}
			})
		})
	}
}

func TestAStopWaitsForTheMessageInWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		o := w.options("g")
		o.Grace = time.Minute
		s := newSub(t, o)
		begin(t, s)
		w.put(t, "box-a", 1, 2)
		out := subscribe(t, s)
		_, m := next(t, out)
		closed := make(chan error, 1)
		go func() { closed <- s.Close() }()
		synctest.Wait()
		select {
		case <-closed:
			t.Fatal("it was closed before the message was done")
		default:
		}
		if m.Context().Err() != nil {
			t.Fatal("the context of the message has ended")
		}
		m.Ack()
		if err := <-closed; err != nil {
			t.Fatal(err)
		}
		if _, open := <-out; open {
			t.Error("another message was sent after the stop")
		}
		expect(t, subscribe(t, w.subscriber(t, "g")), 2)
		if _, err := s.Subscribe(t.Context(), topic); !errors.Is(err, ErrClosed) {
			t.Errorf("a closed subscriber answers %v", err)
		}
	})
}

func TestAStopWithoutAMessageInWorkDoesNotWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		o := w.options("g")
		o.Grace = time.Hour
		s, idle := newSub(t, o), newSub(t, o)
		begin(t, s)
		w.put(t, "box-a", 1)
		expect(t, subscribe(t, s), 1)
		subscribe(t, idle) // it waits for the lease
		var wait sync.WaitGroup
		wait.Go(func() { _ = idle.Close() })
		wait.Go(func() { _ = s.Close() })
		wait.Wait()
	})
}

func TestThePlaceMovesOverOtherEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		o := w.options("g")
		log := NewLog(w.log)
		log.mark = 0
		o.Source = log
		s := newSub(t, o)
		begin(t, s)
		out := subscribe(t, s)
		w.put(t, "other-a", 1, 2, 3)
		synctest.Wait()
		if at, err := w.stored.Load(t.Context(), "g/"+topic); err != nil || at.Position != 3 {
			t.Fatalf("%+v, %v", at, err)
		}
		w.put(t, "box-a", 4)
		expect(t, out, 4)
	})
}

func TestTheLagIsTheAgeOfTheMessageInWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		o := w.options("g")
		states := make(chan State, 100)
		o.Watch = func(_ string, s State) { states <- s }
		s := newSub(t, o)
		begin(t, s)
		w.put(t, "box-a", 1)
		out := subscribe(t, s)
		_, m := next(t, out)
		if s := <-states; !s.Leading || !s.Behind.IsZero() {
			t.Errorf("at first: %+v", s)
		}
		if s := <-states; !s.Leading || s.Behind.IsZero() {
			t.Errorf("in work: %+v", s)
		}
		m.Ack()
		if s := <-states; !s.Leading || !s.Behind.IsZero() {
			t.Errorf("after the ack: %+v", s)
		}
	})
}

func TestAMessageContainsItsEvent(t *testing.T) {
	log := memory.New()
	in := eventlog.Event{
		ID: eventlog.NewEventID(), Type: "box.packed.v1", Data: []byte(`{"n":1}`),
		Meta: eventlog.Metadata{Actor: "AABBCCDD", At: time.Now(), Salt: eventlog.NewSalt(), Unknown: `{"color":"red","log.stream":"box-false","n":2}`},
	}
	if _, err := log.Append(t.Context(), eventlog.Write{Stream: "box-a", Expected: eventlog.NoStream, Events: []eventlog.Event{in}}); err != nil {
		t.Fatal(err)
	}
	e, err := log.Event(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	m := NewMessage(e)
	if m.UUID != in.ID.String() || m.Metadata.Get(KeyStream) != "box-a" || m.Metadata.Get("color") != "red" || m.Metadata.Get("actor") != "AABBCCDD" {
		t.Errorf("message %s: %v", m.UUID, m.Metadata)
	}
	if back, err := Event(m); err != nil || !reflect.DeepEqual(back, e) {
		t.Errorf("%+v, %v\nexpected %+v", back, err, e)
	}
	m.Metadata.Set(KeyRevision, "x")
	if _, err := Event(m); err == nil {
		t.Error("a message with a false revision is an event")
	}
}

func TestATopicIsAFilter(t *testing.T) {
	for topic, want := range map[string]eventlog.Filter{
		"*":                                {},
		"project":                          {Categories: []string{"project"}},
		"project.approved.v1":              {Types: []string{"project.approved.v1"}},
		"a.b.v1,c.d.v2,project,version":    {Types: []string{"a.b.v1", "c.d.v2"}, Categories: []string{"project", "version"}},
		"account.profile-changed.v1,thing": {Types: []string{"account.profile-changed.v1"}, Categories: []string{"thing"}},
	} {
		f, err := ParseTopic(topic)
		if err != nil || !reflect.DeepEqual(f, want) {
			t.Errorf("%s: %+v, %v", topic, f, err)
		}
		if back := Topic(f); back != topic {
			t.Errorf("%s becomes %s", topic, back)
		}
	}
	for _, topic := range []string{"", "Project", "project-a", "a,,b", "a, b", "project.approved", "*,project"} {
		if f, err := ParseTopic(topic); err == nil {
			t.Errorf("%q is the topic of %+v", topic, f)
		}
	}
}

func FuzzParseTopic(f *testing.F) {
	f.Add("*")
	f.Add("project.approved.v1,project")
	f.Fuzz(func(t *testing.T, topic string) {
		filter, err := ParseTopic(topic)
		if err != nil {
			return
		}
		again, err := ParseTopic(Topic(filter))
		if err != nil || !reflect.DeepEqual(again, filter) {
			t.Errorf("%q: %+v, then %+v, %v", topic, filter, again, err)
		}
	})
}
