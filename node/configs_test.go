package node_test

import (
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	contract "github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/platform/until"
)

// keep keeps the content of a configuration file.
func (s *site) keep(w http.ResponseWriter, r *http.Request) {
	content, err := io.ReadAll(r.Body)
	if err != nil || !strings.HasPrefix(r.Header.Get("Authorization"), "Bearer ") {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.contents[r.PathValue("hash")] = string(content)
	w.WriteHeader(http.StatusNoContent)
}

// followed are the reports about a file of the server: the cause, and the content that the site has.
func (s *site) followed(path string) (list []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.reports {
		if r.Configuration == nil {
			continue
		}
		for _, f := range r.Configuration.Files {
			if f.Path == path {
				list = append(list, strings.TrimSpace(r.Configuration.Cause+" "+r.Configuration.Account)+": "+s.contents[f.Hash])
			}
		}
	}
	return list
}

func TestAConfigurationFileIsFollowedThroughTheEndsOfItsNodeAndItsServer(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	dir := joined(t, s)
	n := run(t, dir, "127.0.0.1:0", "stand-in")
	s.want(server, func(d *contract.Desired) { d.Name, d.Plan = "试验", contract.Plan{MemoryMiB: 256, DiskMiB: 64} })
	c := fileClient{t, s, n}
	at := url.Values{"path": {"/bukkit.yml"}, "type": {"file"}}
	until.True(t, "the file is made", func() bool { status, _ := c.do("POST", "/create", at, "a: 1\n"); return status == 204 })
	tells := func(want ...string) {
		t.Helper()
		until.True(t, "the site has the reports and the contents", func() bool {
			return len(s.followed("/bukkit.yml")) >= len(want) && slices.Equal(s.followed("/bukkit.yml"), want)
		})
	}
	until.True(t, "the site has the first content", func() bool {
		list := s.followed("/bukkit.yml")
		return len(list) == 1 && strings.HasSuffix(list[0], ": a: 1\n")
	})
	first := s.followed("/bukkit.yml")[0] // found, where the node looked for the first time after it was made
	if status, b := c.do("PUT", "/update", at, "a: 2\n"); status != 204 {
		t.Fatalf("%d %s", status, b)
	}
	tells(first, "account "+account+": a: 2\n")
	n.kill()
	file := filepath.Join(dir, "servers", server, "root", "bukkit.yml")
	if err := os.WriteFile(file, []byte("a: 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	n = run(t, dir, n.address, "stand-in")
	tells(first, "account "+account+": a: 2\n", "outside: a: 3\n")
	// What changes while the server runs is its process's; it is seen at its end at the latest.
	s.start(server)
	until.True(t, "the server runs", func() bool { return s.state(server).State == contract.StateRunning })
	if err := os.WriteFile(file, []byte("a: 4\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.want(server, func(d *contract.Desired) {
		d.Running, d.Power = false, &contract.Power{Generation: d.Generation, Action: contract.ActionStop}
	})
	tells(first, "account "+account+": a: 2\n", "outside: a: 3\n", "process: a: 4\n")
	if log := n.log.String(); strings.Contains(log, "eyJ") || strings.Contains(log, "a: ") {
		t.Error("the log contains a token or a content")
	}
}
