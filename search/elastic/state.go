package elastic

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/elastic/go-elasticsearch/v9/esapi"
)

// state is the progress of an index. It is stored in the cluster, beside the index, so that both are restored or lost
// together.
type state struct {
	Index    string `json:"index"`
	UUID     string `json:"uuid"`     // of the index: a restored or recreated one has another
	Source   string `json:"source"`   // the tables that it was fed from
	Position int64  `json:"position"` // with ID, the last change that was fed
	ID       string `json:"id"`
	Counted  int64  `json:"counted"`    // the last counter change that was fed
	CountOf  string `json:"counted_id"` // and its document, of several with the same change
	At       uint64 `json:"at"`         // every change up to this log position can be found
	// Since is the time at which the state was written, for people only.
	Since time.Time `json:"since"`
}

// Names of states: of the serving index, and of one that is being filled.
const (
	serving  = "serving"
	shipping = "shipping"
)

func (c *Client) stateIndex() string { return c.name + "-feed" }

// prepare creates the index of states and the template of serving indexes.
func (c *Client) prepare(ctx context.Context) error {
	keyword := object{"type": "keyword"}
	err := c.create(ctx, c.stateIndex(), object{
		"settings": object{"number_of_shards": 1, "auto_expand_replicas": "0-1"},
		"mappings": object{"dynamic": false, "properties": object{"kind": keyword}},
	})
	if err != nil && !alreadyExists(err) {
		return fmt.Errorf("create the index of states: %w", err)
	}
	// A write to a missing index of this pattern must not create it.
	body, err := json.Marshal(object{
		"index_patterns": []string{c.indexes()}, "priority": 500, "allow_auto_create": false,
		"template": object{"settings": settings(), "mappings": mappings()},
	})
	if err != nil {
		return err
	}
	if err := c.do(ctx, esapi.IndicesPutIndexTemplateRequest{Name: c.name + "-search", Body: bytes.NewReader(body)}, nil); err != nil {
		return fmt.Errorf("put the index template: %w", err)
	}
	return nil
}

func (c *Client) create(ctx context.Context, index string, body object) error {
	raw, err := json.Marshal(body)
	if err != nil {
		return err
	}
	return c.do(ctx, esapi.IndicesCreateRequest{Index: index, Body: bytes.NewReader(raw)}, nil)
}

func alreadyExists(err error) bool {
	e, ok := asError(err)
	return ok && e.Type == "resource_already_exists_exception"
}

// readState reads a state; found is false where there is none.
func (c *Client) readState(ctx context.Context, name string) (s state, found bool, err error) {
	var a struct {
		Found  bool  `json:"found"`
		Source state `json:"_source"`
	}
	err = c.do(ctx, esapi.GetRequest{Index: c.stateIndex(), DocumentID: name}, &a)
	if isStatus(err, http.StatusNotFound) {
		return s, false, nil
	}
	if err != nil {
		return s, false, fmt.Errorf("read the index's state: %w", err)
	}
	return a.Source, a.Found, nil
}

func (c *Client) writeState(ctx context.Context, name string, s state) error {
	s.Since = time.Now().UTC()
	return c.putDoc(ctx, name, s)
}

func (c *Client) putDoc(ctx context.Context, name string, v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if err := c.do(ctx, esapi.IndexRequest{Index: c.stateIndex(), DocumentID: url.PathEscape(name), Body: bytes.NewReader(raw)}, nil); err != nil {
		return fmt.Errorf("write the index's state: %w", err)
	}
	return nil
}

func (c *Client) dropDoc(ctx context.Context, name string) error {
	err := c.do(ctx, esapi.DeleteRequest{Index: c.stateIndex(), DocumentID: url.PathEscape(name)}, nil)
	if err != nil && !isStatus(err, http.StatusNotFound) {
		return fmt.Errorf("remove the index's state: %w", err)
	}
	return nil
}

// found is a concrete index in the cluster.
type found struct {
	UUID       string
	Definition string
	Serves     bool // the alias points to it
}

// list finds the indexes that serve, have served, or are being filled.
func (c *Client) list(ctx context.Context) (map[string]found, error) {
	var a map[string]struct {
		Aliases  map[string]any `json:"aliases"`
		Mappings struct {
			Meta struct {
				Definition string `json:"definition"`
			} `json:"_meta"`
		} `json:"mappings"`
		Settings struct {
			Index struct {
				UUID string `json:"uuid"`
			} `json:"index"`
		} `json:"settings"`
	}
	if err := c.do(ctx, esapi.IndicesGetRequest{Index: []string{c.indexes()}}, &a); err != nil {
		return nil, fmt.Errorf("list indexes: %w", err)
	}
	out := make(map[string]found, len(a))
	for name, i := range a {
		_, serves := i.Aliases[c.alias()]
		out[name] = found{UUID: i.Settings.Index.UUID, Definition: i.Mappings.Meta.Definition, Serves: serves}
	}
	return out, nil
}

// flip points the alias to one index, atomically, and removes all others.
func (c *Client) flip(ctx context.Context, to string) error {
	all, err := c.list(ctx)
	if err != nil {
		return err
	}
	actions := []object{{"add": object{"index": to, "alias": c.alias()}}}
	for name := range all {
		if name != to { // running searches there fall back
			actions = append(actions, object{"remove_index": object{"index": name}})
		}
	}
	raw, err := json.Marshal(object{"actions": actions})
	if err != nil {
		return err
	}
	if err := c.do(ctx, esapi.IndicesUpdateAliasesRequest{Body: bytes.NewReader(raw)}, nil); err != nil {
		return fmt.Errorf("flip the alias: %w", err)
	}
	return nil
}

// refresh makes every write searchable, on every replica.
func (c *Client) refresh(ctx context.Context, index string) error {
	var a struct {
		Shards struct {
			Failed int `json:"failed"`
		} `json:"_shards"`
	}
	if err := c.do(ctx, esapi.IndicesRefreshRequest{Index: []string{index}}, &a); err != nil {
		return fmt.Errorf("refresh: %w", err)
	}
	if a.Shards.Failed > 0 {
		return fmt.Errorf("refresh: %d shards failed", a.Shards.Failed)
	}
	return nil
}
