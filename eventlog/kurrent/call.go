package kurrent

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/kurrent-io/KurrentDB-Client-Go/kurrentdb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/modyard/modyard/eventlog"
)

// errPatience is the cause of a context that ended because the cluster was unavailable for too long.
var errPatience = errors.New("waited too long")

// grace is how long a call may continue after its context has ended. The client reads the trailer of a call that is
// cancelled during a send, while gRPC may be writing it; after this time the send has ended.
const grace = time.Second

// bounded runs a call of the client in its own goroutine and returns when the context ends, because the client can
// block beyond its deadline. It also turns the client's panics into errors. An abandoned call ends by itself, at the
// latest when its client is closed; its data must not be shared.
func bounded[T any](ctx context.Context, call func(context.Context) (T, error)) (T, error) {
	own, end := context.WithCancel(ctx)
	inner, answered := lingering(own)
	return left(ctx, func() (T, error) {
		defer end()
		defer answered()
		return call(inner)
	})
}

// opened is bounded for a call whose result remains in use until the context ends.
func opened[T any](ctx context.Context, call func(context.Context) (T, error)) (T, error) {
	inner, answered := lingering(ctx)
	return left(ctx, func() (T, error) {
		defer answered()
		return call(inner)
	})
}

// lingering is a context for one call: after the call was answered it ends with ctx, before that it ends a grace period
// after ctx.
func lingering(ctx context.Context) (inner context.Context, answered func()) {
	inner, cancel := context.WithCancel(context.WithoutCancel(ctx))
	done := make(chan struct{})
	context.AfterFunc(ctx, func() {
		timer := time.NewTimer(grace)
		defer timer.Stop()
		select {
		case <-done:
		case <-timer.C:
		}
		cancel()
	})
	return inner, func() { close(done) }
}

// left runs a call, and abandons it when the context ends.
func left[T any](ctx context.Context, call func() (T, error)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			if p := recover(); p != nil {
				o.err = fmt.Errorf("client panicked: %v", p)
			}
			done <- o
		}()
		o.value, o.err = call()
	}()
	select {
	case o := <-done:
		return o.value, o.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

// verdict is the meaning of a client's error for the call.
type verdict int

const (
	again      verdict = iota // the outcome is unknown: retry with the same client
	away                      // the node is unreachable: retry with another client
	refused                   // an expectation was not met
	absent                    // there is no such stream
	deleted                   // the stream was deleted permanently
	hopelessly                // a retry cannot succeed
)

// judge classifies the client's error. Error codes may be wrapped, and three of them mean a conflict.
func judge(err error) verdict {
	var e *kurrentdb.Error
	if errors.As(err, &e) {
		switch e.Code() {
		case kurrentdb.ErrorCodeWrongExpectedVersion, kurrentdb.ErrorCodeStreamRevisionConflict, kurrentdb.ErrorCodeAppendConsistencyViolation:
			return refused
		case kurrentdb.ErrorCodeStreamDeleted, kurrentdb.ErrorCodeStreamTombstoned:
			return deleted
		case kurrentdb.ErrorCodeResourceNotFound:
			if _, rejected := status.FromError(e.Err()); rejected {
				return away // not a missing stream, but a node without a leader
			}
			return absent
		case kurrentdb.ErrorUnavailable, kurrentdb.ErrorCodeConnectionClosed:
			return away
		case kurrentdb.ErrorCodeUnauthenticated, kurrentdb.ErrorCodeAccessDenied, kurrentdb.ErrorCodeUnsupportedFeature,
			kurrentdb.ErrorCodeAppendRecordSizeExceeded, kurrentdb.ErrorCodeAppendTransactionSizeExceeded:
			return hopelessly
		}
	}
	switch status.Code(err) { // subscriptions return the unwrapped error
	case codes.InvalidArgument, codes.OutOfRange, codes.Unimplemented, codes.Unauthenticated, codes.PermissionDenied:
		return hopelessly
	case codes.Unavailable:
		return away
	case codes.FailedPrecondition:
		return refused // the details are read from the log
	}
	return again
}

// try makes one call with the current client, and gives that client up if its node is unreachable.
func try[T any](ctx context.Context, l *Log, call func(context.Context, *kurrentdb.Client) (T, error)) (T, error) {
	c, err := l.connection.get(ctx)
	if err != nil {
		var none T
		return none, err
	}
	value, err := bounded(ctx, func(ctx context.Context) (T, error) {
		defer c.done()
		return enter(ctx, c, call)
	})
	if err != nil && ctx.Err() == nil && judge(err) == away {
		l.connection.lost(c, err)
	}
	return value, err
}

// patiently is the context of a call that fails with *Unavailable after the log's patience.
func (l *Log) patiently(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, l.patience, errPatience)
}

// gaveUp is the error of a call whose patient context has ended; last is its previous error.
func gaveUp(ctx context.Context, last error) error {
	if errors.Is(context.Cause(ctx), errPatience) {
		if last == nil || errors.Is(last, context.DeadlineExceeded) {
			last = errors.New("the server does not answer")
		}
		var already *eventlog.Unavailable
		if errors.As(last, &already) {
			return already
		}
		return &eventlog.Unavailable{Err: last}
	}
	return ended(ctx)
}

// retry computes the pauses between attempts.
type retry struct{ *backoff.ExponentialBackOff }

// newRetry computes the pauses between the attempts of a call.
func newRetry() retry { return retryFrom(15*time.Millisecond, 1500*time.Millisecond) }

// retryFrom doubles the pause up to a maximum, with a random deviation of up to a third, so that the processes of a
// site do not retry at the same time.
func retryFrom(first, longest time.Duration) retry {
	return retry{&backoff.ExponentialBackOff{InitialInterval: first, MaxInterval: longest, Multiplier: 2, RandomizationFactor: 1. / 3}}
}

// wait pauses, and returns false if the context has ended.
func (r retry) wait(ctx context.Context) bool {
	timer := time.NewTimer(r.NextBackOff())
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// read repeats a read-only call until it is answered or patience ends. A missing or deleted stream is an answer: the
// error is returned unchanged.
func read[T any](ctx context.Context, l *Log, call func(context.Context, *kurrentdb.Client) (T, error)) (T, error) {
	ctx, cancel := l.patiently(ctx)
	defer cancel()
	retry := newRetry()
	var last error
	for {
		value, err := try(ctx, l, call)
		if err == nil || errors.Is(err, eventlog.ErrClosed) {
			return value, err
		}
		if ctx.Err() == nil {
			if v := judge(err); v == absent || v == deleted || v == hopelessly {
				return value, err
			}
			last = err
			if retry.wait(ctx) {
				continue
			}
		}
		if last == nil {
			last = err
		}
		return value, gaveUp(ctx, last)
	}
}

// drain reads a stream of the client to its end, or until take returns false.
func drain(stream *kurrentdb.ReadStream, take func(*kurrentdb.RecordedEvent) bool) error {
	defer stream.Close()
	for {
		resolved, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if e := resolved.OriginalEvent(); e != nil && !take(e) {
			return nil
		}
	}
}
