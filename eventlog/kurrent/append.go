package kurrent

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kurrent-io/KurrentDB-Client-Go/kurrentdb"

	"github.com/modyard/modyard/eventlog"
)

// proposal is an append in progress. It is always sent with definite expectations: only then does the server recognize
// a repeat at any age, so an append whose answer was lost can be sent again without being written twice. Any and Exists
// are replaced by the stream's current revision.
type proposal struct {
	writes   []eventlog.Write
	events   [][]kurrentdb.EventData // of each write; the caller's buffers are not used after Append
	expected []eventlog.Expected     // as sent
	found    bool                    // expected is set
	doubt    bool                    // it was sent without receiving an answer
}

// Append stores all writes durably, or none. If ctx ends first, the outcome is unknown.
func (l *Log) Append(ctx context.Context, writes ...eventlog.Write) (eventlog.Receipt, error) {
	if err := eventlog.Validate(writes); err != nil {
		return eventlog.Receipt{}, err
	}
	ctx, leave, err := l.enter(ctx)
	if err != nil {
		return eventlog.Receipt{}, err
	}
	defer leave()
	p, err := newProposal(writes)
	if err != nil {
		return eventlog.Receipt{}, err
	}
	ctx, cancel := l.patiently(ctx)
	defer cancel()
	var receipt eventlog.Receipt
	if p.onlyChecks() {
		receipt, err = l.check(ctx, p)
	} else {
		receipt, err = l.append(ctx, p)
	}
	switch fault := err.(type) {
	case nil:
		return receipt, nil
	case *eventlog.Conflict, *eventlog.Invalid:
		return eventlog.Receipt{}, err
	case *eventlog.Unavailable:
		return eventlog.Receipt{}, fault
	}
	return eventlog.Receipt{}, fmt.Errorf("append: %w", err)
}

func newProposal(writes []eventlog.Write) (*proposal, error) {
	p := &proposal{writes: slices.Clone(writes), expected: make([]eventlog.Expected, len(writes))}
	for _, w := range writes {
		events := make([]kurrentdb.EventData, len(w.Events))
		for i, e := range w.Events {
			var err error
			if events[i], err = propose(e); err != nil {
				return nil, err
			}
		}
		p.events = append(p.events, events)
	}
	return p, p.distinct()
}

// distinct rejects streams whose names differ only in case. The server treats them as different streams, but as
// duplicates within one append.
func (p *proposal) distinct() error {
	folded := make(map[string]struct{}, len(p.writes))
	for _, w := range p.writes {
		name := strings.ToUpper(w.Stream)
		if _, twice := folded[name]; twice {
			return &eventlog.Invalid{
				Reason: fmt.Sprintf("stream %q and one whose name differs in case alone in the same append", w.Stream),
				Text:   "请求无效",
			}
		}
		folded[name] = struct{}{}
	}
	return nil
}

func (p *proposal) onlyChecks() bool {
	return !slices.ContainsFunc(p.events, func(e []kurrentdb.EventData) bool { return len(e) > 0 })
}

// append sends until there is an answer. The server's rejection is not relied on: whether the append is already stored,
// and which expectation failed, is read from the log.
func (l *Log) append(ctx context.Context, p *proposal) (eventlog.Receipt, error) {
	retry := newRetry()
	var last error
	for {
		receipt, err := l.attempt(ctx, p)
		if err == nil {
			return receipt, nil
		}
		var conflict *eventlog.Conflict
		var invalid *eventlog.Invalid
		var missing *eventlog.Missing
		switch {
		case errors.As(err, &conflict):
			return receipt, conflict
		case errors.As(err, &missing):
			return receipt, err
		case errors.As(err, &invalid):
			return receipt, invalid
		case errors.Is(err, eventlog.ErrClosed):
			return receipt, err
		case ctx.Err() == nil && judge(err) == hopelessly:
			return receipt, err
		}
		if ctx.Err() == nil || last == nil {
			last = err
		}
		if !retry.wait(ctx) {
			return receipt, gaveUp(ctx, last)
		}
	}
}

// errOvertaken means that a stream changed between reading its revision and the append.
var errOvertaken = errors.New("concurrent appends changed the stream on every attempt")

// attempt sends once.
func (l *Log) attempt(ctx context.Context, p *proposal) (eventlog.Receipt, error) {
	if !p.found {
		if met, err := l.find(ctx, p); err != nil {
			return eventlog.Receipt{}, err
		} else if !met {
			return l.refuse(ctx, p)
		}
	}
	floor := l.floor()
	receipt, err := l.send(ctx, p)
	if err == nil && receipt.Position > floor {
		l.saw(receipt.Position)
		return receipt, nil
	}
	if err != nil {
		if v := judge(err); v != refused && v != deleted {
			p.doubt = p.doubt || v != hopelessly
			return eventlog.Receipt{}, err
		}
	}
	return l.refuse(ctx, p)
}

// refuse finds out why the server rejected the append or answered with an older position. By this package's rule it may
// be a repeat; the server's rule is wider and also treats events of several appends as a repeat. It may be a conflict.
// Otherwise the streams have changed, and the caller retries with their new revisions: the attempt can no longer be
// stored, so this is safe.
func (l *Log) refuse(ctx context.Context, p *proposal) (eventlog.Receipt, error) {
	if receipt, repeated, err := l.findRepeat(ctx, p); repeated || err != nil {
		return receipt, err
	}
	if err := l.unmet(ctx, p.writes); err != nil {
		return eventlog.Receipt{}, err
	}
	p.found, p.doubt = false, false
	return eventlog.Receipt{}, errOvertaken
}

// find gives every write a definite expectation; false means that one cannot be met.
func (l *Log) find(ctx context.Context, p *proposal) (bool, error) {
	for i, w := range p.writes {
		p.expected[i] = w.Expected
		if w.Expected.Definite() {
			continue
		}
		last, ended, err := l.revision(ctx, w.Stream)
		if err != nil {
			return false, err
		}
		if ended || !w.Expected.Met(last) {
			return false, nil
		}
		p.expected[i] = eventlog.At(last)
	}
	p.found = true
	return true, nil
}

// unmet reads the streams and returns the conflict of the first whose expectation is not met.
func (l *Log) unmet(ctx context.Context, writes []eventlog.Write) error {
	for _, w := range writes {
		last, ended, err := l.revision(ctx, w.Stream)
		if err != nil {
			return err
		}
		if ended || !w.Expected.Met(last) {
			return &eventlog.Conflict{Stream: w.Stream, Expected: w.Expected, Actual: last}
		}
	}
	return nil
}
