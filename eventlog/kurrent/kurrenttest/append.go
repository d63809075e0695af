package kurrenttest

import (
	"context"
	"errors"
	"io"
	"unicode/utf16"

	"github.com/kurrent-io/KurrentDB-Client-Go/protos/kurrentdb/protocols/v1/shared"
	"github.com/kurrent-io/KurrentDB-Client-Go/protos/kurrentdb/protocols/v1/streams"
	"google.golang.org/grpc"
)

// streamService is the first protocol's service for streams.
type streamService struct {
	streams.UnimplementedStreamsServer
	server *Server
}

// Append receives a header and then one message for each event.
func (a streamService) Append(in grpc.ClientStreamingServer[streams.AppendReq, streams.AppendResp]) error {
	ctx := in.Context()
	first, err := in.Recv()
	if err != nil {
		return received(err)
	}
	options := first.GetOptions()
	if options == nil {
		return handlerThrew()
	}
	expected, ok := expectation(options)
	if !ok {
		return invalidArgument("'None' is not a valid ExpectedStreamRevisionOneofCase")
	}
	stream := string(options.GetStreamIdentifier().GetStreamName())
	if err := a.server.allow(ctx, stream, actionWrite); err != nil {
		return err
	}
	p := proposal{targets: []target{{stream: stream, expected: expected}}}
	if p.events, err = a.events(in); err != nil {
		return err
	}
	if stream == "" {
		return handlerThrew()
	}
	if err := a.server.mustLead(ctx, false); err != nil {
		return err
	}
	out, err := a.server.commit(ctx, p)
	if err != nil {
		return err
	}
	resp, err := appendAnswer(ctx, stream, expected, out)
	if err != nil {
		return err
	}
	return in.SendAndClose(resp)
}

// received handles a client's stream that ended too early.
func received(err error) error {
	if errors.Is(err, io.EOF) {
		return handlerThrew()
	}
	return err
}

// events reads the events of an append, and rejects them as soon as they are too large.
func (a streamService) events(in grpc.ClientStreamingServer[streams.AppendReq, streams.AppendResp]) ([]proposed, error) {
	ctx := in.Context()
	budget := a.server.newBudget()
	var events []proposed
	for {
		req, err := in.Recv()
		if errors.Is(err, io.EOF) {
			return events, nil
		}
		if err != nil {
			return nil, err
		}
		m := req.GetProposedMessage()
		if m == nil {
			return nil, handlerThrew()
		}
		e, problem := proposedEvent(m)
		if problem != "" {
			return nil, metadataMissing(ctx, problem)
		}
		size, fits := budget.take(e.kind, e.data, e.meta)
		switch {
		case size > budget.event:
			return nil, maxEventSizeExceeded(ctx, e.id.String(), size, budget.event)
		case !fits:
			return nil, maxAppendSizeExceeded(ctx, budget.most)
		}
		events = append(events, e)
	}
}

// message is the common interface of the two forms of a proposed message.
type message interface {
	GetId() *shared.UUID
	GetMetadata() map[string]string
	GetCustomMetadata() []byte
	GetData() []byte
}

// proposedEvent converts a message, or names the metadata that it lacks.
func proposedEvent(m message) (e proposed, missing string) {
	kind, ok := m.GetMetadata()[metaType]
	if !ok {
		return e, metaType
	}
	content, ok := m.GetMetadata()[metaContentType]
	if !ok {
		return e, metaContentType
	}
	e.id, _ = readID(m.GetId()) // an invalid id becomes the zero id, as on a node
	e.kind, e.json, e.data, e.meta = kind, content == contentJSON, m.GetData(), m.GetCustomMetadata()
	return e, ""
}

// budget computes an append's size as a node does: two bytes for each letter of a type.
type budget struct {
	event, most, used int
}

func (s *Server) newBudget() *budget {
	return &budget{event: s.options.maxEvent(), most: s.options.maxAppend(s.version)}
}

func (b *budget) take(kind string, data, meta []byte) (size int, fits bool) {
	size = len(data) + len(meta) + 2*len(utf16.Encode([]rune(kind)))
	b.used += size
	return size, b.used <= b.most
}

// expecting is the common interface of the requests of the first protocol.
type expecting interface {
	GetRevision() uint64
	GetNoStream() *shared.Empty
	GetAny() *shared.Empty
	GetStreamExists() *shared.Empty
}

// expectation reads an expected revision. It returns false if there is none.
func expectation(o expecting) (int64, bool) {
	switch {
	case o.GetNoStream() != nil:
		return expectNoStream, true
	case o.GetAny() != nil:
		return expectAny, true
	case o.GetStreamExists() != nil:
		return expectExists, true
	}
	switch v := o.(type) {
	case *streams.AppendReq_Options:
		_, ok := v.GetExpectedStreamRevision().(*streams.AppendReq_Options_Revision)
		return readNumber(o.GetRevision()), ok
	case *streams.DeleteReq_Options:
		_, ok := v.GetExpectedStreamRevision().(*streams.DeleteReq_Options_Revision)
		return readNumber(o.GetRevision()), ok
	case *streams.TombstoneReq_Options:
		_, ok := v.GetExpectedStreamRevision().(*streams.TombstoneReq_Options_Revision)
		return readNumber(o.GetRevision()), ok
	}
	return 0, false
}

// appendAnswer is the result of an append to one stream.
func appendAnswer(ctx context.Context, stream string, expected int64, out outcome) (*streams.AppendResp, error) {
	if len(out.failures) > 0 {
		actual := out.failures[0].actual
		if actual == deletedRevision {
			return nil, streamDeleted(ctx, stream)
		}
		return &streams.AppendResp{Result: &streams.AppendResp_WrongExpectedVersion_{
			WrongExpectedVersion: conflictAnswer(expected, actual),
		}}, nil
	}
	success := &streams.AppendResp_Success{}
	if out.last[0] == noRevision {
		success.CurrentRevisionOption = &streams.AppendResp_Success_NoStream{NoStream: &shared.Empty{}}
	} else {
		success.CurrentRevisionOption = &streams.AppendResp_Success_CurrentRevision{CurrentRevision: wireNumber(out.last[0])}
	}
	if out.position == noPosition {
		success.PositionOption = &streams.AppendResp_Success_NoPosition{NoPosition: &shared.Empty{}}
	} else {
		success.PositionOption = &streams.AppendResp_Success_Position{Position: &streams.AppendResp_Position{
			CommitPosition: wireNumber(out.position), PreparePosition: wireNumber(out.position),
		}}
	}
	return &streams.AppendResp{Result: &streams.AppendResp_Success_{Success: success}}, nil
}

// conflictAnswer sets the current fields and those of 20.6.0, which nodes still send.
func conflictAnswer(expected, actual int64) *streams.AppendResp_WrongExpectedVersion {
	w := &streams.AppendResp_WrongExpectedVersion{}
	switch expected {
	case expectAny:
		w.ExpectedRevisionOption = &streams.AppendResp_WrongExpectedVersion_ExpectedAny{ExpectedAny: &shared.Empty{}}
		w.ExpectedRevisionOption_20_6_0 = &streams.AppendResp_WrongExpectedVersion_Any_20_6_0{Any_20_6_0: &shared.Empty{}}
	case expectExists:
		w.ExpectedRevisionOption = &streams.AppendResp_WrongExpectedVersion_ExpectedStreamExists{ExpectedStreamExists: &shared.Empty{}}
		w.ExpectedRevisionOption_20_6_0 = &streams.AppendResp_WrongExpectedVersion_StreamExists_20_6_0{StreamExists_20_6_0: &shared.Empty{}}
	case expectNoStream:
		w.ExpectedRevisionOption = &streams.AppendResp_WrongExpectedVersion_ExpectedNoStream{ExpectedNoStream: &shared.Empty{}}
		w.ExpectedRevisionOption_20_6_0 = &streams.AppendResp_WrongExpectedVersion_ExpectedRevision_20_6_0{ExpectedRevision_20_6_0: wireNumber(noRevision)}
	default:
		w.ExpectedRevisionOption = &streams.AppendResp_WrongExpectedVersion_ExpectedRevision{ExpectedRevision: wireNumber(expected)}
		w.ExpectedRevisionOption_20_6_0 = &streams.AppendResp_WrongExpectedVersion_ExpectedRevision_20_6_0{ExpectedRevision_20_6_0: wireNumber(expected)}
	}
	if actual == noRevision {
		w.CurrentRevisionOption = &streams.AppendResp_WrongExpectedVersion_CurrentNoStream{CurrentNoStream: &shared.Empty{}}
		w.CurrentRevisionOption_20_6_0 = &streams.AppendResp_WrongExpectedVersion_NoStream_20_6_0{NoStream_20_6_0: &shared.Empty{}}
	} else {
		w.CurrentRevisionOption = &streams.AppendResp_WrongExpectedVersion_CurrentRevision{CurrentRevision: wireNumber(actual)}
		w.CurrentRevisionOption_20_6_0 = &streams.AppendResp_WrongExpectedVersion_CurrentRevision_20_6_0{CurrentRevision_20_6_0: wireNumber(actual)}
	}
	return w
}

// commit writes a proposal; faults can be injected before and after.
func (s *Server) commit(ctx context.Context, p proposal) (outcome, error) {
	if err := moment(ctx, BeforeCommit); err != nil {
		return outcome{}, err
	}
	out, err := s.store.commit(ctx, p)
	if err != nil {
		return outcome{}, handlerThrew()
	}
	return out, moment(ctx, AfterCommit)
}
