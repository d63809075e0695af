package server_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/server"
)

const (
	sodium  = "Sodium01"
	lithium = "Lithium1"
)

// offered is a file of a version that can be installed.
func offered(project, version, file string) server.Offered {
	return server.Offered{Project: project, Version: version, Folder: server.Mods, File: file, SHA512: "hash of " + version, Size: 10, URL: "https://example.org/" + file}
}

func addition(project, version, file string) server.ContentAdded {
	return server.ContentAdded{
		Server: id, Project: project, Version: version, Folder: server.Mods, File: file, SHA512: "hash of " + version, Size: 10, URL: "https://example.org/" + file,
	}
}

var sodiumAdded = addition(sodium, "Vers0001", "sodium.jar")

func TestContentIsAProjectOnceAndAFileOnce(t *testing.T) {
	for name, c := range map[string]struct {
		offered server.Offered
		then    any
	}{
		"another project":      {offered(lithium, "Vers0002", "lithium.jar"), server.ContentAdded{}},
		"the same version":     {offered(sodium, "Vers0001", "sodium.jar"), server.ContentAdded{}},
		"another version":      {offered(sodium, "Vers0003", "sodium-2.jar"), "已有此资源的另一个版本"},
		"the name of another":  {offered(lithium, "Vers0002", "sodium.jar"), "同名的文件"},
		"a file elsewhere":     {server.Offered{Project: lithium, Version: "Vers0002", Folder: server.Mods}, "不在本站"},
		"an empty file":        {server.Offered{Project: lithium, Version: "Vers0002", Folder: server.Mods, File: "a.zip", SHA512: "x"}, "不在本站"},
		"what no server loads": {server.Offered{Project: lithium, Version: "Vers0002", File: "a.zip", SHA512: "x", Size: 1}, "不能安装到服务器"},
	} {
		events, err := server.Decide(given(made, sodiumAdded), server.AddContent{By: asOwner, Offered: c.offered})
		t.Run(name, func(t *testing.T) { expect(t, events, err, c.then) })
	}
}

func TestTheNameOfAFileIsOneOfAFile(t *testing.T) {
	for _, good := range []string{"a.jar", "钠 [Sodium] 0.6+mc1.21.jar", "PACK.ZIP", strings.Repeat("a", 251) + ".jar"} {
		events, err := server.Decide(given(made), server.AddContent{By: asOwner, Offered: offered(sodium, "Vers0001", good)})
		expect(t, events, err, server.ContentAdded{})
	}
	for _, bad := range []string{
		"../a.jar", "a/b.jar", `a\b.jar`, "a\x00.jar", "a\n.jar", "a\u202egpj.jar", "a.jar.disabled", "a.exe", "jar", "\xff.jar", strings.Repeat("a", 252) + ".jar",
	} {
		events, err := server.Decide(given(made), server.AddContent{By: asOwner, Offered: offered(sodium, "Vers0001", bad)})
		expect(t, events, err, "文件名不能用于服务器")
	}
}

func TestContentIsRemovedByItsPathEnabledOrDisabled(t *testing.T) {
	for _, path := range []string{"/mods/sodium.jar", "mods/sodium.jar", "/mods/sodium.jar.disabled", "sodium.jar"} {
		events, err := server.Decide(given(made, sodiumAdded), server.RemoveContent{By: asOwner, Path: path})
		expect(t, events, err, server.ContentRemoved{})
	}
	for _, path := range []string{"", "/mods/other.jar", "/plugins/sodium.jar", "/mods/../mods/sodium.jar", "//mods/sodium.jar"} {
		events, err := server.Decide(given(made, sodiumAdded), server.RemoveContent{By: asOwner, Path: path})
		expect(t, events, err, "请在「文件」中删除")
	}
	pack := server.ContentAdded{Server: id, Project: lithium, Version: "Vers0002", Folder: server.Datapacks, File: "p.zip", SHA512: "x"}
	for _, path := range []string{"/datapacks/p.zip", "/world/datapacks/p.zip"} {
		events, err := server.Decide(given(made, pack), server.RemoveContent{By: asOwner, Path: path})
		expect(t, events, err, server.ContentRemoved{})
	}
}

func TestAnotherVersionKeepsItsFolderAndItsPin(t *testing.T) {
	state := given(made, sodiumAdded, server.ContentPinned{Server: id, Project: sodium, Version: "Vers0001"})
	o := offered(sodium, "Vers0003", "sodium-2.jar")
	o.Folder = server.Plugins
	events, err := server.Decide(state, server.SetContentVersion{By: asOwner, Offered: o})
	if err != nil || len(events) != 1 {
		t.Fatal(events, err)
	}
	e := events[0].Payload.(server.ContentVersionSet)
	if e.Folder != server.Mods || e.From != "Vers0001" || e.Replaced != "sodium.jar" || e.ReplacedSHA512 != "hash of Vers0001" {
		t.Errorf("%+v", e)
	}
	after := server.Evolve(state, e, start).Content[sodium]
	if after.Version != "Vers0003" || !after.Pinned || after.Path() != "/mods/sodium-2.jar" {
		t.Errorf("%+v", after)
	}
	if state.Content[sodium].Version != "Vers0001" {
		t.Error("the state before has changed")
	}
	events, err = server.Decide(given(made), server.SetContentVersion{By: asOwner, Offered: o})
	expect(t, events, err, "不在服务器上")
}

func TestAPinIsSetOnce(t *testing.T) {
	pinned := server.ContentPinned{Server: id, Project: sodium, Version: "Vers0001"}
	for name, c := range map[string]struct {
		state server.State
		pin   bool
		then  any
	}{
		"pin":         {given(made, sodiumAdded), true, server.ContentPinned{}},
		"pin again":   {given(made, sodiumAdded, pinned), true, nil},
		"unpin":       {given(made, sodiumAdded, pinned), false, server.ContentUnpinned{}},
		"unpin again": {given(made, sodiumAdded), false, nil},
		"nothing":     {given(made), true, "不在服务器上"},
	} {
		events, err := server.Decide(c.state, server.PinContent{By: asOwner, Project: sodium, Pinned: c.pin})
		t.Run(name, func(t *testing.T) { expect(t, events, err, c.then) })
	}
}

func TestAServerHasAThousandThingsAtMost(t *testing.T) {
	history := []any{made}
	for i := range server.MaxContent {
		n := strconv.Itoa(10000000 + i)
		history = append(history, addition(n, n, n+".jar"))
	}
	events, err := server.Decide(given(history...), server.AddContent{By: asOwner, Offered: offered(sodium, "Vers0001", "sodium.jar")})
	expect(t, events, err, "最多 1000 项")
	events, err = server.Decide(given(history[:server.MaxContent]...), server.AddContent{By: asOwner, Offered: offered(sodium, "Vers0001", "sodium.jar")})
	expect(t, events, err, server.ContentAdded{})
}

func TestAListIsAsLongAsAFrameMayBe(t *testing.T) {
	history := []any{made}
	for i := range 900 {
		n := strconv.Itoa(10000000 + i)
		history = append(history, addition(n, n, n+strings.Repeat("x", 200)+".jar"))
	}
	events, err := server.Decide(given(history...), server.AddContent{By: asOwner, Offered: offered(sodium, "Vers0001", "sodium.jar")})
	expect(t, events, err, "清单过长")
}
