package kurrenttest

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strings"

	"github.com/google/uuid"
	streamerrors "github.com/kurrent-io/KurrentDB-Client-Go/protos/kurrentdb/protocols/v2/streams/errors"
	streamsv2 "github.com/kurrent-io/KurrentDB-Client-Go/protos/kurrentdb/protocols/v2/streams/streams"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/modyard/modyard/eventlog"
)

// sessionService is the second protocol's service for streams.
type sessionService struct {
	streamsv2.UnimplementedStreamsServiceServer
	server *Server
}

// AppendSession appends to several streams, each named once, all or none.
func (a sessionService) AppendSession(in grpc.ClientStreamingServer[streamsv2.AppendRequest, streamsv2.AppendSessionResponse]) error {
	ctx := in.Context()
	var p proposal
	seen := map[string]bool{}
	budget := a.server.newBudget()
	for {
		req, err := in.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if err := a.server.allow(ctx, req.GetStream(), actionWrite); err != nil {
			return err
		}
		folded := strings.ToUpper(req.GetStream())
		if seen[folded] {
			return streamAlreadyInSession(req.GetStream())
		}
		seen[folded] = true
		expected := expectAny
		if req.ExpectedRevision != nil {
			expected = req.GetExpectedRevision()
		}
		p.targets = append(p.targets, target{stream: req.GetStream(), expected: expected})
		for _, r := range req.GetRecords() {
			e, err := budget.takeRecord(req.GetStream(), r)
			if err != nil {
				return err
			}
			e.target = len(p.targets) - 1
			p.events = append(p.events, e)
		}
	}
	if len(p.targets) == 0 {
		return status.Error(codes.FailedPrecondition, "Append session was started but no append requests were sent.")
	}
	if err := a.server.mustLead(ctx, true); err != nil {
		return err
	}
	out, err := a.server.commit(ctx, p)
	if err != nil {
		return err
	}
	if len(out.failures) > 0 {
		f := out.failures[0]
		t := p.targets[f.target]
		if f.actual == deletedRevision {
			return streamTombstoned(t.stream)
		}
		return revisionConflict(t.stream, t.expected, f.actual)
	}
	resp := &streamsv2.AppendSessionResponse{Position: out.position}
	for i, t := range p.targets {
		resp.Output = append(resp.Output, &streamsv2.AppendResponse{Stream: t.stream, StreamRevision: out.last[i]})
	}
	return in.SendAndClose(resp)
}

// The states that a consistency check reports in addition to a revision.
const (
	stateSoftDeleted int64 = -10
	stateTombstoned  int64 = -100
)

// AppendRecords appends records of any streams in the given order, if all checks succeed.
func (a sessionService) AppendRecords(ctx context.Context, req *streamsv2.AppendRecordsRequest) (*streamsv2.AppendRecordsResponse, error) {
	if !a.server.version.appendsRecords() {
		return nil, status.Error(codes.Unimplemented, "Service is unimplemented.")
	}
	if len(req.GetRecords()) == 0 {
		return nil, invalidArgument("AppendRecordsRequest: at least one record is required")
	}
	var p proposal
	index := map[string]int{}
	find := func(stream string) int {
		folded := strings.ToUpper(stream)
		i, ok := index[folded]
		if !ok {
			i = len(p.targets)
			index[folded] = i
			p.targets = append(p.targets, target{stream: stream, expected: expectAny})
		}
		return i
	}
	budget := a.server.newBudget()
	for _, r := range req.GetRecords() {
		e, err := budget.takeRecord(r.GetStream(), r)
		if err != nil {
			return nil, err
		}
		e.target = find(r.GetStream())
		p.events = append(p.events, e)
	}
	written := len(p.targets)
	checks := map[int]int{} // index of a target to the index of its check
	for i, c := range req.GetChecks() {
		state := c.GetStreamState()
		if state == nil {
			continue
		}
		at := find(state.GetStream())
		p.targets[at].expected = state.GetExpectedState()
		checks[at] = i
	}
	for i, t := range p.targets {
		action := actionWrite
		if i >= written {
			action = actionRead
		}
		if err := a.server.allow(ctx, t.stream, action); err != nil {
			return nil, err
		}
	}
	if err := a.server.mustLead(ctx, true); err != nil {
		return nil, err
	}
	out, err := a.server.commit(ctx, p)
	if err != nil {
		return nil, err
	}
	if len(out.failures) > 0 {
		return nil, consistencyViolated(p, out, checks)
	}
	resp := &streamsv2.AppendRecordsResponse{Position: out.position}
	for i, t := range p.targets[:written] {
		resp.Revisions = append(resp.Revisions, &streamsv2.StreamRevision{Stream: t.stream, Revision: out.last[i]})
	}
	return resp, nil
}

// consistencyViolated reports every failed check. A write that failed without a check, because the stream was deleted,
// has the index -1.
func consistencyViolated(p proposal, out outcome, checks map[int]int) error {
	details := &streamerrors.AppendConsistencyViolationErrorDetails{}
	for _, f := range out.failures {
		check, checked := checks[f.target]
		if !checked {
			check = -1
		}
		actual := f.actual
		switch {
		case actual == deletedRevision:
			actual = stateTombstoned
		case f.softDeleted:
			actual = stateSoftDeleted
		}
		t := p.targets[f.target]
		details.Violations = append(details.Violations, &streamerrors.ConsistencyViolation{
			CheckIndex: int32(check),
			Type: &streamerrors.ConsistencyViolation_StreamState{StreamState: &streamerrors.ConsistencyViolation_StreamStateViolation{
				Stream: t.stream, ExpectedState: t.expected, ActualState: actual,
			}},
		})
	}
	return detailed(codes.FailedPrecondition, "One or more consistency checks failed. No records were written.", details)
}

// takeRecord checks a record, adds its size and returns it as an event.
func (b *budget) takeRecord(stream string, r *streamsv2.AppendRecord) (proposed, error) {
	if strings.TrimSpace(stream) == "" {
		return proposed{}, invalidArgument("Stream: must not be empty")
	}
	id := uuid.New()
	if r.RecordId != nil {
		parsed, err := uuid.Parse(r.GetRecordId())
		if err != nil || parsed == uuid.Nil {
			return proposed{}, invalidArgument("RecordId: '%s' is not a valid UUID", r.GetRecordId())
		}
		id = parsed
	}
	schema := r.GetSchema()
	if !schemaName(schema.GetName()) {
		return proposed{}, invalidArgument("Schema.Name: must not be empty and can only contain alphanumeric characters, underscores, dashes, and periods")
	}
	if schema.GetFormat() == streamsv2.SchemaFormat_SCHEMA_FORMAT_UNSPECIFIED {
		return proposed{}, invalidArgument("Schema.Format: must be specified")
	}
	size := len(r.GetData()) + proto.Size(&structpb.Struct{Fields: r.GetProperties()}) + len(schema.GetName())
	if size > b.event {
		return proposed{}, recordSizeExceeded(stream, id.String(), size, b.event)
	}
	if b.used += size; b.used > b.most {
		return proposed{}, transactionSizeExceeded(b.used, b.most)
	}
	meta, err := properties(r)
	if err != nil {
		return proposed{}, err
	}
	return proposed{
		id: eventlog.EventID(id), kind: schema.GetName(), data: r.GetData(), meta: meta,
		json: schema.GetFormat() == streamsv2.SchemaFormat_SCHEMA_FORMAT_JSON,
	}, nil
}

// schemaName is true if a record's type is valid: the second protocol is stricter than the first.
func schemaName(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
		return !letter && !strings.ContainsRune("_.-", r)
	}) < 0
}

// formatName is the name of a schema's format for readers.
func formatName(f streamsv2.SchemaFormat) string {
	switch f {
	case streamsv2.SchemaFormat_SCHEMA_FORMAT_JSON:
		return "Json"
	case streamsv2.SchemaFormat_SCHEMA_FORMAT_PROTOBUF:
		return "Protobuf"
	case streamsv2.SchemaFormat_SCHEMA_FORMAT_AVRO:
		return "Avro"
	default:
		return "Bytes"
	}
}

// properties returns a record's metadata for readers of the first protocol: JSON with the schema's keys added.
func properties(r *streamsv2.AppendRecord) ([]byte, error) {
	values := make(map[string]any, len(r.GetProperties())+3)
	for key, value := range r.GetProperties() {
		if n, ok := value.GetKind().(*structpb.Value_NumberValue); ok && (math.IsNaN(n.NumberValue) || math.IsInf(n.NumberValue, 0)) {
			return nil, invalidArgument("Properties: '%s' is not a number", key)
		}
		values[key] = value.AsInterface()
	}
	values["$schema.format"] = formatName(r.GetSchema().GetFormat())
	values["$schema.name"] = r.GetSchema().GetName()
	if r.GetSchema().Id != nil {
		values["$schema.id"] = r.GetSchema().GetId()
	}
	out, err := json.Marshal(values)
	if err != nil {
		return nil, invalidArgument("Properties: %v", err)
	}
	return out, nil
}
