package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract"
)

func TestAConfigurationFileIsFollowedFromTheNodeToTheSiteAndRestored(t *testing.T) {
	t.Parallel()
	h := newHosting(t)
	owner := h.person("owner").session
	configuration := "/_internal/server/" + h.id + "/configuration"
	read := func(query string, into any) {
		t.Helper()
		if answer := h.authorised.ask(owner, http.MethodGet, configuration+query, request{}); answer.Status != http.StatusOK || json.Unmarshal(answer.Body, into) != nil {
			t.Fatalf("%s: %d %s", query, answer.Status, answer.Body)
		}
	}
	revisions := func() (list contract.HostedConfigurationRevisions) {
		read("/revisions?path=/server.properties", &list)
		return list
	}
	kept := func(n int) func() bool {
		return func() bool {
			list := revisions().Revisions
			return len(list) == n && list[0].Kept
		}
	}

	// The owner writes a file at the node, as the page does.
	var auth contract.NodeAuth
	h.until("the node is there", func() bool {
		answer := h.authorised.ask(owner, http.MethodGet, h.base+"/fs", request{})
		return answer.Status == http.StatusOK && json.Unmarshal(answer.Body, &auth) == nil
	})
	write := func(method, call, content string) int {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, auth.URL+call, strings.NewReader(content))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+auth.Token)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close() // the status says enough
		return answer.StatusCode
	}
	var found contract.HostedConfigurationFiles
	h.until("the node has the server", func() bool {
		return write(http.MethodPost, "/create?path=/server.properties&type=file", "#mine\npvp=true\nrcon.password=horse-staple\n") == http.StatusNoContent
	})
	h.until("the site has the first content", kept(1))
	if status := write(http.MethodPut, "/update?path=/server.properties", "#mine\npvp=false\nrcon.password=horse-staple\n"); status != http.StatusNoContent {
		t.Fatal(status)
	}
	h.until("the site has the second content", kept(2))
	read("", &found)
	if len(found.Files) != 1 || found.Files[0].Cause != "account" || found.Files[0].By == nil || found.Files[0].By.ID != h.person("owner").id || found.Files[0].Credential == nil {
		t.Fatalf("%+v", found.Files)
	}
	list := revisions().Revisions
	second, first := list[0].Position, list[1].Position
	var diff contract.HostedConfigurationDiff
	read(fmt.Sprintf("/diff?path=/server.properties&before=%d&after=%d", first, second), &diff)
	if len(diff.Keys) != 1 || diff.Keys[0].Key != "pvp" || *diff.Keys[0].Before != "true" || *diff.Keys[0].After != "false" {
		t.Errorf("%+v", diff.Keys)
	}

	// One setting is taken back; the same request once more is refused, since the file is another one now.
	restore := map[string]any{"path": "/server.properties", "revision": first, "key": "pvp", "expected": second}
	h.by("owner", http.MethodPost, "/v3/server/"+h.id+"/configuration/restore", restore)
	file := filepath.Join(h.dir, "servers", h.id, "root", "server.properties")
	if content, err := os.ReadFile(file); err != nil || string(content) != "#mine\npvp=true\nrcon.password=horse-staple\n" {
		t.Fatalf("%q %v", content, err)
	}
	h.until("the restore is a revision", kept(3))
	marked := func(position int64, key string) {
		t.Helper()
		newest := revisions().Revisions[0]
		if r := newest.Restored; r == nil || r.Position != position || r.Key != key || r.At == nil || newest.Credential == nil || newest.By == nil {
			t.Errorf("%+v %+v", newest, r)
		}
	}
	marked(first, "pvp")
	if answer := h.authorised.ask(owner, http.MethodPost, "/v3/server/"+h.id+"/configuration/restore", asJSON(restore)); answer.Status != http.StatusConflict ||
		!bytes.Contains(answer.Body, []byte(`"present":{"pvp":"true"}`)) {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	// The restore is taken back in the same way.
	h.by("owner", http.MethodPost, "/v3/server/"+h.id+"/configuration/restore", map[string]any{"path": "/server.properties", "revision": second, "expected": revisions().Revisions[0].Position})
	if content, err := os.ReadFile(file); err != nil || !bytes.Contains(content, []byte("pvp=false")) {
		t.Fatalf("%q %v", content, err)
	}
	h.until("the restore that was taken back is a revision", kept(4))
	marked(second, "")
	var history contract.HostedHistory
	if answer := h.authorised.ask(owner, http.MethodGet, "/_internal/server/"+h.id+"/history?kind=settings", request{}); json.Unmarshal(answer.Body, &history) != nil {
		t.Fatalf("%s", answer.Body)
	}
	kinds := map[string]int{}
	for _, e := range history.Entries {
		kinds[e.Kind]++
	}
	if kinds["configuration-changed"] != 4 || kinds["configuration-restore-requested"] != 2 {
		t.Errorf("%v", kinds)
	}

	// What lies in the blob store cannot be read without the keys.
	blobs := 0
	err := filepath.WalkDir(filepath.Join(h.data, "blobs", "private", "configurations"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(path, ".attrs") {
			return err
		}
		blobs++
		content, err := os.ReadFile(path)
		if bytes.Contains(content, []byte("horse")) {
			t.Errorf("%s is readable", path)
		}
		return err
	})
	if err != nil || blobs != 2 { // the third and the fourth revision are the first and the second content
		t.Errorf("%d contents, %v", blobs, err)
	}
}
