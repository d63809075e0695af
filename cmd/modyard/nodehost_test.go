package main

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/modyard/modyard/cmd/modyard/app"
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
	// The address of the site must be known before there is one, and so must that of the node.
	var target atomic.Pointer[url.URL]
	front := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite:  func(r *httputil.ProxyRequest) { r.SetURL(target.Load()); r.Out.Host = r.In.Host },
		ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug),
	})
	t.Cleanup(front.Close)
	h := &hosting{}
	site := newTestSiteWith(t, app.SiteOptions{}, func(c *config.Config) { c.PublicURL, h.data = front.URL, c.DataDir })
	at, err := url.Parse(site.url)
	if err != nil {
		t.Fatal(err)
	}
	target.Store(at)
	h.authorised = newAuthorised(t, site, 1)
	address := freeAddress(t)
	host := h.by("administrator", http.MethodPost, "/v3/node", map[string]any{"name": "试验节点"})
	h.dir = filepath.Join(t.TempDir(), "node")
	if _, err := join.Join(t.Context(), join.Request{Site: front.URL, Code: host["code"].(string), Dir: h.dir, Address: "http://" + address, Version: "test"}); err != nil {
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
