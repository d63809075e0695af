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

func TestWhatAVersionRequiresIsInstalledWithIt(t *testing.T) {
	t.Parallel()
	h := newHosting(t)
	s, w, base := h.testSite, h.authorised, h.base
	main, needed := w.project("owner", "", true), w.project("owner", "", true)
	w.by("owner", http.MethodPatch, "/v2/version/"+main["version"], map[string]any{"dependencies": []any{map[string]any{"project_id": needed["id"], "dependency_type": "required"}}})
	s.until("the site knows what is required", func() bool {
		version := w.must(w.person("owner").session, http.MethodGet, "/v2/version/"+main["version"], request{})
		list, _ := version["dependencies"].([]any)
		return len(list) == 1
	})
	// The files of the two have one name, and so need two folders.
	answer := w.by("owner", http.MethodPost, base+"/mods", map[string]any{
		"rinth_ids": map[string]any{"project_id": main["id"], "version_id": main["version"]}, "install_as": "plugin", "dependencies": true,
	})
	added, _ := answer["added"].([]any)
	if len(added) != 1 || added[0].(map[string]any)["version_id"] != needed["version"] || len(answer["missing"].([]any)) != 0 {
		t.Fatalf("%v", answer)
	}
	s.until("both are installed", func() bool {
		var list readserver.HostedMods
		answer := w.ask(w.person("owner").session, http.MethodGet, base+"/mods", request{})
		return json.Unmarshal(answer.Body, &list) == nil && len(list) == 2 && list[0].Status.Installed && list[1].Status.Installed
	})
}
