package kurrenttest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/kurrent-io/KurrentDB-Client-Go/protos/kurrentdb/protocols/v1/shared"
	"github.com/kurrent-io/KurrentDB-Client-Go/protos/kurrentdb/protocols/v1/streams"

	"github.com/modyard/modyard/eventlog"
)

// Delete hides a stream until the next append to it.
func (a streamService) Delete(ctx context.Context, req *streams.DeleteReq) (*streams.DeleteResp, error) {
	expected, ok := expectation(req.GetOptions())
	if !ok {
		return nil, invalidArgument("'None' is not a valid ExpectedStreamRevisionOneofCase")
	}
	position, err := a.server.deleteStream(ctx, req.GetOptions().GetStreamIdentifier(), expected, false)
	if err != nil {
		return nil, err
	}
	return &streams.DeleteResp{PositionOption: &streams.DeleteResp_Position_{Position: &streams.DeleteResp_Position{
		CommitPosition: wireNumber(position), PreparePosition: wireNumber(position),
	}}}, nil
}

// Tombstone ends a stream permanently.
func (a streamService) Tombstone(ctx context.Context, req *streams.TombstoneReq) (*streams.TombstoneResp, error) {
	expected, ok := expectation(req.GetOptions())
	if !ok {
		return nil, invalidArgument("'None' is not a valid ExpectedStreamRevisionOneofCase")
	}
	position, err := a.server.deleteStream(ctx, req.GetOptions().GetStreamIdentifier(), expected, true)
	if err != nil {
		return nil, err
	}
	return &streams.TombstoneResp{PositionOption: &streams.TombstoneResp_Position_{Position: &streams.TombstoneResp_Position{
		CommitPosition: wireNumber(position), PreparePosition: wireNumber(position),
	}}}, nil
}

func (s *Server) deleteStream(ctx context.Context, id *shared.StreamIdentifier, expected int64, hard bool) (int64, error) {
	stream := string(id.GetStreamName())
	if stream == "" {
		return 0, handlerThrew()
	}
	if err := s.allow(ctx, stream, actionDelete); err != nil {
		return 0, err
	}
	if err := s.mustLead(ctx, false); err != nil {
		return 0, err
	}
	if err := moment(ctx, BeforeCommit); err != nil {
		return 0, err
	}
	position, failed, err := s.store.delete(ctx, target{stream: stream, expected: expected}, hard)
	switch {
	case err != nil:
		return 0, handlerThrew()
	case failed != nil && failed.actual == deletedRevision:
		return 0, streamDeleted(ctx, stream)
	case failed != nil:
		return 0, wrongExpectedVersion(ctx, "Delete", stream, expected, failed.actual)
	}
	return position, moment(ctx, AfterCommit)
}

// delete writes a tombstone, or metadata that hides the whole stream.
func (s *store) delete(ctx context.Context, t target, hard bool) (position int64, failed *failure, err error) {
	s.writes.Lock()
	defer s.writes.Unlock()
	for {
		write, failed, err := s.decideDelete(t, hard)
		if failed != nil || err != nil {
			return 0, failed, err
		}
		receipt, err := s.log.Append(ctx, write)
		if conflict := new(eventlog.Conflict); errors.As(err, &conflict) {
			head, err := s.log.Head(ctx)
			if err != nil {
				return 0, nil, fmt.Errorf("delete: %w", err)
			}
			if err := s.waitFor(ctx, int(head)); err != nil {
				return 0, nil, fmt.Errorf("delete: %w", err)
			}
			continue
		}
		if err != nil {
			return 0, nil, fmt.Errorf("delete: %w", err)
		}
		if err := s.waitFor(context.WithoutCancel(ctx), int(receipt.Position)); err != nil {
			return 0, nil, fmt.Errorf("delete: %w", err)
		}
		records, _ := s.snapshot()
		return records[receipt.Position-1].position, nil, nil
	}
}

func (s *store) decideDelete(t target, hard bool) (eventlog.Write, *failure, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	id := eventlog.NewEventID()
	v := s.check(t, []eventlog.EventID{id})
	if v.failed {
		return eventlog.Write{}, &failure{actual: v.current, softDeleted: v.softDeleted}, nil
	}
	if hard {
		return eventlog.Write{
			Stream: t.stream, Expected: eventlog.At(eventlog.Revision(v.current)),
			Events: []eventlog.Event{{ID: id, Type: typeDeleted, Data: pack(flagTombstone, nil, nil)}},
		}, nil, nil
	}
	meta := s.lastRevision(metaOf(t.stream))
	if v.current == noRevision && meta == noRevision {
		return eventlog.Write{}, &failure{actual: noRevision}, nil
	}
	data, err := json.Marshal(map[string]int64{"$tb": deletedRevision})
	if err != nil {
		return eventlog.Write{}, nil, fmt.Errorf("delete: %w", err)
	}
	return eventlog.Write{
		Stream: metaOf(t.stream), Expected: eventlog.At(eventlog.Revision(meta)),
		Events: []eventlog.Event{{ID: id, Type: typeMetadata, Data: pack(flagJSON, data, nil)}},
	}, nil, nil
}
