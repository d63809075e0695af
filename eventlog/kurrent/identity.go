package kurrent

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/kurrent-io/KurrentDB-Client-Go/kurrentdb"
)

// The record that names a database. Neither name is one that the log takes, so it is no event of ours.
const (
	identityStream = "modyard"
	identityType   = "DatabaseNamed"
)

// identify gives the database's id, and gives it one if it has none. Of several processes that do so at once, one
// is taken.
func (l *Log) identify(ctx context.Context) (string, error) {
	if id, err := l.readIdentity(ctx); id != "" || err != nil {
		return id, err
	}
	record := kurrentdb.EventData{
		EventID: uuid.New(), EventType: identityType, ContentType: kurrentdb.ContentTypeJson, Data: []byte(`{}`), Metadata: []byte(`{}`),
	}
	_, err := read(ctx, l, func(ctx context.Context, c *kurrentdb.Client) (*kurrentdb.WriteResult, error) {
		result, err := c.AppendToStream(ctx, identityStream, kurrentdb.AppendToStreamOptions{StreamState: kurrentdb.NoStream{}}, record)
		if err != nil && judge(err) == refused {
			return nil, nil // somebody was faster
		}
		return result, err
	})
	if err != nil {
		return "", fmt.Errorf("name the database: %w", err)
	}
	id, err := l.readIdentity(ctx)
	if id == "" && err == nil {
		err = fmt.Errorf("name the database: stream %q is not what it should be", identityStream)
	}
	return id, err
}

// readIdentity gives the id of the first record of the stream, or nothing.
func (l *Log) readIdentity(ctx context.Context) (string, error) {
	id, err := read(ctx, l, func(ctx context.Context, c *kurrentdb.Client) (string, error) {
		id := ""
		stream, err := c.ReadStream(ctx, identityStream, kurrentdb.ReadStreamOptions{Direction: kurrentdb.Forwards, From: kurrentdb.Start{}}, 1)
		if err != nil {
			return "", err
		}
		err = drain(stream, func(e *kurrentdb.RecordedEvent) bool {
			if e.EventType == identityType {
				id = e.EventID.String()
			}
			return false
		})
		return id, err
	})
	if err != nil && judge(err) != absent {
		return "", fmt.Errorf("find the name of the database: %w", err)
	}
	return id, nil
}
