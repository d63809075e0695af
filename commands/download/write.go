package download

import (
	"fmt"

	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/eventlog"
)

// WriteOf is the write that records hits of a kind, at least one and at most download.MaxHits, in the stream of the day of
// the first one. It has one event, or several where one would exceed eventlog.MaxEventBytes.
func WriteOf(codec Codec, kind download.Kind, hits []download.Hit) (eventlog.Write, error) {
	events, err := eventsOf(codec, kind, hits)
	return eventlog.Write{Stream: kind.Stream(hits[0].At), Expected: eventlog.Any, Events: events}, err
}

// eventsOf halves hits until each half is one event. Callers choose the host of a referrer: hits without anything in common
// are many times larger than usual ones.
func eventsOf(codec Codec, kind download.Kind, hits []download.Hit) ([]eventlog.Event, error) {
	packed, err := download.Pack(hits)
	if err != nil {
		return nil, err
	}
	typ, data, err := codec.Encode(kind.Event(packed))
	if err != nil {
		return nil, fmt.Errorf("encode hits: %w", err)
	}
	if half := len(hits) / 2; len(data) > eventlog.MaxEventBytes && half > 0 {
		first, err := eventsOf(codec, kind, hits[:half])
		if err != nil {
			return nil, err
		}
		second, err := eventsOf(codec, kind, hits[half:])
		return append(first, second...), err
	}
	return []eventlog.Event{{ID: eventlog.NewEventID(), Type: typ, Data: data, Meta: eventlog.Metadata{At: hits[0].At}}}, nil
}
