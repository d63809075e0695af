package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/commands"
	commandserver "github.com/modyard/modyard/commands/server"
	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/platform/jobs"
	"github.com/modyard/modyard/platform/sealed"
	readserver "github.com/modyard/modyard/readapi/server"
)

const (
	selectConfiguration = `select hash from server.configurations where server = $1 and path = $2 and position = $3`

	// Where the files of a server are, and the epoch of an account's tokens.
	selectFilesAt = `
select s.node, n.address, coalesce(m.epoch, 0)
from server.servers s join server.nodes n on n.id = s.node
join hosting.links l on l.node = s.node and l.seen > now() - interval '30 seconds'
left join server.members m on m.server = s.id and m.account = $2
where s.id = $1`

	// Contents of servers that are removed from their nodes. A server without a row stays: the read model may be behind.
	selectRemovedServers = `
select distinct c.server from hosting.configurations c join server.servers s on s.id = c.server
where s.deleted <= now() - interval '7 days' limit 1000`
)

// configurations are the configuration files of servers: on their nodes, and as they were.
type configurations struct {
	site   *Site
	kept   *sealed.Store
	signer *nodeSigner
	client *http.Client
}

func (s *Site) newConfigurations(signer *nodeSigner) (*configurations, error) {
	kept, err := sealed.New(s.DB.Pool, s.Blobs, s.Keys)
	if err != nil {
		return nil, err
	}
	return &configurations{site: s, kept: kept, signer: signer, client: nodeClient()}, nil
}

// jobs are the sweep of contents whose servers are removed.
func (c *configurations) jobs() jobs.Work {
	return jobs.Work{Sweeps: []jobs.Sweep{{Name: "configurations.sweep", Every: time.Hour, Run: c.sweep}}}
}

func (c *configurations) sweep(ctx context.Context) error {
	rows, err := c.site.DB.Pool.Query(ctx, selectRemovedServers)
	if err != nil {
		return fmt.Errorf("find removed servers with configuration files: %w", err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("find removed servers with configuration files: %w", err)
	}
	for _, id := range list {
		if err := c.kept.Drop(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// content is a content for a page: readserver.ErrNoContent.
func (c *configurations) content(ctx context.Context, id, hash string) ([]byte, error) {
	content, err := c.kept.Get(ctx, id, hash)
	if errors.Is(err, sealed.ErrMissing) {
		return nil, readserver.ErrNoContent
	}
	return content, err
}

// Revision implements commandserver.Configurations.
func (c *configurations) Revision(ctx context.Context, id, path string, revision int64) ([]byte, error) {
	var hash string
	err := c.site.DB.Pool.QueryRow(ctx, selectConfiguration, id, path, revision).Scan(&hash)
	switch {
	case errors.Is(err, pgx.ErrNoRows), err == nil && hash == "":
		return nil, commandserver.ErrNoContent
	case err != nil:
		return nil, fmt.Errorf("find a revision of a configuration file: %w", err)
	}
	content, err := c.kept.Get(ctx, id, hash)
	if errors.Is(err, sealed.ErrMissing) {
		return nil, commandserver.ErrNoContent
	}
	return content, err
}

// Read implements commandserver.Configurations.
func (c *configurations) Read(ctx context.Context, req commands.Request, id, path string) ([]byte, string, error) {
	answer, err := c.ask(ctx, req, id, http.MethodGet, "/download", url.Values{"path": {path}}, nil, "")
	if err != nil {
		return nil, "", err
	}
	defer func() { _ = answer.Body.Close() }() // only read
	content, err := io.ReadAll(io.LimitReader(answer.Body, server.MaxConfigurationBytes+1))
	if err != nil {
		return nil, "", fmt.Errorf("read a server's file: %w", err)
	}
	if len(content) > server.MaxConfigurationBytes {
		return nil, "", commandserver.ErrFileRefused
	}
	return content, answer.Header.Get("ETag"), nil
}

// Write implements commandserver.Configurations.
func (c *configurations) Write(ctx context.Context, req commands.Request, id, path string, content []byte, tag string) error {
	method, call, query := http.MethodPut, "/update", url.Values{"path": {path}}
	if tag == "" {
		method, call = http.MethodPost, "/create"
		query.Set("type", node.TypeFile)
	}
	answer, err := c.ask(ctx, req, id, method, call, query, content, tag)
	if err != nil {
		return err
	}
	_ = answer.Body.Close() // there is none
	return nil
}

// ask sends a request of an account to the node of a server. Its errors are those of commandserver, or that the node cannot be reached.
func (c *configurations) ask(ctx context.Context, req commands.Request, id, method, call string, query url.Values, content []byte, tag string) (*http.Response, error) {
	var host, address string
	var epoch int64
	if err := c.site.DB.Pool.QueryRow(ctx, selectFilesAt, id, req.By.Account).Scan(&host, &address, &epoch); err != nil {
		return nil, fmt.Errorf("find the node of a server: %w", err)
	}
	now := time.Now()
	token, err := c.signer.sign(node.Claims{
		Audience: host, Subject: req.By.Account, Server: id, ID: req.Credential, Scopes: []string{node.ScopeFilesRead, node.ScopeFilesWrite},
		Epoch: uint64(epoch), NotBefore: now.Unix(), Expires: now.Add(time.Minute).Unix(), //nolint:gosec // counts
	})
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, method, address+node.PathFiles+call+"?"+query.Encode(), bytes.NewReader(content))
	if err != nil {
		return nil, fmt.Errorf("ask a node: %w", err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	if tag != "" {
		r.Header.Set("If-Match", tag)
	}
	answer, err := c.client.Do(r)
	if err != nil {
		return nil, fmt.Errorf("ask a node: %w", err)
	}
	if answer.StatusCode < 300 {
		return answer, nil
	}
	_ = answer.Body.Close() // the status says enough
	switch answer.StatusCode {
	case http.StatusNotFound:
		if method == http.MethodPost {
			return nil, commandserver.ErrFileRefused // its folder is not there
		}
		return nil, commandserver.ErrFileGone
	case http.StatusPreconditionFailed:
		return nil, commandserver.ErrFileChanged
	case http.StatusInsufficientStorage:
		return nil, commandserver.ErrFileRoom
	case http.StatusBadRequest:
		if tag == "" && method == http.MethodPost {
			return nil, commandserver.ErrFileChanged // something is there now
		}
		return nil, commandserver.ErrFileRefused
	}
	return nil, fmt.Errorf("ask a node: it answers %d", answer.StatusCode)
}
