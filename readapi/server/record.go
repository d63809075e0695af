package server

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/platform/httpkit"
	projected "github.com/modyard/modyard/projections/server"
	"github.com/modyard/modyard/readapi/view"
)

const (
	// columns are those of a server s and what is known of its node.
	columns = `
select s.id, s.name, s.port, s.loader, s.loader_version, s.game_version, s.suspension, s.owner, s.created, s.demonstration, s.software,
       s.memory_mib, s.cpu_percent, s.disk_mib, s.deleted, s.running, s.generation, s.seen, s.seen_at, s.attempt, s.exit_code, s.exit_signal,
       s.exit_oom, s.cause, s.crashed_at, a.username, a.avatar_url, n.id, n.name, n.address,
       coalesce(l.seen > now() - interval '30 seconds', false), coalesce(l.seen, h.seen), coalesce(l.host, h.host), o.observed,
       me.role, coalesce(me.rights, 0), coalesce(me.epoch, 0), s.subdomain,
       coalesce((select d.state from hosting.names d where d.subdomain = s.subdomain and d.server = s.id and d.address = n.address and d.port = s.port), 'pending'),
       (select count(*) from server.backups b where b.server = s.id and b.state <> 'deleted' and (not b.automatic or b.locked)), s.run,
       ` + installColumns + `
from server.servers s
left join server.members me on me.server = s.id and me.account = $1 and me.rights <> 0
join server.nodes n on n.id = s.node
left join identity.profiles a on a.id = s.owner
left join hosting.links l on l.node = s.node
left join hosting.hosts h on h.node = s.node
left join hosting.observed o on o.server = s.id and o.node = s.node` + lastInstall + `
`

	one  = columns + ` where s.id = $2 and (me.server is not null and s.deleted is null or $3)`
	mine = columns + ` where me.server is not null and s.deleted is null order by s.created desc, s.id limit $2 offset $3`
	all  = columns + ` order by s.created desc, s.id limit $2 offset $3`

	countMine = `select count(*) from server.members m join server.servers s on s.id = m.server where m.account = $1 and m.rights <> 0 and s.deleted is null`
	countAll  = `select count(*) from server.servers where $1::text is not null`
)

// found is a server that the caller may see, and what only this package needs of it.
type found struct {
	contract.HostedServer
	address string // URL of the node
	epoch   int64  // of the caller's tokens
	// A long operation goes on.
	restoring, installing bool
}

func (s *Routes) record(ctx context.Context, in *view.ByID) (contract.HostedServer, error) {
	record, err := s.read(ctx, string(in.ID))
	return record.HostedServer, err
}

// read is a server that the caller may see: as a member who has joined, or as an administrator. Anything else is not found.
func (s *Routes) read(ctx context.Context, id string) (found, error) {
	account, admin := caller(ctx)
	list, err := view.Rows(ctx, s.source, "a server", s.scan(admin), one, account, id, admin)
	if err != nil {
		return found{}, err
	}
	if len(list) == 0 {
		return found{}, httpkit.Fault(httpkit.KindNotFound, httpkit.CodeNotFound, "服务器不存在。")
	}
	return list[0], nil
}

// may checks a right of the caller.
func (f found) may(right uint64, what string) error {
	if f.Permissions&right == right {
		return nil
	}
	return httpkit.Fault(httpkit.KindDenied, "forbidden", "你在此服务器中没有"+what+"的权限。")
}

func (s *Routes) scan(admin bool) pgx.RowToFunc[found] {
	return func(row pgx.CollectableRow) (found, error) {
		out := found{HostedServer: contract.HostedServer{Game: s.Game, BackupQuota: node.MaxBackups}}
		var role *string
		var subdomain, domainState string
		var rights int64
		var suspension, loader, loaderVersion, gameVersion, nodeID, nodeName string
		var username, avatar *string
		var connected bool
		var seen *time.Time
		var host, observed []byte
		var generation int64
		var install installRow
		err := row.Scan(append([]any{&out.ID, &out.Name, &out.Net.Port, &loader, &loaderVersion, &gameVersion, &suspension, &out.OwnerID, &out.Created, &out.Demonstration,
			&out.Software, &out.Plan.MemoryMiB, &out.Plan.CPUPercent, &out.Plan.DiskMiB, &out.Deleted, &out.Power.Wanted, &generation, &out.LastRun.Seen,
			&out.LastRun.At, &out.LastRun.Attempt, &out.LastRun.Code, &out.LastRun.Signal, &out.LastRun.OutOfMemory, &out.LastRun.Cause, &out.LastCrash,
			&username, &avatar, &nodeID, &nodeName, &out.address, &connected, &seen, &host, &observed, &role, &rights, &out.epoch, &subdomain, &domainState, &out.UsedBackupQuota, &out.LastRun.Run}, install.dest()...)...)
		if err != nil {
			return out, err
		}
		if subdomain != "" && s.Domain != "" {
			out.Net.Domain = subdomain + "." + s.Domain
			if s.Names {
				out.Net.DomainState = &domainState
			}
		}
		out.Permissions = uint64(rights) //nolint:gosec // bits
		if role != nil {
			out.Role = *role
		}
		if admin {
			out.Permissions = projected.AllRights
			if role == nil {
				out.Role = "admin"
			}
		}
		out.Owner = view.Author(&out.OwnerID, username, avatar)
		out.Loader, out.LoaderVersion, out.GameVersion = view.Present(&loader), view.Present(&loaderVersion), view.Present(&gameVersion)
		out.Status, out.Suspended = "available", suspension != ""
		if out.Suspended {
			out.Status, out.SuspensionReason = "suspended", &suspension
		}
		if u, err := url.Parse(out.address); err == nil && u.Host != "" {
			name := u.Hostname()
			out.Net.IP, out.Node = &name, &contract.HostedInstance{Instance: u.Host}
		}
		if seen != nil {
			out.Host = &contract.HostedHost{ID: nodeID, Name: nodeName, Connected: connected, Seen: *seen, Tier: "plain", Unlimited: []string{}}
			var h node.Host
			if err := json.Unmarshal(host, &h); err != nil {
				return out, fmt.Errorf("read the host of node %s: %w", nodeID, err)
			}
			out.Host.Tier = h.Tier
			if h.Unlimited != nil {
				out.Host.Unlimited = h.Unlimited
			}
		}
		going, err := power(&out.HostedServer, generation, connected, observed)
		install.describe(&out, going, admin)
		return out, err
	}
}

// power sets the power state: that which the node observes while its link is open. It returns the installation that the node observes.
func power(out *contract.HostedServer, generation int64, connected bool, observed []byte) (*node.InstallProgress, error) {
	var o node.Observed
	if observed != nil {
		if err := json.Unmarshal(observed, &o); err != nil {
			return nil, fmt.Errorf("read what is observed of server %s: %w", out.ID, err)
		}
	}
	out.Pending = uint64(generation) > o.Generation //nolint:gosec // a revision
	switch {
	case !connected:
		out.Power.State = node.StateUnknown
		if out.Host != nil {
			out.Power.Since = &out.Host.Seen
		}
		return nil, nil
	case o.State == "":
		out.Power.State = node.StateStopped
		return o.Install, nil
	}
	since := o.Since
	out.Power.State, out.Power.Since, out.Power.Next, out.Power.Unresponsive, out.Power.Exit = o.State, &since, o.Next, o.Unresponsive, o.Exit
	out.Power.Figures, out.Power.Players = o.Figures, o.Players
	return o.Install, nil
}

type listIn struct {
	view.Page
}

// list is GET /servers: those in which the caller has a part.
func (s *Routes) list(ctx context.Context, in *listIn) (contract.HostedList, error) {
	limit, offset := in.Bounds()
	return s.page(ctx, limit, offset, countMine, mine)
}

// all is GET /_internal/servers: those of everybody, for administrators.
func (s *Routes) all(ctx context.Context, in *listIn) (contract.HostedList, error) {
	if _, admin := caller(ctx); !admin {
		return contract.HostedList{}, httpkit.Forbidden("只有管理员可以查看全部服务器")
	}
	limit, offset := in.Bounds()
	return s.page(ctx, limit, offset, countAll, all)
}

func (s *Routes) page(ctx context.Context, limit, offset int, count, query string) (contract.HostedList, error) {
	out := contract.HostedList{Servers: []contract.HostedServer{}, Pagination: contract.HostedPagination{CurrentPage: 1, PageSize: limit}}
	account, admin := caller(ctx)
	if err := s.source.Pool.QueryRow(ctx, count, account).Scan(&out.Pagination.TotalItems); err != nil {
		return out, fmt.Errorf("count servers: %w", err)
	}
	list, err := view.Rows(ctx, s.source, "servers", s.scan(admin), query, account, limit, offset)
	if err != nil {
		return out, err
	}
	for _, f := range list {
		out.Servers = append(out.Servers, f.HostedServer)
	}
	if limit > 0 {
		out.Pagination.CurrentPage = offset/limit + 1
		out.Pagination.TotalPages = (out.Pagination.TotalItems + int64(limit) - 1) / int64(limit)
	}
	return out, nil
}
