package kurrenttest_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/kurrent-io/KurrentDB-Client-Go/kurrentdb"
	"github.com/kurrent-io/KurrentDB-Client-Go/protos/kurrentdb/protocols/v1/shared"
	"github.com/kurrent-io/KurrentDB-Client-Go/protos/kurrentdb/protocols/v1/streams"
	streamsv2 "github.com/kurrent-io/KurrentDB-Client-Go/protos/kurrentdb/protocols/v2/streams/streams"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/modyard/modyard/eventlog/kurrent/kurrenttest"
)

func named(stream string) *shared.StreamIdentifier {
	return &shared.StreamIdentifier{StreamName: []byte(stream)}
}

// raw is a connection for the protocol features that the Go client does not use.
func raw(t *testing.T, server *kurrenttest.Server) *grpc.ClientConn {
	t.Helper()
	conn, err := grpc.NewClient(server.Addr(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	must(t, err)
	t.Cleanup(func() { conn.Close() })
	return conn
}

func wireText(id uuid.UUID) *shared.UUID {
	return &shared.UUID{Value: &shared.UUID_String_{String_: id.String()}}
}

// ask reads all messages of a Read call.
func ask(t *testing.T, server *kurrenttest.Server, o *streams.ReadReq_Options) ([]*streams.ReadResp, metadata.MD, error) {
	t.Helper()
	call, err := streams.NewStreamsClient(raw(t, server)).Read(within(t), &streams.ReadReq{Options: o})
	must(t, err)
	var out []*streams.ReadResp
	for {
		resp, err := call.Recv()
		if errors.Is(err, io.EOF) {
			return out, call.Trailer(), nil
		}
		if err != nil {
			return out, call.Trailer(), err
		}
		out = append(out, resp)
	}
}

func fromStart(stream string) *streams.ReadReq_Options {
	return &streams.ReadReq_Options{
		StreamOption: &streams.ReadReq_Options_Stream{Stream: &streams.ReadReq_Options_StreamOptions{
			StreamIdentifier: named(stream), RevisionOption: &streams.ReadReq_Options_StreamOptions_Start{Start: &shared.Empty{}},
		}},
		CountOption:  &streams.ReadReq_Options_Count{Count: 10},
		FilterOption: &streams.ReadReq_Options_NoFilter{NoFilter: &shared.Empty{}},
		UuidOption:   &streams.ReadReq_Options_UUIDOption{Content: &streams.ReadReq_Options_UUIDOption_String_{String_: &shared.Empty{}}},
	}
}

func TestAClientMayRequestTextIDsAndTheEndsOfStreams(t *testing.T) {
	server, client := node(t, kurrenttest.Options{})
	stream := newStream()
	list := fill(t, client, stream, 2)
	o := fromStart(stream)
	o.ControlOption = &streams.ReadReq_Options_ControlOption{Compatibility: 1}
	got, _, err := ask(t, server, o)
	must(t, err)
	if len(got) != 3 || got[0].GetEvent().GetEvent().GetId().GetString_() != list[0].EventID.String() || got[2].GetLastStreamPosition() != 1 {
		t.Errorf("answers %v", got)
	}
}

func TestIncompatibleOptionsAreRejected(t *testing.T) {
	server, _ := node(t, kurrenttest.Options{})
	for name, change := range map[string]func(*streams.ReadReq_Options){
		"no form of ids": func(o *streams.ReadReq_Options) { o.UuidOption = nil },
		"no stream":      func(o *streams.ReadReq_Options) { o.StreamOption = nil },
		"no count":       func(o *streams.ReadReq_Options) { o.CountOption = nil },
		"no filter":      func(o *streams.ReadReq_Options) { o.FilterOption = nil },
		"a filtered stream": func(o *streams.ReadReq_Options) {
			o.FilterOption = &streams.ReadReq_Options_Filter{Filter: &streams.ReadReq_Options_FilterOptions{}}
		},
		"a subscription backwards": func(o *streams.ReadReq_Options) {
			o.CountOption = &streams.ReadReq_Options_Subscription{Subscription: &streams.ReadReq_Options_SubscriptionOptions{}}
			o.ReadDirection = streams.ReadReq_Options_Backwards
		},
	} {
		o := fromStart(newStream())
		change(o)
		if _, _, err := ask(t, server, o); status.Code(err) != codes.InvalidArgument {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAnInvalidFilterIsRejected(t *testing.T) {
	server, _ := node(t, kurrenttest.Options{})
	expression := func(regex string) *streams.ReadReq_Options_FilterOptions_EventType {
		return &streams.ReadReq_Options_FilterOptions_EventType{EventType: &streams.ReadReq_Options_FilterOptions_Expression{Regex: regex}}
	}
	window := &streams.ReadReq_Options_FilterOptions_Max{Max: 32}
	for name, f := range map[string]*streams.ReadReq_Options_FilterOptions{
		"an open bracket": {Filter: expression("["), Window: window, CheckpointIntervalMultiplier: 1},
		"nothing":         {Window: window, CheckpointIntervalMultiplier: 1},
		"no window":       {Filter: expression("x"), CheckpointIntervalMultiplier: 1},
		"no interval":     {Filter: expression("x"), Window: window},
	} {
		o := fromStart("")
		o.StreamOption = &streams.ReadReq_Options_All{All: &streams.ReadReq_Options_AllOptions{}}
		o.CountOption = &streams.ReadReq_Options_Subscription{}
		o.FilterOption = &streams.ReadReq_Options_Filter{Filter: f}
		if _, _, err := ask(t, server, o); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}

func TestAFilteredReadOfAllReturnsTheMatchingEvents(t *testing.T) {
	server, client := node(t, kurrenttest.Options{})
	fill(t, client, newStream(), 3)
	o := fromStart("")
	o.StreamOption = &streams.ReadReq_Options_All{All: &streams.ReadReq_Options_AllOptions{
		AllOption: &streams.ReadReq_Options_AllOptions_End{End: &shared.Empty{}},
	}}
	o.ReadDirection = streams.ReadReq_Options_Backwards
	o.FilterOption = &streams.ReadReq_Options_Filter{Filter: &streams.ReadReq_Options_FilterOptions{
		Filter: &streams.ReadReq_Options_FilterOptions_EventType{EventType: &streams.ReadReq_Options_FilterOptions_Expression{Prefix: []string{"$User"}}},
		Window: &streams.ReadReq_Options_FilterOptions_Count{Count: &shared.Empty{}},
	}}
	got, _, err := ask(t, server, o)
	must(t, err)
	if len(got) == 0 {
		t.Fatal("nothing")
	}
	for _, e := range got {
		if kind := e.GetEvent().GetEvent().GetMetadata()["type"]; !strings.HasPrefix(kind, "$User") {
			t.Errorf("an event of type %q", kind)
		}
	}
}

func TestRejectionsAreReportedInTrailers(t *testing.T) {
	server, client := node(t, kurrenttest.Options{MaxEventBytes: 100, MaxAppendBytes: 150})
	ended, stream := newStream(), newStream()
	fill(t, client, stream, 1)
	fill(t, client, ended, 1)
	_, err := client.TombstoneStream(within(t), ended, kurrentdb.TombstoneStreamOptions{StreamState: kurrentdb.Any{}})
	must(t, err)
	protocol := streams.NewStreamsClient(raw(t, server))

	_, trailer, err := ask(t, server, fromStart(ended))
	want(t, trailer, err, codes.FailedPrecondition, "exception", "stream-deleted", "stream-name", ended)

	trailer = nil
	_, err = protocol.Delete(within(t), &streams.DeleteReq{Options: &streams.DeleteReq_Options{
		StreamIdentifier: named(stream), ExpectedStreamRevision: &streams.DeleteReq_Options_Revision{Revision: 7},
	}}, grpc.Trailer(&trailer))
	want(t, trailer, err, codes.FailedPrecondition, "exception", "wrong-expected-version", "stream-name", stream, "expected-version", "7", "actual-version", "0")

	for name, c := range map[string]struct {
		sizes []int
		want  []string
	}{
		"event":  {[]int{101}, []string{"exception", "maximum-append-event-size-exceeded", "maximum-append-event-size", "100"}},
		"append": {[]int{80, 80}, []string{"exception", "maximum-append-size-exceeded", "maximum-append-size", "150"}},
	} {
		t.Run(name, func(t *testing.T) {
			call, err := protocol.Append(within(t))
			must(t, err)
			_ = call.Send(&streams.AppendReq{Content: &streams.AppendReq_Options_{Options: &streams.AppendReq_Options{
				StreamIdentifier: named(stream), ExpectedStreamRevision: &streams.AppendReq_Options_Any{Any: &shared.Empty{}},
			}}})
			for _, n := range c.sizes {
				_ = call.Send(&streams.AppendReq{Content: &streams.AppendReq_ProposedMessage_{ProposedMessage: &streams.AppendReq_ProposedMessage{
					Id: wireText(uuid.New()), Metadata: map[string]string{"type": "T", "content-type": "x"}, Data: make([]byte, n),
				}}})
			}
			_, err = call.CloseAndRecv()
			want(t, call.Trailer(), err, codes.InvalidArgument, c.want...)
		})
	}
}

func want(t *testing.T, trailer metadata.MD, err error, code codes.Code, pairs ...string) {
	t.Helper()
	if status.Code(err) != code {
		t.Errorf("error %v, want %v", err, code)
	}
	for i := 0; i < len(pairs); i += 2 {
		if got := trailer.Get(pairs[i]); len(got) != 1 || got[0] != pairs[i+1] {
			t.Errorf("trailer %s is %q, want %q", pairs[i], got, pairs[i+1])
		}
	}
}

func TestAFollowerRejectsACallThatRequiresTheLeader(t *testing.T) {
	nodes := kurrenttest.StartCluster(t, 2, kurrenttest.Options{})
	ctx := metadata.AppendToOutgoingContext(within(t), "requires-leader", "true")
	call, err := streams.NewStreamsClient(raw(t, nodes[1])).Read(ctx, &streams.ReadReq{Options: fromStart(newStream())})
	must(t, err)
	_, err = call.Recv()
	host, port, _ := strings.Cut(nodes[0].Addr(), ":")
	want(t, call.Trailer(), err, codes.NotFound, "exception", "not-leader", "leader-endpoint-host", host, "leader-endpoint-port", port)
}

func TestASessionWithoutRequestsIsRejected(t *testing.T) {
	server, _ := node(t, kurrenttest.Options{})
	call, err := streamsv2.NewStreamsServiceClient(raw(t, server)).AppendSession(within(t))
	must(t, err)
	if _, err := call.CloseAndRecv(); status.Code(err) != codes.FailedPrecondition {
		t.Errorf("error %v", err)
	}
}

func TestARecordWithoutASchemaIsRejected(t *testing.T) {
	server, _ := node(t, kurrenttest.Options{})
	protocol := streamsv2.NewStreamsServiceClient(raw(t, server))
	id := "no uuid"
	json := streamsv2.SchemaFormat_SCHEMA_FORMAT_JSON
	for name, r := range map[string]*streamsv2.AppendRecord{
		"no schema":  {Stream: "a"},
		"no name":    {Stream: "a", Schema: &streamsv2.SchemaInfo{Format: json}},
		"a bad name": {Stream: "a", Schema: &streamsv2.SchemaInfo{Format: json, Name: "a b"}},
		"no format":  {Stream: "a", Schema: &streamsv2.SchemaInfo{Name: "a"}},
		"a bad id":   {Stream: "a", Schema: &streamsv2.SchemaInfo{Format: json, Name: "a"}, RecordId: &id},
		"no stream":  {Schema: &streamsv2.SchemaInfo{Format: json, Name: "a"}},
	} {
		_, err := protocol.AppendRecords(within(t), &streamsv2.AppendRecordsRequest{Records: []*streamsv2.AppendRecord{r}})
		if status.Code(err) != codes.InvalidArgument {
			t.Errorf("%s: %v", name, err)
		}
	}
}
