package server

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/contract/node"
	projected "github.com/modyard/modyard/projections/server"
	"github.com/modyard/modyard/readapi/view"
)

const (
	selectGeneration = `
select s.generation, o.observed from server.servers s left join hosting.observed o on o.server = s.id and o.node = s.node where s.id = $1`

	selectProperties = `
select p.key, p.value, p.secret, p.generation, p.at, p.actor, p.role, a.username, a.avatar_url
from server.properties p left join identity.profiles a on a.id = p.actor where p.server = $1`
)

// properties is GET /v3/server/{id}/properties: what was decided, not what stands in the file.
func (s *Routes) properties(ctx context.Context, in *view.ByID) (contract.HostedProperties, error) {
	out := contract.HostedProperties{Decided: map[string]contract.HostedProperty{}}
	record, err := s.read(ctx, string(in.ID))
	if err != nil {
		return out, err
	}
	var generation int64
	var observed []byte
	if err := s.source.Pool.QueryRow(ctx, selectGeneration, record.ID).Scan(&generation, &observed); err != nil {
		return out, fmt.Errorf("read the generation of server %s: %w", record.ID, err)
	}
	var o node.Observed
	if observed != nil {
		if err := json.Unmarshal(observed, &o); err != nil {
			return out, fmt.Errorf("read what is observed of server %s: %w", record.ID, err)
		}
	}
	out.Generation = uint64(generation) //nolint:gosec // counts
	rows, err := s.source.Pool.Query(ctx, selectProperties, record.ID)
	if err != nil {
		return out, fmt.Errorf("read the settings of server %s: %w", record.ID, err)
	}
	_, admin := caller(ctx)
	var key, value, actor, role string
	var username, avatar *string
	var secret bool
	var at time.Time
	_, err = pgx.ForEachRow(rows, []any{&key, &value, &secret, &generation, &at, &actor, &role, &username, &avatar}, func() error {
		p := contract.HostedProperty{Secret: secret, At: at, Pending: uint64(generation) > o.Settings} //nolint:gosec // counts
		if !secret || record.Permissions&projected.FilesRead != 0 {
			shown := value
			p.Value = &shown
		}
		if admin || role != "admin" {
			p.By = view.Author(&actor, username, avatar)
		}
		out.Decided[key] = p
		return nil
	})
	if err != nil {
		return out, fmt.Errorf("read the settings of server %s: %w", record.ID, err)
	}
	return out, nil
}
