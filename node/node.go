// Package node is a game host of a site: it runs the servers that the site wants, shows their consoles to browsers, and reports what happens.
package node

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"

	contract "github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/backup"
	"github.com/modyard/modyard/node/configs"
	"github.com/modyard/modyard/node/content"
	"github.com/modyard/modyard/node/fetch"
	"github.com/modyard/modyard/node/files"
	"github.com/modyard/modyard/node/icon"
	"github.com/modyard/modyard/node/identity"
	"github.com/modyard/modyard/node/install"
	"github.com/modyard/modyard/node/link"
	"github.com/modyard/modyard/node/socket"
	"github.com/modyard/modyard/node/store"
	"github.com/modyard/modyard/node/token"
	"github.com/modyard/modyard/platform/software"
)

// Config is what a node needs to know. The data folder belongs to one node.
type Config struct {
	// Addr is the address on which browsers are answered.
	Addr string
	// DataDir is the folder of the key, the state and the servers.
	DataDir string
	// PublicURL is the address under which browsers reach the node.
	PublicURL string
	// Plain runs servers as the node's user. It is needed where the node is not root.
	Plain bool
	// Version is that of the program.
	Version string
	// Keeper is the command that keeps one server; the server's folder is added.
	Keeper []string
	// Unpack is the command that reads one 7z or rar archive; the format is added.
	Unpack []string
	// StandIn is the command of the stand-in for a game server.
	StandIn []string
	// FetchHosts are hosts from which files may be fetched beside the site and the usual ones.
	FetchHosts []string
	// Software is what can be installed; nil: nothing.
	Software software.Source
	Log      *slog.Logger
	// Listening is told the address of the listener; nil: nobody is.
	Listening func(net.Addr)
	// Delays are those of the link; the zero value is for use, others for tests.
	Delays link.Delays
}

// names of files in the data folder.
const (
	fileStore = "state.db"
	fileGuard = "guard.json"
	fileStop  = "stop"
	dirJava   = "java"
	dirBackup = "backups"
)

// stopTime is how long requests and sockets may take to end.
const stopTime = 5 * time.Second

// Run runs a node until the context ends. The servers go on after it.
func Run(ctx context.Context, c Config) (err error) {
	if err := private(c.DataDir); err != nil {
		return err
	}
	id, err := identity.Read(c.DataDir)
	if err != nil {
		return err
	}
	var lc net.ListenConfig
	listener, err := lc.Listen(ctx, "tcp", c.Addr)
	if err != nil {
		return fmt.Errorf("listen on %s: %w", c.Addr, err)
	}
	defer listener.Close() //nolint:errcheck // the server closes it
	n, err := open(c, id)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, n.close()) }()
	if err := n.fleet.Adopt(ctx); err != nil {
		return fmt.Errorf("continue with the servers: %w", err)
	}
	if c.Listening != nil {
		c.Listening(listener.Addr())
	}
	c.Log.InfoContext(ctx, "the node runs", "node", id.Node, "name", id.Name, "site", id.Site, "address", listener.Addr().String())
	return n.run(ctx, listener)
}

// running is an open node.
type running struct {
	config  Config
	id      identity.Identity
	store   *store.Store
	fleet   supervisor
	servers *servers
	guard   *token.Guard
	sockets *socket.Sockets
	files   *files.Service
	content *content.Service
	backups *backup.Service
	install *install.Service
	icons   *icon.Service
	configs *configs.Service
	link    *link.Link
}

func open(c Config, id identity.Identity) (n *running, err error) {
	n = &running{config: c, id: id}
	if n.store, err = store.Open(filepath.Join(c.DataDir, fileStore)); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, n.store.Close())
		}
	}()
	if n.guard, err = token.Open(filepath.Join(c.DataDir, fileGuard), id.Node, nil); err != nil {
		return nil, err
	}
	if n.fleet, err = newFleet(c, n.store, func(server, path string) { n.configs.Settled(server, path) }); err != nil {
		return nil, err
	}
	n.servers = newServers(n.fleet, n.store.Reported())
	n.files = files.New(files.Options{Servers: n.servers, Unpack: c.Unpack, Packs: func() files.Packs { return n.install }, Log: c.Log,
		Wrote: func(ctx context.Context, by files.Writer, paths ...string) { n.configs.Wrote(ctx, by, paths...) }}, n.guard)
	n.backups = backup.New(backup.Options{
		Dir: filepath.Join(c.DataDir, dirBackup), Store: n.store, Servers: n.servers, Guard: n.guard, Files: n.files, Changed: n.servers.tell, Log: c.Log,
		Replaced: func(server string) error { return n.replaced(server, contract.ConfigurationRestore) },
		Lost:     func(server, path string) ([]string, error) { return n.content.Lost(server, path) },
	})
	n.servers.progress = n.backups.Progress
	n.sockets = socket.New(n.servers, n.guard, c.Log)
	n.configs = configs.New(configs.Options{
		Servers: n.servers, Files: n.files, Store: n.store, Ready: func() bool { return n.link.Connected() }, Send: sender(id), Log: c.Log,
	})
	fetcher, err := fetch.New(fetch.Options{Sites: []string{id.Site}, Hosts: c.FetchHosts})
	if err != nil {
		return nil, err
	}
	n.install = install.New(install.Options{
		Servers: n.servers, Store: n.store, Files: n.files, Fetcher: fetcher, Software: c.Software, Exclude: n.backups.Exclude, Changed: n.servers.tell,
		Announce: n.sockets.Announce, Log: c.Log,
		Replaced: func(server string) error { return n.replaced(server, contract.ConfigurationInstall) },
	})
	n.servers.installing = n.install.Progress
	n.content = content.New(content.Options{
		Servers: n.servers, Files: n.files, Fetcher: fetcher, Store: n.store, Changed: n.servers.tell, Held: n.install.Holds, Log: c.Log,
		Installed: func(server, project, version string) {
			n.sockets.Announce(server, contract.NewMod{Event: contract.EventNewMod, Project: project, Version: version})
		},
	})
	n.icons = icon.New(icon.Options{Servers: n.servers, Files: n.files, Fetcher: fetcher, Held: n.install.Holds, Log: c.Log})
	n.servers.listed = n.content.Listed
	n.link = link.New(link.Options{
		Site: id.Site, Sign: func() (string, error) { return id.Sign(time.Now()) },
		Hello: func() contract.Hello {
			return contract.Hello{Node: id.Node, Version: c.Version, Address: c.PublicURL, Host: n.fleet.Host()}
		},
		Fleet: n.servers, Outbox: n.store, Changed: n.servers.changed, Welcome: n.guard.Welcome, Revoke: n.revoke, Log: c.Log, Delays: c.Delays,
	})
	return n, nil
}

// replaced tells those who list a server's files that an installation or a restore has exchanged them.
func (n *running) replaced(server, kind string) error {
	n.content.Relist()
	return n.configs.Replaced(server, kind)
}

// revoke notes a revocation first, so that a socket or request that begins meanwhile is refused or found.
func (n *running) revoke(r contract.Revoked) error {
	err := n.guard.Revoke(r)
	n.sockets.Recheck(r.Server)
	n.files.Recheck(r.Server)
	return err
}

// run serves until the context ends or a stop is requested.
func (n *running) run(ctx context.Context, listener net.Listener) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var parts sync.WaitGroup
	defer parts.Wait()
	defer stop()
	parts.Go(func() { n.servers.follow(ctx) })
	parts.Go(func() { n.link.Run(ctx) })
	parts.Go(func() { n.files.Run(ctx) })
	parts.Go(func() { n.content.Run(ctx) })
	parts.Go(func() { n.backups.Run(ctx) })
	parts.Go(func() { n.install.Run(ctx) })
	parts.Go(func() { n.icons.Run(ctx) })
	parts.Go(func() { n.configs.Run(ctx) })
	parts.Go(func() { awaitStop(ctx, n.config.DataDir, stop) })
	return n.serve(ctx, listener)
}

// close leaves the servers to the next node.
func (n *running) close() error {
	return errors.Join(n.fleet.Close(false), n.store.Close())
}

// private makes the data folder, and refuses one that others may read or write.
func private(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("make the data folder: %w", err)
	}
	info, err := os.Stat(dir)
	if err != nil {
		return fmt.Errorf("look at the data folder: %w", err)
	}
	// Users of servers may need to pass through it, but not to read it.
	if perm := info.Mode().Perm(); perm&0o066 != 0 {
		return fmt.Errorf("the data folder %s has the mode %04o: others may read or write it; run chmod 700 %s", dir, perm, dir)
	}
	return nil
}
