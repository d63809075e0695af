package log

import (
	"context"
	"fmt"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/log"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/archive"
)

func truncations() *commands.Aggregate[log.Truncation, log.Truncate] {
	return &commands.Aggregate[log.Truncation, log.Truncate]{
		Category: "log", Evolve: commands.Timeless(log.EvolveTruncation), Decide: log.DecideTruncation,
	}
}

// Truncate appends that a range of a log was archived. A repetition changes nothing. The account is that of the person
// who archives; it is empty for the program.
func Truncate(ctx context.Context, h *commands.Handler, name, generation, account string, r archive.Range) error {
	c := log.Truncate{Log: name, From: int64(r.From), To: int64(r.To), Manifest: r.Manifest, By: account}
	command := eventlog.DeriveEventID("truncate "+name+" "+generation+" "+r.Manifest, int(r.To)).String()
	_, err := h.Handle(ctx, commands.Request{Command: command, By: actor.Actor{Account: account}}, func(ctx context.Context, tx *commands.Tx) error {
		e, err := truncations().Open(ctx, tx, name)
		if err != nil {
			return err
		}
		return e.Do(c)
	})
	if err != nil {
		return fmt.Errorf("record that events %d to %d of the log of %s were archived: %w", r.From, r.To, name, err)
	}
	return nil
}

// Truncations reads the archived ranges of a log from the main log, in the order in which they were recorded.
func Truncations(ctx context.Context, main eventlog.Reader, codec Decoder, name string) ([]archive.Range, error) {
	var ranges []archive.Range
	for e, err := range main.Stream(ctx, truncations().Stream(name), 0) {
		if err != nil {
			return nil, fmt.Errorf("read the archived ranges of the log of %s: %w", name, err)
		}
		payload, err := codec.Decode(e.Type, e.Data)
		if err != nil {
			return nil, fmt.Errorf("read the archived ranges of the log of %s: %w", name, err)
		}
		if told, ok := payload.(log.Truncated); ok {
			ranges = append(ranges, archive.Range{From: eventlog.Position(told.From), To: eventlog.Position(told.To), Manifest: told.Manifest})
		}
	}
	return ranges, nil
}

// Decoder decodes events; eventlog/codec implements it.
type Decoder interface {
	Decode(typ string, data []byte) (any, error)
}
