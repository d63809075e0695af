package main

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha512"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/modyard/modyard/contract"
	contractnode "github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/javaserver"
	"github.com/modyard/modyard/platform/software"
)

// javaHost is a hosting whose server runs a Java archive of the operator's.
type javaHost struct {
	*hosting
	kit     javaserver.Kit
	address string // of the game
	console *websocket.Conn
	lines   []contractnode.Line
}

const packTitle = "晨雾整合包"

// newJavaHost has a node with one runtime of Java, and the archive as the operator's software for Fabric, under the site's own address.
func newJavaHost(t *testing.T) *javaHost {
	t.Helper()
	kit := javaserver.Need(t)
	paths, err := kit.Files()
	if err != nil {
		t.Fatal(err)
	}
	o := hostingOptions{
		users:  os.Geteuid() == 0,
		beside: http.StripPrefix("/beside/", http.FileServer(http.Dir(kit.Dir))),
		server: map[string]any{"plan": map[string]any{"memory_mib": 768, "cpu_percent": 200, "disk_mib": 1024}},
		software: func(site string) software.Source {
			r := software.Release{Kind: software.KindJar, Loader: software.Fabric, LoaderVersion: "0.16.14", GameVersion: javaserver.Game, Jar: javaserver.Jar}
			for _, path := range paths {
				content, err := os.ReadFile(filepath.Join(kit.Dir, path))
				if err != nil {
					t.Fatal(err)
				}
				sum := sha512.Sum512(content)
				r.Files = append(r.Files, software.File{Path: path, URL: site + "/beside/" + path, Size: int64(len(content)), Algorithm: "sha512", Hash: hex.EncodeToString(sum[:])})
			}
			return software.Fixed(software.Entry{Release: r, Stable: true})
		},
	}
	h := &javaHost{hosting: newHostingWith(t, o), kit: kit}
	h.address = net.JoinHostPort("127.0.0.1", strconv.Itoa(h.port))
	runtimes := filepath.Join(h.dir, "java", kit.Version())
	if err := os.MkdirAll(runtimes, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(kit.Java, filepath.Join(runtimes, "temurin")); err != nil {
		t.Fatal(err)
	}
	return h
}

func (h *javaHost) record() (record contract.HostedServer) {
	h.t.Helper()
	answer := h.authorised.ask(h.person("owner").session, http.MethodGet, h.base, request{})
	if err := json.Unmarshal(answer.Body, &record); err != nil {
		h.t.Fatalf("%s: %v", answer.Body, err)
	}
	return record
}

// owner sends a command of the server's owner.
func (h *javaHost) owner(path string, body any) map[string]any {
	h.t.Helper()
	return h.by("owner", http.MethodPost, h.base+path, body)
}

func (h *javaHost) power(action, state string) {
	h.t.Helper()
	h.owner("/power", map[string]any{"action": action})
	h.until("the server is "+state, func() bool {
		r := h.record()
		if r.LastRun.Seen == "refused" {
			h.t.Fatalf("%+v", r.LastRun)
		}
		return r.Power.State == state
	})
}

// stopped stops the server, which must end by itself.
func (h *javaHost) stopped() {
	h.t.Helper()
	h.power("Stop", contractnode.StateStopped)
	h.until("the end is reported", func() bool { return h.record().LastRun.Seen == "stopped" })
	if r := h.record().LastRun; r.Code == nil || *r.Code != 0 || r.Signal != "" {
		h.t.Errorf("the server ended with %+v", r)
	}
}

// look opens the console.
func (h *javaHost) look() {
	h.t.Helper()
	var auth contract.NodeAuth
	answer := h.authorised.ask(h.person("owner").session, http.MethodGet, h.base+"/ws", request{})
	if err := json.Unmarshal(answer.Body, &auth); err != nil || answer.Status != http.StatusOK {
		h.t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	conn, _, err := websocket.Dial(h.t.Context(), "ws://"+h.node+"/modyard/v0/servers/"+h.id+"/ws", nil)
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { _ = conn.CloseNow() })
	conn.SetReadLimit(-1)
	h.console = conn
	h.send(contractnode.FromBrowser{Event: contractnode.EventAuth, JWT: auth.Token, Since: new(uint64)})
}

func (h *javaHost) send(f contractnode.FromBrowser) {
	h.t.Helper()
	b, err := json.Marshal(f)
	if err == nil {
		err = h.console.Write(h.t.Context(), websocket.MessageText, b)
	}
	if err != nil {
		h.t.Fatal(err)
	}
}

// says types a command, if there is one, and reads up to a line of the server that contains a text.
func (h *javaHost) says(command, want string) string {
	h.t.Helper()
	if command != "" {
		h.send(contractnode.FromBrowser{Event: contractnode.EventCommand, Cmd: command})
	}
	ctx, cancel := context.WithTimeout(h.t.Context(), time.Minute)
	defer cancel()
	for {
		for len(h.lines) > 0 {
			line := h.lines[0]
			h.lines = h.lines[1:]
			if line.Stream != "in" && strings.Contains(line.Text, want) {
				return line.Text
			}
		}
		_, b, err := h.console.Read(ctx)
		if err != nil {
			h.t.Fatalf("before %q: %v", want, err)
		}
		var frame struct {
			Lines []contractnode.Line
		}
		if err := json.Unmarshal(b, &frame); err != nil {
			h.t.Fatal(err)
		}
		h.lines = frame.Lines
	}
}

// pack publishes a modpack with a picture, and returns what a search finds of it.
func (h *javaHost) pack(c color.Color) (project, version string) {
	h.t.Helper()
	index := fmt.Sprintf(`{"formatVersion":1,"game":"minecraft","versionId":"1.0","name":%q,"files":[],"dependencies":{"minecraft":%q,"fabric-loader":"0.16.14"}}`, packTitle, javaserver.Game)
	archive := zippedEntries(h.t, map[string]string{"modrinth.index.json": index, "overrides/server.properties": "max-players=7\n"})
	first := versionInV3("", "1.0", map[string]any{
		"loaders": []string{"mrpack"}, "mrpack_loaders": []string{"fabric"}, "game_versions": []string{javaserver.Game}, "file_parts": []string{"1.0.mrpack"}, "primary_file": "1.0.mrpack",
	})
	delete(first, "project_id")
	data := inV3("morning-fog", map[string]any{"name": packTitle, "project_type": "modpack", "environment": "client_and_server", "initial_versions": []any{first}})
	body, kind := form(data, map[string][]byte{"1.0.mrpack": archive})
	session := h.person("owner").session
	made := h.must(session, http.MethodPost, "/v3/project", request{body: body, kind: kind})["id"].(string)
	picture := image.NewRGBA(image.Rect(0, 0, 128, 128))
	for i := range 128 * 128 {
		picture.Set(i%128, i/128, c)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, picture); err != nil {
		h.t.Fatal(err)
	}
	h.must(session, http.MethodPatch, "/v2/project/"+made+"/icon?ext=png", request{body: b.Bytes(), kind: "image/png"})
	h.by("administrator", http.MethodPatch, "/v2/project/"+made, map[string]any{"status": "approved", "reason": because})
	h.until("the search finds the modpack", func() bool {
		var found struct {
			Hits []struct {
				Project string `json:"project_id"`
				Version string `json:"version_id"`
			}
		}
		answer := h.authorised.ask("", http.MethodGet, "/v3/search?query=%E6%99%A8%E9%9B%BE", request{})
		if err := json.Unmarshal(answer.Body, &found); err != nil {
			h.t.Fatalf("%s: %v", answer.Body, err)
		}
		if len(found.Hits) == 1 {
			project, version = found.Hits[0].Project, found.Hits[0].Version
		}
		return version != ""
	})
	if project != made {
		h.t.Fatalf("the search found %s, not %s", project, made)
	}
	return project, version
}

func zippedEntries(t *testing.T, entries map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, content := range entries {
		f, err := z.Create(name)
		if err == nil {
			_, err = f.Write([]byte(content))
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

// badMod publishes a mod that requires another one which there is not.
func (h *javaHost) badMod() (project, version string) {
	h.t.Helper()
	file := zippedEntries(h.t, map[string]string{"fabric.mod.json": `{"schemaVersion":1,"id":"lonely","version":"1.0.0","depends":{"nobody":"*"}}`})
	first := versionInV3("", "1.0", map[string]any{"game_versions": []string{javaserver.Game}})
	delete(first, "project_id")
	body, kind := form(inV3("lonely", map[string]any{"environment": "client_and_server", "initial_versions": []any{first}}), map[string][]byte{"file": file})
	made := h.must(h.person("owner").session, http.MethodPost, "/v3/project", request{body: body, kind: kind})
	project = made["id"].(string)
	h.by("administrator", http.MethodPatch, "/v2/project/"+project, map[string]any{"status": "approved", "reason": because})
	var versions []contract.VersionV3
	answer := h.authorised.ask(h.person("owner").session, http.MethodGet, "/v3/project/"+project+"/version", request{})
	if err := json.Unmarshal(answer.Body, &versions); err != nil || len(versions) != 1 {
		h.t.Fatalf("%s: %v", answer.Body, err)
	}
	return project, versions[0].ID
}

// mods are the contents of the server, and whether each is installed.
func (h *javaHost) mods() map[string]bool {
	h.t.Helper()
	var list []struct {
		Filename string `json:"filename"`
		Missing  bool   `json:"missing"`
		Status   any    `json:"status"`
	}
	answer := h.authorised.ask(h.person("owner").session, http.MethodGet, h.base+"/mods", request{})
	if err := json.Unmarshal(answer.Body, &list); err != nil {
		h.t.Fatalf("%s: %v", answer.Body, err)
	}
	all := map[string]bool{}
	for _, m := range list {
		all[m.Filename] = m.Status == "installed" && !m.Missing
	}
	return all
}

// backup is the backup with an id, as the site shows it.
func (h *javaHost) backup(id string) (b contract.HostedBackup) {
	h.t.Helper()
	answer := h.authorised.ask(h.person("owner").session, http.MethodGet, h.base+"/backups/"+id, request{})
	if err := json.Unmarshal(answer.Body, &b); err != nil {
		h.t.Fatalf("%s: %v", answer.Body, err)
	}
	return b
}
