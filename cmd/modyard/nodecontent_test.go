package main

import (
	"context"
	"encoding/json"
	"errors"
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
	readserver "github.com/modyard/modyard/readapi/server"
)

func TestAVersionOfTheSiteIsInstalledByANodeListedAndRemoved(t *testing.T) {
	t.Parallel()
	// The address of the site must be known before there is one.
	var target atomic.Pointer[url.URL]
	front := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite:  func(r *httputil.ProxyRequest) { r.SetURL(target.Load()); r.Out.Host = r.In.Host },
		ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug),
	})
	t.Cleanup(front.Close)
	s := newTestSiteWith(t, app.SiteOptions{}, func(c *config.Config) { c.PublicURL = front.URL })
	at, err := url.Parse(s.url)
	if err != nil {
		t.Fatal(err)
	}
	target.Store(at)
	w := newAuthorised(t, s, 1)
	p := w.project("owner", "", true)
	host := w.by("administrator", http.MethodPost, "/v3/node", map[string]any{"name": "试验节点"})
	dir := filepath.Join(t.TempDir(), "node")
	if _, err := join.Join(t.Context(), join.Request{Site: front.URL, Code: host["code"].(string), Dir: dir, Address: "http://127.0.0.1:1", Version: "test"}); err != nil {
		t.Fatal(err)
	}
	made := w.by("administrator", http.MethodPost, "/v3/server", map[string]any{
		"owner": w.person("owner").id, "name": "试验", "node": host["id"], "software": map[string]any{"kind": "stand-in", "loader": "Fabric", "game_version": "1.21.1"},
	})
	id := made["id"].(string)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- node.Run(ctx, node.Config{
			Addr: "127.0.0.1:0", DataDir: dir, PublicURL: "http://127.0.0.1:1", Plain: true, Version: "test", Keeper: []string{os.Args[0]}, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
		})
	}()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})

	base := "/hosting/modyard/v0/servers/" + id
	mods := func() (list readserver.HostedMods) {
		answer := w.ask(w.person("owner").session, http.MethodGet, base+"/mods", request{})
		if err := json.Unmarshal(answer.Body, &list); err != nil {
			t.Fatalf("%s: %v", answer.Body, err)
		}
		return list
	}
	w.by("owner", http.MethodPost, base+"/mods", map[string]any{"rinth_ids": map[string]any{"project_id": p["slug"], "version_id": p["version"]}})
	s.until("the file is installed and seen", func() bool {
		list := mods()
		if len(list) != 1 || list[0].Status.Failed != "" {
			t.Fatalf("%+v", list)
		}
		return list[0].Status.Installed && !list[0].Missing && !list[0].Changed
	})
	m := mods()[0]
	if m.Unmanaged || m.Installing || *m.ProjectID != p["id"] || m.Kind != "mod" {
		t.Errorf("%+v", m)
	}
	file := filepath.Join(dir, "servers", id, "root", "mods", m.Filename)
	if info, err := os.Stat(file); err != nil || info.Size() != m.Filesize {
		t.Error(info, err)
	}
	w.by("owner", http.MethodPost, base+"/deleteMod", map[string]any{"path": "/mods/" + m.Filename})
	s.until("the file is gone", func() bool {
		_, err := os.Stat(file)
		return errors.Is(err, os.ErrNotExist)
	})
	s.until("the list is empty", func() bool { return len(mods()) == 0 })
}
