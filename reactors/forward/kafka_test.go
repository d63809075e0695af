package forward_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/IBM/sarama"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/until"
	"github.com/modyard/modyard/reactors/forward"
)

// A double answers the protocol; what it does not prove is proved with a real broker (TestChangesArriveInKafka).
func TestKafkaGetsTheObjectAsKeyAndTheIdAsHeaderAndAllReplicasAcknowledge(t *testing.T) {
	b := double(t)
	f := open(t, "kafka://"+b.Addr())
	c := change(3)
	mustForward(t, f, c)
	payload, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{c.Object.ID, "id", c.ID, c.Kind, string(payload), "modyard.changes"} {
		if !bytes.Contains(b.received(), []byte(want)) {
			t.Errorf("the broker did not receive %q", want)
		}
	}
	produced, idempotent := 0, false
	for _, r := range b.History() {
		switch request := r.Request.(type) {
		case *sarama.ProduceRequest:
			produced++
			if request.RequiredAcks != sarama.WaitForAll {
				t.Errorf("acknowledged by %d", request.RequiredAcks)
			}
		case *sarama.InitProducerIDRequest:
			idempotent = true
		}
	}
	if produced != 1 || !idempotent {
		t.Errorf("%d requests, idempotent %v", produced, idempotent)
	}
}

func TestWhatKafkaRefusesIsSentAgainOrToldApart(t *testing.T) {
	for refusal, tooLarge := range map[sarama.KError]bool{
		sarama.ErrNotEnoughReplicas: false, sarama.ErrTopicAuthorizationFailed: false, sarama.ErrMessageSizeTooLarge: true,
	} {
		b := double(t)
		f := open(t, "kafka://"+b.Addr())
		b.answer(refusal)
		if err := f.Change(t.Context(), change(0)); err == nil || errors.Is(err, forward.ErrTooLarge) != tooLarge {
			t.Errorf("%v: the error is %v", refusal, err)
		}
		b.answer(sarama.ErrNoError)
		mustForward(t, f, change(0))
	}
}

func TestAKafkaThatIsAwayGivesAnError(t *testing.T) {
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = closed.Close()
	silent, err := net.Listen("tcp", "127.0.0.1:0") // accepts and never answers
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = silent.Close() })
	for name, address := range map[string]string{"closed": closed.Addr().String(), "silent": silent.Addr().String()} {
		f, err := forward.Open("kafka://site:hunter2@"+address, forward.Options{Timeout: 200 * time.Millisecond})
		if err != nil {
			t.Fatal(err)
		}
		err = f.Change(t.Context(), change(0))
		if err == nil || strings.Contains(err.Error(), "hunter2") || errors.Is(err, forward.ErrTooLarge) {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
}

func TestChangesArriveInKafka(t *testing.T) {
	address := os.Getenv("MODYARD_TEST_KAFKA")
	if address == "" {
		t.Skip("needs a real broker that creates topics: MODYARD_TEST_KAFKA=host:9092")
	}
	topic := fmt.Sprintf("modyard-test-%d", time.Now().UnixNano())
	f := open(t, "kafka://"+address+"?topic="+topic)
	want := map[string]contract.Change{}
	for i := range 10 {
		c := change(i)
		eventually(t, f, c)
		want[c.ID] = c
	}
	consumer, err := sarama.NewConsumer([]string{address}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer consumer.Close()
	partitions, err := consumer.Partitions(topic)
	if err != nil {
		t.Fatal(err)
	}
	arrived := make(chan *sarama.ConsumerMessage)
	for _, partition := range partitions {
		p, err := consumer.ConsumePartition(topic, partition, sarama.OffsetOldest)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		go func() {
			for m := range p.Messages() {
				arrived <- m
			}
		}()
	}
	for len(want) > 0 {
		m, _ := until.Receive(t, fmt.Sprintf("the other %d changes", len(want)), arrived)
		var c contract.Change
		if err := json.Unmarshal(m.Value, &c); err != nil {
			t.Fatal(err)
		}
		if string(m.Key) != c.Object.ID || want[c.ID].Cursor != c.Cursor {
			t.Errorf("the message %s has the key %s", m.Value, m.Key)
		}
		delete(want, c.ID)
	}
}

// brokerDouble answers the requests of a producer and keeps the bytes that it received.
type brokerDouble struct {
	*sarama.MockBroker
	t *testing.T

	mu    sync.Mutex
	bytes bytes.Buffer
}

func double(t *testing.T) *brokerDouble {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	b := &brokerDouble{t: t}
	b.MockBroker = sarama.NewMockBrokerListener(t, 1, recorder{l, b})
	t.Cleanup(b.Close)
	b.answer(sarama.ErrNoError)
	return b
}

// answer sets what the broker answers to a message.
func (b *brokerDouble) answer(with sarama.KError) {
	const topic = "modyard.changes"
	b.SetHandlerByMap(map[string]sarama.MockResponse{
		"MetadataRequest":       sarama.NewMockMetadataResponse(b.t).SetBroker(b.Addr(), b.BrokerID()).SetLeader(topic, 0, b.BrokerID()),
		"InitProducerIDRequest": sarama.NewMockInitProducerIDResponse(b.t),
		"ProduceRequest":        sarama.NewMockProduceResponse(b.t).SetError(topic, 0, with),
	})
}

func (b *brokerDouble) received() []byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	return bytes.Clone(b.bytes.Bytes())
}

type recorder struct {
	net.Listener
	to *brokerDouble
}

func (r recorder) Accept() (net.Conn, error) {
	c, err := r.Listener.Accept()
	return recorded{c, r.to}, err
}

type recorded struct {
	net.Conn
	to *brokerDouble
}

func (r recorded) Read(p []byte) (int, error) {
	n, err := r.Conn.Read(p)
	r.to.mu.Lock()
	defer r.to.mu.Unlock()
	r.to.bytes.Write(p[:n])
	return n, err
}
