package node_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	contract "github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/platform/software"
	"github.com/modyard/modyard/platform/until"
)

// mrpack is the archive of a modpack. Files are on the site; packed are entries of the archive.
func (w *workshop) mrpack(files, packed map[string]string) []byte {
	w.t.Helper()
	type listed struct {
		Path      string            `json:"path"`
		Hashes    map[string]string `json:"hashes"`
		Downloads []string          `json:"downloads"`
		FileSize  int               `json:"fileSize"`
	}
	list := []listed{}
	for path, text := range files {
		list = append(list, listed{path, map[string]string{"sha1": sha1Of(text), "sha512": sum(text)}, []string{w.serve(sum(text), text)}, len(text)})
	}
	index, err := json.Marshal(map[string]any{
		"formatVersion": 1, "game": "minecraft", "name": "晨雾", "versionId": "1", "files": list,
		"dependencies": map[string]string{"minecraft": "1.21.1", "fabric-loader": "0.16"},
	})
	if err != nil {
		w.t.Fatal(err)
	}
	all := maps.Clone(packed)
	if all == nil {
		all = map[string]string{}
	}
	all["modrinth.index.json"] = string(index)
	return zipped(w.t, all)
}

func zipped(t *testing.T, entries map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, text := range entries {
		f, err := z.Create(name)
		if err == nil {
			_, err = io.WriteString(f, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// pack puts an archive on the site.
func (w *workshop) pack(b []byte) *contract.InstallPack {
	return &contract.InstallPack{Project: "AAAAAAAA", Version: "BBBBBBBB", URL: w.serve(sum(string(b)), string(b)), SHA512: sum(string(b)), Size: int64(len(b))}
}

func (w *workshop) has(want map[string]string) {
	w.t.Helper()
	if got := w.tree(); !maps.Equal(got, want) {
		w.t.Fatalf("%q, want %q", got, want)
	}
}

func TestAModpackIsInstalledSoftAndHard(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	one := w.mrpack(map[string]string{"mods/a.jar": "a1", "mods/b.jar": "b1"}, map[string]string{
		"overrides/config/a.toml": "a=1", "overrides/server.properties": "motd=pack\n", "server-overrides/config/a.toml": "a=server", "client-overrides/options.txt": "x",
	})
	w.want(server, func(d *contract.Desired) {
		d.Properties = &contract.Properties{Game: "Minecraft", Values: map[string]contract.Property{"max-players": {Value: "7", Generation: d.Generation}}}
	})
	properties := filepath.Join(w.root, "server.properties")
	until.True(t, "the setting is written", func() bool { return strings.Contains(content(properties), "max-players=7") })
	w.install(contract.Install{Hard: true, Pack: w.pack(one)})
	r := w.ends(1)
	if i := r.Install; r.Kind != contract.ReportInstalled || i.PackName != "晨雾" || i.PackVersion != "1" || i.Files != 4 || i.Software.Loader != software.Fabric || !i.Hard {
		t.Fatalf("%s %s %+v", r.Kind, r.Reason, i)
	}
	until.True(t, "the setting stands in the file of the modpack", func() bool {
		got := content(properties)
		return strings.Contains(got, "max-players=7") && strings.Contains(got, "motd=pack")
	})
	rest := w.tree()
	delete(rest, "server.properties")
	if want := map[string]string{"mods/a.jar": "a1", "mods/b.jar": "b1", "config/a.toml": "a=server"}; !maps.Equal(rest, want) {
		t.Errorf("%q", rest)
	}
	write(t, filepath.Join(w.root, "world", "level.dat"), "the world")
	write(t, filepath.Join(w.root, "config", "a.toml"), "a=mine")
	two := w.mrpack(map[string]string{"mods/a.jar": "a2"}, map[string]string{"overrides/config/a.toml": "a=2"})
	w.install(contract.Install{Pack: w.pack(two)})
	if r := w.ends(2); r.Kind != contract.ReportInstalled || r.Install.Beside != 1 {
		t.Fatalf("%s %s %+v", r.Kind, r.Reason, r.Install)
	}
	rest = w.tree()
	if !strings.Contains(rest["server.properties"], "max-players=7") {
		t.Errorf("the owner's file is %q", rest["server.properties"])
	}
	delete(rest, "server.properties")
	if want := map[string]string{"mods/a.jar": "a2", "config/a.toml": "a=mine", "config/a.toml.new": "a=2", "world/level.dat": "the world"}; !maps.Equal(rest, want) {
		t.Errorf("%q", rest)
	}
	w.install(contract.Install{Hard: true, Pack: w.pack(two)})
	w.ends(3)
	until.True(t, "the settings are written", func() bool { return strings.Contains(content(properties), "max-players=7") })
	rest = w.tree()
	delete(rest, "server.properties")
	if want := map[string]string{"mods/a.jar": "a2", "config/a.toml": "a=2"}; !maps.Equal(rest, want) {
		t.Errorf("%q", rest)
	}
	w.tells("install-started", "installed", "install-started", "installed", "install-started", "installed")
}

func TestAPackThatIsNotWhatItSaysChangesNothing(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	w.want(server, func(d *contract.Desired) { d.Plan.DiskMiB = 2 })
	write(t, filepath.Join(w.root, "world", "level.dat"), "the world")
	good := w.mrpack(map[string]string{"mods/a.jar": "a"}, nil)
	other := w.pack(good)
	other.SHA512 = sum("another")
	short := w.pack(good)
	short.Size--
	swapped := w.mrpack(map[string]string{"mods/swapped.jar": "swap"}, nil)
	w.serve(sum("swap"), "paws")
	gone := w.mrpack(map[string]string{"mods/gone.jar": "gone"}, nil)
	w.mu.Lock()
	delete(w.files, sum("gone"))
	w.mu.Unlock()
	large := w.mrpack(nil, map[string]string{"overrides/large": strings.Repeat("0123456789", 300_000)})
	climbing := w.mrpack(nil, map[string]string{"overrides/../../../evil": "x"})
	foreign := w.pack(good)
	foreign.URL = "https://169.254.169.254/a.mrpack"
	for i, c := range []struct {
		name            string
		pack            *contract.InstallPack
		reason, subject string
	}{
		{"another hash", other, contract.ReasonHash, ""}, {"another size", short, contract.ReasonHash, ""}, {"a foreign address", foreign, contract.ReasonFetch, ""},
		{"a file of another content", w.pack(swapped), contract.ReasonHash, "mods/swapped.jar"}, {"a file that is gone", w.pack(gone), contract.ReasonFetch, "mods/gone.jar"},
		{"too large", w.pack(large), contract.ReasonDisk, ""}, {"climbing", w.pack(climbing), contract.ReasonPack, "overrides/../../../evil"},
		{"no archive", w.pack([]byte("no archive")), contract.ReasonPack, ""},
	} {
		w.install(contract.Install{Hard: true, Pack: c.pack})
		if r := w.ends(i + 1); r.Kind != contract.ReportInstallFailed || r.Reason != c.reason || r.Install.Subject != c.subject {
			t.Errorf("%s: %s %s %+v", c.name, r.Kind, r.Reason, r.Install)
		}
		w.has(map[string]string{"world/level.dat": "the world"})
	}
	if got := tree(t, filepath.Join(w.dir, "servers", server, "install")); len(got) != 0 {
		t.Errorf("%q is left", got)
	}
	w.start(server)
	until.True(t, "the server can be started", func() bool { return w.state(server).State == contract.StateRunning })
}

// hold has the site stop in the middle of each file until the release.
func (s *site) hold() (release func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	held := make(chan struct{})
	s.held = held
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		close(held)
		s.held = nil
	}
}

func (w *workshop) reaches(phase string) {
	w.t.Helper()
	until.True(w.t, "the installation is in the phase "+phase, func() bool {
		p := w.state(server).Install
		return p != nil && p.Phase == phase
	})
}

func TestACancelledInstallationChangesNothing(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	write(t, filepath.Join(w.root, "world", "level.dat"), "the world")
	pack := w.pack(w.mrpack(map[string]string{"mods/a.jar": "a content"}, nil))
	release := w.hold()
	generation := w.install(contract.Install{Hard: true, Pack: pack})
	w.reaches(contract.PhaseResolve)
	w.want(server, func(d *contract.Desired) {
		d.Install = &contract.Install{Generation: generation, Hard: true, Pack: pack, Cancelled: true}
	})
	if r := w.ends(1); r.Reason != contract.ReasonCancelled || r.Install.Generation != generation {
		t.Errorf("%+v %+v", r, r.Install)
	}
	w.has(map[string]string{"world/level.dat": "the world"})
	next := w.install(contract.Install{Pack: pack}) // one that a newer one replaces
	w.reaches(contract.PhaseResolve)
	last := w.install(contract.Install{Pack: pack})
	release()
	if r := w.ends(2); r.Reason != contract.ReasonCancelled || r.Install.Generation != next {
		t.Errorf("%+v %+v", r, r.Install)
	}
	if r := w.ends(3); r.Kind != contract.ReportInstalled || r.Install.Generation != last {
		t.Errorf("%+v %+v", r, r.Install)
	}
	w.has(map[string]string{"world/level.dat": "the world", "mods/a.jar": "a content"})
	w.want(server, func(d *contract.Desired) { // cancelled before the node has heard of it
		d.Install = &contract.Install{Generation: d.Generation, Pack: pack, Cancelled: true}
	})
	if r := w.ends(4); r.Reason != contract.ReasonCancelled {
		t.Errorf("%+v", r)
	}
	w.tells("install-started", "install-failed cancelled", "install-started", "install-failed cancelled", "install-started", "installed", "install-failed cancelled")
}

func TestANodeKilledDuringAnInstallationBeginsAnewAndReportsOnce(t *testing.T) {
	t.Parallel()
	for _, phase := range []string{contract.PhaseWaiting, contract.PhaseResolve, contract.PhaseFetch} {
		w := newWorkshop(t)
		write(t, filepath.Join(w.root, "world", "level.dat"), "the world")
		pack := w.pack(w.mrpack(map[string]string{"mods/a.jar": "a content", "mods/b.jar": "b content"}, map[string]string{"overrides/c": "c"}))
		release := func() {}
		switch phase {
		case contract.PhaseWaiting:
			w.start(server)
			until.True(t, "the server runs", func() bool { return w.state(server).State == contract.StateRunning })
		case contract.PhaseResolve:
			release = w.hold()
		case contract.PhaseFetch:
			w.mu.Lock()
			w.slow, w.held = sum("a content"), make(chan struct{})
			release = func() { w.mu.Lock(); defer w.mu.Unlock(); close(w.held); w.held = nil }
			w.mu.Unlock()
		}
		w.install(contract.Install{Pack: pack})
		w.reaches(phase)
		w.node.kill()
		if got := content(filepath.Join(w.root, "mods", "a.jar")); got == "a content" {
			t.Error("it is there before the exchange")
		}
		release()
		w.again()
		if phase == contract.PhaseWaiting {
			w.forget()
			w.reaches(phase)
			w.stop()
		}
		w.ends(1)
		w.tells("install-started", "installed")
		got := w.tree()
		for path, text := range map[string]string{"mods/a.jar": "a content", "mods/b.jar": "b content", "c": "c"} {
			if got[path] != text {
				t.Errorf("%s: %s is %q", phase, path, got[path])
			}
		}
		if _, there := got["world/level.dat"]; !there {
			t.Errorf("%s: the world is gone", phase)
		}
		w.node.kill()
	}
}
