// Package frog answers how many have met the frog.
package frog

import (
	"fmt"
	"net/http"

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
func (s *Routes) Register(d *view.Docs) {
	d.Get("/_internal/frog", "遇见青蛙的人数", view.Answers[Answer](d, "人数"), s.source.Fresh(s.count, frog.Name))
}

func (s *Routes) count(w http.ResponseWriter, r *http.Request) error {
	var a Answer
	if err := s.source.Pool.QueryRow(r.Context(), `select n from frog.meetings`).Scan(&a.Count); err != nil {
		return fmt.Errorf("count the frog's acquaintances: %w", err)
	}
	return view.Value(w, a)
}
