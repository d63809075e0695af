package reactors

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	wm "github.com/ThreeDotsLabs/watermill"
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/message/router/middleware"

	"github.com/modyard/modyard/platform/correlation"
)

// middleware is the chain around a reactor, outermost first. Recoverer is the innermost: outside of Retry, a panic would
// pass by the retries and the table of poisoned messages.
func (r *Runner) middleware(one Reactor, logger wm.LoggerAdapter) ([]message.HandlerMiddleware, error) {
	poison, err := middleware.PoisonQueueWithFilter(poisoner{r.o.Pool, r.meters, r.o.Logger}, poisonTopic, func(err error) bool {
		return !errors.Is(err, errStopped) && (!one.Insists || isPermanent(err))
	})
	if err != nil {
		return nil, err
	}
	chain := []message.HandlerMiddleware{poison, classified, stops}
	if one.PerSecond > 0 {
		chain = append(chain, middleware.NewThrottle(int64(one.PerSecond), time.Second).Middleware)
	}
	return append(chain, one.retry(logger).Middleware, middleware.Timeout(one.timeout()), correlated, r.traced(one), middleware.Recoverer), nil
}

// correlated gives a reactor's function the id of the request that caused the event, for what it queues and sends. The public
// feed names no requests.
func correlated(h message.HandlerFunc) message.HandlerFunc {
	return func(m *message.Message) ([]*message.Message, error) {
		m.SetContext(correlation.With(m.Context(), middleware.MessageCorrelationID(m)))
		return h(m)
	}
}

// retry retries failures that are not permanent. Each try gets the context of the message: that of the last try has
// ended with its time limit.
func (one Reactor) retry(logger wm.LoggerAdapter) middleware.Retry {
	retries := one.Retries
	if retries <= 0 {
		retries = defaultRetries
	}
	if one.Insists {
		retries = math.MaxInt32
	}
	return middleware.Retry{
		MaxRetries: retries, InitialInterval: firstRetry, MaxInterval: lastRetry,
		Multiplier:          1.5, // Retry draws an interval twice for each failure if it has ShouldRetry: in effect 2.25
		RandomizationFactor: 0.1,
		ShouldRetry:         func(p middleware.RetryParams) bool { return !isPermanent(p.Err) },
		ResetContextOnRetry: true,
		Logger:              logger,
	}
}

func (one Reactor) timeout() time.Duration {
	if one.Timeout > 0 {
		return one.Timeout
	}
	return defaultTimeout
}

// The classes of failures.
const (
	classPermanent = "permanent"
	classPanic     = "panic"
	classTimeout   = "timeout"
	classFailed    = "failed"
)

// keyClass and keyErrorType are the metadata of a message that failed.
const (
	keyClass     = "failure_class"
	keyErrorType = "failure_type"
)

// classified marks a message that failed with the class of its error, for the table of poisoned messages.
func classified(h message.HandlerFunc) message.HandlerFunc {
	return func(m *message.Message) ([]*message.Message, error) {
		out, err := h(m)
		if err != nil {
			m.Metadata.Set(keyClass, classOf(err))
			m.Metadata.Set(keyErrorType, typeOf(err))
		}
		return out, err
	}
}

// classOf names the class of a failure. The text of an error may repeat what the message contains; a class does not.
func classOf(err error) string {
	var panicked middleware.RecoveredPanicError
	switch {
	case errors.As(err, &panicked):
		return classPanic
	case isPermanent(err):
		return classPermanent
	case errors.Is(err, context.DeadlineExceeded):
		return classTimeout
	default:
		return classFailed
	}
}

// typeOf is the Go type of the innermost error.
func typeOf(err error) string {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return fmt.Sprintf("%T", err)
		}
		err = inner
	}
}

// errStopped marks the failure of a message whose context has ended: the process stops, or has lost the lease. It is
// neither the message's fault nor the receiver's.
var errStopped = errors.New("the reactor was stopped")

func stops(h message.HandlerFunc) message.HandlerFunc {
	return func(m *message.Message) ([]*message.Message, error) {
		ctx := m.Context() // before the retries replace it
		out, err := h(m)
		if err != nil && ctx.Err() != nil {
			err = errors.Join(errStopped, err)
		}
		return out, err
	}
}
