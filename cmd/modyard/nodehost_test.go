package main

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/modyard/modyard/node"
	"github.com/modyard/modyard/node/join"
	"github.com/modyard/modyard/platform/config"
)

// hosting is a site with a node that runs and a server of the owner, which is stopped.
type hosting struct {
	*authorised
	id   string // of the server
	base string // of the hosting API
	dir  string // the node's data folder
	data string // the site's
}

func newHosting(t *testing.T) *hosting {
	t.Helper()
	h := &hosting{}
	site, front := newFrontedSite(t, func(c *config.Config) { h.data = c.DataDir })
	h.authorised = newAuthorised(t, site, 1)
	address := freeAddress(t)
	host := h.by("administrator", http.MethodPost, "/v3/node", map[string]any{"name": "试验节点"})
	h.dir = filepath.Join(t.TempDir(), "node")
	if _, err := join.Join(t.Context(), join.Request{Site: front, Code: host["code"].(string), Dir: h.dir, Address: "http://" + address, Version: "test"}); err != nil {
		t.Fatal(err)
	}
	made := h.by("administrator", http.MethodPost, "/v3/server", map[string]any{
		"owner": h.person("owner").id, "name": "试验", "node": host["id"], "software": map[string]any{"kind": "stand-in", "loader": "Fabric", "game_version": "1.21.1"},
	})
	h.id = made["id"].(string)
	h.base = "/hosting/modyard/v0/servers/" + h.id
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- node.Run(ctx, node.Config{
			Addr: address, DataDir: h.dir, PublicURL: "http://" + address, Plain: true, Version: "test", Keeper: []string{os.Args[0]}, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
		})
	}()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return h
}
