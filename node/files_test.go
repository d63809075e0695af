package node_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	contract "github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/platform/until"
)

// fileClient is a page that works with the files of a server.
type fileClient struct {
	t    *testing.T
	site *site
	node *process
}

func (c fileClient) do(method, route string, parameters url.Values, body string) (int, []byte) {
	c.t.Helper()
	r, err := http.NewRequestWithContext(c.t.Context(), method, "http://"+c.node.address+contract.PathFiles+route+"?"+parameters.Encode(), strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	r.Header.Set("Origin", c.site.server.URL)
	r.Header.Set("Authorization", "Bearer "+c.site.tokenFor(server, account, contract.ScopeFilesRead, contract.ScopeFilesWrite))
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	if got := answer.Header.Get("Access-Control-Allow-Origin"); got != c.site.server.URL && answer.StatusCode < 300 {
		c.t.Errorf("%s %s: the page of %q may read it", method, route, got)
	}
	b, err := io.ReadAll(answer.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return answer.StatusCode, b
}

func TestFilesOfAServerAreUploadedListedDownloadedDeletedAndRestored(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	dir := joined(t, s)
	n := run(t, dir, "127.0.0.1:0", "stand-in")
	c := fileClient{t, s, n}
	s.want(server, func(d *contract.Desired) { d.Name, d.Plan = "试验", contract.Plan{MemoryMiB: 256, DiskMiB: 64} })
	until.True(t, "the node knows the server", func() bool { status, _ := c.do("GET", "/list", url.Values{"path": {"/"}}, ""); return status == 200 })
	at := url.Values{"path": {"/世界.txt"}, "type": {"file"}}
	if status, b := c.do("POST", "/create", at, "你好"); status != 204 {
		t.Fatalf("create: %d %s", status, b)
	}
	status, b := c.do("GET", "/list", url.Values{"path": {"/"}}, "")
	var list contract.FileList
	if err := json.Unmarshal(b, &list); err != nil || status != 200 || len(list.Items) != 1 || list.Items[0].Name != "世界.txt" || list.Room != 64<<20 {
		t.Errorf("list: %d %s %v", status, b, err)
	}
	if status, b := c.do("GET", "/download", at, ""); status != 200 || string(b) != "你好" {
		t.Errorf("download: %d %s", status, b)
	}
	if status, b := c.do("DELETE", "/delete", at, ""); status != 204 {
		t.Errorf("delete: %d %s", status, b)
	}
	n.kill() // what is deleted outlives the node
	n = run(t, dir, n.address, "stand-in")
	c.node = n
	var trash contract.Trash
	until.True(t, "the next node knows the server", func() bool {
		status, b = c.do("GET", "/trash", nil, "")
		return status == 200
	})
	if err := json.Unmarshal(b, &trash); err != nil || len(trash.Items) != 1 {
		t.Fatalf("trash: %s %v", b, err)
	}
	if status, b := c.do("POST", "/trash/restore", url.Values{"id": {trash.Items[0].ID}}, ""); status != 204 {
		t.Errorf("restore: %d %s", status, b)
	}
	if status, b := c.do("GET", "/download", at, ""); status != 200 || string(b) != "你好" {
		t.Errorf("download: %d %s", status, b)
	}
	s.want(server, func(d *contract.Desired) { d.Suspended = true })
	until.True(t, "a suspended server's files are refused", func() bool { status, _ := c.do("GET", "/list", url.Values{"path": {"/"}}, ""); return status == 403 })
	if log := n.log.String(); strings.Contains(log, "eyJ") {
		t.Error("the log contains a token")
	}
}

func TestANodeKilledDuringAnUploadLeavesTheOldContentAndNoRubbish(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	dir := joined(t, s)
	n := run(t, dir, "127.0.0.1:0", "stand-in")
	c := fileClient{t, s, n}
	s.want(server, func(d *contract.Desired) { d.Name = "试验" })
	knows := func() bool { status, _ := c.do("GET", "/list", url.Values{"path": {"/"}}, ""); return status == 200 }
	until.True(t, "the node knows the server", knows)
	at := url.Values{"path": {"/a"}, "type": {"file"}}
	if status, b := c.do("POST", "/create", at, "old"); status != 204 {
		t.Fatalf("create: %d %s", status, b)
	}
	content, more := io.Pipe()
	r, err := http.NewRequestWithContext(t.Context(), "PUT", "http://"+n.address+contract.PathFiles+"/update?"+at.Encode(), content)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+s.tokenFor(server, account, contract.ScopeFilesWrite))
	go func() {
		if a, err := http.DefaultClient.Do(r); err == nil {
			_ = a.Body.Close()
		}
	}()
	if _, err := more.Write([]byte("new")); err != nil {
		t.Fatal(err)
	}
	staged := func() int {
		entries, err := os.ReadDir(filepath.Join(dir, "servers", server, "stage"))
		if err != nil {
			t.Error(err)
		}
		return len(entries)
	}
	until.True(t, "the upload has begun", func() bool { return staged() == 1 })
	n.kill()
	_ = more.CloseWithError(io.ErrClosedPipe)
	if staged() != 1 {
		t.Error("a killed node has cleaned up")
	}
	c.node = run(t, dir, n.address, "stand-in")
	until.True(t, "the next node knows the server", knows)
	if status, b := c.do("GET", "/download", at, ""); status != 200 || string(b) != "old" || staged() != 0 {
		t.Errorf("%d %s, %d files in the stage", status, b, staged())
	}
}
