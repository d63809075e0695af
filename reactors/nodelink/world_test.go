package nodelink_test

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	projected "github.com/modyard/modyard/projections/server"
	"github.com/modyard/modyard/reactors/nodelink"
)

const (
	host = "NodeOne1"
	one  = "ServOne1"
	site = "https://site.example"
)

// world is a site with links, and the key of a node that has joined.
type world struct {
	*catalogtest.World
	t     *testing.T
	links *nodelink.Links
	url   string
	key   ed25519.PrivateKey

	mu       sync.Mutex
	changed  chan struct{}
	desired  []node.Desired
	at       uint64
	recorded []node.Report
	fail     error // of Record and Keep
	kept     map[string]string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	w := &world{World: catalogtest.New(t), t: t, key: private, changed: make(chan struct{}), kept: map[string]string{}}
	w.Also(projected.New())
	w.Happen("node-"+host, "", server.NodeAdded{Node: host, Name: "华东一号"})
	w.Happen("server-"+one, "", server.Provisioned{Server: one, Owner: "UserOwn1", Node: host, Port: 25565})
	w.Happen("server-ServTwo2", "", server.Provisioned{Server: "ServTwo2", Owner: "UserOwn1", Node: "NodeTwo2", Port: 25565})
	w.Settle()
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	w.links, err = nodelink.New(nodelink.Options{
		Pool: w.DB.Pool, Site: site, Origins: []string{site}, Keys: []node.Key{{ID: "k", Public: "p"}}, Now: time.Now, Logger: quiet,
		Key: func(_ context.Context, id string) (ed25519.PublicKey, error) {
			if id != host {
				return nil, nil
			}
			return public, nil
		},
		Record: func(_ context.Context, _ string, r node.Report) error {
			w.mu.Lock()
			defer w.mu.Unlock()
			if w.fail != nil {
				return w.fail
			}
			w.recorded = append(w.recorded, r)
			return nil
		},
		Desired: func(_ context.Context, _ string, after uint64) ([]node.Desired, uint64, error) {
			w.mu.Lock()
			defer w.mu.Unlock()
			if after >= w.at {
				return nil, after, nil
			}
			return w.desired, w.at, nil
		},
		Revoked: func(ctx context.Context, _ string, after uint64) (list []node.Revoked, at uint64, err error) {
			rows, err := w.DB.Pool.Query(ctx, `select server, account, epoch, position from server.revocations where position > $1 order by position`, int64(after))
			if err != nil {
				return nil, after, err
			}
			var r node.Revoked
			_, err = pgx.ForEachRow(rows, []any{&r.Server, &r.Account, &r.Epoch, &after}, func() error {
				list = append(list, r)
				return nil
			})
			return list, after, err
		},
		Keep: func(_ context.Context, server, hash string, content []byte) error {
			w.mu.Lock()
			defer w.mu.Unlock()
			if w.fail != nil {
				return w.fail
			}
			w.kept[server+" "+hash] = string(content)
			return nil
		},
		Changed: func() <-chan struct{} {
			w.mu.Lock()
			defer w.mu.Unlock()
			return w.changed
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	api := httpkit.New(httpkit.Options{Logger: quiet})
	w.links.Register(api)
	s := httptest.NewServer(api.Handler())
	w.url = s.URL
	t.Cleanup(func() { w.links.Close(); s.Close() })
	return w
}

// want changes the desired states.
func (w *world) want(list ...node.Desired) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.desired, w.at = list, w.at+1
	close(w.changed)
	w.changed = make(chan struct{})
}

// token signs a token of a node; change may spoil it.
func (w *world) token(change func(jwt.MapClaims)) string {
	w.t.Helper()
	claims := jwt.MapClaims{"iss": host, "aud": site, "iat": time.Now().Unix(), "exp": time.Now().Add(time.Minute).Unix(), "jti": uuid.NewString()}
	if change != nil {
		change(claims)
	}
	signed, err := jwt.NewWithClaims(jwt.SigningMethodEdDSA, claims).SignedString(w.key)
	if err != nil {
		w.t.Fatal(err)
	}
	return signed
}

// dial opens a link with a token.
func (w *world) dial(token string) (*websocket.Conn, *http.Response, error) {
	return websocket.Dial(w.t.Context(), w.url+node.PathLink, &websocket.DialOptions{HTTPHeader: http.Header{"Authorization": {"Bearer " + token}}})
}

// peer is a node's end of an open link.
type peer struct {
	*websocket.Conn
	t       *testing.T
	revoked []node.Revoked // of all frames
}

func (w *world) open(h node.Hello) *peer {
	w.t.Helper()
	conn, _, err := w.dial(w.token(nil))
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = conn.CloseNow() })
	p := &peer{Conn: conn, t: w.t}
	p.send(node.Frame{Hello: &h})
	return p
}

func hello() node.Hello {
	return node.Hello{Protocol: node.Protocol, Node: host, Incarnation: "one", Version: "dev", Address: "https://n1.example.org", Host: node.Host{Tier: "plain"}}
}

func (p *peer) send(f node.Frame) {
	p.t.Helper()
	data, err := json.Marshal(f)
	if err == nil {
		err = p.Write(p.t.Context(), websocket.MessageText, data)
	}
	if err != nil {
		p.t.Fatal(err)
	}
}

// next is the next frame that is no beat.
func (p *peer) next() node.Frame {
	p.t.Helper()
	for {
		var f node.Frame
		_, data, err := p.Read(p.t.Context())
		if err == nil {
			err = json.Unmarshal(data, &f)
		}
		if err != nil {
			p.t.Fatal(err)
		}
		p.revoked = append(p.revoked, f.Revoked...)
		if f.Welcome != nil || f.Desired != nil || f.Revoked != nil || f.Acknowledged != nil {
			return f
		}
	}
}

// closed reads until the site closes the link, and returns the status.
func (p *peer) closed() websocket.StatusCode {
	p.t.Helper()
	for {
		if _, _, err := p.Read(p.t.Context()); err != nil {
			return websocket.CloseStatus(err)
		}
	}
}

func (w *world) count(query string, args ...any) (n int) {
	w.t.Helper()
	if err := w.DB.Pool.QueryRow(w.t.Context(), query, args...).Scan(&n); err != nil {
		w.t.Fatal(err)
	}
	return n
}
