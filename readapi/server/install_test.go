package server_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/erasable"
	domain "github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/identity"
	projected "github.com/modyard/modyard/projections/server"
	"github.com/modyard/modyard/readapi/server"
)

const modpack = "Pack0001"

// asksPack asks for a version of a modpack and returns the number of the request.
func (w *world) asksPack(by string, hard bool) int64 {
	w.t.Helper()
	w.Happen("server-"+one, by, domain.InstallRequested{
		Server: one, Hard: hard, Project: modpack, Version: "Vers0001", URL: "https://example.test/p.mrpack", SHA512: "ab", Size: 9,
	})
	return w.generation()
}

func (w *world) generation() (n int64) {
	w.t.Helper()
	w.Settle()
	if err := w.DB.Pool.QueryRow(w.t.Context(), `select generation from server.servers where id = $1`, one).Scan(&n); err != nil {
		w.t.Fatal(err)
	}
	return n
}

func (w *world) record(as string) contract.HostedServer {
	w.t.Helper()
	w.Settle()
	return ask[contract.HostedServer](w, 200, as, base+"/"+one)
}

// observes writes what the node says of the first server.
func (w *world) observes(o node.Observed) {
	w.t.Helper()
	o.Server = one
	doc, err := json.Marshal(o)
	if err == nil {
		_, err = w.DB.Pool.Exec(w.t.Context(), `insert into hosting.observed (server, node, at, observed) values ($1, $2, now(), $3)
			on conflict (server) do update set observed = excluded.observed`, one, host, doc)
	}
	if err != nil {
		w.t.Fatal(err)
	}
}

func by(sequence, of int64) (domain.Seen, domain.InstallSeen) {
	return domain.Seen{Server: one, Node: host, Incarnation: "i", Sequence: sequence}, domain.InstallSeen{Generation: of}
}

func started(sequence, of int64) domain.InstallStarted {
	seen, install := by(sequence, of)
	return domain.InstallStarted{Seen: seen, InstallSeen: install}
}

func done(sequence, of int64) domain.Installed {
	seen, install := by(sequence, of)
	return domain.Installed{
		Seen: seen, InstallSeen: install, Software: domain.Software{Kind: domain.Jar, Jar: "server.jar", Loader: "Fabric", LoaderVersion: "0.16.9", GameVersion: "1.21.8"},
		Project: modpack, Version: "Vers0001", Files: 3, Bytes: 99, Seconds: 7,
	}
}

func failed(sequence, of int64, cause string) domain.InstallFailed {
	seen, install := by(sequence, of)
	return domain.InstallFailed{Seen: seen, InstallSeen: install, Cause: cause}
}

func TestARecordSaysWhatIsInstalledFromTheRequestToItsEnd(t *testing.T) {
	w := newWorld(t)
	if s := w.record(owner); s.Install != nil || s.Upstream != nil || s.Licence || s.Pack != nil || s.Status != "available" {
		t.Errorf("before: %+v", s)
	}
	of := w.asksPack(owner, true)
	s := w.record(owner)
	if s.Status != "installing" || !s.Pending || s.Install == nil || s.Install.Asked == nil || s.Install.Progress != nil || s.Install.Failure != nil {
		t.Fatalf("asked for: %+v", s.Install)
	}
	if a := s.Install.Asked; a.ProjectID != modpack || a.VersionID != "Vers0001" || !a.Hard || a.By.Username != "晚风" || a.Upload || a.Cancelled || a.Loader != "" {
		t.Errorf("%+v", a)
	}
	w.connect("1 second", nil)
	w.observes(node.Observed{Generation: uint64(of), State: node.StateStopped, Install: &node.InstallProgress{Generation: uint64(of), Phase: node.PhaseFetch, Files: 1, FilesTotal: 3, Since: w.now}})
	w.Happen("server-"+one, "", started(1, of))
	if s := w.record(owner); s.Install.Progress == nil || s.Install.Progress.Phase != "fetch" || s.Install.Progress.FilesTotal != 3 {
		t.Errorf("%+v", s.Install)
	}
	w.Happen("server-"+one, owner, domain.InstallCancelled{Server: one, Generation: of}) // too late
	if s := w.record(owner); !s.Install.Asked.Cancelled || s.Status != "installing" {
		t.Errorf("%+v", s.Install)
	}
	finished := done(2, of)
	name, version := erasable.Of(owner, "龙之谷"), erasable.Of(owner, "1.0")
	finished.PackName, finished.PackVersion = &name, &version
	w.Happen("server-"+one, "", finished) // the node still observes it
	s = w.record(owner)
	if s.Status != "available" || s.Install != nil || s.Upstream == nil || *s.Upstream != (contract.HostedUpstream{Kind: "modpack", ProjectID: modpack, VersionID: "Vers0001"}) {
		t.Errorf("done: %+v %+v", s.Install, s.Upstream)
	}
	if s.Software != "jar" || *s.Loader != "Fabric" || *s.LoaderVersion != "0.16.9" || *s.GameVersion != "1.21.8" || *s.Pack != (contract.HostedPack{Name: "龙之谷", Version: "1.0"}) {
		t.Errorf("%+v %+v", s, s.Pack)
	}
	w.Happen("server-"+one, owner, domain.LicenceAccepted{Server: one}, domain.InstallRequested{Server: one, Loader: "Paper", GameVersion: "1.21.8"})
	of = w.generation()
	bare := done(3, of)
	bare.Project, bare.Version = "", ""
	w.Happen("server-"+one, "", bare)
	if s := w.record(owner); !s.Licence || s.Upstream != nil || s.Pack != nil {
		t.Errorf("a loader leaves no upstream: %+v %+v", s.Upstream, s.Pack)
	}
	w.Happen("account-"+owner, admin, account.Erased{Account: owner})
	w.verified()
}

// verified compares the rows with those of a rebuild.
func (w *world) verified() {
	w.t.Helper()
	w.Settle()
	if found, err := w.runner.Verify(w.t.Context(), projected.Name); err != nil || len(found) > 0 {
		w.t.Error(found, err)
	}
}

func TestAFailureIsToldUntilTheNextRequest(t *testing.T) {
	w := newWorld(t)
	w.Roles = map[string]string{admin: "admin"}
	of := w.asksPack(admin, false)
	if a := w.record(owner).Install.Asked; a.By != nil {
		t.Error("the owner learns which administrator asked")
	}
	if a := w.record(admin).Install.Asked; a.By == nil {
		t.Error("an administrator does not learn which one asked")
	}
	broken := failed(1, of, "pack")
	subject := erasable.Of(owner, "overrides/mods/晚风.jar")
	broken.Subject = &subject
	w.Happen("server-"+one, "", broken)
	s := w.record(owner)
	if s.Status != "available" || s.Install == nil || s.Install.Failure == nil || s.Install.Failure.Reason != "pack" || s.Install.Failure.Subject != subject.Text || s.Install.Asked == nil {
		t.Fatalf("%+v", s.Install)
	}
	w.Happen("account-"+owner, admin, account.Erased{Account: owner})
	if s := w.record(admin); s.Install.Failure.Subject != "" {
		t.Errorf("an erased text is still told: %+v", s.Install.Failure)
	}
	again := w.asksPack(owner, false)
	w.Happen("server-"+one, "", failed(2, of, "disk"), failed(2, of, "disk")) // of the former one, repeated
	if s := w.record(admin); s.Status != "installing" || s.Install.Failure != nil {
		t.Errorf("%+v", s.Install)
	}
	w.Happen("server-"+one, "", failed(3, again, "cancelled"), done(3, again), started(1, again)) // reordered: the first end holds
	if s := w.record(admin); s.Install == nil || s.Install.Failure == nil || s.Install.Failure.Reason != "cancelled" {
		t.Errorf("%+v", s.Install)
	}
	w.verified()
}

func TestAServerWithoutSoftwareIsBrokenAfterAFailure(t *testing.T) {
	w := newWorld(t)
	const bare = "ServBar3"
	w.Happen("server-"+bare, admin, domain.Provisioned{Server: bare, Owner: owner, Node: host, Port: 25567, Name: erasable.Of(owner, "空"), Software: domain.Software{Kind: domain.None}},
		domain.InstallRequested{Server: bare, Hard: true, Loader: "Paper", GameVersion: "1.21.8"})
	status := func() string {
		w.Settle()
		return ask[contract.HostedServer](w, 200, owner, base+"/"+bare).Status
	}
	if got := status(); got != "installing" {
		t.Error(got)
	}
	end := failed(1, 2, "fetch")
	end.Server = bare
	w.Happen("server-"+bare, "", end)
	if got := status(); got != "broken" {
		t.Error(got)
	}
	w.Happen("server-"+bare, admin, domain.Suspended{Server: bare, Owner: owner, Suspension: domain.Moderated})
	if got := status(); got != "suspended" {
		t.Error(got)
	}
}

func TestAnUploadGoesBesideWhatWasAskedForAndNamesItsAccount(t *testing.T) {
	w := newWorld(t)
	w.people()
	up := started(1, 0)
	up.Account, up.Token, up.Size, up.Hard = editor, "Token001", 77, false
	w.Account(editor, "阿青", "user")
	w.Happen("server-"+one, "", up)
	s := w.record(owner)
	if s.Status != "installing" || !s.Install.Asked.Upload || s.Install.Asked.By.Username != "阿青" {
		t.Fatalf("%+v", s.Install)
	}
	of := w.asksPack(owner, false) // decided before the site knew of the upload
	end := done(2, 0)
	end.Account, end.Token, end.Project, end.Version = editor, "Token001", "", ""
	w.Happen("server-"+one, "", end)
	if s := w.record(owner); s.Status != "installing" || s.Install.Asked.Upload || *s.Loader != "Fabric" || s.Upstream != nil {
		t.Errorf("%+v", s.Install)
	}
	w.Happen("server-"+one, "", failed(3, of, "interrupted"))
	h := ask[contract.HostedHistory](w, 200, viewer, "/_internal/server/"+one+"/history")
	kinds := ""
	for _, e := range h.Entries[:4] {
		kinds += e.Kind + " "
		if e.Kind == "installed" && (e.Actor == nil || e.Actor.Username != "阿青" || e.Role != "member" || e.Detail["upload"] != true || e.Detail["loader"] != "Fabric") {
			t.Errorf("%+v", e)
		}
		if e.Kind == "install-requested" && (e.Detail["project"] != modpack || e.Detail["hard"] != false) {
			t.Errorf("%+v", e)
		}
		if e.Kind == "install-failed" && (e.Detail["cause"] != "interrupted" || e.Actor != nil) {
			t.Errorf("%+v", e)
		}
	}
	if kinds != "install-failed installed install-requested install-started " {
		t.Error(kinds)
	}
	w.verified()
}

func TestContentGoesWithTheFolderOnly(t *testing.T) {
	w := newWorld(t)
	w.publish(sodium, "VersOne1")
	for _, hard := range []bool{false, true} {
		w.add(sodium, "VersOne1")
		of := w.asksPack(owner, hard)
		end := done(of, of)
		end.Hard = hard
		w.Happen("server-"+one, "", end)
		w.Settle()
		if list := ask[server.HostedMods](w, 200, owner, base+"/"+one+"/mods"); (len(list) == 0) != hard {
			t.Errorf("hard %t: %+v", hard, list)
		}
	}
	w.verified()
}

func TestATokenForAnUploadSaysWhetherTheFolderMayBeEmptied(t *testing.T) {
	w := newWorld(t)
	w.people()
	at := base + "/" + one + "/reinstallFromMrpack"
	ask[any](w, 502, owner, at)
	w.connect("1 second", nil)
	for as, scopes := range map[string]string{owner: "install install-hard", editor: "install", admin: "install install-hard"} {
		auth := ask[contract.NodeAuth](w, 200, as, at)
		if got := strings.Join(w.claims.Scopes, " "); got != scopes || auth.URL != "n1.example.org:8443"+node.PathInstall || w.claims.Server != one || w.claims.Subject != as {
			t.Errorf("%s: %s %s", as, auth.URL, got)
		}
	}
	ask[any](w, 403, viewer, at)
	ask[any](w, 404, other, at)
	ask[any](w, 401, "", at)
	w.scopes = identity.ScopeServerRead
	ask[any](w, 401, owner, at)
	w.scopes = identity.AllScopes
	of := w.asksPack(owner, false)
	w.Settle()
	ask[any](w, 409, owner, at)
	w.Happen("server-"+one, "", done(1, of))
	w.Settle()
	ask[contract.NodeAuth](w, 200, owner, at)
	w.Happen("server-"+one, owner, domain.RestoreRequested{Server: one, Backup: "Good0001"})
	w.Settle()
	ask[any](w, 409, owner, at)
	w.Happen("server-"+one, "", domain.RestoreFailed{Seen: domain.Seen{Server: one, Node: host}, Backup: "Good0001", Cause: "disk"})
	w.observes(node.Observed{State: node.StateStopped, Install: &node.InstallProgress{Phase: node.PhaseFetch, Since: time.Now()}}) // the report is under way
	w.Settle()
	ask[any](w, 409, owner, at)
	w.observes(node.Observed{State: node.StateStopped})
	w.Happen("server-"+one, admin, domain.Suspended{Server: one, Owner: owner, Suspension: domain.Moderated})
	w.Settle()
	ask[any](w, 403, owner, at)
}

func TestSoftwareIsListedByLoaderAndVersion(t *testing.T) {
	w := newWorld(t)
	const at = "/_internal/hosting/loaders"
	if got := ask[map[string]json.RawMessage](w, 200, owner, at); len(got) != 1 || string(got["loaders"]) != `["Vanilla","NeoForge"]` {
		t.Errorf("%s", got)
	}
	if got := ask[contract.HostedSoftware](w, 200, owner, at+"?loader=neoforge"); len(got.Games) != 1 || got.Games[0] != (contract.SoftwareVersion{Version: "1.21.8", Stable: true}) || got.Loaders != nil {
		t.Errorf("%+v", got)
	}
	if got := ask[contract.HostedSoftware](w, 200, owner, at+"?loader=NeoForge&game=1.21.8"); len(got.Versions) != 2 || got.Versions[1].Stable {
		t.Errorf("%+v", got)
	}
	if got := ask[map[string]json.RawMessage](w, 200, owner, at+"?loader=Vanilla&game=1.21.8"); string(got["versions"]) != `[]` {
		t.Errorf("a loader without versions of its own: %s", got)
	}
	for path, status := range map[string]int{
		"?loader=Bukkit": 404, "?loader=Paper": 404, "?loader=NeoForge&game=1.7": 404, "?loader=NeoForge&game=..%2Fx": 404, "?game=1.21.8": 400,
		"?loader=" + strings.Repeat("x", 65): 404, "?loader=%00": 400,
	} {
		ask[any](w, status, owner, at+path)
	}
	ask[any](w, 401, "", at)
	w.software.Fail(errors.New("HTML instead of a list"))
	ask[any](w, 502, owner, at)
	ask[any](w, 502, owner, at+"?loader=NeoForge")
}

func TestWhoCanDoSomethingLearnsThatAnInstallationFailed(t *testing.T) {
	w := newWorld(t)
	w.people()
	of := w.asksPack(editor, false)
	w.Happen("server-"+one, "", failed(1, of, "hash"))
	for _, as := range []string{owner, editor} {
		w.tells(as, "server_install_failed 服务器「服 ServOne1」安装失败，文件保持原样。原因：下载的文件与记录不符", "/servers/manage/"+one)
	}
	up := done(2, 0)
	up.Account = editor
	w.Happen("server-"+one, "", up)
	w.tells(owner, "server_installed 服务器「服 ServOne1」安装了一名成员上传的整合包")
	before := len(w.inbox(editor))
	w.Happen("server-"+one, "", failed(3, w.asksPack(owner, false), "cancelled"), done(4, w.asksPack(owner, false)))
	if lines := w.inbox(editor); len(lines) != before || strings.HasPrefix(lines[0], "server_installed") {
		t.Errorf("an editor: %v", lines)
	}
	if lines := w.inbox(viewer); len(lines) != 1 {
		t.Errorf("a viewer: %v", lines)
	}
}

func TestAServerIsShownWithTheSoftwareThatARestoreHasBrought(t *testing.T) {
	w := newWorld(t)
	w.publish(sodium, "VersOne1")
	w.Happen("server-"+one, "", done(1, w.asksPack(owner, false)))
	w.add(sodium, "VersOne1")
	restored := func(software *domain.Software, origin *domain.Origin, more ...any) contract.HostedServer {
		t.Helper()
		w.Happen("server-"+one, owner, domain.RestoreRequested{Server: one, Backup: "Good0001"})
		e := domain.Restored{Seen: domain.Seen{Server: one, Node: host}, Backup: "Good0001", Until: w.now, Software: software, Origin: origin}
		w.Happen("server-"+one, "", append([]any{e}, more...)...)
		return w.record(owner)
	}
	of := func(s contract.HostedServer) string {
		out := ""
		for _, part := range []*string{s.Loader, s.LoaderVersion, s.GameVersion} {
			if part != nil {
				out += *part + " "
			}
		}
		if s.Upstream != nil {
			out += s.Upstream.ProjectID + " " + s.Upstream.VersionID
		}
		return strings.TrimSpace(out)
	}
	if got := of(w.record(owner)); got != "Fabric 0.16.9 1.21.8 "+modpack+" Vers0001" {
		t.Fatal(got)
	}
	fabric := domain.Software{Kind: domain.Jar, Jar: "server.jar", Loader: "Fabric", LoaderVersion: "0.16.9", GameVersion: "1.21.8"}
	paper := domain.Software{Kind: domain.Jar, Jar: "paper.jar", Loader: "Paper", LoaderVersion: "129", GameVersion: "1.20.1"}
	gone := domain.ContentRemoved{Server: one, Project: sodium, Version: "VersOne1", Folder: domain.Mods, File: "VersOne1.jar", SHA512: "hash of VersOne1", Cause: domain.LostByRestore}
	for _, c := range []struct {
		software *domain.Software
		origin   *domain.Origin
		want     string
	}{
		{nil, nil, "Fabric 0.16.9 1.21.8 " + modpack + " Vers0001"},     // a backup of before
		{&fabric, nil, "Fabric 0.16.9 1.21.8 " + modpack + " Vers0001"}, // the same, and nothing is known of the modpack
		{&paper, nil, "Paper 129 1.20.1"},
		{&fabric, &domain.Origin{Project: modpack, Version: "Vers0002"}, "Fabric 0.16.9 1.21.8 " + modpack + " Vers0002"},
		{&fabric, &domain.Origin{}, "Fabric 0.16.9 1.21.8"},
		{&domain.Software{Kind: domain.None}, &domain.Origin{}, ""},
	} {
		if got := of(restored(c.software, c.origin)); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	restored(&paper, &domain.Origin{}, gone)
	if list := ask[server.HostedMods](w, 200, owner, base+"/"+one+"/mods"); len(list) != 0 {
		t.Errorf("%+v", list)
	}
	var removals int
	if err := w.DB.Pool.QueryRow(t.Context(), `select count(*) from server.removals where server = $1`, one).Scan(&removals); err != nil || removals != 0 {
		t.Errorf("the node shall remove %d files that are gone: %v", removals, err)
	}
	entries := ask[contract.HostedHistory](w, 200, owner, "/_internal/server/"+one+"/history").Entries
	if e := entries[0]; e.Kind != "content-removed" || e.Detail["cause"] != "restore" || e.Actor != nil || e.Project == nil {
		t.Errorf("%+v", e)
	}
	if e := entries[1]; e.Kind != "restored" || e.Detail["loader"] != "Paper" || e.Detail["game_version"] != "1.20.1" {
		t.Errorf("%+v", e)
	}
	w.verified()
}
