// Package frog answers how many browsers have met the frog.
package frog

import (
	"context"
	"fmt"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/frog"
	"github.com/modyard/modyard/readapi/view"
)

// Answer is the number of browsers that have met the frog, each counted once.
type Answer struct {
	Count int64 `json:"count"`
}

// Routes are the query routes of this package.
type Routes struct{ source *view.Source }

// New makes the routes over a source.
func New(s *view.Source) *Routes { return &Routes{source: s} }

// Register mounts every route.
func (s *Routes) Register(api *httpkit.API) {
	view.Query(api, s.source, view.Route{Path: "GET /_internal/frog", Summary: "遇见青蛙的人数", Fresh: []string{frog.Name}}, s.count)
}

func (s *Routes) count(ctx context.Context, _ *struct{}) (a Answer, err error) {
	if err := s.source.Pool.QueryRow(ctx, `select n from frog.meetings`).Scan(&a.Count); err != nil {
		return a, fmt.Errorf("count browsers that met the frog: %w", err)
	}
	return a, nil
}
