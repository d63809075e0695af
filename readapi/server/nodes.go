package server

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

const selectNodes = `
select n.id, n.name, n.address, n.first_port, n.last_port, n.created, n.joined, n.retired, case when n.code_until > now() then n.code_until end,
       coalesce(l.seen > now() - interval '30 seconds', false), coalesce(l.seen, h.seen), coalesce(l.version, h.version, ''), coalesce(l.host, h.host),
       (select count(*) from server.servers s where s.node = n.id), (select coalesce(sum(memory_mib), 0)::bigint from server.servers s where s.node = n.id)
from server.nodes n left join hosting.links l on l.node = n.id left join hosting.hosts h on h.node = n.id
order by n.retired is not null, n.created, n.id limit 500`

type nodesIn struct{}

// nodes is GET /_internal/nodes.
func (s *Routes) nodes(ctx context.Context, _ *nodesIn) (contract.HostNodes, error) {
	if _, admin := caller(ctx); !admin {
		return contract.HostNodes{}, httpkit.Forbidden("只有管理员可以查看节点")
	}
	list, err := view.Rows(ctx, s.source, "nodes", scanNode, selectNodes)
	return contract.HostNodes{Nodes: list}, err
}

func scanNode(row pgx.CollectableRow) (contract.HostNode, error) {
	var n contract.HostNode
	var host []byte
	err := row.Scan(&n.ID, &n.Name, &n.Address, &n.FirstPort, &n.LastPort, &n.Created, &n.Joined, &n.Retired, &n.CodeUntil, &n.Connected, &n.Seen,
		&n.Version, &host, &n.Servers, &n.MemoryMiB)
	if err != nil || host == nil {
		return n, err
	}
	n.Host = &node.Host{}
	if err := json.Unmarshal(host, n.Host); err != nil {
		return n, fmt.Errorf("read the host of node %s: %w", n.ID, err)
	}
	return n, nil
}
