package app

import (
	"encoding/json"
	"slices"
	"testing"

	commandserver "github.com/modyard/modyard/commands/server"
	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/identitytest"
	readproject "github.com/modyard/modyard/readapi/project"
	readserver "github.com/modyard/modyard/readapi/server"
	"github.com/modyard/modyard/readapi/view"
)

// offers publishes a project with a version for each loader, which has the loader's name.
func (r *rented) offers(id, game string, loaders []string, needs ...project.Dependency) {
	r.Slug("slug-"+id, id)
	r.Happen("project-"+id, maker, project.Created{Project: id, Slug: "slug-" + id, Owner: maker, Type: project.TypeMod, Title: "资源 " + id}, project.StatusChanged{From: project.Draft, To: project.Listed})
	for _, l := range loaders {
		version := (id[:4] + l + "0000")[:8]
		r.Happen("version-"+version, maker, project.VersionCreated{
			Version: version, Project: id, Author: maker, Number: "1." + l, Channel: project.Release, Status: project.VersionListed, Loaders: []string{l}, GameVersions: []string{game}, Dependencies: needs,
			Files: []project.File{{SHA1: "1" + version, SHA512: "hash of " + version, URL: "https://example.test/data/" + version + ".jar", Name: version + ".jar", Size: 9, Primary: true}},
		})
	}
}

func TestWhatContentRequiresIsForTheServersSoftwareAndNotThereYet(t *testing.T) {
	r := newRented(t)
	requires := func(id string) project.Dependency { return project.Dependency{Project: id, Kind: "required"} }
	r.offers("MainMod1", "1.21.8", []string{"fabric", "forge"}, requires("ApiOne01"), requires("OldLib01"), requires("Decided1"), requires("OnDisk01"), requires("SwitchOf"), project.Dependency{FileName: "x.jar", Kind: "required"})
	r.offers("ApiOne01", "1.21.8", []string{"fabric", "forge"}, requires("Deep0001"))
	r.offers("Deep0001", "1.21.8", []string{"fabric"})
	r.offers("OldLib01", "1.7.10", []string{"fabric"})
	for _, there := range []string{"Decided1", "OnDisk01", "SwitchOf"} {
		r.offers(there, "1.21.8", []string{"fabric"})
	}
	seen, of := reportOf(1)
	r.decides(server.Installed{Seen: seen, InstallSeen: of, Software: server.Software{Kind: server.Jar, Jar: "s.jar", Loader: "Fabric", GameVersion: "1.21.8"}})
	doc, err := json.Marshal(node.Contents{Files: []node.ContentFile{
		{Path: "/mods/a.jar", SHA512: "hash of OnDifabr"}, {Path: "/mods/b.jar", SHA512: "hash of Switfabr", Disabled: true}, {Path: "/mods/c.jar", SHA512: "of nobody"},
	}})
	if err == nil {
		_, err = r.DB.Pool.Exec(t.Context(), `insert into hosting.contents (server, node, at, contents) values ($1, $2, now(), $3)`, hosted, hostNode, doc)
	}
	if err != nil {
		t.Fatal(err)
	}
	r.Settle()
	source := &view.Source{Pool: r.DB.Pool, Board: r.Board}
	required := &requirements{site: r.site, plan: readproject.New(source).Plan, present: readserver.New(source, readserver.Options{}).Present}
	ctx := identity.WithCaller(t.Context(), identitytest.Session(maker, identity.RoleUser))
	got, err := required.of(ctx, commandserver.RequiredBy{Server: hosted, Project: "MainMod1", Version: "Mainfabr", Folder: server.Mods, Has: []string{"MainMod1", "Decided1"}})
	if err != nil {
		t.Fatal(err)
	}
	var added, missing []string
	for _, a := range got.Added {
		added = append(added, a.Project+" "+a.Version+" "+a.Title+" "+a.Number)
	}
	for _, m := range got.Missing {
		missing = append(missing, m.Project+" "+m.Title+" "+m.Reason)
	}
	if want := []string{"ApiOne01 ApiOfabr 资源 ApiOne01 1.fabric", "SwitchOf Switfabr 资源 SwitchOf 1.fabric", "Deep0001 Deepfabr 资源 Deep0001 1.fabric"}; !slices.Equal(added, want) {
		t.Errorf("%q", added)
	}
	if want := []string{"OldLib01 资源 OldLib01 no_compatible_version", " x.jar missing_version"}; !slices.Equal(missing, want) {
		t.Errorf("%q", missing)
	}
}
