package forward

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/ThreeDotsLabs/watermill"
	wmnats "github.com/ThreeDotsLabs/watermill-nats/v2/pkg/nats"
	"github.com/nats-io/nats.go"
)

// duplicates is how long a stream that we create recognises a repeated message id: longer than a broker is away that
// has stored a message and has not acknowledged it.
const duplicates = 2 * time.Hour

type natsPublisher struct {
	*wmnats.Publisher
	conn    *nats.Conn
	subject string
}

// connectNATS connects to NATS. The client connects again by itself when the connection breaks; a change fails in the
// meantime and is not kept in memory.
func connectNATS(t target, o Options) (publisher, error) {
	options := []nats.Option{
		nats.Name("modyard"), nats.Timeout(o.Timeout), nats.PingInterval(10 * time.Second), nats.MaxReconnects(-1), nats.ReconnectBufSize(-1),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				o.Logger.Warn("the broker of forwarded changes is away", slog.String("broker", t.shown()), slog.Any("error", err))
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) {
			o.Logger.Info("the broker of forwarded changes is back", slog.String("broker", t.shown()))
		}),
		// The errors of a connection are those of the next change.
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}),
	}
	if t.user != "" {
		options = append(options, nats.UserInfo(t.user, t.password))
	}
	if t.token != "" {
		options = append(options, nats.Token(t.token))
	}
	if t.creds != "" {
		options = append(options, nats.UserCredentials(t.creds))
	}
	if t.tls != nil {
		options = append(options, nats.Secure(t.tls))
	}
	conn, err := nats.Connect("nats://"+strings.Join(t.hosts, ",nats://"), options...)
	if err != nil {
		return nil, err
	}
	p, err := publishNATS(conn, t, o)
	if err != nil {
		conn.Close()
		return nil, err
	}
	return p, nil
}

func publishNATS(conn *nats.Conn, t target, o Options) (publisher, error) {
	wait := nats.MaxWait(o.Timeout)
	if t.stream != "" {
		if err := createStream(conn, t, wait); err != nil {
			return nil, err
		}
	}
	p, err := wmnats.NewPublisherWithNatsConn(conn, wmnats.PublisherPublishConfig{
		Marshaler: &wmnats.NATSMarshaler{}, SubjectCalculator: wmnats.DefaultSubjectCalculator,
		JetStream: wmnats.JetStreamConfig{TrackMsgId: true, ConnectOptions: []nats.JSOpt{wait}},
	}, watermill.NopLogger{})
	if err != nil {
		return nil, err
	}
	return &natsPublisher{Publisher: p, conn: conn, subject: t.name + ".>"}, nil
}

// createStream creates the stream where it is missing. It is stored in files and has no limit of its own; where the
// account's limit is reached, it refuses new messages and keeps the old ones. An existing stream stays as it is.
func createStream(conn *nats.Conn, t target, wait nats.JSOpt) error {
	js, err := conn.JetStream(wait)
	if err != nil {
		return err
	}
	if _, err = js.StreamInfo(t.stream); errors.Is(err, nats.ErrStreamNotFound) {
		_, err = js.AddStream(&nats.StreamConfig{
			Name: t.stream, Description: "public changes of the site", Subjects: []string{t.name + ".>"},
			Storage: nats.FileStorage, Discard: nats.DiscardNew, Duplicates: duplicates,
		})
	}
	if err != nil {
		return fmt.Errorf("create the stream %s: %w", t.stream, err)
	}
	return nil
}

// broken: a closed connection does not open again, for example where the login was refused when it reconnected.
func (p *natsPublisher) broken() bool { return p.conn.IsClosed() }

// jsMessageTooLarge is the code of JetStream for a message that is larger than its stream allows.
const jsMessageTooLarge nats.ErrorCode = 10054

func (p *natsPublisher) explain(err error) error {
	var refused *nats.APIError
	switch {
	case errors.Is(err, nats.ErrMaxPayload), errors.As(err, &refused) && refused.ErrorCode == jsMessageTooLarge:
		return fmt.Errorf("%w: %w", ErrTooLarge, err)
	case errors.Is(err, nats.ErrNoStreamResponse), errors.Is(err, nats.ErrNoResponders):
		return fmt.Errorf("no stream of JetStream takes the subjects %s: %w", p.subject, err)
	case !p.conn.IsConnected():
		if last := p.conn.LastError(); last != nil {
			return fmt.Errorf("the broker is away: %w", last)
		}
		return errors.New("the broker is away")
	}
	return err
}
