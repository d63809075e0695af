package server_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/modyard/modyard/commands/commandstest"
	contractnode "github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/server"
)

const fabric = `{"loader":"fabric","loader_version":"0.16.9","game_version":"1.21.1"}`

// packed is a world with modpacks and a server.
func packed(t *testing.T) (*world, string) {
	w, id := stocked(t)
	version := func(id string, files ...project.File) {
		w.Happen("version-"+id, project.VersionCreated{
			Version: id, Project: pack, Author: other, Number: "1", Channel: project.Release, Status: project.VersionListed, Loaders: []string{"fabric"}, Files: files,
		})
	}
	version("VersMrp1", project.File{SHA512: "notes", URL: "https://example.test/n.zip", Name: "n.zip", Size: 1, Primary: true},
		project.File{SHA512: "hash of it", URL: "https://example.test/p.mrpack", Name: "P.MRPACK", Size: 99})
	version("VersBig2", project.File{SHA512: "big", URL: "https://example.test/b.mrpack", Name: "b.mrpack", Size: server.MaxPackBytes + 1, Primary: true})
	version("VersFar3", project.File{URL: "https://elsewhere.test/b.mrpack", Name: "b.mrpack", Size: 9, Primary: true})
	return w, id
}

func packIDs(project, version string) string {
	return fmt.Sprintf(`{"project_id":%q,"version_id":%q}`, project, version)
}

// tells sends a report of the node about an installation, twice: the acknowledgement was lost.
func (w *world) tells(id string, sequence uint64, kind, reason string, i contractnode.InstallReport) {
	w.Helper()
	for range 2 {
		err := w.service.Record(w.Context(), w.node, contractnode.Report{Server: id, Incarnation: "one", Sequence: sequence, Kind: kind, Reason: reason, Install: &i})
		if err != nil {
			w.Fatal(err)
		}
	}
}

// story are the names of a server's events after its beginning.
func (w *world) story(id string) string {
	var names []string
	for _, e := range w.Events("server-" + id)[1:] {
		names = append(names, strings.TrimPrefix(fmt.Sprintf("%T", e), "server."))
	}
	return strings.Join(names, " ")
}

func TestALoaderIsInstalledOnARunningServerByAProgramOfTheFirstGeneration(t *testing.T) {
	w, id := packed(t)
	at := "/hosting/modrinth/v0/servers/" + id
	w.Want(204, owner, "POST", at+"/power", `{"action":"Start"}`)
	for range 2 { // a doubled click
		w.Want(204, owner, "POST", at+"/reinstall?hard=false", `{"loader":"neoforge","loader_version":"21.1.77","game_version":"1.21.1"}`, "Idempotency-Key", "click")
	}
	w.refused(409, "busy", owner, "POST", at+"/reinstall?hard=false", fabric)
	w.refused(409, "busy", owner, "POST", at+"/power", `{"action":"Start"}`)
	w.Want(204, owner, "POST", at+"/power", `{"action":"Kill"}`)
	w.tells(id, 1, contractnode.ReportInstallStarted, "", contractnode.InstallReport{Generation: 4})
	w.tells(id, 2, contractnode.ReportInstalled, "", contractnode.InstallReport{
		Generation: 4, Software: &contractnode.Software{Kind: contractnode.SoftwareJar, Jar: "server.jar", Loader: "NEOFORGE", LoaderVersion: "21.1.77", GameVersion: "1.21.1"},
		Files: 3, Bytes: 99, Seconds: 7,
	})
	w.refused(409, "eula_required", owner, "POST", at+"/power", `{"action":"Start"}`)
	w.Want(204, owner, "POST", at+"/licence", "")
	w.Want(204, owner, "POST", at+"/licence", "")
	w.Want(204, owner, "POST", at+"/power", `{"action":"Start"}`)
	if got := w.story(id); got != "PowerRequested PowerRequested InstallRequested PowerRequested InstallStarted Installed LicenceAccepted PowerRequested" {
		t.Error(got)
	}
	list := w.Events("server-" + id)
	if e := list[3].(server.InstallRequested); e != (server.InstallRequested{Server: id, Loader: "NeoForge", LoaderVersion: "21.1.77", GameVersion: "1.21.1"}) {
		t.Errorf("%+v", e)
	}
	if e := list[6].(server.Installed); e.Software != (server.Software{Kind: server.Jar, Jar: "server.jar", Loader: "NeoForge", LoaderVersion: "21.1.77", GameVersion: "1.21.1"}) || e.Files != 3 {
		t.Errorf("%+v", e)
	}
}

func TestAVersionOfAModpackIsInstalledByItsArchive(t *testing.T) {
	w, id := packed(t)
	at := base + id + "/reinstall"
	for body, words := range map[string]string{
		packIDs(pack, "VersPac5"):                             ".mrpack",
		packIDs(pack, "VersFar3"):                             ".mrpack",
		packIDs(pack, "VersBig2"):                             "2 GiB",
		packIDs(pack, "Nothing9"):                             "版本不存在",
		packIDs(pack, ""):                                     "版本不存在",
		packIDs(sodium, "VersOne1"):                           "只有整合包",
		packIDs(sodium, "VersMrp1"):                           "不属于此资源",
		packIDs(draft, "VersDra4"):                            "版本不存在",
		`{"loader":"Fabric",` + packIDs(pack, "VersMrp1")[1:]: "只能选择一项",
		`{}`: `"field":"loader"`,
		`{"loader":"Bukkit","game_version":"1.21.1"}`:                          `"field":"loader"`,
		`{"loader":"Paper"}`:                                                   `"field":"game_version"`,
		`{"loader":"Paper","loader_version":"../x","game_version":"1.21.1"}`:   `"field":"loader_version"`,
		`{"loader":"Paper","loader_version":"1","game_version":"1.21.1\nx=y"}`: `"field":"game_version"`,
	} {
		w.refused(400, words, owner, "POST", at+"?hard=false", body)
	}
	w.Want(204, owner, "POST", at+"?hard=true", packIDs("slug-"+pack, "VersMrp1"))
	want := server.InstallRequested{
		Server: id, Hard: true, Project: pack, Version: "VersMrp1", URL: "https://example.test/p.mrpack", SHA512: "hash of it", Size: 99,
	}
	if list := w.Events("server-" + id); len(list) != 2 || list[1] != want {
		t.Errorf("%+v", list)
	}
	w.refused(409, "busy", owner, "POST", base+id+"/mods", ids(sodium, "VersOne1"))
	w.Want(204, owner, "POST", at+"/cancel", "")
	w.Want(204, owner, "POST", at+"/cancel", "")
	w.tells(id, 1, contractnode.ReportInstallFailed, contractnode.ReasonCancelled, contractnode.InstallReport{Generation: 2, Hard: true, Subject: "overrides/a.cfg"})
	w.refused(409, "没有可以取消", owner, "POST", at+"/cancel", "")
	w.Want(204, owner, "POST", at, fabric)
	if got := w.story(id); got != "InstallRequested InstallCancelled InstallFailed InstallRequested" {
		t.Error(got)
	}
	if e := w.Events("server-" + id)[3].(server.InstallFailed); e.Cause != "cancelled" || e.Subject.Text != "overrides/a.cfg" || e.Subject.Subject != owner {
		t.Errorf("%+v", e)
	}
}

func TestOnlyWhoMayAsksForAnInstallation(t *testing.T) {
	w, id := packed(t)
	w.Want(204, owner, "POST", "/v3/server/"+id+"/members", `{"account":"`+other+`","role":"viewer"}`)
	at := base + id
	for _, path := range []string{"/reinstall?hard=false", "/reinstall?hard=true", "/reinstall/cancel", "/licence"} {
		body := ""
		if strings.Contains(path, "hard") {
			body = packIDs(pack, "Nothing9") // what a stranger asks for is not looked for
		}
		w.Want(401, commandstest.Anonymous, "POST", at+path, body)
		w.refused(404, "服务器不存在", other, "POST", at+path, body)
	}
	w.Want(204, other, "POST", "/v3/server/"+id+"/join", "")
	w.refused(403, "更改服务器设置", other, "POST", at+"/reinstall", fabric)
	w.Want(204, owner, "PATCH", "/v3/server/"+id+"/members/"+other, `{"role":"editor"}`)
	w.refused(403, "重置服务器", other, "POST", at+"/reinstall?hard=true", fabric)
	w.Want(204, admin, "POST", at+"/suspend", `{"suspended":true,`+why+`}`)
	w.refused(403, "已暂停", other, "POST", at+"/reinstall", fabric)
	w.Want(204, admin, "POST", at+"/suspend", `{"suspended":false,`+why+`}`)
	w.connected = false // it waits for the node
	w.Want(204, other, "POST", at+"/reinstall", fabric)
}

func TestOfTwentyInstallationsAtOnceOneIsDecided(t *testing.T) {
	w, id := packed(t)
	var all sync.WaitGroup
	status := make([]int, 20)
	for i := range status {
		all.Go(func() { status[i] = w.Ask(owner, "POST", base+id+"/reinstall", fabric).Status })
	}
	all.Wait()
	count := map[int]int{}
	for _, s := range status {
		count[s]++
	}
	if count[204] != 1 || count[409] != 19 || w.story(id) != "InstallRequested" {
		t.Errorf("%v %s", count, w.story(id))
	}
}

func TestAnUploadedArchiveIsRecordedWithItsAccountIfThatMay(t *testing.T) {
	w, id := packed(t)
	sum := strings.Repeat("0a", 64)
	by := func(account, sum string) contractnode.InstallReport {
		return contractnode.InstallReport{Upload: &contractnode.InstallUpload{Account: account, Token: "Token001", SHA512: sum, Size: 9}, PackName: "龙之谷", PackVersion: "1.0"}
	}
	w.tells(id, 1, contractnode.ReportInstallStarted, "", by(owner, sum))
	w.refused(409, "busy", owner, "POST", base+id+"/reinstall", fabric)
	done := by(owner, sum)
	done.Software = &contractnode.Software{Kind: contractnode.SoftwareStandIn, Jar: "ignored", Loader: "Quilt", LoaderVersion: "0.29.1+b", GameVersion: "1.21.1"}
	w.tells(id, 2, contractnode.ReportInstalled, "", done)
	w.tells(id, 3, contractnode.ReportInstallStarted, "", by(other, "no hash"))
	w.tells(id, 4, contractnode.ReportInstallFailed, "a sentence of the node", by("../x", sum))
	list := w.Events("server-" + id)[1:]
	if len(list) != 4 {
		t.Fatalf("%+v", list)
	}
	if e := list[0].(server.InstallStarted); e.Account != owner || e.Token != "Token001" || e.SHA512 != sum || e.Size != 9 || e.Generation != 0 {
		t.Errorf("%+v", e)
	}
	if e := list[1].(server.Installed); e.Account != owner || e.PackName.Text != "龙之谷" || e.Software != (server.Software{Kind: server.StandIn, Loader: "Quilt", LoaderVersion: "0.29.1+b", GameVersion: "1.21.1"}) {
		t.Errorf("%+v", e)
	}
	if e := list[2].(server.InstallStarted); e.Account != "" || e.Token != "" || e.SHA512 != "" {
		t.Errorf("%+v", e)
	}
	if e := list[3].(server.InstallFailed); e.Account != "" || e.Cause != "other" {
		t.Errorf("%+v", e)
	}
}

func TestAnUploadThatTheNodeHasLostEndsAsFailedAndTheServerIsFreeAgain(t *testing.T) {
	w, id := packed(t)
	lose := func(incarnation string) {
		t.Helper()
		for range 2 { // the node's link breaks, and it comes again
			if err := w.service.LoseUpload(t.Context(), w.node, incarnation, id); err != nil {
				t.Fatal(err)
			}
		}
	}
	w.tells(id, 1, contractnode.ReportInstallStarted, "", contractnode.InstallReport{Upload: &contractnode.InstallUpload{Account: owner, Token: "Token001", Size: 9}})
	lose("one")
	w.refused(409, "busy", owner, "POST", base+id+"/reinstall", fabric)
	lose("two")
	list := w.Events("server-" + id)[1:]
	if len(list) != 2 {
		t.Fatalf("%+v", list)
	}
	if e := list[1].(server.InstallFailed); e.Cause != "interrupted" || e.Generation != 0 || e.Incarnation != "two" || e.Server != id || e.Node != w.node {
		t.Errorf("%+v", e)
	}
	w.Want(204, owner, "POST", base+id+"/reinstall", fabric)
	if err := w.service.LoseUpload(t.Context(), w.node, "three", "Missing1"); err != nil {
		t.Error("a server that is not there holds up the link: ", err)
	}
}

func TestSoftwareThatNoServerCanRunIsAFailedInstallation(t *testing.T) {
	for name, s := range map[string]*contractnode.Software{
		"none":                   nil,
		"of no kind":             {Loader: "Paper"},
		"of an unknown kind":     {Kind: "shell", Loader: "Paper"},
		"an unknown loader":      {Kind: contractnode.SoftwareJar, Jar: "server.jar", Loader: "Exploit"},
		"an archive elsewhere":   {Kind: contractnode.SoftwareJar, Jar: "../server.jar", Loader: "Paper"},
		"an absolute archive":    {Kind: contractnode.SoftwareJar, Jar: "/server.jar", Loader: "Paper"},
		"an archive as option":   {Kind: contractnode.SoftwareJar, Jar: "-agent.jar", Loader: "Paper"},
		"an archive of no name":  {Kind: contractnode.SoftwareJar, Jar: "", Loader: "Paper"},
		"an archive with a line": {Kind: contractnode.SoftwareJar, Jar: "a\n.jar", Loader: "Paper"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			id := w.provision()
			w.tells(id, 1, contractnode.ReportInstalled, "", contractnode.InstallReport{Software: s})
			if list := w.Events("server-" + id); len(list) != 2 || list[1].(server.InstallFailed).Cause != "other" {
				t.Errorf("%+v", list)
			}
		})
	}
	w := newWorld(t)
	id := w.provision()
	w.tells(id, 1, contractnode.ReportInstalled, "", contractnode.InstallReport{
		Software: &contractnode.Software{Kind: contractnode.SoftwareJar, Jar: "libraries/net/neoforged/server-21.1.jar", Loader: "NeoForge", LoaderVersion: "a b"},
	})
	if e := w.Events("server-" + id)[1].(server.Installed); e.Software.Jar == "" || e.Software.LoaderVersion != "" {
		t.Errorf("%+v", e)
	}
	w.tells(id, 2, "install-exploded", "", contractnode.InstallReport{})
	if n := len(w.Events("server-" + id)); n != 2 {
		t.Errorf("%d events", n)
	}
}
