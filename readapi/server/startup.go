package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/readapi/view"
)

const selectStartup = `
select s.invocation, s.jdk_version, s.jdk_build, coalesce(l.host, h.host), o.observed
from server.servers s
left join hosting.links l on l.node = s.node
left join hosting.hosts h on h.node = s.node
left join hosting.observed o on o.server = s.id and o.node = s.node
where s.id = $1`

// startup is GET /servers/{id}/startup.
func (s *Routes) startup(ctx context.Context, in *view.ByID) (contract.HostedStartup, error) {
	out := contract.HostedStartup{Java: []string{}}
	record, err := s.read(ctx, string(in.ID))
	if err != nil {
		return out, err
	}
	var invocation, version, build string
	var host, observed []byte
	err = s.source.Pool.QueryRow(ctx, selectStartup, record.ID).Scan(&invocation, &version, &build, &host, &observed)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return out, fmt.Errorf("read how server %s starts: %w", record.ID, err)
	}
	out.Invocation, out.JDKVersion, out.JDKBuild = view.Present(&invocation), view.Present(&version), view.Present(&build)
	if host != nil {
		var h node.Host
		if err := json.Unmarshal(host, &h); err != nil {
			return out, fmt.Errorf("read the host of server %s: %w", record.ID, err)
		}
		out.Java = append(out.Java, h.Java...)
	}
	if observed != nil {
		var o node.Observed
		if err := json.Unmarshal(observed, &o); err != nil {
			return out, fmt.Errorf("read what is observed of server %s: %w", record.ID, err)
		}
		out.Original = o.Invocation
	}
	return out, nil
}
