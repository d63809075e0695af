package app

import (
	"context"
	"errors"
	"sync"

	"github.com/modyard/modyard/projections/catalog"
	"github.com/modyard/modyard/search"
	"github.com/modyard/modyard/search/elastic"
)

// openElastic prepares searches with Elasticsearch. It does not connect, so that an unavailable cluster does not
// prevent the start.
func (c *Core) openElastic() error {
	var err error
	if c.Elastic, err = elastic.Open(c.Config.ElasticsearchURL); err != nil {
		return err
	}
	c.onClose(func() error { c.Elastic.Close(); return nil })
	c.Feeder, err = elastic.NewFeeder(elastic.FeederOptions{
		Client: c.Elastic, Pool: c.DB.Pool, Schema: catalog.Name, Engine: c.Log.Engine(), Board: c.Board, Table: catalog.Name,
		Lead: c.Runner.Lead, Head: c.head, Registry: c.Registry, Logger: c.Logger,
	})
	return err
}

func (c *Core) head(ctx context.Context) (uint64, error) {
	at, err := c.Log.Head(ctx)
	return uint64(at), err
}

// finder is the search engine: the index in the process, or Elasticsearch if one is configured, with the index as a
// fallback.
func (s *Site) finder() (search.Engine, error) {
	if s.Core.Elastic == nil {
		return s.Search, nil
	}
	engine, err := elastic.New(elastic.Options{
		Client: s.Core.Elastic, Fallback: s.Search, Pool: s.DB.Pool, Schema: catalog.Name, Engine: s.Log.Engine(), Board: s.Board, Table: catalog.Name,
		Registry: s.Registry, Logger: s.Logger,
	})
	s.Elasticsearch = engine
	return engine, err
}

// SearchIndex is the operators' name of the index in Elasticsearch.
const SearchIndex = "search"

var errNoElastic = errors.New("there is no index in Elasticsearch: elasticsearch-url is empty")

// Reship fills a new index in Elasticsearch and waits until it is in use, whether or not another process feeds it.
func (c *Core) Reship(ctx context.Context) error {
	return c.besideFeeder(ctx, func(ctx context.Context) error { return c.Feeder.Reship(ctx) })
}

// VerifySearch compares the index in Elasticsearch with the documents in Postgres.
func (c *Core) VerifySearch(ctx context.Context) (found []elastic.Difference, err error) {
	err = c.besideFeeder(ctx, func(ctx context.Context) error {
		found, err = c.Feeder.Verify(ctx)
		return err
	})
	return found, err
}

// besideFeeder runs do while the index is fed, here or by another process.
func (c *Core) besideFeeder(ctx context.Context, do func(context.Context) error) error {
	if c.Feeder == nil {
		return errNoElastic
	}
	ctx, cancel := context.WithCancel(ctx)
	var feeding sync.WaitGroup
	defer feeding.Wait()
	defer cancel()
	feeding.Go(func() { _ = c.Feeder.Run(ctx) }) // it ends only with the context
	return do(ctx)
}
