package searchbench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/platform/watermark"
	"github.com/modyard/modyard/search/elastic"
)

// fed fills an index of Elasticsearch from the tables of Prepare, as the site does, and prints the time it took. drop
// closes the client; the index stays.
func fed(ctx context.Context, pool *pgxpool.Pool, address string, documents int, w io.Writer) (index *elastic.Index, drop func(), err error) {
	if !strings.Contains(address, "?") {
		address = strings.TrimRight(address, "/") + "/?index=searchbench"
	}
	client, err := elastic.Open(address)
	if err != nil {
		return nil, nil, err
	}
	board := watermark.New()
	feeder, err := elastic.NewFeeder(elastic.FeederOptions{
		Client: client, Pool: pool, Schema: Schema, Board: board, Logger: slog.New(slog.DiscardHandler),
		Lead: func(ctx context.Context, _ string) (context.Context, func(), error) {
			ctx, cancel := context.WithCancel(ctx)
			return ctx, cancel, nil
		},
	})
	if err != nil {
		return nil, nil, err
	}
	feeding, stop := context.WithCancel(ctx)
	done := make(chan error, 1)
	started := time.Now()
	go func() { done <- feeder.Run(feeding) }()
	defer func() {
		stop()
		err = errors.Join(err, <-done)
	}()
	limited, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	if err := board.Wait(limited, elastic.Mark, 1); err != nil {
		return nil, nil, err
	}
	took := time.Since(started)
	fmt.Fprintf(w, "elasticsearch: %d documents fed in %.1f s, %.0f a second\n", documents, took.Seconds(), float64(documents)/took.Seconds())
	if found, err := feeder.Verify(limited); err != nil || len(found) > 0 {
		return nil, nil, fmt.Errorf("%d documents differ in Elasticsearch: %w", len(found), err)
	}
	return elastic.NewIndex(client), client.Close, nil
}
