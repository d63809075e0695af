package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"github.com/modyard/modyard/cmd/modyard/app"
	commandserver "github.com/modyard/modyard/commands/server"
	"github.com/modyard/modyard/demo"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/node"
	"github.com/modyard/modyard/node/identity"
	"github.com/modyard/modyard/node/join"
)

// demoNode is the node of the demonstration data: it runs beside the site, in the same process, on this machine's own address. Its servers
// are stand-ins and stop with the site.
type demoNode struct {
	site *app.Site
	dir  string
}

// fileAddress keeps the address with which the node joined, so that it has the same at the next start.
const fileAddress = "address"

// stopServers is how long the stand-ins may take to stop.
const stopServers = 15 * time.Second

// run joins the site at the first start, and runs the node until the context ends. A failure never ends the site.
func (d demoNode) run(ctx context.Context) error {
	if runtime.GOOS != "linux" {
		return errors.New("game servers need Linux")
	}
	address, err := d.join(ctx)
	if err != nil {
		return err
	}
	c, err := d.config(address)
	if err != nil {
		return err
	}
	err = node.Run(ctx, c)
	within, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopServers)
	defer cancel()
	return errors.Join(err, node.StopAll(within, c))
}

func (d demoNode) config(address string) (node.Config, error) {
	u, err := url.Parse(address)
	if err != nil {
		return node.Config{}, fmt.Errorf("read the node's address: %w", err)
	}
	c, err := nodeProgram(d.site.Logger)
	c.Addr, c.DataDir, c.PublicURL, c.Plain = net.JoinHostPort("127.0.0.1", u.Port()), d.dir, address, true
	c.Software = d.site.Software
	return c, err
}

// join makes this process a node of its own site, and returns the node's address.
func (d demoNode) join(ctx context.Context) (string, error) {
	file := filepath.Join(d.dir, fileAddress)
	if id, err := identity.Read(d.dir); err == nil {
		if id.Site != d.site.Config.Public() {
			return "", fmt.Errorf("the demonstration's node belongs to %s, and the site is %s now", id.Site, d.site.Config.Public())
		}
		address, err := os.ReadFile(file)
		if err != nil {
			return "", fmt.Errorf("read the node's address: %w", err)
		}
		return string(address), nil
	} else if !errors.Is(err, identity.ErrNotJoined) {
		return "", err
	}
	admin, creator, err := d.accounts(ctx)
	if err != nil {
		return "", err
	}
	by := actor.Actor{Account: admin, Rank: actor.Admin}
	ports, err := freePorts(4)
	if err != nil {
		return "", err
	}
	site, err := url.Parse(d.site.Config.Public())
	if err != nil {
		return "", fmt.Errorf("read the site's address: %w", err)
	}
	address := "http://" + net.JoinHostPort(site.Hostname(), strconv.Itoa(ports[3]))
	made, err := d.site.Servers.DemonstrationNode(ctx, by, "演示节点", min(ports[0], ports[1], ports[2]), max(ports[0], ports[1], ports[2]))
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(d.dir, 0o700); err != nil {
		return "", fmt.Errorf("make the node's folder: %w", err)
	}
	if err := os.WriteFile(file, []byte(address), 0o600); err != nil {
		return "", fmt.Errorf("write the node's address: %w", err)
	}
	id, err := join.Join(ctx, join.Request{Site: d.site.Config.Public(), Code: made.Code, Dir: d.dir, Address: address, Version: version()})
	if err != nil {
		return "", err
	}
	return address, d.site.Servers.Demonstrate(ctx, by, creator, id.Node, []commandserver.Example{
		{Name: "晚风生存服", Loader: "NeoForge", LoaderVersion: "21.1.95", GameVersion: "1.21.1", Port: ports[0], Started: true},
		{Name: "红石实验室", Loader: "Fabric", LoaderVersion: "0.16.14", GameVersion: "1.21.8", Port: ports[1], Started: true},
		{Name: "空岛慢生活", Loader: "Paper", LoaderVersion: "129", GameVersion: "1.21.4", Port: ports[2]},
	})
}

// accounts are the ids of the demonstration's administrator and of its creator.
func (d demoNode) accounts(ctx context.Context) (admin, creator string, err error) {
	for name, id := range map[string]*string{demo.AdminName: &admin, demo.CreatorName: &creator} {
		a, err := d.site.Identity.Account(ctx, name)
		if err != nil {
			return "", "", fmt.Errorf("find the account %s: %w", name, err)
		}
		*id = a.ID
	}
	return admin, creator, nil
}

// freePorts are ports of this machine that no program listens on.
func freePorts(count int) ([]int, error) {
	var ports []int
	for range count {
		l, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // at once
		if err != nil {
			return nil, fmt.Errorf("find a free port: %w", err)
		}
		defer l.Close() //nolint:errcheck // nobody used it
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports, nil
}
