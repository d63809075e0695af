package node_test

import (
	"context"
	"crypto/sha1"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	contract "github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/platform/software"
	"github.com/modyard/modyard/platform/until"
)

// softwareOf is a source of software that asks a site.
type softwareOf struct{ site string }

func (softwareOf) Loaders(context.Context) ([]string, error) { return nil, errors.ErrUnsupported }
func (softwareOf) Games(context.Context, string) ([]software.Game, error) {
	return nil, errors.ErrUnsupported
}
func (softwareOf) Versions(context.Context, string, string) ([]software.Version, error) {
	return nil, errors.ErrUnsupported
}

func (s softwareOf) Resolve(ctx context.Context, loader, game, version string) (r software.Release, err error) {
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, s.site+"/software/"+url.PathEscape(loader+" "+game+" "+version), nil)
	if err != nil {
		return r, err
	}
	answer, err := http.DefaultClient.Do(q)
	if err != nil {
		return r, err
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode == http.StatusNotFound {
		return r, software.ErrUnknown
	}
	return r, json.NewDecoder(answer.Body).Decode(&r)
}

// release answers what belongs to software.
func (s *site) release(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	release, there := s.releases[r.PathValue("name")]
	s.mu.Unlock()
	if !there {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	_ = json.NewEncoder(w).Encode(release)
}

// publish makes software known.
func (s *site) publish(loader, game, version string, r software.Release) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r.Loader, r.GameVersion, r.LoaderVersion = loader, game, version
	s.releases[loader+" "+game+" "+version] = r
}

// serve puts a file on the site, and returns its address.
func (s *site) serve(file, text string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.files[file] = text
	return s.server.URL + "/data/" + file
}

// workshop is a node with a server on which things are installed.
type workshop struct {
	*site
	t    *testing.T
	dir  string
	root string
	node *process
}

func newWorkshop(t *testing.T) *workshop {
	t.Helper()
	w := &workshop{site: newSite(t), t: t}
	w.dir = joined(t, w.site)
	w.root = filepath.Join(w.dir, "servers", server, "root")
	w.node = run(t, w.dir, "127.0.0.1:0", "stand-in")
	w.want(server, func(d *contract.Desired) {
		d.Name, d.Plan = "试验", contract.Plan{MemoryMiB: 256, CPUPercent: 200, DiskMiB: 16}
	})
	until.True(t, "the node knows the server", func() bool { return w.state(server).Server != "" })
	w.publish(software.Fabric, "1.21.1", "0.16", software.Release{Kind: software.KindStandIn})
	return w
}

func (w *workshop) again() { w.t.Helper(); w.node = run(w.t, w.dir, w.node.address, "stand-in") }

// install decides an installation and returns its generation.
func (w *workshop) install(in contract.Install) (generation uint64) {
	w.want(server, func(d *contract.Desired) {
		in.Generation, generation = d.Generation, d.Generation
		d.Install = &in
	})
	return generation
}

func (w *workshop) loader(loader, game, version string) *contract.InstallLoader {
	return &contract.InstallLoader{Loader: loader, LoaderVersion: version, GameVersion: game}
}

// installs are the kinds and reasons of the reports about installations.
func (w *workshop) installs() (list []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, r := range w.reports {
		if r.Install != nil {
			list = append(list, strings.TrimSpace(r.Kind+" "+r.Reason))
		}
	}
	return list
}

// ends waits for the end of an installation, which is the count-th, and returns its report.
func (w *workshop) ends(count int) (last contract.Report) {
	w.t.Helper()
	until.True(w.t, "the installation has ended", func() bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		n := 0
		for _, r := range w.reports {
			if r.Kind == contract.ReportInstalled || r.Kind == contract.ReportInstallFailed {
				if n++; n == count {
					last = r
				}
			}
		}
		return n >= count
	})
	return last
}

func (w *workshop) tells(reports ...string) {
	w.t.Helper()
	if got := w.installs(); !slices.Equal(got, reports) {
		w.t.Fatalf("%q, want %q", got, reports)
	}
}

// tree are the files of the server's folder with their contents, without the logs of installations.
func (w *workshop) tree() map[string]string {
	w.t.Helper()
	return tree(w.t, w.root)
}

func tree(t *testing.T, root string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(root, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() || strings.HasPrefix(e.Name(), "modrinth-installation-") {
			return err
		}
		at, err := filepath.Rel(root, path)
		all[at] = content(path)
		return err
	})
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return all
}

func (w *workshop) logs() []string {
	w.t.Helper()
	found, err := filepath.Glob(filepath.Join(w.root, "modrinth-installation-*.log"))
	if err != nil {
		w.t.Fatal(err)
	}
	return found
}

func sha1Of(text string) string {
	h := sha1.Sum([]byte(text))
	return hex.EncodeToString(h[:])
}

func TestSoftwareIsInstalledWhenTheServerHasStoppedAndStartsAgain(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	w.start(server)
	until.True(t, "the server runs", func() bool { return w.state(server).State == contract.StateRunning })
	w.publish(software.Paper, "1.21.4", "129", software.Release{Kind: software.KindStandIn, Jar: "server.jar", Files: []software.File{
		{Path: "server.jar", URL: w.serve("paper.jar", "the server"), Algorithm: "sha1", Hash: sha1Of("the server")},
		{Path: "libraries/a.jar", URL: w.serve("a.jar", "a library"), Size: 9},
	}})
	generation := w.install(contract.Install{Loader: w.loader(software.Paper, "1.21.4", "129")})
	until.True(t, "it waits", func() bool {
		p := w.state(server).Install
		return p != nil && p.Phase == contract.PhaseWaiting && p.Generation == generation
	})
	if len(w.installs()) != 0 {
		t.Errorf("%q", w.installs())
	}
	w.want(server, func(d *contract.Desired) {
		d.Power = &contract.Power{Generation: d.Generation, Action: contract.ActionRestart}
	})
	r := w.ends(1)
	w.tells("install-started", "installed")
	want := contract.Software{Kind: contract.SoftwareStandIn, Jar: "server.jar", Loader: software.Paper, LoaderVersion: "129", GameVersion: "1.21.4"}
	if i := r.Install; i.Generation != generation || i.Hard || i.Upload != nil || i.Files != 2 || i.Bytes != 19 || i.Software == nil || *i.Software != want {
		t.Errorf("%+v %+v", r.Install, r.Install.Software)
	}
	if got := w.tree(); got["server.jar"] != "the server" || got["libraries/a.jar"] != "a library" {
		t.Errorf("%q", got)
	}
	until.True(t, "the server runs again with what was installed", func() bool {
		o := w.state(server)
		return o.State == contract.StateRunning && o.Install == nil && o.Installed != nil && *o.Installed == want
	})
	if kinds := w.kinds(server); !slices.Contains(kinds, contract.ReportRefused) {
		t.Errorf("the start during the installation was not refused: %q", kinds)
	}
	if logs := w.logs(); len(logs) != 1 || !strings.Contains(content(logs[0]), "Installed 2 files") {
		t.Errorf("%q", logs)
	}
	w.node.kill() // the next node knows it too
	w.again()
	w.forget()
	until.True(t, "the next node knows it", func() bool { o := w.state(server); return o.Installed != nil && *o.Installed == want })
	w.want(server, func(d *contract.Desired) { d.Software = want })
	w.tells("install-started", "installed")
}

func TestSoftwareThatDoesNotExistOrIsNotWhatItShallBeChangesNothing(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	write(t, filepath.Join(w.root, "world", "level.dat"), "the world")
	before := w.tree()
	jar := func(f software.File) software.Release {
		f.Path = "server.jar"
		return software.Release{Kind: software.KindJar, Jar: "server.jar", Files: []software.File{f}}
	}
	at := w.serve("server.jar", "the server")
	w.publish(software.Paper, "1", "hash", jar(software.File{URL: at, Algorithm: "sha256", Hash: strings.Repeat("0", 64)}))
	w.publish(software.Paper, "1", "odd", jar(software.File{URL: at, Algorithm: "crc32", Hash: "00000000"}))
	w.publish(software.Paper, "1", "gone", jar(software.File{URL: w.server.URL + "/data/none.jar"}))
	w.publish(software.Paper, "1", "inside", jar(software.File{URL: "https://169.254.169.254/latest/meta-data"}))
	w.publish(software.Paper, "1", "large", jar(software.File{URL: at, Size: 1 << 30}))
	w.publish(software.Paper, "1", "kind", software.Release{Kind: "installer"})
	climbing := jar(software.File{URL: at})
	climbing.Files = append(climbing.Files, software.File{Path: "../../../climbing.jar", URL: at})
	w.publish(software.Paper, "1", "climbing", climbing)
	for i, c := range []struct{ version, reason string }{
		{"none", contract.ReasonSoftware}, {"hash", contract.ReasonHash}, {"odd", contract.ReasonFetch}, {"gone", contract.ReasonFetch}, {"inside", contract.ReasonFetch},
		{"large", contract.ReasonDisk}, {"kind", contract.ReasonSoftware}, {"climbing", contract.ReasonSoftware},
	} {
		generation := w.install(contract.Install{Hard: true, Loader: w.loader(software.Paper, "1", c.version)})
		if r := w.ends(i + 1); r.Kind != contract.ReportInstallFailed || r.Reason != c.reason || r.Install.Generation != generation || r.Install.Software != nil {
			t.Errorf("%s: %s %s %+v", c.version, r.Kind, r.Reason, r.Install)
		}
		if got := w.tree(); len(got) != len(before) || got["world/level.dat"] != "the world" {
			t.Errorf("%s: %q", c.version, got)
		}
	}
	if len(w.logs()) > 5 {
		t.Errorf("%q", w.logs())
	}
	if got := w.state(server).Installed; got != nil {
		t.Errorf("%+v", got)
	}
}
