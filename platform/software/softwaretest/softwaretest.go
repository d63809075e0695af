// Package softwaretest is a double of the software that publishers offer, for tests of other packages.
package softwaretest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/platform/software"
)

// Hashes that a Release's files can have; the zero value is SHA-512.
const (
	SHA512 = "sha512"
	SHA256 = "sha256"
	None   = "none" // neither hash nor size
)

// Release is a release of the double. Of one loader, a release is newer than those behind it.
type Release struct {
	Loader        string
	LoaderVersion string
	GameVersion   string
	Unstable      bool
	// Files are the contents by their paths. Without any, the release is a stand-in.
	Files map[string]string
	// Jar is the path of the archive that is started; empty is server.jar.
	Jar string
	// Hash is the algorithm of the announced hashes.
	Hash string
}

// Double is a source whose files are served on this machine, by HTTP. It may be used concurrently.
type Double struct {
	source software.Source
	server *httptest.Server

	paths []string // of the addresses of all files

	mutex    sync.Mutex
	failure  error
	contents map[string]string // by the path of the address
	asked    map[string]int
}

// New serves the double until the test ends.
func New(t testing.TB, releases ...Release) *Double {
	t.Helper()
	d := &Double{contents: map[string]string{}, asked: map[string]int{}}
	d.server = httptest.NewServer(http.HandlerFunc(d.serve))
	t.Cleanup(d.server.Close)
	entries := make([]software.Entry, len(releases))
	for i, r := range releases {
		entries[i] = d.entry(i, r)
	}
	d.source = software.Fixed(entries...)
	return d
}

func (d *Double) entry(number int, r Release) software.Entry {
	e := software.Entry{Stable: !r.Unstable, Release: software.Release{Kind: software.KindStandIn, Loader: r.Loader, LoaderVersion: r.LoaderVersion, GameVersion: r.GameVersion}}
	if len(r.Files) > 0 {
		e.Kind, e.Jar = software.KindJar, r.Jar
		if e.Jar == "" {
			e.Jar = "server.jar"
		}
	}
	for _, path := range slices.Sorted(maps.Keys(r.Files)) {
		content := r.Files[path]
		at := &url.URL{Path: fmt.Sprintf("/%d/%s", number, path)}
		d.paths, d.contents[at.Path] = append(d.paths, at.Path), content
		e.Files = append(e.Files, file(path, d.server.URL+at.EscapedPath(), content, r.Hash))
	}
	return e
}

func file(path, address, content, hash string) software.File {
	f := software.File{Path: path, URL: address, Size: int64(len(content))}
	switch hash {
	case None:
		f.Size = 0
	case SHA256:
		sum := sha256.Sum256([]byte(content))
		f.Algorithm, f.Hash = SHA256, hex.EncodeToString(sum[:])
	default:
		sum := sha512.Sum512([]byte(content))
		f.Algorithm, f.Hash = SHA512, hex.EncodeToString(sum[:])
	}
	return f
}

func (d *Double) serve(w http.ResponseWriter, r *http.Request) {
	d.mutex.Lock()
	content, ok := d.contents[r.URL.Path]
	d.asked[r.URL.Path]++
	d.mutex.Unlock()
	if !ok {
		http.NotFound(w, r)
		return
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader([]byte(content)))
}

// Origin is where the files are: http, this machine's address and a port.
func (d *Double) Origin() string { return d.server.URL }

// Fail makes every question fail with an error, or with none again.
func (d *Double) Fail(err error) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.failure = err
}

// Serve answers other contents for the files with a path, in all releases. The announced hashes and sizes stay.
func (d *Double) Serve(path, content string) {
	d.change(path, func(at string) { d.contents[at] = content })
}

// Remove answers 404 for the files with a path, in all releases.
func (d *Double) Remove(path string) {
	d.change(path, func(at string) { delete(d.contents, at) })
}

// Asked is how often the files with a path were requested.
func (d *Double) Asked(path string) (times int) {
	d.change(path, func(at string) { times += d.asked[at] })
	return times
}

func (d *Double) change(path string, do func(at string)) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	for _, at := range d.paths {
		if _, rest, _ := strings.Cut(strings.TrimPrefix(at, "/"), "/"); rest == path {
			do(at)
		}
	}
}

func (d *Double) failed() error {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	return d.failure
}

// Loaders implements software.Source.
func (d *Double) Loaders(ctx context.Context) ([]string, error) {
	if err := d.failed(); err != nil {
		return nil, err
	}
	return d.source.Loaders(ctx)
}

// Games implements software.Source.
func (d *Double) Games(ctx context.Context, loader string) ([]software.Game, error) {
	if err := d.failed(); err != nil {
		return nil, err
	}
	return d.source.Games(ctx, loader)
}

// Versions implements software.Source.
func (d *Double) Versions(ctx context.Context, loader, game string) ([]software.Version, error) {
	if err := d.failed(); err != nil {
		return nil, err
	}
	return d.source.Versions(ctx, loader, game)
}

// Resolve implements software.Source.
func (d *Double) Resolve(ctx context.Context, loader, game, version string) (software.Release, error) {
	if err := d.failed(); err != nil {
		return software.Release{}, err
	}
	return d.source.Resolve(ctx, loader, game, version)
}

// Hosts are the hosts of the files.
func (d *Double) Hosts() []string { return software.Hosts(d.source) }
