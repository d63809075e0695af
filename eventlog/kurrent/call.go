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

// errPatience is the cause of a context that ended because the cluster was away for too long.
var errPatience = errors.New("waited too long")

// grace is how long a call may go on after its context has ended. The client looks at the trailer of a call that
// is cut off while it sends, which gRPC may be writing at that moment; within this time it has sent what it sends.
const grace = time.Second

// bounded runs a call of the client in a goroutine of its own and leaves it when the context ends: the
// client can hold a caller past its deadline. It also turns the client's panics into errors. A call that is
// left behind ends by itself, at the latest when its client is closed; what it uses must not be shared.
func bounded[T any](ctx context.Context, call func(context.Context) (T, error)) (T, error) {
	own, end := context.WithCancel(ctx)
	inner, answered := lingering(own)
	return left(ctx, func() (T, error) {
		defer end()
		defer answered()
		return call(inner)
	})
}

// opened is bounded for a call whose result lives on with the context.
func opened[T any](ctx context.Context, call func(context.Context) (T, error)) (T, error) {
	inner, answered := lingering(ctx)
	return left(ctx, func() (T, error) {
		defer answered()
		return call(inner)
	})
}

// lingering is a context for one call: it ends with ctx once the call was answered, and until then a grace after it.
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

// left runs a call, and leaves it to itself when the context ends.
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

// verdict says what an error of the client means for the call.
type verdict int

const (
	again      verdict = iota // the outcome is unknown: try again on the same client
	away                      // the node is gone: try again on another client
	refused                   // the server found an expectation that is not met
	absent                    // there is no such stream
	deleted                   // the stream is closed for ever
	hopelessly                // trying again cannot help
)

// judge reads the client's error. Its codes come wrapped or not, and three of them mean a conflict.
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
				return away // not a stream that is missing, but a node that knows no leader
			}
			return absent
		case kurrentdb.ErrorUnavailable, kurrentdb.ErrorCodeConnectionClosed:
			return away
		case kurrentdb.ErrorCodeUnauthenticated, kurrentdb.ErrorCodeAccessDenied, kurrentdb.ErrorCodeUnsupportedFeature,
			kurrentdb.ErrorCodeAppendRecordSizeExceeded, kurrentdb.ErrorCodeAppendTransactionSizeExceeded:
			return hopelessly
		}
	}
	switch status.Code(err) { // subscriptions give the raw error
	case codes.InvalidArgument, codes.OutOfRange, codes.Unimplemented, codes.Unauthenticated, codes.PermissionDenied:
		return hopelessly
	case codes.Unavailable:
		return away
	case codes.FailedPrecondition:
		return refused // what it was is read from the log
	}
	return again
}

// try makes one call on the client in use, and gives that client up if its node is gone.
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

// patiently is the context of a call that gives up with *Unavailable after the log's patience.
func (l *Log) patiently(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, l.patience, errPatience)
}

// gaveUp is the error of a call whose patient context has ended; last is what it met before.
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

// retry spaces the tries of something that fails.
type retry struct{ *backoff.ExponentialBackOff }

// newRetry spaces the tries of a call.
func newRetry() retry { return retryFrom(15*time.Millisecond, 1500*time.Millisecond) }

// retryFrom begins with one pause and doubles it up to another, each by chance a third shorter or longer, so that the
// processes of a site do not come all at once.
func retryFrom(first, longest time.Duration) retry {
	return retry{&backoff.ExponentialBackOff{InitialInterval: first, MaxInterval: longest, Multiplier: 2, RandomizationFactor: 1. / 3}}
}

// wait pauses, and says whether the context still stands.
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

// read makes a call that changes nothing, again and again until it is answered or patience ends. That a
// stream is not there or was deleted is an answer: the error is given as it came.
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

// drain reads a stream of the client to its end, or until take says that it has enough.
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
