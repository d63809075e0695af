package app

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/jackc/pgx/v5"

	commandserver "github.com/modyard/modyard/commands/server"
	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/platform/sitekey"
	"github.com/modyard/modyard/projections/runtime"
	projectedserver "github.com/modyard/modyard/projections/server"
	"github.com/modyard/modyard/reactors/names"
	"github.com/modyard/modyard/reactors/nodelink"
	"github.com/modyard/modyard/readapi/live"
	"github.com/modyard/modyard/readapi/pages"
	readserver "github.com/modyard/modyard/readapi/server"
)

func serverArea() area {
	return area{
		name: "server", events: server.EventTypes(), projectors: []runtime.Projector{projectedserver.New()}, topics: live.Topics{Owned: []live.Owned{readserver.Topic()}},
		notifies: projectedserver.Notifications(), kinds: readserver.Kinds(reasonName),
		pages: []pages.Kind{
			pages.Private("/servers/manage", "我的服务器", "/servers/manage/", "服务器", "/moderation/servers", "服务器", "/moderation/nodes", "节点").
				Below("/servers/manage/", "content", "内容", "files", "文件", "backups", "备份", "history", "动态", "history/crash", "崩溃详情", "history/config", "设置历史", "network", "网络", "options/general", "常规", "options/properties", "游戏设置",
					"options/loader", "软件", "options/startup", "启动", "options/members", "成员").
				Found("/servers/manage/", "/v3/server/"+pages.Star+"/members"),
		},
		reactors: (*Site).serverReactors, outward: []string{names.Kind}, mount: (*Site).mountServers,
	}
}

func (s *Site) mountServers(m *mounting) error {
	signer, err := s.nodeSigner(context.Background())
	if err != nil {
		return err
	}
	files, err := s.newConfigurations(signer)
	if err != nil {
		return err
	}
	s.work = append(s.work, files.jobs(), (&absences{s, time.Now()}).jobs(), s.expiries())
	read := readserver.New(m.source, readserver.Options{Game: s.Config.Game, Domain: s.Config.HostingDomain, Names: s.Config.HostingDNSURL != "", Bases: commandserver.Bases(), Sign: signer.sign, Fetch: nodeFiles(), Content: files.content, Now: time.Now, Software: s.Software, Logger: s.Logger})
	required := &requirements{site: s, plan: m.projects.Plan, present: read.Present}
	s.Servers, err = commandserver.New(commandserver.Options{
		Handler: s.Core.Handler, Account: s.accountNamed, Connected: s.nodeConnected, FreePorts: s.freePorts, Subdomains: s.Config.HostingDomain != "", Servers: s.serversOn, NodeName: s.nodeName, Java: s.javaOn, Properties: s.decidedProperties, Configurations: files, Required: required.of,
	})
	if err != nil {
		return err
	}
	s.Servers.Routes(s.API)
	if err := s.keepNames(); err != nil {
		return err
	}
	watch := nodelink.NewWatch(s.DB.Pool, func() <-chan struct{} { return s.Board.Changed(projectedserver.Name) }, s.Logger)
	links, err := nodelink.New(nodelink.Options{
		Pool: s.DB.Pool, Key: s.nodeKey, Record: s.Servers.Record, Came: s.endLostUploads, Desired: s.desiredServers, Revoked: s.revokedRights, Keep: files.kept.Put,
		Changed: watch.Changed,
		Site:    s.Config.Public(), Origins: s.Config.Origins(), Keys: []node.Key{signer.public()}, Now: time.Now, Logger: s.Logger,
	})
	if err != nil {
		return err
	}
	links.Register(s.API)
	s.background = append(s.background, watch.Run, func(ctx context.Context) error {
		<-ctx.Done()
		links.Close()
		return nil
	})
	read.Register(s.API)
	return nil
}

const (
	selectConnected = `select exists (select from hosting.links where node = $1 and seen > now() - interval '30 seconds')`

	selectFreePorts = `
select p from generate_series($2::integer, $3::integer) p
where not exists (select from server.ports h where h.node = $1 and h.port = p and (h.server <> '' or h.released > now() - interval '24 hours'))
order by p limit $4`

	selectServersOn = `select count(*) from server.servers where node = $1 and (deleted is null or deleted > now() - interval '7 days')`

	// A token holds ten minutes: what was taken earlier needs no saying.
	selectRevoked = `
select r.server, r.account, r.epoch, r.position from server.revocations r join server.servers s on s.id = r.server
where s.node = $1 and r.position > $2 and r.at > now() - interval '11 minutes' order by r.position`

	selectNodeName = `select name from server.nodes where id = $1`

	selectPropertiesOf = `select server, key, value, generation from server.properties where server = any($1)`

	selectPropertiesNamed = `select key, value from server.properties where server = $1 and key = any($2)`

	selectHost = `
select coalesce(l.host, h.host) from (select $1::text as node) n
left join hosting.links l on l.node = n.node left join hosting.hosts h on h.node = n.node`

	selectUploads = `
select i.server from server.installs i join server.servers s on s.id = i.server where s.node = $1 and i.upload and i.finished is null order by i.server`

	selectAddresses = `select distinct address from server.nodes where joined is not null and retired is null order by address limit 100`

	// The rows that changed after a position. A server that was deleted seven days ago is removed from its node.
	selectDesired = `
select id, generation, name, running, power, action, suspension <> '', deleted is not null and deleted <= now() - interval '7 days', memory_mib, cpu_percent,
       disk_mib, array(select p.port from server.ports p where p.server = servers.id order by not p.first, p.port), software, jar, loader, loader_version, game_version, invocation, jdk_version, jdk_build, licence,
       coalesce((select p.title from catalog.projects p where p.id = upstream_project and p.visible), ''),
       coalesce((select p.icon_url from catalog.projects p where p.id = upstream_project and p.visible), ''), position
from server.servers where node = $1 and position > $2 order by position`
)

func (s *Site) nodeConnected(ctx context.Context, id string) (connected bool, err error) {
	if err = s.DB.Pool.QueryRow(ctx, selectConnected, id).Scan(&connected); err != nil {
		return false, fmt.Errorf("look whether a node is connected: %w", err)
	}
	return connected, nil
}

// endLostUploads ends the installations of uploaded archives that a node has lost together with its store: such an archive is nowhere else.
func (s *Site) endLostUploads(ctx context.Context, id, incarnation string) error {
	rows, err := s.DB.Pool.Query(ctx, selectUploads, id)
	if err != nil {
		return fmt.Errorf("find uploads to a node: %w", err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("find uploads to a node: %w", err)
	}
	for _, server := range list {
		if err := s.Servers.LoseUpload(ctx, id, incarnation, server); err != nil {
			return err
		}
	}
	return nil
}

func (s *Site) freePorts(ctx context.Context, id string, first, last, most int) ([]int, error) {
	rows, err := s.DB.Pool.Query(ctx, selectFreePorts, id, first, last, most)
	if err != nil {
		return nil, fmt.Errorf("find free ports: %w", err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowTo[int])
	if err != nil {
		return nil, fmt.Errorf("find free ports: %w", err)
	}
	return list, nil
}

func (s *Site) serversOn(ctx context.Context, id string) (count int, err error) {
	if err = s.DB.Pool.QueryRow(ctx, selectServersOn, id).Scan(&count); err != nil {
		return 0, fmt.Errorf("count the servers of a node: %w", err)
	}
	return count, nil
}

func (s *Site) nodeName(ctx context.Context, id string) (name string, err error) {
	err = s.DB.Pool.QueryRow(ctx, selectNodeName, id).Scan(&name)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return "", fmt.Errorf("read the name of a node: %w", err)
	}
	return name, nil
}

// javaOn are the runtimes of a node, as it said when it connected last; nil if it never did.
func (s *Site) javaOn(ctx context.Context, id string) ([]string, error) {
	var doc []byte
	if err := s.DB.Pool.QueryRow(ctx, selectHost, id).Scan(&doc); err != nil || doc == nil {
		if err != nil {
			err = fmt.Errorf("read the host of node %s: %w", id, err)
		}
		return nil, err
	}
	var host node.Host
	if err := json.Unmarshal(doc, &host); err != nil {
		return nil, fmt.Errorf("read the host of node %s: %w", id, err)
	}
	return append([]string{}, host.Java...), nil
}

// nodeKey is the key of a node, from its stream; nil where it has none.
func (s *Site) nodeKey(ctx context.Context, id string) (ed25519.PublicKey, error) {
	state, err := s.Servers.Node(ctx, id)
	if err != nil || state.Key == "" || state.Retired {
		return nil, err
	}
	key, err := base64.RawURLEncoding.DecodeString(state.Key)
	if err != nil || len(key) != ed25519.PublicKeySize {
		return nil, fmt.Errorf("the key of node %s is damaged", id)
	}
	return key, nil
}

// desiredServers are the desired states of a node's servers that changed after a position.
func (s *Site) desiredServers(ctx context.Context, id string, after uint64) ([]node.Desired, uint64, error) {
	rows, err := s.DB.Pool.Query(ctx, selectDesired, id, int64(after)) //nolint:gosec // no log has 2^63 positions
	if err != nil {
		return nil, after, fmt.Errorf("read desired servers: %w", err)
	}
	var out []node.Desired
	var d node.Desired
	var generation, power, position int64
	var action, title, icon string
	var ports []int
	if _, err := pgx.ForEachRow(rows, []any{
		&d.Server, &generation, &d.Name, &d.Running, &power, &action, &d.Suspended, &d.Deleted, &d.Plan.MemoryMiB, &d.Plan.CPUPercent, &d.Plan.DiskMiB, &ports,
		&d.Software.Kind, &d.Software.Jar, &d.Software.Loader, &d.Software.LoaderVersion, &d.Software.GameVersion,
		&d.Startup.Invocation, &d.Startup.JDKVersion, &d.Startup.JDKBuild, &d.Licence, &title, &icon, &position,
	}, func() error {
		next := d
		next.Generation, next.Ports = uint64(generation), slices.Clone(ports) //nolint:gosec // a revision
		next.Properties = &node.Properties{Game: s.Config.Game, Values: map[string]node.Property{}}
		next.Icon = icon
		next.Motd = motd(next.Software, title, s.Config.Brand)
		if power > 0 {
			next.Power = &node.Power{Generation: uint64(power), Action: action}
		}
		if next.Software.Kind == server.None {
			next.Software.Kind = node.SoftwareNone
		}
		out = append(out, next)
		after = max(after, uint64(position)) //nolint:gosec // a position
		return nil
	}); err != nil {
		return nil, after, fmt.Errorf("read desired servers: %w", err)
	}
	return out, after, errors.Join(s.addProperties(ctx, out), s.addContent(ctx, out), s.addBackups(ctx, out), s.addInstalls(ctx, out))
}

// addProperties adds the decided settings to desired states.
func (s *Site) addProperties(ctx context.Context, servers []node.Desired) error {
	if len(servers) == 0 {
		return nil
	}
	list, byID := make([]string, len(servers)), make(map[string]*node.Properties, len(servers))
	for i, d := range servers {
		list[i], byID[d.Server] = d.Server, d.Properties
	}
	rows, err := s.DB.Pool.Query(ctx, selectPropertiesOf, list)
	if err != nil {
		return fmt.Errorf("read decided settings: %w", err)
	}
	var id, key, value string
	var generation int64
	if _, err := pgx.ForEachRow(rows, []any{&id, &key, &value, &generation}, func() error {
		byID[id].Values[key] = node.Property{Value: value, Generation: uint64(generation)} //nolint:gosec // a revision
		return nil
	}); err != nil {
		return fmt.Errorf("read decided settings: %w", err)
	}
	return nil
}

// decidedProperties are the values of settings, as far as the read model has them.
func (s *Site) decidedProperties(ctx context.Context, id string, keys []string) (map[string]string, error) {
	rows, err := s.DB.Pool.Query(ctx, selectPropertiesNamed, id, keys)
	if err != nil {
		return nil, fmt.Errorf("read decided settings: %w", err)
	}
	values := map[string]string{}
	var key, value string
	if _, err := pgx.ForEachRow(rows, []any{&key, &value}, func() error { values[key] = value; return nil }); err != nil {
		return nil, fmt.Errorf("read decided settings: %w", err)
	}
	return values, nil
}

// motd is the message of the day that replaces the game's default, with the title of the modpack that the server was installed from, if there is
// one; empty where nothing is installed.
func motd(s node.Software, title, brand string) string {
	what := cmp.Or(title, strings.TrimSpace(s.Loader+" "+s.GameVersion))
	if what == "" {
		return ""
	}
	return "§b" + what + " §f♦ §a" + brand + " Servers"
}

// revokedRights are those that accounts lost on a node's servers after a position.
func (s *Site) revokedRights(ctx context.Context, id string, after uint64) ([]node.Revoked, uint64, error) {
	rows, err := s.DB.Pool.Query(ctx, selectRevoked, id, int64(after)) //nolint:gosec // no log has 2^63 positions
	if err != nil {
		return nil, after, fmt.Errorf("read revoked rights: %w", err)
	}
	var out []node.Revoked
	var server, account string
	var epoch, position int64
	if _, err := pgx.ForEachRow(rows, []any{&server, &account, &epoch, &position}, func() error {
		out = append(out, node.Revoked{Server: server, Account: account, Epoch: uint64(epoch)}) //nolint:gosec // a generation
		after = uint64(position)                                                                //nolint:gosec // a position
		return nil
	}); err != nil {
		return nil, after, fmt.Errorf("read revoked rights: %w", err)
	}
	return out, after, nil
}

// nodeOrigins are the origins of the nodes' sockets, for the content security policy of pages. They are read again when the read model has
// advanced, so that a page that opens after a node has joined can connect to it.
type nodeOrigins struct {
	site *Site

	mu      sync.Mutex
	known   bool
	origins []string
	at      uint64
}

func (n *nodeOrigins) list(ctx context.Context) []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	at := n.site.Board.At(projectedserver.Name)
	if n.known && at == n.at {
		return n.origins
	}
	rows, err := n.site.DB.Pool.Query(ctx, selectAddresses)
	if err == nil {
		var addresses []string
		if addresses, err = pgx.CollectRows(rows, pgx.RowTo[string]); err == nil {
			n.origins, n.at, n.known = nil, at, true
			for _, address := range addresses {
				n.origins = append(n.origins, address, "ws"+strings.TrimPrefix(address, "http"))
			}
		}
	}
	if err != nil {
		n.site.Logger.WarnContext(ctx, "the nodes' addresses for pages are not read", "error", err)
	}
	return n.origins
}

// nodeSigner signs users' tokens for nodes. All processes of the site have the same key.
type nodeSigner struct {
	id  string
	key ed25519.PrivateKey
}

func (s *Site) nodeSigner(ctx context.Context) (*nodeSigner, error) {
	seed, err := sitekey.Read(ctx, s.DB.Pool, sitekey.Hosting)
	if err != nil {
		return nil, err
	}
	key := ed25519.NewKeyFromSeed(seed[:ed25519.SeedSize])
	sum := sha256.Sum256(key.Public().(ed25519.PublicKey))
	return &nodeSigner{id: hex.EncodeToString(sum[:8]), key: key}, nil
}

func (n *nodeSigner) public() node.Key {
	return node.Key{ID: n.id, Public: base64.RawURLEncoding.EncodeToString(n.key.Public().(ed25519.PublicKey))}
}

func (n *nodeSigner) sign(c node.Claims) (string, error) {
	t := jwt.NewWithClaims(jwt.SigningMethodEdDSA, jwt.MapClaims{
		"aud": c.Audience, "sub": c.Subject, "srv": c.Server, "jti": c.ID, "scp": c.Scopes, "epo": c.Epoch, "nbf": c.NotBefore, "exp": c.Expires,
	})
	t.Header["kid"] = n.id
	signed, err := t.SignedString(n.key)
	if err != nil {
		return "", fmt.Errorf("sign a token for a node: %w", err)
	}
	return signed, nil
}
