package elastic

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/elastic/go-elasticsearch/v9/esapi"
)

// refused is a change that Elasticsearch rejects permanently, or that cannot be encoded as a document.
type refused struct {
	ID       string `json:"id"`
	Position int64  `json:"position"`
	Reason   string `json:"reason"`
}

// bulk writes changes to an index, each with its position as version: a newer document in the index is kept. It
// returns the rejected changes; the others are stored. After an error, some may be stored, and all can be sent again.
func (c *Client) bulk(ctx context.Context, index string, rows []row) ([]refused, error) {
	var out []refused
	var body bytes.Buffer
	sent := make([]row, 0, len(rows))
	for i := range rows {
		switch err := writeItem(&body, &rows[i]); {
		case errors.Is(err, errUnkeyed):
			out = append(out, refused{rows[i].id, rows[i].position, err.Error()})
		case err != nil:
			return nil, err
		default:
			sent = append(sent, rows[i])
		}
	}
	if len(sent) == 0 {
		return out, nil
	}
	var a struct {
		Items []map[string]struct {
			Status int             `json:"status"`
			Error  json.RawMessage `json:"error"`
		} `json:"items"`
	}
	err := c.do(ctx, esapi.BulkRequest{Index: index, Body: &body, FilterPath: []string{"items.*.status", "items.*.error"}}, &a)
	if e, ok := asError(err); ok && e.refuses() {
		some, err := c.halves(ctx, index, sent, e)
		return append(out, some...), err
	}
	if err != nil {
		return nil, fmt.Errorf("write documents: %w", err)
	}
	if len(a.Items) != len(sent) {
		return nil, fmt.Errorf("write documents: %d answers for %d", len(a.Items), len(sent))
	}
	var failed error
	for i, item := range a.Items {
		for _, answer := range item { // one
			switch err := errorOf(answer.Status, answer.Error); {
			case answer.Status < 300, answer.Status == http.StatusConflict:
			case answer.Status == http.StatusNotFound && sent[i].gone && answer.Error == nil: // it did not exist
			case err.refuses():
				out = append(out, refused{sent[i].id, sent[i].position, err.Error()})
			default:
				failed = errors.Join(failed, err)
			}
		}
		if failed != nil {
			return nil, fmt.Errorf("write documents: %w", failed)
		}
	}
	return out, nil
}

// halves finds the changes that make a whole request invalid.
func (c *Client) halves(ctx context.Context, index string, rows []row, e *Error) ([]refused, error) {
	if len(rows) == 1 {
		return []refused{{rows[0].id, rows[0].position, e.Error()}}, nil
	}
	var out []refused
	for _, half := range [][]row{rows[:len(rows)/2], rows[len(rows)/2:]} {
		some, err := c.bulk(ctx, index, half)
		if err != nil {
			return nil, err
		}
		out = append(out, some...)
	}
	return out, nil
}

// writeItem appends a change, or nothing on an error.
func writeItem(to *bytes.Buffer, r *row) error {
	type meta struct {
		ID          string `json:"_id"`
		Version     int64  `json:"version"`
		VersionType string `json:"version_type"`
	}
	m := meta{r.id, r.version(), "external"}
	encode := json.NewEncoder(to)
	encode.SetEscapeHTML(false)
	if r.gone {
		return encode.Encode(struct {
			Delete meta `json:"delete"`
		}{m})
	}
	d, err := documentOf(r)
	if err != nil {
		return err
	}
	if err := encode.Encode(struct {
		Index meta `json:"index"`
	}{m}); err != nil {
		return err
	}
	return encode.Encode(d)
}
