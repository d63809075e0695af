package kurrenttest

import (
	"context"
	"fmt"
	"net"
	"strconv"
	"strings"

	errorsv2 "github.com/kurrent-io/KurrentDB-Client-Go/protos/kurrentdb/protocols/v2/errors"
	streamerrors "github.com/kurrent-io/KurrentDB-Client-Go/protos/kurrentdb/protocols/v2/streams/errors"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/protoadapt"
)

// The first protocol reports errors in trailers.
const (
	trailerException = "exception"
	trailerStream    = "stream-name"
)

// refuse returns a status and sets the trailers that belong to it.
func refuse(ctx context.Context, code codes.Code, message string, trailers ...string) error {
	if len(trailers) > 0 {
		_ = grpc.SetTrailer(ctx, metadata.Pairs(trailers...)) // fails only outside a call
	}
	return status.Error(code, message)
}

func streamDeleted(ctx context.Context, stream string) error {
	return refuse(ctx, codes.FailedPrecondition, fmt.Sprintf("Event stream '%s' is deleted.", stream),
		trailerException, "stream-deleted", trailerStream, stream)
}

func wrongExpectedVersion(ctx context.Context, operation, stream string, expected, actual int64) error {
	return refuse(ctx, codes.FailedPrecondition,
		fmt.Sprintf("%s failed due to WrongExpectedVersion. Stream: %s, Expected version: %d, Actual version: %d", operation, stream, expected, actual),
		trailerException, "wrong-expected-version", trailerStream, stream,
		"expected-version", strconv.FormatInt(expected, 10), "actual-version", strconv.FormatInt(actual, 10))
}

func maxAppendSizeExceeded(ctx context.Context, most int) error {
	return refuse(ctx, codes.InvalidArgument, fmt.Sprintf("Maximum Append Size of %d Exceeded.", most),
		trailerException, "maximum-append-size-exceeded", "maximum-append-size", strconv.Itoa(most))
}

func maxEventSizeExceeded(ctx context.Context, id string, size, most int) error {
	return refuse(ctx, codes.InvalidArgument,
		fmt.Sprintf("Event with Id: %s, Size: %d, exceeds Maximum Append Event Size of %d.", id, size, most),
		trailerException, "maximum-append-event-size-exceeded", "maximum-append-event-size", strconv.Itoa(most),
		"event-id", id, "proposed-append-event-size", strconv.Itoa(size))
}

func metadataMissing(ctx context.Context, key string) error {
	return refuse(ctx, codes.InvalidArgument, fmt.Sprintf("Required Metadata Property '%s' is missing", key),
		trailerException, "missing-required-metadata-property", "required-metadata-properties", "type,content-type")
}

func accessDenied(ctx context.Context) error {
	return refuse(ctx, codes.PermissionDenied, "Access Denied", trailerException, "access-denied")
}

// handlerThrew is the client's error for an unhandled exception of the server.
func handlerThrew() error { return status.Error(codes.Unknown, "Exception was thrown by handler.") }

func invalidArgument(format string, args ...any) error {
	return status.Errorf(codes.InvalidArgument, format, args...)
}

func invalidPosition() error { return invalidArgument("Trying to read from an invalid position.") }

// NotReady is the answer of a node that is starting or in an election.
func NotReady() error { return status.Error(codes.Unavailable, "Server Is Not Ready") }

// Busy is the answer of an overloaded node.
func Busy() error { return status.Error(codes.Unavailable, "Server Is Too Busy") }

// TimedOut is the answer of a node if the cluster did not confirm a write in time: it may still be written.
func TimedOut() error { return status.Error(codes.Aborted, "Operation timed out: Prepare timed out") }

// notLeader redirects the client to another node, in the format of the call's protocol.
func notLeader(ctx context.Context, method, leader string) error {
	host, port, err := net.SplitHostPort(leader)
	if err != nil {
		return status.Error(codes.Unknown, "No leader info available in response")
	}
	if strings.HasPrefix(method, "AppendSession") || strings.HasPrefix(method, "AppendRecords") {
		number, _ := strconv.ParseInt(port, 10, 32) // an invalid port becomes zero
		return detailed(codes.FailedPrecondition, "The node is not the leader of the cluster.",
			&errorsv2.NotLeaderNodeErrorDetails{CurrentLeader: &errorsv2.NotLeaderNodeErrorDetails_NodeInfo{Host: host, Port: int32(number)}})
	}
	return refuse(ctx, codes.NotFound, "Leader info available",
		trailerException, "not-leader", "leader-endpoint-host", host, "leader-endpoint-port", port)
}

// detailed returns an error of the second protocol.
func detailed(code codes.Code, message string, detail protoadapt.MessageV1) error {
	s, err := status.New(code, message).WithDetails(detail)
	if err != nil {
		return status.Error(code, message)
	}
	return s.Err()
}

func streamTombstoned(stream string) error {
	return detailed(codes.FailedPrecondition,
		fmt.Sprintf("Stream '%s' has been tombstoned. It has been permanently removed from the system and cannot be restored.", stream),
		&streamerrors.StreamTombstonedErrorDetails{Stream: stream})
}

func revisionConflict(stream string, expected, actual int64) error {
	return detailed(codes.FailedPrecondition,
		fmt.Sprintf("Append failed due to a revision conflict on stream '%s'. Expected revision: %d. Actual revision: %d.", stream, expected, actual),
		&streamerrors.StreamRevisionConflictErrorDetails{Stream: stream, ExpectedRevision: expected, ActualRevision: actual})
}

func streamAlreadyInSession(stream string) error {
	return detailed(codes.Aborted,
		fmt.Sprintf("Stream '%s' is already part of this append session. Appending to the same stream multiple times is currently not supported.", stream),
		&streamerrors.StreamAlreadyInAppendSessionErrorDetails{Stream: stream})
}

func recordSizeExceeded(stream, id string, size, most int) error {
	return detailed(codes.InvalidArgument,
		fmt.Sprintf("The size of record %s (%d bytes) exceeds the maximum allowed size of %d bytes by %d bytes", id, size, most, size-most),
		&streamerrors.AppendRecordSizeExceededErrorDetails{Stream: stream, RecordId: id, Size: int32(size), MaxSize: int32(most)})
}

func transactionSizeExceeded(size, most int) error {
	return detailed(codes.Aborted,
		fmt.Sprintf("The total size of the append transaction (%d bytes) exceeds the maximum allowed size of %d bytes by %d bytes", size, most, size-most),
		&streamerrors.AppendTransactionSizeExceededErrorDetails{Size: int32(size), MaxSize: int32(most)})
}
