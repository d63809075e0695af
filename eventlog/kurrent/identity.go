package kurrent

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
	"github.com/kurrent-io/KurrentDB-Client-Go/kurrentdb"
)

const (
	// The record that identifies a database. Neither name is valid in the log, so it is not an event.
	identityStream = "modyard"
	identityType   = "DatabaseNamed"

	// format is the version of the format of events, metadata and names. Every program identifies a database before its
	// first append, and stores the format in the record.
	format = 2
)

// naming is the content of the last record of the identity stream.
type naming struct {
	id       string // empty if there is none
	format   int    // zero if the record does not contain it
	revision uint64
}

// identify returns the database's id, and gives it one if it has none. If several processes do so concurrently, one
// succeeds. used means that there were events before: a database with events must have this format.
func (l *Log) identify(ctx context.Context, used bool) (string, error) {
	found, err := l.readIdentity(ctx)
	switch {
	case err != nil || found.id != "" && found.format == format:
		return found.id, err
	case found.format > format:
		return "", fmt.Errorf("the database is of format %d, which a later program created: this one supports format %d", found.format, format)
	case used && found.id == "":
		return "", fmt.Errorf("the database holds events and no record of their format (stream %q): this program reads format %d alone", identityStream, format)
	case used:
		return "", fmt.Errorf("the database holds events of format %d, which this program cannot read (it supports format %d): start with an empty database", max(found.format, 1), format)
	}
	if err := l.name(ctx, found); err != nil {
		return "", fmt.Errorf("name the database: %w", err)
	}
	if found, err = l.readIdentity(ctx); err == nil && (found.id == "" || found.format != format) {
		err = fmt.Errorf("name the database: stream %q is not what it should be", identityStream)
	}
	return found.id, err
}

// name writes the identity record after the one that was found, unless another process was faster.
func (l *Log) name(ctx context.Context, found naming) error {
	data, err := json.Marshal(map[string]int{"format": format})
	if err != nil {
		return err
	}
	record := kurrentdb.EventData{
		EventID: uuid.New(), EventType: identityType, ContentType: kurrentdb.ContentTypeJson, Data: data, Metadata: []byte(`{}`),
	}
	var expected kurrentdb.StreamState = kurrentdb.NoStream{}
	if found.id != "" {
		expected = kurrentdb.Revision(found.revision)
	}
	_, err = read(ctx, l, func(ctx context.Context, c *kurrentdb.Client) (*kurrentdb.WriteResult, error) {
		result, err := c.AppendToStream(ctx, identityStream, kurrentdb.AppendToStreamOptions{StreamState: expected}, record)
		if err != nil && judge(err) == refused {
			return nil, nil
		}
		return result, err
	})
	return err
}

// readIdentity returns the content of the last record of the stream.
func (l *Log) readIdentity(ctx context.Context) (naming, error) {
	found, err := read(ctx, l, func(ctx context.Context, c *kurrentdb.Client) (naming, error) {
		var found naming
		stream, err := c.ReadStream(ctx, identityStream, kurrentdb.ReadStreamOptions{Direction: kurrentdb.Backwards, From: kurrentdb.End{}}, 1)
		if err != nil {
			return found, err
		}
		err = drain(stream, func(e *kurrentdb.RecordedEvent) bool {
			if e.EventType == identityType {
				var record struct{ Format int }
				_ = json.Unmarshal(e.Data, &record) // an unreadable record leaves both fields empty
				found = naming{id: e.EventID.String(), format: record.Format, revision: e.EventNumber}
			}
			return false
		})
		return found, err
	})
	if err != nil && judge(err) != absent {
		return naming{}, fmt.Errorf("find the name of the database: %w", err)
	}
	return found, nil
}
