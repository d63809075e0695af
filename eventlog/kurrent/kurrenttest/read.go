package kurrenttest

import (
	"context"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/kurrent-io/KurrentDB-Client-Go/protos/kurrentdb/protocols/v1/streams"
	"google.golang.org/grpc"
)

// reader answers one Read call.
type reader struct {
	server *Server
	out    grpc.ServerStreamingServer[streams.ReadResp]
	ctx    context.Context
	textID bool
	links  bool
}

// Read answers reads and subscriptions of a stream or of $all.
func (a streamService) Read(req *streams.ReadReq, out grpc.ServerStreamingServer[streams.ReadResp]) error {
	o := req.GetOptions()
	ctx := out.Context()
	if o.GetUuidOption() == nil {
		return invalidArgument("'uuidOption' is a required argument of type UUIDOption")
	}
	r := &reader{server: a.server, out: out, ctx: ctx, textID: o.GetUuidOption().GetString_() != nil, links: o.GetResolveLinks()}
	backwards := o.GetReadDirection() == streams.ReadReq_Options_Backwards
	_, subscribes := o.GetCountOption().(*streams.ReadReq_Options_Subscription)
	_, counts := o.GetCountOption().(*streams.ReadReq_Options_Count)
	_, filters := o.GetFilterOption().(*streams.ReadReq_Options_Filter)
	name := streamAll
	if s, ok := o.GetStreamOption().(*streams.ReadReq_Options_Stream); ok {
		name = string(s.Stream.GetStreamIdentifier().GetStreamName())
	} else if o.GetAll() == nil {
		return invalidArgument("'None' is not a valid StreamOptionOneofCase")
	}
	if err := a.server.allow(ctx, name, actionRead); err != nil {
		return err
	}
	if err := a.server.mustLead(ctx, false); err != nil {
		return err
	}
	switch {
	case !subscribes && !counts, o.GetFilterOption() == nil, subscribes && backwards, o.GetStream() != nil && filters:
		return invalidArgument("The combination of (%T, %T, %v, %T) is invalid.", o.GetStreamOption(), o.GetCountOption(), o.GetReadDirection(), o.GetFilterOption())
	case name == "":
		return handlerThrew()
	case o.GetStream() != nil && subscribes:
		return r.subscribeToStream(name, o.GetStream())
	case o.GetStream() != nil:
		return r.readStream(name, o.GetStream(), o.GetCount(), backwards, o.GetControlOption().GetCompatibility())
	}
	match, window, interval := filter(everything), math.MaxInt, 0
	if filters {
		var err error
		if match, err = newFilter(o.GetFilter()); err != nil {
			return err
		}
		if window, err = searchWindow(o.GetFilter()); err != nil {
			return err
		}
		interval = int(o.GetFilter().GetCheckpointIntervalMultiplier()) * window
		if subscribes && interval == 0 {
			return handlerThrew()
		}
	}
	if subscribes {
		return r.subscribeToAll(o.GetAll(), match, window, interval)
	}
	return r.readAll(o.GetAll(), o.GetCount(), backwards, match)
}

// readBatch is how many records a node reads in one step if the client does not specify it.
const readBatch = 32

func searchWindow(o *streams.ReadReq_Options_FilterOptions) (int, error) {
	switch w := o.GetWindow().(type) {
	case *streams.ReadReq_Options_FilterOptions_Max:
		return int(w.Max), nil
	case *streams.ReadReq_Options_FilterOptions_Count:
		return readBatch, nil
	default:
		return 0, invalidArgument("'None' is not a valid WindowOneofCase")
	}
}

// send sends a record to the client, with the record to which it links if requested.
func (r *reader) send(rec *record) error {
	event := &streams.ReadResp_ReadEvent{
		Event:    wireRecord(rec, r.textID),
		Position: &streams.ReadResp_ReadEvent_CommitPosition{CommitPosition: wireNumber(rec.position)},
	}
	if r.links && rec.kind == typeLink {
		event.Link = event.Event
		event.Event = wireRecord(r.resolve(rec), r.textID)
	}
	return r.out.Send(&streams.ReadResp{Content: &streams.ReadResp_Event{Event: event}})
}

// resolve finds the target of a link ("number@stream"), if it can still be read.
func (r *reader) resolve(link *record) *record {
	number, stream, ok := strings.Cut(string(link.data), linkSeparator)
	if !ok {
		return nil
	}
	revision, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return nil
	}
	return r.server.store.find(stream, revision, time.Now())
}

// readStream reads from a revision, inclusive, in one of the two directions.
func (r *reader) readStream(name string, o *streams.ReadReq_Options_StreamOptions, count uint64, backwards bool, compatibility uint32) error {
	v, _ := r.server.store.read(name, time.Now())
	switch {
	case v.deleted:
		return streamDeleted(r.ctx, name)
	case v.missing:
		return r.out.Send(&streams.ReadResp{Content: &streams.ReadResp_StreamNotFound_{
			StreamNotFound: &streams.ReadResp_StreamNotFound{StreamIdentifier: identifier(name)},
		}})
	}
	from := int64(0)
	switch p := o.GetRevisionOption().(type) {
	case *streams.ReadReq_Options_StreamOptions_Revision:
		from = int64(min(p.Revision, uint64(deletedRevision)))
	case *streams.ReadReq_Options_StreamOptions_End:
		from = deletedRevision
	}
	sent := uint64(0)
	for i := range v.events {
		rec := v.events[i]
		if backwards {
			rec = v.events[len(v.events)-1-i]
		}
		if backwards && rec.revision > from || !backwards && rec.revision < from {
			continue
		}
		if sent == count {
			break
		}
		if err := r.send(rec); err != nil {
			return err
		}
		sent++
	}
	if compatibility == 0 {
		return nil
	}
	if sent == 0 && !backwards && from != v.last+1 {
		if err := r.out.Send(&streams.ReadResp{Content: &streams.ReadResp_FirstStreamPosition{FirstStreamPosition: wireNumber(v.last + 1)}}); err != nil {
			return err
		}
	}
	return r.out.Send(&streams.ReadResp{Content: &streams.ReadResp_LastStreamPosition{LastStreamPosition: wireNumber(v.last)}})
}

// readAll reads $all: forwards from the record at a position, backwards from the one before it.
func (r *reader) readAll(o *streams.ReadReq_Options_AllOptions, count uint64, backwards bool, match filter) error {
	records, _ := r.server.store.snapshot()
	from := beginning
	switch p := o.GetAllOption().(type) {
	case *streams.ReadReq_Options_AllOptions_Position:
		from = point{readNumber(p.Position.GetCommitPosition()), readNumber(p.Position.GetPreparePosition())}
		if !readable(records, from) {
			return invalidPosition()
		}
	case *streams.ReadReq_Options_AllOptions_End:
		from = at(math.MaxInt64)
	}
	i := indexOf(records, from)
	step, end := 1, len(records)
	if backwards {
		i, step, end = i-1, -1, -1
	}
	for sent := uint64(0); i != end && sent < count; i += step {
		if !match(records[i]) {
			continue
		}
		if err := r.send(records[i]); err != nil {
			return err
		}
		sent++
	}
	return nil
}

// timestamped is true if this version sends position and time to subscribers.
func (r *reader) timestamped() bool { return r.server.version.tellsCheckpoints() }
