package server_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/domain/project"
	domain "github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/readapi/server"
)

const sodium = "Sodium01"

// publish lets a project have listed versions, each with a file of its name.
func (w *world) publish(of string, versions ...string) {
	w.t.Helper()
	w.Happen("project-"+of, other, project.Created{Project: of, Slug: "slug-" + of, Owner: owner, Type: project.TypeMod, Title: "钠 " + of}, project.StatusChanged{From: project.Draft, To: project.Listed})
	for _, v := range versions {
		w.Happen("version-"+v, other, project.VersionCreated{
			Version: v, Project: of, Author: owner, Number: "n " + v, Channel: project.Release, Status: project.VersionListed, Loaders: []string{"neoforge"}, GameVersions: []string{"1.21.1"},
			Files: []project.File{{SHA1: "1", SHA512: "hash of " + v, URL: "https://example.test/data/" + v + ".jar", Name: v + ".jar", Size: 9, Primary: true}},
		})
	}
}

func (w *world) add(of, version string) {
	w.Happen("server-"+one, owner, domain.ContentAdded{Server: one, Project: of, Version: version, Folder: domain.Mods, File: version + ".jar", SHA512: "hash of " + version, Size: 9, URL: "u"})
}

// sees writes what the node says of the disk.
func (w *world) sees(files ...node.ContentFile) {
	w.t.Helper()
	doc, err := json.Marshal(node.Contents{Files: files})
	if err != nil {
		w.t.Fatal(err)
	}
	if _, err := w.DB.Pool.Exec(w.t.Context(), `insert into hosting.contents (server, node, at, contents) values ($1, $2, now(), $3)
		on conflict (server) do update set contents = excluded.contents`, one, host, doc); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) report(r func(domain.Seen) any) {
	w.Happen("serverrun-"+one, "", r(domain.Seen{Server: one, Node: host, Incarnation: "i", Sequence: 1}))
}

func TestTheListOfContentIsWhatWasDecidedAndWhatLiesBesideIt(t *testing.T) {
	w := newWorld(t)
	w.publish(sodium, "VersOne1", "VersTwo2")
	w.publish("Lithium1", "VersThr3")
	if list := ask[server.HostedMods](w, 200, owner, base+"/"+one+"/mods"); list == nil || len(list) != 0 {
		t.Errorf("%+v", list)
	}
	w.add(sodium, "VersOne1")
	list := ask[server.HostedMods](w, 200, owner, base+"/"+one+"/mods")
	if len(list) != 1 {
		t.Fatalf("%+v", list)
	}
	m := list[0]
	if m.Filename != "VersOne1.jar" || *m.ProjectID != sodium || *m.VersionID != "VersOne1" || *m.Name != "钠 Sodium01" || *m.VersionNumber != "n VersOne1" || m.Owner == nil || m.Owner.Name != "晚风" ||
		!m.Installing || m.Status.Installed || !m.HasUpdate || m.Kind != "mod" || m.Filesize != 9 || m.Unmanaged || m.Path != "/mods/VersOne1.jar" {
		t.Errorf("%+v", m)
	}
	w.report(func(s domain.Seen) any {
		return domain.RunContentInstalled{Seen: s, Generation: 2, Path: "/mods/VersOne1.jar", Project: sodium, Version: "VersOne1"}
	})
	w.sees(
		node.ContentFile{Path: "/mods/VersOne1.jar", Size: 9, SHA512: "hash of VersOne1", Disabled: true},
		node.ContentFile{Path: "/mods/lithium.jar", Size: 5, SHA512: "hash of VersThr3"},
		node.ContentFile{Path: "/plugins/Own.jar", Size: 7, SHA512: "own"},
	)
	list = ask[server.HostedMods](w, 200, owner, base+"/"+one+"/mods")
	if len(list) != 3 {
		t.Fatalf("%+v", list)
	}
	own, byHash, decided := list[0], list[1], list[2]
	if own.Filename != "Own.jar" || !own.Unmanaged || own.ProjectID != nil || own.Kind != "plugin" || !own.Status.Installed {
		t.Errorf("%+v", own)
	}
	if byHash.Filename != "lithium.jar" || !byHash.Unmanaged || *byHash.ProjectID != "Lithium1" || *byHash.Name != "钠 Lithium1" {
		t.Errorf("a file with the content of a version has its name: %+v", byHash)
	}
	if decided.Filename != "VersOne1.jar.disabled" || !decided.Disabled || decided.Installing || !decided.Status.Installed || decided.Changed || decided.Missing {
		t.Errorf("%+v", decided)
	}
	w.sees(node.ContentFile{Path: "/mods/VersOne1.jar", Size: 8, SHA512: "another"})
	if list = ask[server.HostedMods](w, 200, owner, base+"/"+one+"/mods"); len(list) != 1 || !list[0].Changed || list[0].Filesize != 8 {
		t.Errorf("%+v", list)
	}
	w.sees()
	if list = ask[server.HostedMods](w, 200, owner, base+"/"+one+"/mods"); len(list) != 1 || !list[0].Missing {
		t.Errorf("%+v", list)
	}
}

func TestAnUpdateIsOneForTheServer(t *testing.T) {
	w := newWorld(t)
	w.publish(sodium, "VersOne1")
	w.add(sodium, "VersOne1")
	for _, other := range []project.VersionCreated{
		{Version: "VersOld1", Channel: project.Release, Status: project.VersionListed, Loaders: []string{"neoforge"}, GameVersions: []string{"1.20"}},
		{Version: "VersFab2", Channel: project.Release, Status: project.VersionListed, Loaders: []string{"fabric"}, GameVersions: []string{"1.21.1"}},
		{Version: "VersAlp3", Channel: project.Alpha, Status: project.VersionListed, Loaders: []string{"neoforge"}, GameVersions: []string{"1.21.1"}},
		{Version: "VersHid4", Channel: project.Release, Status: project.VersionDraft, Loaders: []string{"neoforge"}, GameVersions: []string{"1.21.1"}},
	} {
		other.Project, other.Author, other.Number = sodium, owner, other.Version
		other.Files = []project.File{{SHA512: "hash of " + other.Version, URL: "u", Name: "a.jar"}}
		w.Happen("version-"+other.Version, owner, other)
		if list := ask[server.HostedMods](w, 200, owner, base+"/"+one+"/mods"); list[0].HasUpdate {
			t.Errorf("%s is no update", other.Version)
		}
	}
}

func TestAFailureSaysWhyUntilItIsDecidedAgain(t *testing.T) {
	w := newWorld(t)
	w.publish(sodium, "VersOne1")
	w.add(sodium, "VersOne1")
	w.report(func(s domain.Seen) any {
		return domain.RunContentFailed{Seen: s, Generation: 2, Path: "/mods/VersOne1.jar", Project: sodium, Version: "VersOne1", Cause: "disk"}
	})
	raw := ask[[]map[string]any](w, 200, owner, base+"/"+one+"/mods")
	if doc, _ := json.Marshal(raw[0]["status"]); string(doc) != `{"failed":{"error":"disk"}}` {
		t.Errorf("%s", doc)
	}
	w.add(sodium, "VersOne1")
	w.report(func(s domain.Seen) any { // about the first decision
		return domain.RunContentFailed{Seen: s, Generation: 2, Path: "/mods/VersOne1.jar", Project: sodium, Version: "VersOne1", Cause: "disk"}
	})
	if raw := ask[[]map[string]any](w, 200, owner, base+"/"+one+"/mods"); raw[0]["status"] != "pending" {
		t.Errorf("%v", raw[0])
	}
	var kinds []string
	for _, e := range ask[contract.HostedHistory](w, 200, owner, "/_internal/server/"+one+"/history").Entries {
		kinds = append(kinds, e.Kind)
	}
	if got := strings.Join(kinds, " "); got != "content-failed content-added content-failed content-added provisioned" {
		t.Error(got)
	}
}

func TestAHiddenProjectHasNoNameForOutsiders(t *testing.T) {
	w := newWorld(t)
	w.publish(sodium, "VersOne1")
	w.Happen("server-"+one, owner, domain.HandedOver{Server: one, Owner: owner, Account: other})
	w.add(sodium, "VersOne1")
	w.Happen("project-"+sodium, owner, project.StatusChanged{From: project.Listed, To: project.Draft})
	list := ask[server.HostedMods](w, 200, other, base+"/"+one+"/mods")
	if len(list) != 1 || list[0].Name != nil || list[0].VersionNumber != nil || list[0].Owner != nil || *list[0].ProjectID != sodium {
		t.Errorf("%+v", list)
	}
	if list := ask[server.HostedMods](w, 200, admin, base+"/"+one+"/mods"); list[0].Name == nil {
		t.Errorf("%+v", list)
	}
}

func TestARemovedFileIsToBeRemovedUntilTheNodeIsDone(t *testing.T) {
	w := newWorld(t)
	w.publish(sodium, "VersOne1", "VersTwo2")
	w.add(sodium, "VersOne1")
	w.Happen("server-"+one, owner, domain.ContentVersionSet{
		Server: one, Project: sodium, From: "VersOne1", Version: "VersTwo2", Folder: domain.Mods, File: "VersTwo2.jar", SHA512: "x", Replaced: "VersOne1.jar", ReplacedSHA512: "hash of VersOne1",
	})
	removals := func() (count int) {
		ask[server.HostedMods](w, 200, owner, base+"/"+one+"/mods")
		if err := w.DB.Pool.QueryRow(t.Context(), `select count(*) from server.removals where server = $1`, one).Scan(&count); err != nil {
			t.Fatal(err)
		}
		return count
	}
	if n := removals(); n != 1 {
		t.Errorf("%d files are to be removed", n)
	}
	done := func(generation int64) {
		w.report(func(s domain.Seen) any {
			return domain.RunContentRemoved{Seen: s, Generation: generation, Path: "/mods/VersOne1.jar"}
		})
	}
	done(2)
	if n := removals(); n != 1 {
		t.Errorf("a report about another decision leaves %d", n)
	}
	done(3)
	if n := removals(); n != 0 {
		t.Errorf("%d files are to be removed", n)
	}
}
