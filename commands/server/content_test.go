package server_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/modyard/modyard/commands/commandstest"
	commands "github.com/modyard/modyard/commands/server"
	contractnode "github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/server"
)

const (
	sodium  = "Sodium01"
	draft   = "Draft001"
	pack    = "Pack0001"
	texture = "Textur01"
	needed  = "Needed01"
)

// publish lets a project have a version with a file of its name.
func (w *world) publish(of string, kind project.Type, status project.Status, version string, visible project.VersionStatus, loaders ...string) {
	w.Helper()
	if w.Events("project-"+of) == nil {
		w.Happen("project-"+of, project.Created{Project: of, Slug: "slug-" + of, Owner: other, Type: kind, Title: of}, project.StatusChanged{From: project.Draft, To: status})
		w.Happen("slug-slug-"+lower(of), project.SlugReserved{Slug: "slug-" + lower(of), Project: of})
	}
	w.Happen("version-"+version, project.VersionCreated{
		Version: version, Project: of, Author: other, Number: "1", Channel: project.Release, Status: visible, Loaders: loaders,
		Files: []project.File{
			{SHA512: "sources of " + version, URL: "https://example.test/data/s.jar", Name: version + "-sources.jar", Size: 1},
			{SHA512: "hash of " + version, URL: "https://example.test/data/" + version + ".jar", Name: version + ".jar", Size: 9, Primary: true},
		},
	})
}

func lower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

func stocked(t *testing.T) (*world, string) {
	w := newWorld(t)
	w.publish(sodium, project.TypeMod, project.Listed, "VersOne1", project.VersionListed, "fabric")
	w.publish(sodium, project.TypeMod, project.Listed, "VersTwo2", project.VersionListed, "paper", "fabric")
	w.publish(sodium, project.TypeMod, project.Listed, "VersHid3", project.VersionDraft, "fabric")
	w.publish(draft, project.TypeMod, project.Draft, "VersDra4", project.VersionListed, "fabric")
	w.publish(pack, project.TypeModpack, project.Listed, "VersPac5", project.VersionListed, "fabric")
	w.publish(needed, project.TypeMod, project.Listed, "VersNee5", project.VersionListed, "fabric")
	w.publish(texture, project.TypeResourcepack, project.Listed, "VersTex6", project.VersionListed, "minecraft")
	return w, w.provision()
}

func ids(project, version string) string {
	return fmt.Sprintf(`{"rinth_ids":{"project_id":%q,"version_id":%q}}`, project, version)
}

func TestAVersionIsInstalledReplacedPinnedAndDeleted(t *testing.T) {
	w, id := stocked(t)
	w.Want(200, owner, "POST", base+id+"/mods", ids("slug-"+sodium, "VersOne1"))
	w.Want(204, owner, "POST", base+id+"/mods/"+sodium+"/pin", "")
	w.Want(204, owner, "PUT", base+id+"/mods/slug-"+sodium, `{"version_id":"VersTwo2"}`)
	w.Want(204, owner, "POST", base+id+"/mods/update", `{"replace":"/mods/VersTwo2.jar","project_id":"`+sodium+`","version_id":"VersOne1"}`)
	w.Want(204, owner, "POST", base+id+"/mods/VersOne1.jar/unpin", "")
	w.Want(204, owner, "POST", base+id+"/deleteMod", `{"path":"/mods/VersOne1.jar.disabled"}`)
	want := []any{
		server.ContentAdded{
			Server: id, Project: sodium, Version: "VersOne1", Folder: server.Mods, File: "VersOne1.jar", SHA512: "hash of VersOne1", Size: 9, URL: "https://example.test/data/VersOne1.jar",
		},
		server.ContentPinned{Server: id, Project: sodium, Version: "VersOne1"},
		server.ContentVersionSet{
			Server: id, Project: sodium, From: "VersOne1", Version: "VersTwo2", Folder: server.Mods, File: "VersTwo2.jar", SHA512: "hash of VersTwo2", Size: 9,
			URL: "https://example.test/data/VersTwo2.jar", Replaced: "VersOne1.jar", ReplacedSHA512: "hash of VersOne1",
		},
		server.ContentVersionSet{
			Server: id, Project: sodium, From: "VersTwo2", Version: "VersOne1", Folder: server.Mods, File: "VersOne1.jar", SHA512: "hash of VersOne1", Size: 9,
			URL: "https://example.test/data/VersOne1.jar", Replaced: "VersTwo2.jar", ReplacedSHA512: "hash of VersTwo2",
		},
		server.ContentUnpinned{Server: id, Project: sodium, Version: "VersOne1"},
		server.ContentRemoved{Server: id, Project: sodium, Version: "VersOne1", Folder: server.Mods, File: "VersOne1.jar", SHA512: "hash of VersOne1"},
	}
	got := w.Events("server-" + id)[1:]
	if len(got) != len(want) {
		t.Fatalf("%+v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%+v, want %+v", got[i], want[i])
		}
	}
}

func TestOnlyAPublicVersionWithAFileOfTheSiteIsInstalled(t *testing.T) {
	w, id := stocked(t)
	for body, words := range map[string]string{
		ids(sodium, "Nothing9"):  "版本不存在",
		ids(sodium, ""):          "版本不存在",
		ids(sodium, "VersHid3"):  "版本不存在",
		ids(draft, "VersDra4"):   "版本不存在",
		ids(draft, "VersOne1"):   "不属于此资源",
		ids("none", "VersOne1"):  "不属于此资源",
		ids(pack, "VersPac5"):    "不能安装到服务器",
		ids(texture, "VersTex6"): "不能安装到服务器",
		`{"rinth_ids":{"project_id":"` + sodium + `","version_id":"VersOne1"},"install_as":"shader"}`: "安装方式",
	} {
		w.refused(400, words, owner, "POST", base+id+"/mods", body)
	}
	w.refused(400, "未公开的版本", admin, "POST", base+id+"/mods", ids(draft, "VersDra4"))
	w.refused(400, "不在服务器上", owner, "PUT", base+id+"/mods/"+sodium, `{"version_id":"VersOne1"}`)
	w.refused(400, "不在服务器上", owner, "POST", base+id+"/mods/"+sodium+"/pin", "")
	w.refused(400, "请在「文件」中删除", owner, "POST", base+id+"/deleteMod", `{"path":"/mods/own.jar"}`)
	w.Want(200, owner, "POST", base+id+"/mods", ids(sodium, "VersOne1"))
	w.refused(409, "另一个版本", owner, "POST", base+id+"/mods", ids(sodium, "VersTwo2"))
	w.Want(200, owner, "POST", base+id+"/mods", ids(sodium, "VersOne1")) // asks the node once more
}

func TestAStrangerLearnsNothingOfContent(t *testing.T) {
	w, id := stocked(t)
	w.Want(404, other, "POST", base+id+"/mods", ids(sodium, "Nothing9"))
	w.Want(404, other, "POST", base+id+"/mods/"+sodium+"/pin", "")
	w.Want(404, other, "POST", base+id+"/deleteMod", `{"path":"/mods/a.jar"}`)
	w.Want(401, commandstest.Anonymous, "PUT", base+id+"/mods/"+sodium, `{"version_id":"VersOne1"}`)
	w.Want(204, admin, "POST", base+id+"/suspend", `{"suspended":true,`+why+`}`)
	w.refused(403, "已暂停", owner, "POST", base+id+"/mods", ids(sodium, "VersOne1"))
}

func TestTheFolderFollowsFromTheLoaderOrFromTheRequest(t *testing.T) {
	w, id := stocked(t)
	folder := func() server.Folder {
		list := w.Events("server-" + id)
		return list[len(list)-1].(server.ContentAdded).Folder
	}
	w.Want(200, owner, "POST", base+id+"/mods", ids(sodium, "VersTwo2"))
	if folder() != server.Plugins {
		t.Error("the first loader decides where the server has none:", folder())
	}
	w.Want(200, owner, "POST", base+id+"/mods", `{"rinth_ids":{"project_id":"`+sodium+`","version_id":"VersTwo2"},"install_as":"mod"}`)
	if folder() != server.Mods {
		t.Error(folder())
	}
	var made struct {
		ID string `json:"id"`
	}
	w.Want(200, admin, "POST", "/v3/server", `{"owner":"`+owner+`","name":"x","node":"`+w.node+`","software":{"kind":"stand-in","loader":"Fabric"}}`).Decode(w, &made)
	id = made.ID
	w.Want(200, owner, "POST", base+id+"/mods", ids(sodium, "VersTwo2"))
	if folder() != server.Mods {
		t.Error("the server's loader decides:", folder())
	}
}

func TestReportsAboutContentAreRecorded(t *testing.T) {
	w, id := stocked(t)
	about := &contractnode.ContentReport{Path: "/mods/a.jar", Project: sodium, Version: "VersOne1", Generation: 2}
	for i, r := range []contractnode.Report{
		{Kind: contractnode.ReportContentInstalled, Content: about},
		{Kind: contractnode.ReportContentFailed, Content: about, Reason: contractnode.ReasonDisk},
		{Kind: contractnode.ReportContentFailed, Content: about, Reason: "a sentence of the node"},
		{Kind: contractnode.ReportContentRemoved, Content: about, Reason: contractnode.ReasonChanged},
		{Kind: contractnode.ReportContentInstalled},
		{Kind: contractnode.ReportContentInstalled, Content: &contractnode.ContentReport{Path: "/mods/\xff"}},
	} {
		r.Server, r.Incarnation, r.Sequence = id, "one", uint64(i+1)
		if err := w.service.Record(t.Context(), w.node, r); err != nil {
			t.Fatal(err)
		}
	}
	list := w.Events("serverrun-" + id)
	if len(list) != 4 {
		t.Fatalf("%+v", list)
	}
	if e := list[0].(server.RunContentInstalled); e.Path != "/mods/a.jar" || e.Project != sodium || e.Generation != 2 {
		t.Errorf("%+v", e)
	}
	if e := list[2].(server.RunContentFailed); e.Cause != "other" {
		t.Errorf("%+v", e)
	}
	if e := list[3].(server.RunContentRemoved); e.Cause != "changed" {
		t.Errorf("%+v", e)
	}
}

func TestWhatAVersionRequiresIsAddedInTheSameDecision(t *testing.T) {
	w, id := stocked(t)
	w.required = func(by commands.RequiredBy) (commands.ContentAnswer, error) {
		if by.Server != id || by.Project != sodium || by.Version != "VersOne1" || !slices.Contains(by.Has, sodium) {
			t.Errorf("%+v", by)
		}
		return commands.ContentAnswer{
			Added:   []commands.AddedContent{{Project: draft, Version: "VersDra4", Title: "草稿"}, {Project: "Nothing9", Version: "VersNot9"}, {Project: needed, Version: "VersNee5", Title: "前置", Number: "1.0"}},
			Missing: []commands.MissingContent{{Project: "Other009", Title: "别的", Reason: "no_compatible_version"}},
		}, nil
	}
	body := `{"rinth_ids":{"project_id":"` + sodium + `","version_id":"VersOne1"},"dependencies":true}`
	before := len(w.Events("server-" + id))
	var got commands.ContentAnswer
	first := w.Want(200, owner, "POST", base+id+"/mods", body, "Idempotency-Key", "one")
	first.Decode(t, &got)
	want := commands.ContentAnswer{
		Added: []commands.AddedContent{{Project: needed, Version: "VersNee5", Title: "前置", Number: "1.0"}},
		Missing: []commands.MissingContent{
			{Project: "Other009", Title: "别的", Reason: "no_compatible_version"}, {Project: draft, Title: "草稿", Reason: "refused"}, {Project: "Nothing9", Reason: "refused"},
		},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	var projects []string
	for _, e := range w.Events("server-" + id)[before:] {
		projects = append(projects, e.(server.ContentAdded).Project)
	}
	if !slices.Equal(projects, []string{sodium, needed}) {
		t.Errorf("%q", projects)
	}
	if again := w.Want(200, owner, "POST", base+id+"/mods", body, "Idempotency-Key", "one"); again.Position != first.Position || len(w.Events("server-"+id)) != before+2 {
		t.Errorf("a doubled click: %s", again)
	}
}

func TestNothingElseIsAddedUnlessItIsAskedFor(t *testing.T) {
	w, id := stocked(t)
	w.required = func(commands.RequiredBy) (commands.ContentAnswer, error) {
		t.Error("it is resolved")
		return commands.ContentAnswer{}, nil
	}
	if a := w.Want(200, owner, "POST", base+id+"/mods", ids(sodium, "VersOne1")); string(a.Body) != `{"added":[],"missing":[]}`+"\n" {
		t.Errorf("%s", a)
	}
}

func TestContentIsNotAddedWhereWhatItRequiresCannotBeResolved(t *testing.T) {
	w, id := stocked(t)
	w.required = func(commands.RequiredBy) (commands.ContentAnswer, error) {
		return commands.ContentAnswer{}, fault.Invalid("", "该资源的依赖过多，请逐个安装")
	}
	before := len(w.Events("server-" + id))
	w.refused(400, "依赖过多", owner, "POST", base+id+"/mods", `{"rinth_ids":{"project_id":"`+sodium+`","version_id":"VersOne1"},"dependencies":true}`)
	if len(w.Events("server-"+id)) != before {
		t.Error("it is added")
	}
}
