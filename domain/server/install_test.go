package server_test

import (
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/server"
)

// ofLoader asks for software.
func ofLoader(by actor.Actor, hard bool) server.RequestInstall {
	return server.RequestInstall{By: by, Hard: hard, Loader: "NeoForge", LoaderVersion: "21.1.77", GameVersion: "1.21.1"}
}

// ofPack asks for the archive of a modpack.
func ofPack(change func(*server.OfferedPack)) server.RequestInstall {
	p := server.OfferedPack{Project: "Pack0001", Version: "Vers0001", Modpack: true, File: "a.mrpack", SHA512: "ab", URL: "https://example.org/a.mrpack", Size: 9}
	if change != nil {
		change(&p)
	}
	return server.RequestInstall{By: asOwner, Pack: &p}
}

func reportAt(sequence int64) server.Seen {
	return server.Seen{Server: id, Node: node.ID, Incarnation: "one", Sequence: sequence, At: start}
}

func TestTheResultOfDecidingAboutInstallations(t *testing.T) {
	jar := server.Provisioned{Server: id, Owner: owner, Node: node.ID, Port: 25565, Plan: plan, Software: server.Software{Kind: server.Jar, Jar: "server.jar"}}
	asked := server.InstallRequested{Server: id, Loader: "Paper", GameVersion: "1.21.8"} // the second event
	cancelled := server.InstallCancelled{Server: id, Generation: 2}
	restore := server.RestoreRequested{Server: id, Backup: "Good0001"}
	running := server.PowerRequested{Server: id, Action: server.Start}
	begun := server.InstallStarted{Seen: reportAt(1), InstallSeen: server.InstallSeen{Generation: 2}}
	done := server.Installed{Seen: reportAt(2), InstallSeen: server.InstallSeen{Generation: 2}, Software: server.Software{Kind: server.Jar, Jar: "server.jar", Loader: "Paper"}}
	failed := server.InstallFailed{Seen: reportAt(2), InstallSeen: server.InstallSeen{Generation: 2}, Cause: "fetch"}
	uploading := server.InstallStarted{Seen: reportAt(1)}
	uploaded := server.Installed{Seen: reportAt(2), Software: server.Software{Kind: server.StandIn}}
	lose := func(node, incarnation string) server.LoseUpload {
		return server.LoseUpload{Node: node, Incarnation: incarnation, Now: start}
	}
	lost := server.InstallFailed{Seen: server.Seen{Server: id, Node: node.ID, Incarnation: "two", At: start}, Cause: "interrupted"}
	licence := server.LicenceAccepted{Server: id}
	report := func(e any) server.RecordInstall { return server.RecordInstall{Report: e} }
	foreign, anonymous, old, reborn := done, done, failed, uploading
	foreign.Node, anonymous.Sequence, old.Generation, reborn.Incarnation = "Node0002", 0, 1, "two"
	old.Sequence = 9
	loader := func(change func(*server.RequestInstall)) server.RequestInstall {
		c := ofLoader(asOwner, false)
		change(&c)
		return c
	}
	for name, c := range map[string]struct {
		given []any
		when  server.Command
		then  any
	}{
		"a loader":                                  {[]any{made}, ofLoader(asOwner, false), server.InstallRequested{}},
		"a loader where nothing is installed":       {[]any{empty}, ofLoader(asOwner, false), server.InstallRequested{}},
		"the newest version of a loader":            {[]any{made}, loader(func(c *server.RequestInstall) { c.LoaderVersion = "" }), server.InstallRequested{}},
		"a loader that is not known":                {[]any{made}, loader(func(c *server.RequestInstall) { c.Loader = "" }), "没有这个加载器"},
		"no version of the game":                    {[]any{made}, loader(func(c *server.RequestInstall) { c.GameVersion = "" }), "游戏版本"},
		"a version of the game that is a path":      {[]any{made}, loader(func(c *server.RequestInstall) { c.GameVersion = "../1.21" }), "游戏版本"},
		"a version of the loader that is a line":    {[]any{made}, loader(func(c *server.RequestInstall) { c.LoaderVersion = "1\n2" }), "加载器版本"},
		"a version of 64":                           {[]any{made}, loader(func(c *server.RequestInstall) { c.LoaderVersion = strings.Repeat("1", 64) }), server.InstallRequested{}},
		"a version of 65":                           {[]any{made}, loader(func(c *server.RequestInstall) { c.LoaderVersion = strings.Repeat("1", 65) }), "加载器版本"},
		"a modpack":                                 {[]any{made}, ofPack(nil), server.InstallRequested{}},
		"what is no modpack":                        {[]any{made}, ofPack(func(p *server.OfferedPack) { p.Modpack = false }), "只有整合包"},
		"a modpack without an archive":              {[]any{made}, ofPack(func(p *server.OfferedPack) { p.File = "" }), ".mrpack"},
		"a modpack without a hash":                  {[]any{made}, ofPack(func(p *server.OfferedPack) { p.SHA512 = "" }), ".mrpack"},
		"a modpack of 2 GiB":                        {[]any{made}, ofPack(func(p *server.OfferedPack) { p.Size = server.MaxPackBytes }), server.InstallRequested{}},
		"a larger modpack":                          {[]any{made}, ofPack(func(p *server.OfferedPack) { p.Size = server.MaxPackBytes + 1 }), "2 GiB"},
		"the owner may lose what is there":          {[]any{made}, ofLoader(asOwner, true), server.InstallRequested{}},
		"an editor may not":                         {peopled(), ofLoader(asEditor, true), "重置服务器"},
		"a second installation":                     {[]any{made, asked}, ofLoader(asOwner, false), "正在安装"},
		"one after it has failed":                   {[]any{made, asked, failed}, ofLoader(asOwner, false), server.InstallRequested{}},
		"one after it is done":                      {[]any{made, asked, done}, ofLoader(asOwner, false), server.InstallRequested{}},
		"one that is cancelled still goes on":       {[]any{made, asked, cancelled}, ofLoader(asOwner, false), "正在安装"},
		"one during a restore":                      {[]any{made, restore}, ofLoader(asOwner, false), "正在恢复备份"},
		"one while an upload is installed":          {[]any{made, uploading}, ofLoader(asOwner, false), "正在安装"},
		"one after the upload":                      {[]any{made, uploading, uploaded}, ofLoader(asOwner, false), server.InstallRequested{}},
		"a restore meanwhile":                       {[]any{made, backedUp("Good0001"), asked}, server.Restore{By: asOwner, Backup: "Good0001"}, "正在安装"},
		"a backup meanwhile":                        {[]any{made, asked}, server.RequestBackup{By: asOwner, Backup: "New00001"}, "正在安装"},
		"content meanwhile":                         {[]any{made, asked}, server.AddContent{By: asOwner, Offered: offered("Sodium01", "Vers0001", "a.jar")}, "正在安装"},
		"a start meanwhile":                         {[]any{made, asked}, power(asOwner, server.Start), "正在安装"},
		"a restart meanwhile":                       {[]any{made, asked, begun}, power(asOwner, server.Restart), "正在安装"},
		"a first installation says that it goes on": {[]any{empty, asked}, power(asOwner, server.Start), "正在安装"},
		"a stop meanwhile":                          {[]any{made, asked}, power(asOwner, server.Stop), server.PowerRequested{}},
		"a kill meanwhile":                          {[]any{made, asked, begun}, power(asOwner, server.Kill), server.PowerRequested{}},
		"a start after a failure":                   {[]any{made, asked, failed}, power(asOwner, server.Start), server.PowerRequested{}},
		"a name meanwhile":                          {[]any{made, asked}, server.Rename{By: asOwner, Name: "x"}, server.Renamed{}},
		"cancelling":                                {[]any{made, asked}, server.CancelInstall{By: asOwner}, server.InstallCancelled{}},
		"cancelling what has begun":                 {[]any{made, asked, begun}, server.CancelInstall{By: asOwner}, server.InstallCancelled{}},
		"cancelling by an editor":                   {peopled(asked), server.CancelInstall{By: asEditor}, server.InstallCancelled{}},
		"cancelling by a viewer":                    {peopled(asked), server.CancelInstall{By: asViewer}, "更改服务器设置"},
		"cancelling by a stranger":                  {peopled(asked), server.CancelInstall{By: asOther}, "服务器不存在"},
		"cancelling twice":                          {[]any{made, asked, cancelled}, server.CancelInstall{By: asOwner}, nil},
		"cancelling nothing":                        {[]any{made}, server.CancelInstall{By: asOwner}, "没有可以取消"},
		"cancelling what is done":                   {[]any{made, asked, done}, server.CancelInstall{By: asOwner}, "没有可以取消"},
		"cancelling an upload":                      {[]any{made, uploading}, server.CancelInstall{By: asOwner}, "没有可以取消"},
		"a licence":                                 {[]any{jar}, server.AcceptLicence{By: asOwner}, server.LicenceAccepted{}},
		"a licence twice":                           {[]any{jar, licence}, server.AcceptLicence{By: asOwner}, nil},
		"the game without a licence":                {[]any{jar}, power(asOwner, server.Start), "最终用户许可协议"},
		"the game without a licence again":          {[]any{jar}, power(asOwner, server.Restart), "最终用户许可协议"},
		"the game with a licence":                   {[]any{jar, licence}, power(asOwner, server.Start), server.PowerRequested{}},
		"the installed game without a licence":      {[]any{empty, asked, done}, power(asOwner, server.Start), "最终用户许可协议"},
		"the installed game with a licence":         {[]any{empty, asked, done, licence}, power(asOwner, server.Start), server.PowerRequested{}},
		"stopping needs no licence":                 {[]any{jar}, power(asOwner, server.Stop), server.PowerRequested{}},
		"a stand-in needs no licence":               {[]any{empty, uploading, uploaded}, power(asOwner, server.Start), server.PowerRequested{}},
		"a report that it begins":                   {[]any{made, asked}, report(begun), server.InstallStarted{}},
		"a report that it is done":                  {[]any{made, asked, begun}, report(done), server.Installed{}},
		"a report that it failed":                   {[]any{made, asked, begun}, report(failed), server.InstallFailed{}},
		"a repeated report":                         {[]any{made, asked, begun, done}, report(done), nil},
		"a report from before":                      {[]any{made, asked, begun, done}, report(begun), nil},
		"a failure of another installation":         {[]any{made, asked, begun}, report(old), nil},
		"a beginning of another installation":       {[]any{made, running}, report(begun), nil},
		"what was installed unasked is told":        {[]any{made}, report(done), server.Installed{}},
		"an upload":                                 {[]any{made}, report(uploading), server.InstallStarted{}},
		"an upload of a node that lost its numbers": {[]any{made, uploading, uploaded}, report(reborn), server.InstallStarted{}},
		"an upload that the node has lost":          {[]any{made, uploading}, lose(node.ID, "two"), server.InstallFailed{}},
		"an upload that the node still has":         {[]any{made, uploading}, lose(node.ID, "one"), nil},
		"an upload that was installed before":       {[]any{made, uploading, uploaded}, lose(node.ID, "two"), nil},
		"a decided installation of a lost store":    {[]any{made, asked, begun}, lose(node.ID, "two"), nil},
		"a loss on another node":                    {[]any{made, uploading}, lose("Node0002", "two"), "服务器不存在"},
		"a loss without an incarnation":             {[]any{made, uploading}, lose(node.ID, ""), "不是节点的报告"},
		"a loader after an upload that is lost":     {[]any{made, uploading, lost}, ofLoader(asOwner, false), server.InstallRequested{}},
		"an upload after the node has lost one":     {[]any{made, uploading, lost}, report(reborn), server.InstallStarted{}},
		"a report of another node":                  {[]any{made, asked}, report(foreign), "服务器不存在"},
		"a report without a number":                 {[]any{made, asked}, report(anonymous), "不是节点的报告"},
		"a report of another kind":                  {[]any{made, asked}, report(backedUp("Good0001")), "不是节点的报告"},
	} {
		t.Run(name, func(t *testing.T) {
			events, err := server.Decide(given(c.given...), c.when)
			expect(t, events, err, c.then)
		})
	}
}

func TestARunningServerIsStoppedInTheDecisionToInstall(t *testing.T) {
	events, err := server.Decide(given(made, server.PowerRequested{Server: id, Action: server.Start}), ofLoader(asOwner, false))
	if err != nil || len(events) != 2 {
		t.Fatalf("%+v %v", events, err)
	}
	if p := events[0].Payload.(server.PowerRequested); p.Action != server.Stop {
		t.Errorf("%+v", p)
	}
	if e := events[1].Payload.(server.InstallRequested); e.Loader != "NeoForge" || e.LoaderVersion != "21.1.77" || e.GameVersion != "1.21.1" || e.Hard {
		t.Errorf("%+v", e)
	}
}

func TestAnInstallationThatEmptiesTheFolderLeavesNoContentDecided(t *testing.T) {
	added := server.ContentAdded{Server: id, Project: "Lithium1", Version: "Vers0002", Folder: server.Mods, File: "lithium.jar", SHA512: "b", Size: 2, URL: "u"}
	asked := server.InstallRequested{Server: id, Hard: true, Project: "Pack0001", Version: "Vers0001"}
	for hard, left := range map[bool]int{true: 0, false: 1} {
		done := server.Installed{Seen: reportAt(1), InstallSeen: server.InstallSeen{Generation: 3, Hard: hard}, Software: server.Software{Kind: server.Jar, Loader: "Fabric"}}
		s := given(made, added, asked, done)
		if len(s.Content) != left || s.Loader != "Fabric" || s.Software != server.Jar || s.Busy() != "" {
			t.Errorf("hard %t: %+v", hard, s)
		}
	}
}

func TestAReportNamesTheVersionOfTheRequestAndTheAccountThatMayUpload(t *testing.T) {
	record := func(c server.RecordInstall, history ...any) any {
		t.Helper()
		events, err := server.Decide(given(history...), c)
		if err != nil || len(events) != 1 {
			t.Fatalf("%+v %v", events, err)
		}
		return events[0].Payload
	}
	asked := server.InstallRequested{Server: id, Project: "Pack0001", Version: "Vers0001"}
	done := server.Installed{Seen: reportAt(1), InstallSeen: server.InstallSeen{Generation: 2}}
	e := record(server.RecordInstall{Report: done, PackName: " 龙之谷\n", PackVersion: strings.Repeat("9", 129)}, made, asked).(server.Installed)
	if e.Project != "Pack0001" || e.Version != "Vers0001" || e.PackName.Text != "龙之谷" || e.PackName.Subject != owner || e.PackVersion != nil {
		t.Errorf("%+v", e)
	}
	failed := server.InstallFailed{Seen: reportAt(1), InstallSeen: server.InstallSeen{Generation: 2}, Cause: "pack"}
	if e := record(server.RecordInstall{Report: failed, Subject: "a\u202eb"}, made, asked).(server.InstallFailed); e.Subject != nil {
		t.Errorf("%+v", e)
	}
	if e := record(server.RecordInstall{Report: failed, Subject: "overrides/a.cfg"}, made, asked).(server.InstallFailed); e.Subject.Text != "overrides/a.cfg" {
		t.Errorf("%+v", e)
	}
	for name, c := range map[string]struct {
		account string
		hard    bool
		named   bool
	}{
		"the owner": {owner, true, true}, "an editor": {editor, false, true}, "an editor who empties it": {editor, true, false},
		"a viewer": {viewer, false, false}, "a stranger": {"Other002", false, false}, "a removed member": {removed, false, false}, "an invited account": {invited, false, false},
	} {
		of := server.InstallSeen{Account: c.account, Token: "Token001", Hard: c.hard}
		e := record(server.RecordInstall{Report: server.InstallStarted{Seen: reportAt(1), InstallSeen: of, SHA512: "ab", Size: 9}}, peopled()...).(server.InstallStarted)
		if named := e.Account == c.account && e.Token == "Token001"; named != c.named || !named && (e.Account != "" || e.Token != "") {
			t.Errorf("%s: %+v", name, e)
		}
	}
}
