package elastic

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/elastic/go-elasticsearch/v9/esapi"

	"github.com/modyard/modyard/platform/pause"
)

// Difference is a document that differs between index and table.
type Difference struct {
	ID     string
	Kind   string // "missing", "extra" or "changed" in the index
	Table  int64  // position in the table, 0 for none
	Index  int64  // position in the index, 0 for none
	Reason string // why Elasticsearch rejected it, if it did
}

func (d Difference) String() string {
	s := fmt.Sprintf("%s %s (table at %d, index at %d)", d.Kind, d.ID, d.Table, d.Index)
	if d.Reason != "" {
		s += ": " + d.Reason
	}
	return s
}

// fingerprint is the compared part of a document.
type fingerprint struct {
	position int64
	digest   string
}

// fingerprintOf is the expected fingerprint of a row. For a row that cannot be a document it equals none.
func fingerprintOf(r *row) (fingerprint, error) {
	d, err := documentOf(r)
	if errors.Is(err, errUnkeyed) {
		return fingerprint{r.position, "none can be made"}, nil
	}
	return fingerprint{d.Position, d.Digest}, err
}

// ErrNoIndex says that no index serves.
var ErrNoIndex = errors.New("no index serves: no document has been fed yet, or other tables were fed")

// Verify compares the serving index with the document table, document by document, while both may change: differences
// are checked again when the index has reached the table's position. This process need not run the feeder.
func (f *Feeder) Verify(ctx context.Context) ([]Difference, error) {
	source, err := f.table.source(ctx)
	if err != nil {
		return nil, err
	}
	if err := f.reach(ctx, source); err != nil {
		return nil, err
	}
	suspects, err := f.compare(ctx)
	if err != nil || len(suspects) == 0 {
		return nil, err
	}
	if err := f.reach(ctx, source); err != nil {
		return nil, err
	}
	return f.again(ctx, suspects)
}

// reach waits until an index of these tables serves and has their present position.
func (f *Feeder) reach(ctx context.Context, source string) error {
	position, _, err := f.table.newest(ctx)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	why := ErrNoIndex
	for {
		s, there, err := f.client.readState(ctx, serving)
		switch {
		case err != nil && ctx.Err() == nil:
			why = err
		case err != nil:
		case !there || s.Source != source:
			why = ErrNoIndex
		case int64(s.At) >= position:
			return nil
		default:
			why = fmt.Errorf("the index is at %d and does not reach %d: no process feeds it", s.At, position)
		}
		if !pause.For(ctx, 100*time.Millisecond) {
			return errors.Join(why, ctx.Err())
		}
	}
}

// compare returns the ids of documents that differ.
func (f *Feeder) compare(ctx context.Context) ([]string, error) {
	index, err := f.client.fingerprints(ctx, nil)
	if err != nil {
		return nil, err
	}
	var out []string
	for id := ""; ; {
		rows, err := f.table.after(ctx, id, chunkRows)
		if err != nil {
			return nil, err
		}
		for i := range rows {
			want, err := fingerprintOf(&rows[i])
			if err != nil {
				return nil, err
			}
			if index[rows[i].id] != want {
				out = append(out, rows[i].id)
			}
			delete(index, rows[i].id)
		}
		if len(rows) < chunkRows {
			break
		}
		id = rows[len(rows)-1].id
	}
	return append(out, slices.Collect(maps.Keys(index))...), nil
}

// again checks some documents again.
func (f *Feeder) again(ctx context.Context, ids []string) ([]Difference, error) {
	no, err := f.client.parked(ctx)
	if err != nil {
		return nil, err
	}
	reasons := map[string]string{}
	for _, r := range no {
		reasons[r.ID] = r.Reason
	}
	slices.Sort(ids)
	var out []Difference
	for chunk := range slices.Chunk(ids, chunkRows) {
		index, err := f.client.fingerprints(ctx, chunk)
		if err != nil {
			return nil, err
		}
		rows, err := f.table.these(ctx, chunk)
		if err != nil {
			return nil, err
		}
		table := map[string]fingerprint{}
		for i := range rows {
			if table[rows[i].id], err = fingerprintOf(&rows[i]); err != nil {
				return nil, err
			}
		}
		for _, id := range chunk {
			a, b := table[id], index[id]
			d := Difference{ID: id, Kind: "changed", Table: a.position, Index: b.position, Reason: reasons[id]}
			switch {
			case a == b:
				continue
			case a.digest == "":
				d.Kind = "extra"
			case b.digest == "":
				d.Kind = "missing"
			}
			out = append(out, d)
		}
	}
	return out, nil
}

// fingerprints reads the fingerprints of all documents of the index, or of the given ones.
func (c *Client) fingerprints(ctx context.Context, ids []string) (map[string]fingerprint, error) {
	out := map[string]fingerprint{}
	query := object{"match_all": object{}}
	if ids != nil {
		query = object{"terms": object{"id": ids}}
	}
	body := object{"size": 2000, "query": query, "sort": []object{{"id": "asc"}}, "_source": []string{"position", "digest"}, "track_total_hits": false}
	for {
		raw, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		var a struct {
			Hits struct {
				Hits []struct {
					ID     string `json:"_id"`
					Source struct {
						Position int64  `json:"position"`
						Digest   string `json:"digest"`
					} `json:"_source"`
					Sort []string `json:"sort"`
				} `json:"hits"`
			} `json:"hits"`
		}
		if err := c.do(ctx, esapi.SearchRequest{Index: []string{c.alias()}, Body: bytes.NewReader(raw)}, &a); err != nil {
			return nil, fmt.Errorf("read the index: %w", err)
		}
		for _, h := range a.Hits.Hits {
			out[h.ID] = fingerprint{h.Source.Position, h.Source.Digest}
		}
		if len(a.Hits.Hits) < 2000 {
			return out, nil
		}
		body["search_after"] = a.Hits.Hits[len(a.Hits.Hits)-1].Sort
	}
}
