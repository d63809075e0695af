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
	"github.com/modyard/modyard/readapi/view"
)

const (
	// columns are those of a server s and what is known of its node.
	columns = `
select s.id, s.name, s.port, s.loader, s.loader_version, s.game_version, s.suspension, s.owner, s.created, s.demonstration, s.software,
       s.memory_mib, s.cpu_percent, s.disk_mib, s.deleted, s.running, s.generation, s.seen, s.seen_at, s.attempt, s.exit_code, s.exit_signal,
       s.exit_oom, s.cause, s.crashed_at, a.username, a.avatar_url, n.id, n.name, n.address,
       coalesce(l.seen > now() - interval '30 seconds', false), coalesce(l.seen, h.seen), coalesce(l.host, h.host), o.observed
from server.servers s
join server.nodes n on n.id = s.node
left join identity.profiles a on a.id = s.owner
left join hosting.links l on l.node = s.node
left join hosting.hosts h on h.node = s.node
left join hosting.observed o on o.server = s.id and o.node = s.node`

	one  = columns + ` where s.id = $1 and (s.owner = $2 and s.deleted is null or $3)`
	mine = columns + ` where s.owner = $1 and s.deleted is null order by s.created desc, s.id limit $2 offset $3`
	all  = columns + ` order by s.created desc, s.id limit $1 offset $2`

	countMine = `select count(*) from server.servers where owner = $1 and deleted is null`
	countAll  = `select count(*) from server.servers`
)

// everything is the set of rights of an owner, as bits: BASE_READ, POWER_ACTIONS, EXEC_COMMANDS, FILES_WRITE, SETUP, BACKUPS, ADVANCED,
// RESET_SERVER, MANAGE_USERS, FILES_READ.
const everything = 1<<10 - 1

func (s *Routes) record(ctx context.Context, in *view.ByID) (contract.HostedServer, error) {
	record, _, err := s.read(ctx, string(in.ID))
	return record, err
}

// read is a server that the caller may see, and the URL of its node; anything else is not found.
func (s *Routes) read(ctx context.Context, id string) (contract.HostedServer, string, error) {
	account, admin := caller(ctx)
	var address string
	list, err := view.Rows(ctx, s.source, "a server", s.scan(&address), one, id, account, admin)
	if err != nil {
		return contract.HostedServer{}, "", err
	}
	if len(list) == 0 {
		return contract.HostedServer{}, "", httpkit.Fault(httpkit.KindNotFound, httpkit.CodeNotFound, "服务器不存在。")
	}
	return list[0], address, nil
}

func (s *Routes) scan(address *string) pgx.RowToFunc[contract.HostedServer] {
	return func(row pgx.CollectableRow) (contract.HostedServer, error) {
		out := contract.HostedServer{Game: s.Game, Permissions: everything}
		var suspension, loader, loaderVersion, gameVersion, nodeID, nodeName string
		var username, avatar *string
		var connected bool
		var seen *time.Time
		var host, observed []byte
		var generation int64
		err := row.Scan(&out.ID, &out.Name, &out.Net.Port, &loader, &loaderVersion, &gameVersion, &suspension, &out.OwnerID, &out.Created, &out.Demonstration,
			&out.Software, &out.Plan.MemoryMiB, &out.Plan.CPUPercent, &out.Plan.DiskMiB, &out.Deleted, &out.Power.Wanted, &generation, &out.LastRun.Seen,
			&out.LastRun.At, &out.LastRun.Attempt, &out.LastRun.Code, &out.LastRun.Signal, &out.LastRun.OutOfMemory, &out.LastRun.Cause, &out.LastCrash,
			&username, &avatar, &nodeID, &nodeName, address, &connected, &seen, &host, &observed)
		if err != nil {
			return out, err
		}
		out.Owner = view.Author(&out.OwnerID, username, avatar)
		out.Loader, out.LoaderVersion, out.GameVersion = view.Present(&loader), view.Present(&loaderVersion), view.Present(&gameVersion)
		out.Status, out.Suspended = "available", suspension != ""
		if out.Suspended {
			out.Status, out.SuspensionReason = "suspended", &suspension
		}
		if u, err := url.Parse(*address); err == nil && u.Host != "" {
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
		return out, power(&out, generation, connected, observed)
	}
}

// power sets the power state: that which the node observes while its link is open.
func power(out *contract.HostedServer, generation int64, connected bool, observed []byte) error {
	var o node.Observed
	if observed != nil {
		if err := json.Unmarshal(observed, &o); err != nil {
			return fmt.Errorf("read what is observed of server %s: %w", out.ID, err)
		}
	}
	out.Pending = uint64(generation) > o.Generation //nolint:gosec // a revision
	switch {
	case !connected:
		out.Power.State = node.StateUnknown
		if out.Host != nil {
			out.Power.Since = &out.Host.Seen
		}
		return nil
	case o.State == "":
		out.Power.State = node.StateStopped
		return nil
	}
	since := o.Since
	out.Power.State, out.Power.Since, out.Power.Next, out.Power.Unresponsive, out.Power.Exit = o.State, &since, o.Next, o.Unresponsive, o.Exit
	out.Power.Figures, out.Power.Players = o.Figures, o.Players
	return nil
}

type listIn struct {
	view.Page
}

// list is GET /servers: those of the caller.
func (s *Routes) list(ctx context.Context, in *listIn) (contract.HostedList, error) {
	account, _ := caller(ctx)
	limit, offset := in.Bounds()
	return s.page(ctx, limit, offset, countMine, mine, account)
}

// all is GET /_internal/servers: those of everybody, for administrators.
func (s *Routes) all(ctx context.Context, in *listIn) (contract.HostedList, error) {
	if _, admin := caller(ctx); !admin {
		return contract.HostedList{}, httpkit.Forbidden("只有管理员可以查看全部服务器")
	}
	limit, offset := in.Bounds()
	return s.page(ctx, limit, offset, countAll, all)
}

func (s *Routes) page(ctx context.Context, limit, offset int, count, query string, args ...any) (contract.HostedList, error) {
	out := contract.HostedList{Servers: []contract.HostedServer{}, Pagination: contract.HostedPagination{CurrentPage: 1, PageSize: limit}}
	if err := s.source.Pool.QueryRow(ctx, count, args...).Scan(&out.Pagination.TotalItems); err != nil {
		return out, fmt.Errorf("count servers: %w", err)
	}
	var address string
	var err error
	if out.Servers, err = view.Rows(ctx, s.source, "servers", s.scan(&address), query, append(args, limit, offset)...); err != nil {
		return out, err
	}
	if limit > 0 {
		out.Pagination.CurrentPage = offset/limit + 1
		out.Pagination.TotalPages = (out.Pagination.TotalItems + int64(limit) - 1) / int64(limit)
	}
	return out, nil
}
