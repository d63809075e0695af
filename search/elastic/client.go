// Package elastic answers queries from Elasticsearch. An index is fed from the rows of package search/postgres; it
// has the same terms, facets and integer scores, so that hits, order and totals are the same. When Elasticsearch is
// slow, down or behind, a fall-back answers.
package elastic

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/elastic/elastic-transport-go/v8/elastictransport"
	"github.com/elastic/go-elasticsearch/v9/esapi"
)

// Client is a connection to a cluster. It connects on first use, so that making one succeeds while the cluster is
// down.
type Client struct {
	transport *elastictransport.Client
	http      *http.Transport
	name      string // prefix of all names in the cluster
}

var validName = regexp.MustCompile(`^[a-z][a-z0-9_-]{0,60}$`)

// Open parses an address: one or more URLs of nodes, separated by commas. A user and password are written before the
// host. The first URL's parameters: index, the prefix of index names (default "modyard"); api_key; ca, a file of
// certificates to trust beside the system's.
func Open(address string) (*Client, error) {
	c := &Client{name: "modyard", http: &http.Transport{
		DialContext:         (&net.Dialer{Timeout: 2 * time.Second, KeepAlive: 15 * time.Second}).DialContext,
		TLSHandshakeTimeout: 5 * time.Second, MaxIdleConnsPerHost: 64, IdleConnTimeout: time.Minute, ForceAttemptHTTP2: true,
		Proxy: http.ProxyFromEnvironment,
	}}
	opts := []elastictransport.Option{elastictransport.WithTransport(c.http)}
	var nodes []*url.URL
	for i, raw := range strings.Split(address, ",") {
		u, err := url.Parse(strings.TrimSpace(raw))
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			return nil, errors.New("elasticsearch-url: must look like https://user:password@host:9200, several with commas between them") // without the address, which may contain a password
		}
		if i == 0 {
			more, err := c.parameters(u.Query())
			if err != nil {
				return nil, err
			}
			opts = append(opts, more...)
		}
		if password, has := u.User.Password(); has && i == 0 {
			opts = append(opts, elastictransport.WithBasicAuth(u.User.Username(), password))
		}
		nodes = append(nodes, &url.URL{Scheme: u.Scheme, Host: u.Host, Path: strings.TrimRight(u.Path, "/")})
	}
	opts = append(opts, elastictransport.WithURLs(nodes...))
	if len(nodes) == 1 {
		opts = append(opts, elastictransport.WithDisableRetry()) // there is no other node
	} else {
		opts = append(opts, elastictransport.WithMaxRetries(len(nodes)-1))
	}
	var err error
	if c.transport, err = elastictransport.NewClient(opts...); err != nil {
		return nil, errors.New("elasticsearch-url: the client rejects its settings") // its text may name them
	}
	return c, nil
}

func (c *Client) parameters(q url.Values) ([]elastictransport.Option, error) {
	var opts []elastictransport.Option
	for key := range q {
		value := q.Get(key)
		switch key {
		case "index":
			if !validName.MatchString(value) {
				return nil, errors.New("elasticsearch-url: index must be lower case letters, digits, - and _")
			}
			c.name = value
		case "api_key":
			opts = append(opts, elastictransport.WithAPIKey(value))
		case "ca":
			pem, err := os.ReadFile(value)
			if err != nil {
				return nil, fmt.Errorf("elasticsearch-url: read ca: %w", err)
			}
			opts = append(opts, elastictransport.WithCACert(pem))
		default:
			return nil, fmt.Errorf("elasticsearch-url: unknown parameter %q", key)
		}
	}
	return opts, nil
}

// Close closes idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// alias is the name of the serving index; indexes are the concrete indexes.
func (c *Client) alias() string   { return c.name + "-search" }
func (c *Client) indexes() string { return c.name + "-search-*" }

// Error is an error answer of Elasticsearch.
type Error struct {
	Status int    // of the HTTP answer
	Type   string // Elasticsearch's type of the error
	Reason string
}

func (e *Error) Error() string {
	return fmt.Sprintf("elasticsearch answered %d: %s: %s", e.Status, e.Type, e.Reason)
}

// refuses says whether the request itself is invalid, so that another attempt fails in the same way.
func (e *Error) refuses() bool {
	if e.Type == "index_closed_exception" { // the index can be opened again
		return false
	}
	return e.Status == http.StatusBadRequest || e.Status == http.StatusRequestEntityTooLarge
}

func isStatus(err error, status int) bool {
	var e *Error
	return errors.As(err, &e) && e.Status == status
}

type request interface {
	Do(ctx context.Context, transport esapi.Transport) (*esapi.Response, error)
}

// do sends a request and decodes its answer. Error answers are *Error.
func (c *Client) do(ctx context.Context, r request, into any) error {
	res, err := r.Do(ctx, c.transport)
	if err != nil {
		return fmt.Errorf("ask elasticsearch: %w", err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return fmt.Errorf("read elasticsearch's answer: %w", err)
	}
	if res.IsError() {
		return failure(res.StatusCode, body)
	}
	if res.Header.Get("X-Elastic-Product") != "Elasticsearch" {
		return errors.New("query elasticsearch: the server is not elasticsearch")
	}
	if into == nil {
		return nil
	}
	if err := json.Unmarshal(body, into); err != nil {
		return fmt.Errorf("decode elasticsearch's answer: %w", err)
	}
	return nil
}

func failure(status int, body []byte) error {
	var answer struct {
		Error json.RawMessage `json:"error"`
	}
	_ = json.Unmarshal(body, &answer) // a body that is not JSON has no reason
	return errorOf(status, answer.Error)
}

// errorOf decodes an error of a whole answer or of a part of it.
func errorOf(status int, raw json.RawMessage) *Error {
	e := &Error{Status: status}
	var whole struct {
		Type     string `json:"type"`
		Reason   string `json:"reason"`
		CausedBy struct {
			Reason string `json:"reason"`
		} `json:"caused_by"`
	}
	if json.Unmarshal(raw, &whole) == nil {
		e.Type, e.Reason = whole.Type, clip(whole.Reason)
		if whole.CausedBy.Reason != "" {
			e.Reason += ": " + clip(whole.CausedBy.Reason)
		}
	}
	return e
}

func clip(s string) string {
	if len(s) > 300 {
		return strings.ToValidUTF8(s[:300], "") + "…"
	}
	return s
}

func asError(err error) (*Error, bool) {
	var e *Error
	ok := errors.As(err, &e)
	return e, ok
}
