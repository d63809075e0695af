package main

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/modyard/modyard/node"
	"github.com/modyard/modyard/node/join"
	"github.com/modyard/modyard/platform/config"
	"github.com/modyard/modyard/platform/software"
)

// hosting is a site with a node that runs and a server of the owner, which is stopped.
type hosting struct {
	*authorised
	id   string // of the server
	base string // of the hosting API
	dir  string // the node's data folder
	data string // the site's
	port int    // of the game
	node string // address at which the node answers
}

// hostingOptions are what a test needs beside that. The zero value is a node without software, with a stand-in that has none.
type hostingOptions struct {
	// beside answers requests at the site's address whose path begins with /beside/; nil: nothing does.
	beside http.Handler
	// software is what the node can install, with the address of the site; nil: nothing.
	software func(site string) software.Source
	// server is what the new server has beside its owner, name and node; nil: a stand-in.
	server map[string]any
	// users has servers run by users of their own, which only root can give them.
	users bool
}

func newHosting(t *testing.T) *hosting { return newHostingWith(t, hostingOptions{}) }

func newHostingWith(t *testing.T, o hostingOptions) *hosting {
	t.Helper()
	h := &hosting{}
	site, front := newSiteBeside(t, o.beside, func(c *config.Config) { h.data = c.DataDir })
	h.authorised = newAuthorised(t, site, 1)
	h.node = freeAddress(t)
	_, free, err := net.SplitHostPort(freeAddress(t))
	if err != nil {
		t.Fatal(err)
	}
	if h.port, err = strconv.Atoi(free); err != nil {
		t.Fatal(err)
	}
	host := h.by("administrator", http.MethodPost, "/v3/node", map[string]any{"name": "试验节点", "first_port": h.port, "last_port": h.port})
	h.dir = filepath.Join(t.TempDir(), "node")
	if o.users { // they pass through the folders above the node's
		if err := os.Chmod(filepath.Dir(filepath.Dir(h.dir)), 0o711); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := join.Join(t.Context(), join.Request{Site: front, Code: host["code"].(string), Dir: h.dir, Address: "http://" + h.node, Version: "test"}); err != nil {
		t.Fatal(err)
	}
	server := map[string]any{"software": map[string]any{"kind": "stand-in", "loader": "Fabric", "game_version": "1.21.1"}}
	if o.server != nil {
		server = o.server
	}
	server["owner"], server["name"], server["node"] = h.person("owner").id, "试验", host["id"]
	h.id = h.by("administrator", http.MethodPost, "/v3/server", server)["id"].(string)
	h.base = "/hosting/modyard/v0/servers/" + h.id
	c := node.Config{
		Addr: h.node, DataDir: h.dir, PublicURL: "http://" + h.node, Plain: !o.users, Version: "test", Keeper: []string{os.Args[0], nodeRun}, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	}
	if o.software != nil {
		c.Software = o.software(front)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- node.Run(ctx, c) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if err := node.StopAll(context.WithoutCancel(ctx), c); err != nil {
			t.Error(err)
		}
	})
	return h
}
