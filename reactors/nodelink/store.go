package nodelink

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract/node"
)

const (
	insertLink = `
insert into hosting.links (node, connection, connected, seen, version, address, host) values ($1, $2, now(), now(), $3, $4, $5)
on conflict (node) do update set connection = excluded.connection, connected = excluded.connected, seen = excluded.seen, version = excluded.version,
  address = excluded.address, host = excluded.host`

	renewLink = `update hosting.links set seen = now() where node = $1 and connection = $2`

	endLink = `
with gone as (delete from hosting.links where node = $1 and connection = $2 returning node, seen, version, host)
insert into hosting.hosts (node, seen, version, host) select node, seen, version, host from gone
on conflict (node) do update set seen = excluded.seen, version = excluded.version, host = excluded.host`

	selectAcknowledged = `select sequence from hosting.reports where node = $1 and incarnation = $2`

	acknowledge = `
insert into hosting.reports (node, incarnation, sequence) values ($1, $2, $3)
on conflict (node, incarnation) do update set sequence = greatest(reports.sequence, excluded.sequence)`

	// The rows of servers that the node does not have are left out. Rows are locked in one order.
	observe = `
insert into hosting.observed (server, node, at, observed)
select s.id, $1, now(), o.observed from unnest($2::text[], $3::bytea[]) as o(server, observed) join server.servers s on s.id = o.server and s.node = $1
order by s.id
on conflict (server) do update set node = excluded.node, at = excluded.at, observed = excluded.observed`

	observeContents = `
insert into hosting.contents (server, node, at, contents)
select s.id, $1, now(), o.contents from unnest($2::text[], $3::bytea[]) as o(server, contents) join server.servers s on s.id = o.server and s.node = $1
order by s.id
on conflict (server) do update set node = excluded.node, at = excluded.at, contents = excluded.contents`
)

// came writes that the node's link is open.
func (k *link) came(ctx context.Context, h *node.Hello) error {
	host, err := json.Marshal(h.Host)
	if err != nil {
		return fmt.Errorf("encode a host: %w", err)
	}
	if _, err := k.of.Pool.Exec(ctx, insertLink, k.id, k.connection, h.Version, h.Address, host); err != nil {
		return fmt.Errorf("write a link: %w", err)
	}
	return nil
}

// renew writes that the link is still open. It fails if another process has a newer one.
func (k *link) renew(ctx context.Context) error {
	tag, err := k.of.Pool.Exec(ctx, renewLink, k.id, k.connection)
	if err != nil {
		return fmt.Errorf("renew a link: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return errReplaced
	}
	return nil
}

// left writes that the link has ended; after a crash of the process its row ages.
func (k *link) left() {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if _, err := k.of.Pool.Exec(ctx, endLink, k.id, k.connection); err != nil {
		k.logger.Warn("the end of a link is not written", "error", err)
	}
}

func (k *link) acknowledged(ctx context.Context) (uint64, error) {
	var sequence int64
	err := k.of.Pool.QueryRow(ctx, selectAcknowledged, k.id, k.incarnation).Scan(&sequence)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return 0, fmt.Errorf("read the acknowledged reports: %w", err)
	}
	return uint64(sequence), nil //nolint:gosec // stored from a uint64
}

func (k *link) acknowledge(ctx context.Context, upTo uint64) error {
	if _, err := k.of.Pool.Exec(ctx, acknowledge, k.id, k.incarnation, int64(upTo)); err != nil { //nolint:gosec // counts from 1
		return fmt.Errorf("acknowledge reports: %w", err)
	}
	return nil
}

// maxObserved bounds the observations that are written by one statement.
const maxObserved = 2000

// observe stores what the node sees at this moment; of a server named twice the last.
func (k *link) observe(ctx context.Context, list []node.Observed) error {
	last := map[string]int{}
	for i, o := range list {
		if plausible(o) {
			last[o.Server] = i
		}
	}
	if err := k.observeContents(ctx, list); err != nil {
		return err
	}
	var ids []string
	var docs [][]byte
	for i, o := range list {
		o.Contents = nil // they have a row of their own
		if at, found := last[o.Server]; !found || at != i || len(ids) == maxObserved {
			continue
		}
		doc, err := json.Marshal(o)
		if err != nil {
			return fmt.Errorf("encode an observation: %w", err)
		}
		ids, docs = append(ids, o.Server), append(docs, doc)
	}
	if _, err := k.of.Pool.Exec(ctx, observe, k.id, ids, docs); err != nil {
		return fmt.Errorf("write observations: %w", err)
	}
	return nil
}

// observeContents stores the lists of files of content; of a server named twice the last.
func (k *link) observeContents(ctx context.Context, list []node.Observed) error {
	docs := map[string][]byte{}
	for _, o := range list {
		if o.Contents == nil || !plausible(o) || len(o.Contents.Files) > node.MaxContents {
			continue
		}
		doc, err := json.Marshal(o.Contents)
		if err != nil {
			return fmt.Errorf("encode a list of files: %w", err)
		}
		if bytes.Contains(doc, []byte(`\u0000`)) {
			continue // no path and no hash; Postgres would refuse it in a query
		}
		docs[o.Server] = doc
	}
	if len(docs) == 0 {
		return nil
	}
	ids := slices.Sorted(maps.Keys(docs))
	contents := make([][]byte, len(ids))
	for i, id := range ids {
		contents[i] = docs[id]
	}
	if _, err := k.of.Pool.Exec(ctx, observeContents, k.id, ids, contents); err != nil {
		return fmt.Errorf("write lists of files: %w", err)
	}
	return nil
}

// plausible is true for what a page can show: a known state and a bounded list of players.
func plausible(o node.Observed) bool {
	switch o.State {
	case node.StateStarting, node.StateRunning, node.StateRestarting, node.StateStopping, node.StateStopped, node.StateCrashed:
	default:
		return false
	}
	return o.Players == nil || len(o.Players.Names) <= 1000
}
