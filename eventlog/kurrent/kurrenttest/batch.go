package kurrenttest

import (
	"context"
	"errors"
	"io"
	"math"
	"sync"
	"time"

	"github.com/kurrent-io/KurrentDB-Client-Go/protos/kurrentdb/protocols/v1/shared"
	"github.com/kurrent-io/KurrentDB-Client-Go/protos/kurrentdb/protocols/v1/streams"
	"google.golang.org/genproto/googleapis/rpc/code"
	wirestatus "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/modyard/modyard/eventlog"
)

// writeTimeout is how long a node itself waits for a batch.
const writeTimeout = 2 * time.Second

// batch is one append that is being put together under a correlation id.
type batch struct {
	proposal
	budget *budget
}

// batches serves one BatchAppend call: many appends at once, told apart by their correlation ids, answered as they
// are done.
type batches struct {
	server *Server
	ctx    context.Context
	out    grpc.BidiStreamingServer[streams.BatchAppendReq, streams.BatchAppendResp]

	mu      sync.Mutex // guards out
	pending map[eventlog.EventID]*batch
	timers  []*time.Timer
	open    sync.Mutex // guards pending
}

// BatchAppend appends what comes in pieces. An append that is not complete in time is answered with a timeout.
func (a streamService) BatchAppend(in grpc.BidiStreamingServer[streams.BatchAppendReq, streams.BatchAppendResp]) error {
	b := &batches{server: a.server, ctx: in.Context(), out: in, pending: map[eventlog.EventID]*batch{}}
	defer b.stop()
	for {
		req, err := in.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := b.take(req); err != nil {
			return err
		}
	}
}

func (b *batches) stop() {
	b.open.Lock()
	defer b.open.Unlock()
	for _, t := range b.timers {
		t.Stop()
	}
	clear(b.pending)
}

// take adds a piece to its append, and writes the append when it was the last.
func (b *batches) take(req *streams.BatchAppendReq) error {
	id, ok := readID(req.GetCorrelationId())
	if !ok {
		return handlerThrew()
	}
	if o := req.GetOptions(); o != nil {
		if s := b.begin(id, o); s != nil {
			return b.answer(id, string(o.GetStreamIdentifier().GetStreamName()), &streams.BatchAppendResp{Result: &streams.BatchAppendResp_Error{Error: s}})
		}
	}
	open, s := b.add(id, req)
	switch {
	case open == nil:
		return nil // nothing begun under this id, or it was refused before
	case s != nil:
		return b.answer(id, open.targets[0].stream, &streams.BatchAppendResp{Result: &streams.BatchAppendResp_Error{Error: s}})
	case !req.GetIsFinal():
		return nil
	}
	if err := b.server.mustLead(b.ctx, false); err != nil {
		return err
	}
	out, err := b.server.commit(b.ctx, open.proposal)
	if err != nil {
		return err
	}
	return b.answer(id, open.targets[0].stream, batchAnswer(open.targets[0], out))
}

// begin opens an append, or says what is wrong with it.
func (b *batches) begin(id eventlog.EventID, o *streams.BatchAppendReq_Options) *wirestatus.Status {
	stream := string(o.GetStreamIdentifier().GetStreamName())
	if err := b.server.allow(b.ctx, stream, actionWrite); err != nil {
		return problem(code.Code_PERMISSION_DENIED, &shared.AccessDenied{})
	}
	if o.GetStreamIdentifier() == nil {
		return badRequest("Required field StreamIdentifier not set.")
	}
	expected, ok := batchExpectation(o)
	if !ok {
		return badRequest("'None' is not a valid ExpectedStreamPositionOneofCase")
	}
	timeout := min(requestedTimeout(o), writeTimeout)
	if timeout <= 0 {
		return problem(code.Code_DEADLINE_EXCEEDED, &shared.Timeout{})
	}
	b.open.Lock()
	defer b.open.Unlock()
	if b.pending[id] != nil {
		return nil // the first options stay
	}
	b.pending[id] = &batch{proposal: proposal{targets: []target{{stream: stream, expected: expected}}}, budget: b.server.newBudget()}
	b.timers = append(b.timers, time.AfterFunc(timeout, func() { b.expire(id, stream) }))
	return nil
}

func requestedTimeout(o *streams.BatchAppendReq_Options) time.Duration {
	switch d := o.GetDeadlineOption().(type) {
	case *streams.BatchAppendReq_Options_Deadline:
		return d.Deadline.AsDuration()
	case *streams.BatchAppendReq_Options_Deadline_21_10_0:
		return time.Until(d.Deadline_21_10_0.AsTime())
	default:
		return math.MaxInt64
	}
}

func batchExpectation(o *streams.BatchAppendReq_Options) (int64, bool) {
	switch e := o.GetExpectedStreamPosition().(type) {
	case *streams.BatchAppendReq_Options_StreamPosition:
		return readNumber(e.StreamPosition), true
	case *streams.BatchAppendReq_Options_NoStream:
		return expectNoStream, true
	case *streams.BatchAppendReq_Options_Any:
		return expectAny, true
	case *streams.BatchAppendReq_Options_StreamExists:
		return expectExists, true
	default:
		return 0, false
	}
}

// expire answers an append whose pieces did not all come.
func (b *batches) expire(id eventlog.EventID, stream string) {
	b.open.Lock()
	_, waiting := b.pending[id]
	delete(b.pending, id)
	b.open.Unlock()
	if waiting {
		_ = b.answer(id, stream, &streams.BatchAppendResp{Result: &streams.BatchAppendResp_Error{
			Error: problem(code.Code_DEADLINE_EXCEEDED, &shared.Timeout{}),
		}}) // whoever hung up needs no answer
	}
}

// add puts events to an open append. What is complete or refused is open no longer.
func (b *batches) add(id eventlog.EventID, req *streams.BatchAppendReq) (*batch, *wirestatus.Status) {
	b.open.Lock()
	defer b.open.Unlock()
	open := b.pending[id]
	if open == nil {
		return nil, nil
	}
	for _, m := range req.GetProposedMessages() {
		e, missing := proposedEvent(m)
		if missing != "" {
			delete(b.pending, id)
			return open, badRequest("Required Metadata Property '" + missing + "' is missing")
		}
		size, fits := open.budget.take(e.kind, e.data, e.meta)
		if size > open.budget.event || !fits {
			delete(b.pending, id)
			return open, problem(code.Code_INVALID_ARGUMENT, &shared.MaximumAppendSizeExceeded{MaxAppendSize: uint32(open.budget.most)})
		}
		open.events = append(open.events, e)
	}
	if req.GetIsFinal() {
		delete(b.pending, id)
	}
	return open, nil
}

func (b *batches) answer(id eventlog.EventID, stream string, resp *streams.BatchAppendResp) error {
	resp.CorrelationId = wireID(id, false)
	resp.StreamIdentifier = identifier(stream)
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.out.Send(resp)
}

func batchAnswer(t target, out outcome) *streams.BatchAppendResp {
	if len(out.failures) > 0 {
		var s *wirestatus.Status
		if actual := out.failures[0].actual; actual == deletedRevision {
			s = problem(code.Code_NOT_FOUND, &shared.StreamDeleted{StreamIdentifier: identifier(t.stream)})
		} else {
			s = problem(code.Code_ALREADY_EXISTS, batchConflict(t.expected, actual))
		}
		return &streams.BatchAppendResp{Result: &streams.BatchAppendResp_Error{Error: s}}
	}
	success := &streams.BatchAppendResp_Success{}
	if out.last[0] == noRevision {
		success.CurrentRevisionOption = &streams.BatchAppendResp_Success_NoStream{NoStream: &emptypb.Empty{}}
	} else {
		success.CurrentRevisionOption = &streams.BatchAppendResp_Success_CurrentRevision{CurrentRevision: wireNumber(out.last[0])}
	}
	if out.position == noPosition {
		success.PositionOption = &streams.BatchAppendResp_Success_NoPosition{NoPosition: &emptypb.Empty{}}
	} else {
		success.PositionOption = &streams.BatchAppendResp_Success_Position{Position: &shared.AllStreamPosition{
			CommitPosition: wireNumber(out.position), PreparePosition: wireNumber(out.position),
		}}
	}
	return &streams.BatchAppendResp{Result: &streams.BatchAppendResp_Success_{Success: success}}
}

func batchConflict(expected, actual int64) *shared.WrongExpectedVersion {
	w := &shared.WrongExpectedVersion{}
	switch expected {
	case expectAny:
		w.ExpectedStreamPositionOption = &shared.WrongExpectedVersion_ExpectedAny{ExpectedAny: &emptypb.Empty{}}
	case expectExists:
		w.ExpectedStreamPositionOption = &shared.WrongExpectedVersion_ExpectedStreamExists{ExpectedStreamExists: &emptypb.Empty{}}
	case expectNoStream:
		w.ExpectedStreamPositionOption = &shared.WrongExpectedVersion_ExpectedNoStream{ExpectedNoStream: &emptypb.Empty{}}
	default:
		w.ExpectedStreamPositionOption = &shared.WrongExpectedVersion_ExpectedStreamPosition{ExpectedStreamPosition: wireNumber(expected)}
	}
	if actual == noRevision {
		w.CurrentStreamRevisionOption = &shared.WrongExpectedVersion_CurrentNoStream{CurrentNoStream: &emptypb.Empty{}}
	} else {
		w.CurrentStreamRevisionOption = &shared.WrongExpectedVersion_CurrentStreamRevision{CurrentStreamRevision: wireNumber(actual)}
	}
	return w
}

// problem gives a status that is named after what it is about.
func problem(c code.Code, detail proto.Message) *wirestatus.Status {
	packed, err := anypb.New(detail)
	if err != nil {
		return &wirestatus.Status{Code: int32(code.Code_INTERNAL), Message: err.Error()}
	}
	return &wirestatus.Status{Code: int32(c), Message: string(packed.MessageName().Name()), Details: []*anypb.Any{packed}}
}

func badRequest(message string) *wirestatus.Status {
	return problem(code.Code_INVALID_ARGUMENT, &shared.BadRequest{Message: message})
}
