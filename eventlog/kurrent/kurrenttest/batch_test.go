package kurrenttest_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/kurrent-io/KurrentDB-Client-Go/protos/kurrentdb/protocols/v1/shared"
	"github.com/kurrent-io/KurrentDB-Client-Go/protos/kurrentdb/protocols/v1/streams"
	rpccode "google.golang.org/genproto/googleapis/rpc/code"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/modyard/modyard/eventlog/kurrent/kurrenttest"
)

// raw gives the protocol itself, for what the Go client does not use of it.
func raw(t *testing.T, server *kurrenttest.Server) *grpc.ClientConn {
	t.Helper()
	conn, err := grpc.NewClient(server.Addr(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	must(t, err)
	t.Cleanup(func() { conn.Close() })
	return conn
}

// batch talks to BatchAppend.
type batch struct {
	t *testing.T
	streams.Streams_BatchAppendClient
}

func newBatch(t *testing.T, server *kurrenttest.Server) batch {
	t.Helper()
	ctx, cancel := context.WithCancel(within(t))
	t.Cleanup(cancel)
	call, err := streams.NewStreamsClient(raw(t, server)).BatchAppend(ctx)
	must(t, err)
	return batch{t: t, Streams_BatchAppendClient: call}
}

func wireText(id uuid.UUID) *shared.UUID {
	return &shared.UUID{Value: &shared.UUID_String_{String_: id.String()}}
}

// noStreamYet gives options that expect a stream not to be there.
func noStreamYet(stream string) *streams.BatchAppendReq_Options {
	return &streams.BatchAppendReq_Options{
		StreamIdentifier:       &shared.StreamIdentifier{StreamName: []byte(stream)},
		ExpectedStreamPosition: &streams.BatchAppendReq_Options_NoStream{NoStream: &emptypb.Empty{}},
	}
}

func message(size int) *streams.BatchAppendReq_ProposedMessage {
	return &streams.BatchAppendReq_ProposedMessage{
		Id: wireText(uuid.New()), Metadata: map[string]string{"type": "TestEvent", "content-type": "application/json"}, Data: make([]byte, size),
	}
}

func (b batch) send(id uuid.UUID, o *streams.BatchAppendReq_Options, final bool, messages ...*streams.BatchAppendReq_ProposedMessage) {
	b.t.Helper()
	must(b.t, b.Send(&streams.BatchAppendReq{CorrelationId: wireText(id), Options: o, ProposedMessages: messages, IsFinal: final}))
}

// fails receives an error and wants its code and detail.
func (b batch) fails(want rpccode.Code, detail proto.Message) {
	b.t.Helper()
	resp, err := b.Recv()
	must(b.t, err)
	s := resp.GetError()
	if s.GetCode() != int32(want) || len(s.GetDetails()) != 1 || s.GetDetails()[0].MessageName() != proto.MessageName(detail) {
		b.t.Errorf("answer %v, want %v with %T", resp, want, detail)
	}
}

func TestABatchIsAppendedWhenItsLastPieceIsThere(t *testing.T) {
	noLeaks(t)
	server, _ := node(t, kurrenttest.Options{})
	b := newBatch(t, server)
	one, two := uuid.New(), uuid.New()
	first, second := newStream(), newStream()
	b.send(one, noStreamYet(first), false, message(1), message(1))
	b.send(two, noStreamYet(second), true, message(1))
	resp, err := b.Recv()
	must(t, err)
	if string(resp.GetStreamIdentifier().GetStreamName()) != second || resp.GetSuccess().GetCurrentRevision() != 0 || resp.GetSuccess().GetPosition() == nil {
		t.Errorf("answer %v", resp)
	}
	b.send(one, nil, true, message(1))
	resp, err = b.Recv()
	must(t, err)
	if string(resp.GetStreamIdentifier().GetStreamName()) != first || resp.GetSuccess().GetCurrentRevision() != 2 {
		t.Errorf("answer %v", resp)
	}
	must(t, b.CloseSend())
	if _, err := b.Recv(); err == nil {
		t.Error("an answer to nothing")
	}
}

func TestABatchIsToldWhatIsWrong(t *testing.T) {
	server, client := node(t, kurrenttest.Options{Version: kurrenttest.V25_0})
	b := newBatch(t, server)
	taken := newStream()
	fill(t, client, taken, 2)
	b.send(uuid.New(), noStreamYet(taken), true, message(1))
	b.fails(rpccode.Code_ALREADY_EXISTS, &shared.WrongExpectedVersion{})

	b.send(uuid.New(), noStreamYet(newStream()), true, message(1<<20))
	b.fails(rpccode.Code_INVALID_ARGUMENT, &shared.MaximumAppendSizeExceeded{})

	nameless := message(1)
	delete(nameless.Metadata, "type")
	b.send(uuid.New(), noStreamYet(newStream()), true, nameless)
	b.fails(rpccode.Code_INVALID_ARGUMENT, &shared.BadRequest{})

	b.send(uuid.New(), &streams.BatchAppendReq_Options{}, true, message(1))
	b.fails(rpccode.Code_INVALID_ARGUMENT, &shared.BadRequest{})

	late := noStreamYet(newStream())
	late.DeadlineOption = &streams.BatchAppendReq_Options_Deadline{Deadline: durationpb.New(0)}
	b.send(uuid.New(), late, true, message(1))
	b.fails(rpccode.Code_DEADLINE_EXCEEDED, &shared.Timeout{})
}

func TestABatchWhoseLastPieceNeverComesRunsOutOfTime(t *testing.T) {
	server, _ := node(t, kurrenttest.Options{})
	b := newBatch(t, server)
	o := noStreamYet(newStream())
	o.DeadlineOption = &streams.BatchAppendReq_Options_Deadline{Deadline: durationpb.New(20 * time.Millisecond)}
	b.send(uuid.New(), o, false, message(1))
	b.fails(rpccode.Code_DEADLINE_EXCEEDED, &shared.Timeout{})
}
