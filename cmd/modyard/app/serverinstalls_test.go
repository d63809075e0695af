package app

import (
	"testing"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/identity/erasure"
	"github.com/modyard/modyard/platform/config"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	projectedserver "github.com/modyard/modyard/projections/server"
)

// rented is a site with one server on a node.
type rented struct {
	*catalogtest.World
	t    *testing.T
	site *Site
}

const hosted, hostNode = "ServOne1", "NodeOne1"

func newRented(t *testing.T) *rented {
	w := catalogtest.New(t)
	w.Texts = erasure.NewMemory()
	w.Also(projectedserver.New())
	r := &rented{w, t, &Site{Core: &Core{Log: w.Log, Board: w.Board, DB: w.DB, Config: config.Config{Brand: "Modyard", Game: "Minecraft"}}}}
	w.Happen("server-"+hosted, maker, server.Provisioned{
		Server: hosted, Owner: maker, Node: hostNode, Port: 25565, Name: erasable.Of(maker, "晚风"),
		Software: server.Software{Kind: server.Jar, Jar: "old.jar", Loader: "Vanilla", GameVersion: "1.20.1"},
	})
	return r
}

func (r *rented) decides(events ...any) { r.Happen("server-"+hosted, maker, events...) }

func (r *rented) desired() node.Desired {
	r.t.Helper()
	r.Settle()
	list, _, err := r.site.desiredServers(r.t.Context(), hostNode, 0)
	if err != nil || len(list) != 1 {
		r.t.Fatalf("%+v %v", list, err)
	}
	return list[0]
}

func reportOf(of int64) (server.Seen, server.InstallSeen) {
	return server.Seen{Server: hosted, Node: hostNode, Incarnation: "i", Sequence: of}, server.InstallSeen{Generation: of}
}

func TestANodeGetsTheInstallationUntilItHasReportedItsEnd(t *testing.T) {
	r := newRented(t)
	if d := r.desired(); d.Install != nil || d.Licence {
		t.Errorf("%+v", d)
	}
	r.decides(server.LicenceAccepted{Server: hosted}, server.InstallRequested{Server: hosted, Hard: true, Loader: "Paper", GameVersion: "1.21.8"})
	d := r.desired()
	if i := d.Install; !d.Licence || i == nil || i.Generation != 3 || d.Generation != 3 || !i.Hard || i.Pack != nil || i.Cancelled || *i.Loader != (node.InstallLoader{Loader: "Paper", GameVersion: "1.21.8"}) {
		t.Fatalf("%+v", d.Install)
	}
	r.decides(server.InstallCancelled{Server: hosted, Generation: 3})
	if d := r.desired(); d.Install == nil || !d.Install.Cancelled || d.Generation != 4 || d.Install.Generation != 3 {
		t.Errorf("%+v", d.Install)
	}
	seen, of := reportOf(3)
	r.decides(server.InstallFailed{Seen: seen, InstallSeen: of, Cause: "cancelled"})
	if d := r.desired(); d.Install != nil || d.Software.Jar != "old.jar" || d.Generation != 5 {
		t.Errorf("%+v", d)
	}
}

func TestANodeGetsTheArchiveAndThenTheSoftwareThatItReported(t *testing.T) {
	r := newRented(t)
	const pack = "PackOne1"
	r.Slug("dragons", pack)
	r.Happen("project-"+pack, maker, project.Created{Project: pack, Slug: "dragons", Owner: maker, Type: project.TypeModpack, Title: "龙之谷"}, project.IconChanged{URL: "https://cdn.example.org/dragons.webp"}, project.StatusChanged{From: project.Draft, To: project.Listed})
	r.decides(server.ContentAdded{Server: hosted, Project: "Lithium1", Version: "Vers0002", Folder: server.Mods, File: "l.jar", SHA512: "b", Size: 2, URL: "u"},
		server.InstallRequested{Server: hosted, Project: pack, Version: "VersOne1", URL: "https://example.org/p.mrpack", SHA512: "ab", Size: 9})
	want := node.InstallPack{Project: pack, Version: "VersOne1", URL: "https://example.org/p.mrpack", SHA512: "ab", Size: 9}
	d := r.desired()
	if i := d.Install; i == nil || i.Pack == nil || *i.Pack != want || i.Loader != nil || i.Hard || i.Generation != 3 {
		t.Fatalf("%+v", d.Install)
	}
	if d.Motd != "§bVanilla 1.20.1 §f♦ §aModyard Servers" {
		t.Error(d.Motd)
	}
	seen, of := reportOf(3)
	of.Hard = true
	now := server.Software{Kind: server.Jar, Jar: "server.jar", Loader: "Fabric", LoaderVersion: "0.16.9", GameVersion: "1.21.8"}
	r.decides(server.Installed{Seen: seen, InstallSeen: of, Software: now, Project: pack, Version: "VersOne1"})
	d = r.desired()
	if d.Install != nil || d.Generation != 4 || d.Software != (node.Software{Kind: node.SoftwareJar, Jar: "server.jar", Loader: "Fabric", LoaderVersion: "0.16.9", GameVersion: "1.21.8"}) {
		t.Errorf("%+v", d)
	}
	if d.Motd != "§b龙之谷 §f♦ §aModyard Servers" {
		t.Error(d.Motd)
	}
	if len(d.Content) != 0 || len(d.ContentRemoved) != 0 {
		t.Errorf("the emptied folder keeps content: %+v %+v", d.Content, d.ContentRemoved)
	}
	r.Happen("project-"+pack, maker, project.StatusChanged{From: project.Listed, To: project.Refused})
	if d.Icon != "https://cdn.example.org/dragons.webp" {
		t.Errorf("the picture of the modpack is %q", d.Icon)
	}
	if d := r.desired(); d.Icon != "" || d.Motd != "§bFabric 1.21.8 §f♦ §aModyard Servers" {
		t.Error("the title of a hidden project is told: " + d.Motd)
	}
}
