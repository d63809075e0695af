package kurrent

import (
	"context"

	"github.com/kurrent-io/KurrentDB-Client-Go/kurrentdb"

	"github.com/modyard/modyard/eventlog"
)

// send makes the matching call: for one stream, or for several, some of which may only be checked.
func (l *Log) send(ctx context.Context, p *proposal) (eventlog.Receipt, error) {
	if len(p.sent()) == 1 {
		return try(ctx, l, p.appendOne)
	}
	return try(ctx, l, p.appendSeveral)
}

// sent lists the writes that the server needs: all except those that neither write nor check.
func (p *proposal) sent() []int {
	var sent []int
	for i, w := range p.writes {
		if len(w.Events) > 0 || w.Expected != eventlog.Any {
			sent = append(sent, i)
		}
	}
	return sent
}

func (p *proposal) appendOne(ctx context.Context, c *kurrentdb.Client) (eventlog.Receipt, error) {
	i := p.sent()[0]
	result, err := c.AppendToStream(ctx, p.writes[i].Stream, kurrentdb.AppendToStreamOptions{StreamState: state(p.expected[i])}, p.events[i]...)
	if err != nil {
		return eventlog.Receipt{}, err
	}
	return p.receipt(int64(result.CommitPosition), []kurrentdb.AppendResponse{
		{Stream: p.writes[i].Stream, StreamRevision: int64(result.NextExpectedVersion)},
	}), nil
}

// appendSeveral sends the expectation of every stream as a check, also for streams with new records.
func (p *proposal) appendSeveral(ctx context.Context, c *kurrentdb.Client) (eventlog.Receipt, error) {
	var records []kurrentdb.AppendRecord
	var checks []kurrentdb.ConsistencyCheck
	for _, i := range p.sent() {
		w := p.writes[i]
		checks = append(checks, kurrentdb.StreamStateCheck{Stream: w.Stream, ExpectedState: state(p.expected[i])})
		for _, e := range p.events[i] {
			records = append(records, kurrentdb.AppendRecord{Stream: w.Stream, Record: e})
		}
	}
	result, err := c.AppendRecords(ctx, records, checks...)
	if err != nil {
		return eventlog.Receipt{}, err
	}
	return p.receipt(result.Position, result.Responses), nil
}

// receipt converts the answer to the order of the writes. A stream that was only checked keeps its revision.
func (p *proposal) receipt(position int64, streams []kurrentdb.AppendResponse) eventlog.Receipt {
	r := eventlog.Receipt{Position: eventlog.Position(max(position, 0)), Revisions: make([]eventlog.Revision, len(p.writes))}
	at := make(map[string]int64, len(streams))
	for _, s := range streams {
		at[s.Stream] = s.StreamRevision
	}
	for i, w := range p.writes {
		r.Revisions[i] = eventlog.Revision(p.expected[i]) + eventlog.Revision(len(w.Events))
		if revision, definite := at[w.Stream]; definite && len(w.Events) > 0 {
			r.Revisions[i] = eventlog.Revision(revision)
		}
	}
	return r
}

// state converts a definite expectation for the client.
func state(e eventlog.Expected) kurrentdb.StreamState {
	if e == eventlog.NoStream {
		return kurrentdb.NoStream{}
	}
	return kurrentdb.Revision(uint64(e))
}
