package forward

import (
	"errors"
	"fmt"
	"time"

	"github.com/IBM/sarama"
	"github.com/ThreeDotsLabs/watermill"
	"github.com/ThreeDotsLabs/watermill-kafka/v3/pkg/kafka"
	"github.com/ThreeDotsLabs/watermill/message"
)

type kafkaPublisher struct{ *kafka.Publisher }

func connectKafka(t target, o Options) (publisher, error) {
	key := func(_ string, m *message.Message) (string, error) { return m.Metadata.Get(headerObject), nil }
	p, err := kafka.NewPublisher(kafka.PublisherConfig{
		Brokers: t.hosts, Marshaler: kafka.NewWithPartitioningMarshaler(key), OverwriteSaramaConfig: producer(t, o),
	}, watermill.NopLogger{})
	if err != nil {
		return nil, err
	}
	return kafkaPublisher{p}, nil
}

// producer waits for all replicas that are in sync, and its own retries make no repeats (idempotence, which needs one
// open request). It gives up early: the caller tries again and knows how long to wait.
func producer(t target, o Options) *sarama.Config {
	c := sarama.NewConfig()
	c.ClientID, c.Version = "modyard", sarama.V2_1_0_0
	c.Producer.RequiredAcks, c.Producer.Idempotent, c.Producer.Return.Successes = sarama.WaitForAll, true, true
	c.Producer.Retry.Max, c.Producer.Transaction.Retry.Max, c.Producer.Timeout = 1, 1, o.Timeout
	c.Producer.MaxMessageBytes = 64 << 20 // the broker decides
	c.Net.MaxOpenRequests = 1
	c.Net.DialTimeout, c.Net.ReadTimeout, c.Net.WriteTimeout = o.Timeout, 2*o.Timeout, o.Timeout
	c.Metadata.Retry.Max, c.Metadata.Retry.Backoff, c.Metadata.Full = 1, 250*time.Millisecond, false
	if t.user != "" {
		c.Net.SASL.Enable, c.Net.SASL.User, c.Net.SASL.Password = true, t.user, t.password
		switch t.mechanism {
		case scram256:
			c.Net.SASL.Mechanism, c.Net.SASL.SCRAMClientGeneratorFunc = sarama.SASLTypeSCRAMSHA256, scramSHA256
		case scram512:
			c.Net.SASL.Mechanism, c.Net.SASL.SCRAMClientGeneratorFunc = sarama.SASLTypeSCRAMSHA512, scramSHA512
		}
	}
	if t.tls != nil {
		c.Net.TLS.Enable, c.Net.TLS.Config = true, t.tls
	}
	return c
}

// broken: after an error the producer's sequence numbers may have a gap, so the next change gets a new producer.
func (kafkaPublisher) broken() bool { return true }

func (kafkaPublisher) explain(err error) error {
	if errors.Is(err, sarama.ErrMessageSizeTooLarge) {
		return fmt.Errorf("%w: %w", ErrTooLarge, err)
	}
	return err
}
