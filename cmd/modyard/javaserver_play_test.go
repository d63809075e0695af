package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image/color"
	"image/png"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract"
	contractnode "github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/javaserver"
	"github.com/modyard/modyard/node/limit"
)

func TestAJavaServerIsInstalledFromAModpackPlayedOnBackedUpDestroyedAndRestored(t *testing.T) {
	t.Parallel()
	h := newJavaHost(t)
	blue := color.NRGBA{B: 200, A: 255}
	h.installsThePack(blue)
	if h.kit.Version() != "lts21" {
		t.Logf("there is no Java 21: the server runs on %s", h.kit.Version())
		h.owner("/startup", map[string]any{"jdk_version": h.kit.Version()})
	}
	h.until("the node has the runtime", func() bool { return h.record().Host != nil })
	h.power("Start", contractnode.StateRunning)
	h.look()
	h.says("", fmt.Sprintf("on Java %d", h.kit.Major))
	h.says("", "Done (")
	h.showsItself(blue)

	player, err := javaserver.Join(t.Context(), h.address, "Alex")
	if err != nil {
		t.Fatal(err)
	}
	defer player.Leave()
	h.until("the site shows the player", func() bool {
		p := h.record().Power.Players
		return p != nil && p.Online == 1 && len(p.Names) == 1 && p.Names[0] == "Alex" && p.Max == 7
	})

	for _, place := range []string{"1 45 1", "-48 -64 63", "40 319 -40"} { // in three of the chunks, the last two at their edges
		h.says("setblock "+place+" minecraft:gold_block", "Changed the block")
	}
	made := h.owner("/backups", map[string]any{"name": "开工前"})
	backup := made["id"].(string)
	for _, said := range []string{"Automatic saving is now disabled", "Saved the game", "Automatic saving is now enabled"} {
		h.says("", said)
	}
	h.until("the backup is done", func() bool {
		b := h.backup(backup)
		if b.Interrupted {
			t.Fatalf("%+v", b)
		}
		return b.Status == "done"
	})
	select {
	case <-player.Gone():
		t.Fatalf("the player was lost: %v", player.Err())
	default:
	}
	h.says("list", "There are 1 players online: Alex")
	h.stopped()
	<-player.Gone()

	h.power("Start", contractnode.StateRunning)
	world := h.says("world", "The world is ") // as it is read from its files
	h.stopped()

	region := filepath.Join(h.dir, "servers", h.id, "root", "world", "region")
	before, err := os.ReadDir(region)
	if err != nil || len(before) == 0 {
		t.Fatalf("the server has written no region files: %v", err)
	}
	if err := os.RemoveAll(region); err != nil {
		t.Fatal(err)
	}
	h.power("Start", contractnode.StateRunning)
	if destroyed := h.says("world", "The world is "); withoutTime(destroyed) == withoutTime(world) {
		t.Errorf("without its region files it is still: %s", destroyed)
	}
	h.stopped()
	h.owner("/backups/"+backup+"/restore", nil)
	h.until("the world is restored", func() bool { return h.backup(backup).UndoUntil != nil })
	h.power("Start", contractnode.StateRunning)
	if restored := h.says("world", "The world is "); withoutTime(restored) != withoutTime(world) {
		t.Errorf("the restored world is another one: %s, not %s", restored, world)
	}

	h.crashesByAMod()
	h.endsForWantOfMemory()
	h.stopped()
}

// withoutTime is what a line of the server says after its time.
func withoutTime(line string) string {
	_, text, _ := strings.Cut(line, "]: ")
	return text
}

// installsThePack finds the modpack by a search and installs it; the game's licence is needed before a start.
func (h *javaHost) installsThePack(c color.Color) {
	h.t.Helper()
	project, version := h.pack(c)
	h.owner("/reinstall?hard=true", map[string]any{"project_id": project, "version_id": version})
	h.until("the modpack is installed", func() bool {
		r := h.record()
		if r.Install != nil && r.Install.Failure != nil {
			h.t.Fatalf("%+v", r.Install.Failure)
		}
		return r.Status == "available" && r.Software == "jar" && r.Pack != nil
	})
	r := h.record()
	if *r.Loader != "Fabric" || *r.GameVersion != javaserver.Game || r.Upstream == nil {
		h.t.Errorf("%s %s %+v", *r.Loader, *r.GameVersion, r.Upstream)
	}
	answer := h.authorised.ask(h.person("owner").session, http.MethodPost, h.base+"/power", asJSON(map[string]any{"action": "Start"}))
	if answer.Status != http.StatusConflict || !bytes.Contains(answer.Body, []byte("eula_required")) {
		h.t.Errorf("a start without the licence: %d %s", answer.Status, answer.Body)
	}
	h.owner("/licence", nil)
	icon := filepath.Join(h.dir, "servers", h.id, "root", "server-icon.png")
	h.until("the picture is there", func() bool { _, err := os.Stat(icon); return err == nil })
}

// showsItself checks what the server says in the list of servers.
func (h *javaHost) showsItself(c color.NRGBA) {
	h.t.Helper()
	s, err := javaserver.Ask(h.t.Context(), h.address)
	if err != nil {
		h.t.Fatal(err)
	}
	if s.Version.Protocol != javaserver.GameProtocol || s.Players.Online != 0 || s.Players.Max != 7 {
		h.t.Errorf("%+v", s)
	}
	if !strings.Contains(string(s.Description), packTitle) {
		h.t.Errorf("the message of the day is %s", s.Description)
	}
	raw, is := strings.CutPrefix(s.Favicon, "data:image/png;base64,")
	b, err := base64.StdEncoding.DecodeString(raw)
	if !is || err != nil {
		h.t.Fatalf("the picture is %.60q: %v", s.Favicon, err)
	}
	m, err := png.Decode(bytes.NewReader(b))
	if err != nil || m.Bounds().Dx() != 64 || m.Bounds().Dy() != 64 || color.NRGBAModel.Convert(m.At(32, 32)) != color.Color(c) {
		h.t.Errorf("the picture is another one: %v", err)
	}
}

// crashesByAMod installs a mod with which the server does not start, and removes it.
func (h *javaHost) crashesByAMod() {
	h.t.Helper()
	project, version := h.badMod()
	h.owner("/mods", map[string]any{"rinth_ids": map[string]any{"project_id": project, "version_id": version}})
	var name string
	h.until("the mod is installed", func() bool {
		for file, installed := range h.mods() {
			name = file
			return installed
		}
		return false
	})
	h.owner("/power", map[string]any{"action": "Restart"})
	var run string
	h.until("the server has crashed", func() bool {
		r := h.record()
		if run = r.LastRun.Run; r.LastRun.Seen == "crashed" && (r.LastRun.Code == nil || *r.LastRun.Code != 1) {
			h.t.Fatalf("%+v", r.LastRun)
		}
		return r.LastRun.Seen == "crashed" && r.LastCrash != nil
	})
	h.says("", "Incompatible mods found! lonely requires nobody")
	var crash contract.HostedCrash
	h.until("the page of the crash has its data", func() (there bool) { crash, there = h.crash(run); return there })
	if crash.Code != 1 || crash.Signal != "" || crash.OutOfMemory || crash.Stack == "" {
		h.t.Errorf("%+v", crash.HostedRun)
	}
	suspected := false
	for _, s := range crash.Suspects {
		suspected = suspected || s.Kind == "added" && s.Project != nil && s.Project.ID == project
	}
	if !suspected {
		h.t.Errorf("the mod is no suspect: %+v", crash.Suspects)
	}
	h.owner("/deleteMod", map[string]any{"path": "/mods/" + name})
	h.until("the mod is gone", func() bool { return len(h.mods()) == 0 })
	started := false
	h.until("the server runs again", func() bool {
		r := h.record()
		if !started && r.Power.State == contractnode.StateCrashed && r.Power.Next == nil { // the node no longer starts it by itself
			started = true
			h.owner("/power", map[string]any{"action": "Start"})
		}
		return r.Power.State == contractnode.StateRunning
	})
}

// endsForWantOfMemory has the running server take more memory than its plan has, where the host can keep it within that. The node starts it again.
func (h *javaHost) endsForWantOfMemory() {
	h.t.Helper()
	if limit.Detect().Version == limit.None {
		h.t.Log("NOT TESTED: an end for want of memory, since the host has no cgroups that can be used")
		return
	}
	run := h.record().LastRun.Run
	h.send(contractnode.FromBrowser{Event: contractnode.EventCommand, Cmd: "leak"})
	var crash contract.HostedCrash
	h.until("the server has crashed", func() (there bool) { crash, there = h.crash(run); return there })
	if !crash.OutOfMemory || crash.Signal != "SIGKILL" {
		h.t.Errorf("%+v", crash.HostedRun)
	}
	h.until("the server runs again", func() bool {
		r := h.record()
		return r.Power.State == contractnode.StateRunning && r.LastRun.Run != run
	})
}

// crash is what the page of a run's crash has, and whether there is one.
func (h *javaHost) crash(run string) (crash contract.HostedCrash, there bool) {
	h.t.Helper()
	answer := h.authorised.ask(h.person("owner").session, http.MethodGet, "/_internal/server/"+h.id+"/crashes/"+run, request{})
	return crash, answer.Status == http.StatusOK && json.Unmarshal(answer.Body, &crash) == nil
}
