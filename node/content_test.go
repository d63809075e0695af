package node_test

import (
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	contract "github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/platform/until"
)

// file answers with a file of the site. While files are held, half of it comes.
func (s *site) file(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	text, there := s.files[r.PathValue("file")]
	s.asked[r.PathValue("file")]++
	held := s.held
	if s.slow != "" && s.slow != r.PathValue("file") {
		held = nil
	}
	s.mu.Unlock()
	if !there {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	if held != nil {
		_, _ = w.Write([]byte(text[:len(text)/2]))
		w.(http.Flusher).Flush()
		select {
		case <-held:
			text = text[len(text)/2:]
		case <-r.Context().Done():
			return
		}
	}
	_, _ = w.Write([]byte(text))
}

func sum(text string) string {
	h := sha512.Sum512([]byte(text))
	return hex.EncodeToString(h[:])
}

// offer puts a file on the site, and returns it as content of a generation.
func (s *site) offer(project, version, file, text string, generation uint64) contract.Content {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.files[file] = text
	return contract.Content{
		Path: "/mods/" + file, URL: s.server.URL + "/data/" + file, SHA512: sum(text), Size: int64(len(text)), Project: project, Version: version, Generation: generation,
	}
}

// told are the kinds, paths and reasons of a server's reports about content.
func (s *site) told() (list []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.reports {
		if r.Content != nil {
			list = append(list, r.Kind+" "+r.Content.Path+" "+r.Reason)
		}
	}
	return list
}

// stock is a node with a server that wants some content.
type stock struct {
	*site
	t    *testing.T
	dir  string
	mods string
	node *process
}

func newStock(t *testing.T) *stock {
	t.Helper()
	s := &stock{site: newSite(t), t: t}
	s.dir = joined(t, s.site)
	s.mods = filepath.Join(s.dir, "servers", server, "root", "mods")
	s.node = run(t, s.dir, "127.0.0.1:0", "stand-in")
	return s
}

// decide makes content hold, with the files that shall go.
func (s *stock) decide(content []contract.Content, gone ...contract.ContentRemoved) {
	s.want(server, func(d *contract.Desired) {
		d.Name, d.Plan, d.Content, d.ContentRemoved = "试验", contract.Plan{MemoryMiB: 256, DiskMiB: 1}, content, gone
	})
}

func (s *stock) waits(reports ...string) {
	s.t.Helper()
	until.True(s.t, "the reports have arrived", func() bool { return len(s.told()) >= len(reports) })
	if got := s.told(); !slices.Equal(got, reports) {
		s.t.Fatalf("%q, want %q", got, reports)
	}
}

// has compares a file in the folder of mods; an empty text is no file.
func (s *stock) has(file, text string) {
	s.t.Helper()
	b, err := os.ReadFile(filepath.Join(s.mods, file))
	if errors.Is(err, os.ErrNotExist) && text == "" {
		return
	}
	if err != nil || string(b) != text || text == "" {
		s.t.Fatalf("%s: %.40q, %v, want %.40q", file, b, err, text)
	}
}

func (s *stock) rename(from, to string) {
	s.t.Helper()
	if err := os.Rename(filepath.Join(s.mods, from), filepath.Join(s.mods, to)); err != nil {
		s.t.Fatal(err)
	}
}

func (s *stock) write(file, text string) {
	s.t.Helper()
	if err := os.WriteFile(filepath.Join(s.mods, file), []byte(text), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

func TestContentIsInstalledReplacedAndRemoved(t *testing.T) {
	t.Parallel()
	s := newStock(t)
	one := s.offer("sodium", "v1", "sodium-1.jar", "one", 1)
	s.decide([]contract.Content{one})
	s.waits("content-installed /mods/sodium-1.jar ")
	s.has("sodium-1.jar", "one")
	until.True(t, "the site sees the file", func() bool {
		c := s.state(server).Contents
		return c != nil && len(c.Files) == 1 && c.Files[0] == contract.ContentFile{Path: "/mods/sodium-1.jar", Size: 3, SHA512: sum("one")}
	})
	b, err := s.look(s.node.address, server, 0)
	if err != nil {
		t.Fatal(err)
	}
	for { // the socket is there
		f, err := b.next()
		if err != nil {
			t.Fatal(err)
		}
		if f.State != "" {
			break
		}
	}
	two := s.offer("sodium", "v2", "sodium-2.jar", "two", 2)
	s.decide([]contract.Content{two}, contract.ContentRemoved{Path: one.Path, SHA512: one.SHA512, Generation: 2})
	s.waits("content-installed /mods/sodium-1.jar ", "content-installed /mods/sodium-2.jar ", "content-removed /mods/sodium-1.jar ")
	s.has("sodium-1.jar", "")
	s.has("sodium-2.jar", "two")
	for {
		f, err := b.next()
		if err != nil {
			t.Fatal(err)
		}
		if f.Event == contract.EventNewMod {
			break
		}
	}
	// The same name with another content, and then nothing.
	three := s.offer("sodium", "v3", "sodium-2.jar", "three", 3)
	s.decide([]contract.Content{three})
	until.True(t, "the file was replaced", func() bool { return len(s.told()) == 4 })
	s.has("sodium-2.jar", "three")
	s.decide(nil, contract.ContentRemoved{Path: three.Path, SHA512: three.SHA512, Generation: 4})
	until.True(t, "the file was removed", func() bool { return len(s.told()) == 5 })
	s.has("sodium-2.jar", "")
}

func TestADisabledFileStaysDisabled(t *testing.T) {
	t.Parallel()
	s := newStock(t)
	one := s.offer("sodium", "v1", "sodium-1.jar", "one", 1)
	s.decide([]contract.Content{one})
	s.waits("content-installed /mods/sodium-1.jar ")
	s.rename("sodium-1.jar", "sodium-1.jar.disabled")
	other := s.offer("lithium", "v1", "lithium.jar", "other", 2)
	s.decide([]contract.Content{one, other}) // another decision brings the disabled file no back
	until.True(t, "the other file was installed", func() bool { return len(s.told()) == 2 })
	s.has("sodium-1.jar", "")
	two := s.offer("sodium", "v2", "sodium-2.jar", "two", 3)
	s.decide([]contract.Content{two, other}, contract.ContentRemoved{Path: one.Path, SHA512: one.SHA512, Generation: 3})
	until.True(t, "the version was replaced", func() bool { return len(s.told()) == 4 })
	s.has("sodium-2.jar.disabled", "two")
	s.has("sodium-2.jar", "")
	s.has("sodium-1.jar.disabled", "")
	s.decide([]contract.Content{other}, contract.ContentRemoved{Path: two.Path, SHA512: two.SHA512, Generation: 4})
	until.True(t, "the disabled file was removed", func() bool { return len(s.told()) == 5 })
	s.has("sodium-2.jar.disabled", "")
}

func TestAFileOfSomebodyElseStays(t *testing.T) {
	t.Parallel()
	s := newStock(t)
	one := s.offer("sodium", "v1", "sodium-1.jar", "one", 1)
	s.decide([]contract.Content{one})
	s.waits("content-installed /mods/sodium-1.jar ")
	s.write("sodium-1.jar", "my own")
	s.write("lithium.jar", "mine too")
	lithium := s.offer("lithium", "v1", "lithium.jar", "lithium", 3)
	s.decide([]contract.Content{lithium}, contract.ContentRemoved{Path: one.Path, SHA512: one.SHA512, Generation: 2})
	s.waits("content-installed /mods/sodium-1.jar ", "content-failed /mods/lithium.jar conflict", "content-removed /mods/sodium-1.jar changed")
	s.has("sodium-1.jar", "my own")
	s.has("lithium.jar", "mine too")
}

func TestAFileIsNotWrittenThroughALink(t *testing.T) {
	t.Parallel()
	s := newStock(t)
	outside := t.TempDir()
	s.decide(nil)
	until.True(t, "the node knows the server", func() bool { return s.state(server).Server != "" })
	if err := os.MkdirAll(filepath.Dir(s.mods), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, s.mods); err != nil {
		t.Fatal(err)
	}
	s.decide([]contract.Content{s.offer("sodium", "v1", "sodium.jar", "one", 1)})
	s.waits("content-failed /mods/sodium.jar path")
	if entries, err := os.ReadDir(outside); err != nil || len(entries) != 0 {
		t.Errorf("%v %v", entries, err)
	}
}

func TestAFailureSaysWhyAndLeavesTheOldVersion(t *testing.T) {
	t.Parallel()
	s := newStock(t)
	one := s.offer("sodium", "v1", "sodium-1.jar", "one", 1)
	s.decide([]contract.Content{one})
	s.waits("content-installed /mods/sodium-1.jar ")
	two := s.offer("sodium", "v2", "sodium-2.jar", "two", 2)
	two.SHA512 = sum("another")
	old := contract.ContentRemoved{Path: one.Path, SHA512: one.SHA512, Generation: 2}
	large := s.offer("large", "v1", "large.jar", "x", 2)
	large.Size = 2 << 20
	foreign := s.offer("foreign", "v1", "foreign.jar", "x", 2)
	foreign.URL = "https://evil.example/foreign.jar"
	climbing := s.offer("climbing", "v1", "climbing.jar", "x", 2)
	climbing.Path = "/mods/../../../climbing.jar"
	s.decide([]contract.Content{two, large, foreign, climbing}, old)
	s.waits("content-installed /mods/sodium-1.jar ", "content-failed /mods/sodium-2.jar hash", "content-failed /mods/large.jar disk", "content-failed /mods/foreign.jar fetch",
		"content-failed /mods/../../../climbing.jar path")
	s.has("sodium-1.jar", "one")
	three := s.offer("sodium", "v3", "sodium-3.jar", "three", 3)
	s.decide([]contract.Content{three}, old)
	until.True(t, "the old version was removed", func() bool { return len(s.told()) == 7 })
	s.has("sodium-1.jar", "")
	s.has("sodium-3.jar", "three")
}

func TestANodeKilledWhileItFetchesInstallsTheFileOnce(t *testing.T) {
	t.Parallel()
	s := newStock(t)
	s.mu.Lock()
	s.held = make(chan struct{})
	s.mu.Unlock()
	one := s.offer("sodium", "v1", "sodium.jar", "the whole content", 1)
	s.decide([]contract.Content{one})
	until.True(t, "half of the file has come", func() bool {
		entries, err := os.ReadDir(filepath.Join(s.dir, "servers", server, "stage"))
		if err != nil || len(entries) != 1 {
			return false
		}
		info, err := entries[0].Info()
		return err == nil && info.Size() > 0
	})
	s.node.kill()
	s.has("sodium.jar", "")
	s.mu.Lock()
	close(s.held)
	s.held = nil
	s.mu.Unlock()
	s.node = run(t, s.dir, s.node.address, "stand-in")
	s.waits("content-installed /mods/sodium.jar ")
	s.has("sodium.jar", "the whole content")
	if entries, err := os.ReadDir(filepath.Join(s.dir, "servers", server, "stage")); err != nil || len(entries) != 0 {
		t.Errorf("the stage has %v, %v", entries, err)
	}
	s.node.kill()
	s.write("sodium.jar", "changed by its owner")
	s.node = run(t, s.dir, s.node.address, "stand-in")
	until.True(t, "the next node sees the file", func() bool {
		c := s.state(server).Contents
		return c != nil && len(c.Files) == 1 && c.Files[0].SHA512 == sum("changed by its owner")
	})
	s.waits("content-installed /mods/sodium.jar ")
	s.has("sodium.jar", "changed by its owner")
}
