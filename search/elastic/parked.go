package elastic

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/elastic/go-elasticsearch/v9/esapi"
)

// maxParked bounds the listed rejected documents; more than a few mean that the index is wrong.
const maxParked = 10_000

func parkedName(id string) string {
	sum := sha256.Sum256([]byte(id))
	return "parked-" + hex.EncodeToString(sum[:16])
}

// park records rejected changes, beside the index's state, and deletes a record when a later change is accepted.
// Until then searches in Elasticsearch miss the document.
func (f *Feeder) park(ctx context.Context, rows []row, no []refused) error {
	refusedNow := map[string]bool{}
	for _, r := range no {
		refusedNow[r.ID] = true
		f.logger.ErrorContext(ctx, "elasticsearch: a document is refused", "id", r.ID, "position", r.Position, "reason", r.Reason)
		if err := f.client.putDoc(ctx, parkedName(r.ID), struct {
			Kind string `json:"kind"`
			refused
		}{"parked", r}); err != nil {
			return err
		}
		f.parked[r.ID] = true
	}
	for _, r := range rows {
		if f.parked[r.id] && !refusedNow[r.id] {
			if err := f.client.dropDoc(ctx, parkedName(r.id)); err != nil {
				return err
			}
			delete(f.parked, r.id)
		}
	}
	f.metrics.parked.Set(float64(len(f.parked)))
	return nil
}

func (f *Feeder) readParked(ctx context.Context) (map[string]bool, error) {
	all, err := f.client.parked(ctx)
	if err != nil {
		return nil, err
	}
	out := map[string]bool{}
	for _, r := range all {
		out[r.ID] = true
	}
	f.metrics.parked.Set(float64(len(out)))
	return out, nil
}

func (f *Feeder) clearParked(ctx context.Context) error {
	all, err := f.client.parked(ctx)
	if err != nil {
		return err
	}
	for _, r := range all {
		if err := f.client.dropDoc(ctx, parkedName(r.ID)); err != nil {
			return err
		}
	}
	clear(f.parked)
	return nil
}

// parked lists the rejected documents.
func (c *Client) parked(ctx context.Context) ([]refused, error) {
	if err := c.refresh(ctx, c.stateIndex()); err != nil {
		if isStatus(err, http.StatusNotFound) {
			return nil, nil
		}
		return nil, err
	}
	raw, err := json.Marshal(object{"size": maxParked, "query": object{"term": object{"kind": "parked"}}})
	if err != nil {
		return nil, err
	}
	var a struct {
		Hits struct {
			Hits []struct {
				Source refused `json:"_source"`
			} `json:"hits"`
		} `json:"hits"`
	}
	if err := c.do(ctx, esapi.SearchRequest{Index: []string{c.stateIndex()}, Body: bytes.NewReader(raw)}, &a); err != nil {
		return nil, fmt.Errorf("read rejected documents: %w", err)
	}
	out := make([]refused, len(a.Hits.Hits))
	for i, h := range a.Hits.Hits {
		out[i] = h.Source
	}
	return out, nil
}
