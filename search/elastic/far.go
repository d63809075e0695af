package elastic

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/maypok86/otter/v2"

	"github.com/modyard/modyard/search"
)

const (
	farFrom   = 1000 // offset of the first page for which a place is stored
	maxLists  = 500  // lists with stored places
	maxPlaces = 32   // of one list
)

// place is the sort value that a list had at an offset. The list may have changed since: a place is only a starting
// point for reading.
type place struct {
	offset int
	value  int64
}

// places caches where pages begin. Elasticsearch keeps all hits before a page in a heap, which for a far page of a
// long list takes twenty times as long as the query; from a known place there are few hits before it.
type places struct{ lists *otter.Cache[string, []place] }

func newPlaces() places {
	return places{otter.Must(&otter.Options[string, []place]{MaximumSize: maxLists})}
}

// before is the last place at or before an offset.
func (p places) before(list string, offset int) (at place, ok bool) {
	all, _ := p.lists.GetIfPresent(list)
	for _, known := range all {
		if known.offset <= offset && (!ok || known.offset > at.offset) {
			at, ok = known, true
		}
	}
	return at, ok
}

// note stores a place and drops the oldest above the limit.
func (p places) note(list string, at place) {
	all, _ := p.lists.GetIfPresent(list)
	all = slices.DeleteFunc(slices.Clone(all), func(known place) bool { return known.offset == at.offset })
	if len(all) == maxPlaces {
		all = all[1:]
	}
	p.lists.Set(list, append(all, at)) // a concurrent note may be lost, which only costs time
}

// list answers a query without text.
func (x *Index) list(ctx context.Context, q search.Query, plan search.Plan) (search.Page, error) {
	if q.Offset < farFrom || q.Limit == 0 {
		a, err := x.ask(ctx, listing(q, plan))
		return a.page(q.Limit), err
	}
	field := listedBy(q.Sort)
	raw, err := json.Marshal([]any{field, filters(plan)})
	if err != nil {
		return search.Page{}, fmt.Errorf("encode a search: %w", err)
	}
	name := string(raw)
	var a searchAnswer
	at, known := x.places.before(name, q.Offset)
	if known {
		if a, known, err = x.from(ctx, at, field, q, plan); err != nil {
			return search.Page{}, err
		}
	}
	if !known {
		if a, err = x.ask(ctx, listing(q, plan)); err != nil {
			return search.Page{}, err
		}
	}
	if hits := a.Hits.Hits; len(hits) > 0 && len(hits[0].Sort) > 0 {
		if value, err := hits[0].Sort[0].Int64(); err == nil {
			x.places.note(name, place{q.Offset, value})
		}
	}
	return a.page(q.Limit), nil
}

// from reads a page from a place: it counts the hits before the place and sorts the rest. ok is false where the page
// now begins before the place. A change that becomes visible between the two requests may shift the page, as between
// two pages.
func (x *Index) from(ctx context.Context, at place, field string, q search.Query, plan search.Plan) (a searchAnswer, ok bool, err error) {
	part := func(body object, bound string) object {
		all := append(filters(plan), object{"range": object{field: object{bound: at.value}}})
		body["query"] = object{"bool": object{"filter": all}}
		return body
	}
	before, err := x.ask(ctx, part(object{"size": 0, "track_total_hits": true}, "gt"))
	if err != nil || before.Hits.Total.Value > q.Offset {
		return a, false, err
	}
	q.Offset -= before.Hits.Total.Value
	if a, err = x.ask(ctx, part(listing(q, plan), "lte")); err != nil {
		return a, false, err
	}
	a.Hits.Total.Value += before.Hits.Total.Value
	return a, true, nil
}
