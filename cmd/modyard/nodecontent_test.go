package main

import (
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	readserver "github.com/modyard/modyard/readapi/server"
)

func TestAVersionOfTheSiteIsInstalledByANodeListedAndRemoved(t *testing.T) {
	t.Parallel()
	h := newHosting(t)
	s, w, id, dir := h.testSite, h.authorised, h.id, h.dir
	p := w.project("owner", "", true)
	base := h.base
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
