package elastic

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/elastic/go-elasticsearch/v9/esapi"

	"github.com/modyard/modyard/search"
	"github.com/modyard/modyard/search/analysis"
)

// base is a set of documents over which some kinds of options are counted.
type base struct {
	search.Counting
	match object // nil: everything
	found map[string]bucket
}

// Counts implements search.Engine: one request for all kinds of options, a second where the first path matches no
// name, a third where loaders and game versions must match in one version.
func (x *Index) Counts(ctx context.Context, q search.Query) (map[string]int, error) {
	f := analysis.ParseText(q.Text)
	out := map[string]int{}
	if f.None {
		return out, nil
	}
	var bases []*base
	for _, c := range q.Countings() {
		b := &base{Counting: c}
		if !f.All {
			b.match = matching(strong(f))
		}
		bases = append(bases, b)
	}
	if err := x.count(ctx, bases, f); err != nil {
		return nil, err
	}
	if !f.All {
		var again []*base
		for _, b := range bases {
			if b.found["nameMatch"].Count == 0 {
				b.match = matching(typo(f))
				again = append(again, b)
			}
		}
		if err := x.count(ctx, again, f); err != nil {
			return nil, err
		}
	}
	if err := x.tie(ctx, bases, q.Filter); err != nil {
		return nil, err
	}
	for _, b := range bases {
		for _, o := range b.Options {
			for _, found := range b.found[optionField(o)].Buckets {
				if found.Count > 0 {
					out[o.OptionKey(found.Key)] += found.Count
				}
			}
		}
	}
	return out, nil
}

// maxOptions bounds the options of one kind, far above the actual number.
const maxOptions = 20_000

func (b *base) query() object {
	all := filters(b.Plan)
	if b.match != nil {
		all = append(all, b.match)
	}
	return object{"bool": object{"filter": all}}
}

// count fills the results of each base.
func (x *Index) count(ctx context.Context, bases []*base, f analysis.Formula) error {
	bodies := make([]object, len(bases))
	for i, b := range bases {
		aggs := object{}
		for _, o := range b.Options {
			field := optionField(o)
			aggs[field] = object{"terms": object{"field": "options." + field, "size": maxOptions}}
		}
		if !f.All {
			aggs["nameMatch"] = object{"filter": nameMatch(f)}
		}
		bodies[i] = object{"size": 0, "track_total_hits": false, "query": b.query(), "aggs": aggs}
	}
	answers, err := x.aggregate(ctx, bodies)
	for i := range answers {
		bases[i].found = answers[i]
	}
	return err
}

// tie counts options again that must match together with others in one version: each with a filter of its own.
func (x *Index) tie(ctx context.Context, bases []*base, filter search.Filter) error {
	type tied struct {
		base  *base
		field string
		keys  []string
	}
	var asked []tied
	var bodies []object
	for _, b := range bases {
		for _, o := range b.Options {
			t := tied{base: b, field: optionField(o)}
			conditions := []object{}
			for _, found := range b.found[t.field].Buckets {
				clauses := filter.Tied(o.Family, found.Key[len(o.Prefix):])
				if clauses == nil {
					continue
				}
				t.keys = append(t.keys, found.Key)
				all := append(filters(search.Plan{Clauses: clauses}), object{"term": object{"facets": found.Key}})
				conditions = append(conditions, allOf(all))
			}
			if t.keys == nil {
				continue
			}
			asked = append(asked, t)
			bodies = append(bodies, object{"size": 0, "track_total_hits": false, "query": b.query(),
				"aggs": object{"tied": object{"filters": object{"filters": conditions}}}})
		}
	}
	answers, err := x.aggregate(ctx, bodies)
	if err != nil {
		return err
	}
	for i, t := range asked {
		buckets := answers[i]["tied"].Buckets
		if len(buckets) != len(t.keys) {
			return fmt.Errorf("count options: %d answers for %d options", len(buckets), len(t.keys))
		}
		for j := range buckets {
			buckets[j].Key = t.keys[j]
		}
		t.base.found[t.field] = bucket{Buckets: buckets}
	}
	return nil
}

// bucket is the result of an aggregation, or of a part of one.
type bucket struct {
	Key     string   `json:"key"`
	Count   int      `json:"doc_count"`
	Buckets []bucket `json:"buckets"`
}

// aggregate runs searches for their aggregations, all in one request.
func (x *Index) aggregate(ctx context.Context, bodies []object) ([]map[string]bucket, error) {
	if len(bodies) == 0 {
		return nil, nil
	}
	var lines bytes.Buffer
	for _, b := range bodies {
		raw, err := json.Marshal(b)
		if err != nil {
			return nil, fmt.Errorf("encode a search: %w", err)
		}
		lines.WriteString(`{"allow_partial_search_results":false}` + "\n")
		lines.Write(append(raw, '\n'))
	}
	var a struct {
		Responses []struct {
			Status       int               `json:"status"`
			TimedOut     bool              `json:"timed_out"`
			Error        json.RawMessage   `json:"error"`
			Aggregations map[string]bucket `json:"aggregations"`
		} `json:"responses"`
	}
	err := x.client.do(ctx, esapi.MsearchRequest{Index: []string{x.client.alias()}, Body: &lines,
		FilterPath: []string{"responses.status", "responses.timed_out", "responses.error", "responses.aggregations"}}, &a)
	if err != nil {
		return nil, err
	}
	out := make([]map[string]bucket, 0, len(bodies))
	for _, r := range a.Responses {
		switch {
		case r.Error != nil:
			return nil, errorOf(r.Status, r.Error)
		case r.TimedOut:
			return nil, errors.New("elasticsearch timed out on a search")
		}
		out = append(out, r.Aggregations)
	}
	if len(out) != len(bodies) {
		return nil, fmt.Errorf("elasticsearch answered %d of %d searches", len(out), len(bodies))
	}
	return slices.Clip(out), nil
}
