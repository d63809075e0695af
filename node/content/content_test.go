package content_test

import (
	"context"
	"encoding/json"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/content"
	"github.com/modyard/modyard/node/files"
	"github.com/modyard/modyard/platform/until"
)

const server = "srvAAAAA"

// host is a node with one server, of which nothing is real.
type host struct {
	desired node.Desired
	known   string          // the record of what was done, as JSON
	there   map[string]bool // paths that have a file
	looks   atomic.Int64
}

func (h *host) Observed() []node.Observed { return []node.Observed{{Server: server}} }
func (h *host) State(string) (node.Observed, node.Desired, bool) {
	return node.Observed{Server: server}, h.desired, true
}
func (h *host) Changed(string) <-chan struct{}                       { return nil }
func (h *host) Install(context.Context, string, files.Install) error { return nil }
func (h *host) Remove(context.Context, string, string, string) error { return nil }
func (h *host) SaveContent(string, any, ...node.Report) error        { return nil }
func (h *host) Standing(string, ...string) (map[string]bool, error)  { return h.there, nil }
func (h *host) Content(_ string, into any) (bool, error) {
	return true, json.Unmarshal([]byte(h.known), into)
}
func (h *host) Archives(context.Context, string, *files.Hashes, ...string) (node.Contents, error) {
	h.looks.Add(1)
	return node.Contents{}, nil
}

func TestOnlyContentThatBelongsToARestoredPathIsLostByIt(t *testing.T) {
	h := &host{
		known: `{"installed":{"here":{"path":"/mods/here.jar"},"gone":{"path":"/mods/gone.jar"},"other":{"path":"/mods2/other.jar"},"waits":{"path":"/mods/old.jar"},"pack":{"path":"/world/datapacks/p.zip"}},
"settled":{"here":1,"gone":1,"other":1,"waits":1,"pack":1}}`,
		there: map[string]bool{"/mods/here.jar": true},
	}
	for project, generation := range map[string]uint64{"here": 1, "gone": 1, "other": 1, "waits": 2, "pack": 1} {
		h.desired.Content = append(h.desired.Content, node.Content{Project: project, Generation: generation})
	}
	s := content.New(content.Options{Servers: h, Files: h, Store: h})
	for path, want := range map[string][]string{
		"/": {"gone", "other", "pack"}, "/mods": {"gone"}, "/mods/gone.jar": {"gone"}, "/mods/here.jar": nil, "/mods/gone.jar/x": nil, "/world": {"pack"}, "/config": nil,
	} {
		lost, err := s.Lost(server, path)
		slices.Sort(lost)
		if err != nil || !slices.Equal(lost, want) {
			t.Errorf("%s: %q, want %q (%v)", path, lost, want, err)
		}
	}
}

func TestTheFoldersAreListedAgainAsSoonAsTheirFilesWereExchanged(t *testing.T) {
	h := &host{known: `{}`}
	s := content.New(content.Options{Servers: h, Files: h, Store: h, Every: time.Hour})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); s.Run(ctx) }()
	until.True(t, "the folders are listed", func() bool { return s.Listed(server) != nil })
	before := h.looks.Load()
	s.Relist()
	until.True(t, "they are listed again", func() bool { return h.looks.Load() > before })
	cancel()
	<-ended
}
