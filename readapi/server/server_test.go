package server_test

import (
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/erasable"
	domain "github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/readapi/server"
)

func TestAServerIsForItsOwnerAndForAdministrators(t *testing.T) {
	w := newWorld(t)
	for as, status := range map[string]int{"": 401, other: 404, staff: 404, owner: 200, admin: 200} {
		for _, path := range []string{base + "/" + one, "/_internal/server/" + one + "/history"} {
			ask[map[string]any](w, status, as, path)
		}
	}
	ask[any](w, 404, owner, base+"/Nowhere1")
	if list := ask[contract.HostedList](w, 200, owner, base); len(list.Servers) != 2 || list.Pagination.TotalItems != 2 || list.Pagination.TotalPages != 1 {
		t.Errorf("%+v", list.Pagination)
	}
	if list := ask[contract.HostedList](w, 200, admin, base); len(list.Servers) != 0 {
		t.Error("the list of an administrator has the servers of others")
	}
	for as, status := range map[string]int{owner: 401, staff: 401, admin: 200} {
		ask[contract.HostedList](w, status, as, "/_internal/servers")
		ask[contract.HostNodes](w, status, as, "/_internal/nodes")
	}
}

func TestTheStateOfAServerIsWhatItsNodeObservesWhileItIsThere(t *testing.T) {
	w := newWorld(t)
	if s := ask[contract.HostedServer](w, 200, owner, base+"/"+one); s.Power.State != node.StateUnknown || s.Host != nil || s.Game != "Minecraft" || *s.Loader != "NeoForge" {
		t.Errorf("before the node ever came: %+v", s)
	}
	since := w.now.Add(-time.Hour)
	w.connect("1 second", &node.Observed{Server: one, Generation: 1, State: node.StateRunning, Since: since, Players: &node.Players{Online: 2, Max: 20, Names: []string{"阿青"}}})
	s := ask[contract.HostedServer](w, 200, owner, base+"/"+one)
	if s.Power.State != node.StateRunning || !s.Power.Since.Equal(since) || s.Power.Players.Online != 2 || s.Pending || !s.Host.Connected || s.Host.Tier != "plain" || len(s.Host.Unlimited) != 2 {
		t.Errorf("%+v %+v", s.Power, s.Host)
	}
	if s.Net.Port != 25565 || *s.Net.IP != "n1.example.org" || s.Node.Instance != "n1.example.org:8443" {
		t.Errorf("the address is %+v, not the one with which the node joined", s.Net)
	}
	w.Happen("server-"+one, owner, domain.Renamed{Server: one, Name: erasable.Of(owner, "新名")})
	if s := ask[contract.HostedServer](w, 200, owner, base+"/"+one); !s.Pending || s.Name != "新名" {
		t.Errorf("a change that the node has not applied is pending: %+v", s)
	}
	w.connect("40 seconds", nil)
	if s := ask[contract.HostedServer](w, 200, owner, base+"/"+one); s.Power.State != node.StateUnknown || s.Host.Connected || s.Power.Players != nil {
		t.Errorf("a node that says nothing for half a minute is away: %+v", s.Power)
	}
}

func TestAConsoleTokenSaysWhoMayDoWhatAndForTenMinutes(t *testing.T) {
	w := newWorld(t)
	ask[any](w, 502, owner, base+"/"+one+"/ws")
	w.connect("1 second", nil)
	auth := ask[contract.NodeAuth](w, 200, owner, base+"/"+one+"/ws")
	if auth.URL != "n1.example.org:8443/modyard/v0/servers/"+one+"/ws" || auth.Token != "signed" {
		t.Errorf("%+v", auth)
	}
	if c := w.claims; c.Audience != host || c.Subject != owner || c.Server != one || c.ID != "Credent1" || c.Expires-c.NotBefore != 600 || strings.Join(c.Scopes, " ") != "console commands" {
		t.Errorf("%+v", c)
	}
	w.scopes = identity.ScopeServerRead
	ask[contract.NodeAuth](w, 200, owner, base+"/"+one+"/ws")
	if got := strings.Join(w.claims.Scopes, " "); got != "console" {
		t.Errorf("a token that only reads may %s", got)
	}
	w.scopes = identity.AllScopes
	w.Happen("server-"+one, admin, domain.Suspended{Server: one, Owner: owner, Suspension: domain.Moderated})
	ask[any](w, 403, owner, base+"/"+one+"/ws")
	if s := ask[contract.HostedServer](w, 200, owner, base+"/"+one); s.Status != "suspended" || *s.SuspensionReason != "moderated" || !s.Suspended {
		t.Errorf("%+v", s)
	}
	w.Happen("server-"+two, admin, domain.Deleted{Server: two, Owner: owner})
	ask[any](w, 404, owner, base+"/"+two+"/ws")
	ask[any](w, 409, admin, base+"/"+two+"/ws")
}

func TestATokenForFilesWritesOnlyWhereTheCallerMayChangeServers(t *testing.T) {
	w := newWorld(t)
	ask[any](w, 404, other, base+"/"+one+"/fs")
	ask[any](w, 502, owner, base+"/"+one+"/fs")
	w.connect("1 second", nil)
	auth := ask[contract.NodeAuth](w, 200, owner, base+"/"+one+"/fs")
	if auth.URL != "n1.example.org:8443"+node.PathFiles || auth.Token != "signed" {
		t.Errorf("%+v", auth)
	}
	if c := w.claims; c.Audience != host || c.Subject != owner || c.Server != one || c.Expires-c.NotBefore != 600 || strings.Join(c.Scopes, " ") != "files-read files-write" {
		t.Errorf("%+v", c)
	}
	w.scopes = identity.ScopeServerRead | identity.ScopeServerPower
	ask[contract.NodeAuth](w, 200, owner, base+"/"+one+"/fs")
	if got := strings.Join(w.claims.Scopes, " "); got != "files-read" {
		t.Errorf("a token that may not write may %s", got)
	}
	w.scopes = identity.AllScopes
	w.Happen("server-"+one, admin, domain.Suspended{Server: one, Owner: owner, Suspension: domain.Moderated})
	ask[any](w, 403, owner, base+"/"+one+"/fs")
}

func TestTheHistoryNamesWhoDecidedAndWhatTheNodeSaw(t *testing.T) {
	w := newWorld(t)
	w.Happen("server-"+one, owner, domain.PowerRequested{Server: one, Action: domain.Start})
	w.Happen("serverrun-"+one, "", domain.RunStarted{Seen: domain.Seen{Server: one, Node: host, Sequence: 1, Incarnation: "i", At: w.now, Run: "r"}})
	w.Happen("serverrun-"+one, "", domain.RunCrashed{
		Seen: domain.Seen{Server: one, Node: host, Sequence: 2, Incarnation: "i", At: w.now, Run: "r"}, Exit: domain.Exit{Code: 1, OutOfMemory: true, Seconds: 7}, Cause: "not-ready",
	})
	w.Happen("server-"+one, admin, domain.Suspended{Server: one, Owner: owner, Suspension: domain.Moderated})
	h := ask[contract.HostedHistory](w, 200, owner, "/_internal/server/"+one+"/history")
	kinds := ""
	for _, e := range h.Entries {
		kinds += e.Kind + " "
		if e.Kind == "power" && (e.Actor == nil || e.Actor.Username != "晚风" || e.Detail["action"] != "start") {
			t.Errorf("%+v", e)
		}
		if e.Kind == "suspended" && e.Actor != nil {
			t.Error("the owner learns which administrator suspended the server")
		}
		if e.Kind == "crashed" && (e.Detail["code"] != 1.0 || e.Detail["out_of_memory"] != true || e.Detail["cause"] != "not-ready") {
			t.Errorf("%+v", e)
		}
	}
	if kinds != "suspended crashed started power provisioned " {
		t.Error(kinds)
	}
	if h := ask[contract.HostedHistory](w, 200, admin, "/_internal/server/"+one+"/history?limit=1"); h.Entries[0].Actor == nil || h.Next == nil {
		t.Errorf("%+v", h)
	} else if next := ask[contract.HostedHistory](w, 200, admin, "/_internal/server/"+one+"/history?limit=1&before="+strconv.FormatInt(*h.Next, 10)); next.Entries[0].Kind != "crashed" {
		t.Errorf("%+v", next)
	}
	s := ask[contract.HostedServer](w, 200, owner, base+"/"+one)
	if s.LastRun.Seen != "crashed" || *s.LastRun.Code != 1 || !s.LastRun.OutOfMemory || s.LastCrash == nil || s.Power.Wanted {
		t.Errorf("%+v", s.LastRun)
	}
}

func TestAMemberSeesWhatItsRoleAllowsAndAnInvitedAccountTheInvitationAlone(t *testing.T) {
	w := newWorld(t)
	w.connect("1 second", nil)
	w.Account(other, "阿青", "user")
	w.Happen("server-"+one, owner, domain.MemberInvited{Server: one, Account: other, Role: domain.ViewerRole, Until: w.now.Add(time.Hour)})
	ask[any](w, 404, other, base+"/"+one)
	ask[any](w, 404, other, "/v3/server/"+one+"/members")
	list := ask[contract.HostedInvitations](w, 200, other, "/_internal/server-invitations")
	if len(list.Invitations) != 1 || list.Invitations[0].Server != one || list.Invitations[0].Name != "服 "+one || list.Invitations[0].Inviter.Username != "晚风" || list.Invitations[0].Role != "viewer" {
		t.Errorf("%+v", list)
	}
	if list := ask[contract.HostedInvitations](w, 200, owner, "/_internal/server-invitations"); len(list.Invitations) != 0 {
		t.Errorf("%+v", list)
	}
	w.Happen("server-"+one, other, domain.MemberJoined{Server: one, Account: other})
	s := ask[contract.HostedServer](w, 200, other, base+"/"+one)
	if s.Role != "viewer" || s.Permissions != 1 {
		t.Errorf("role %s, rights %b", s.Role, s.Permissions)
	}
	if list := ask[contract.HostedList](w, 200, other, base); len(list.Servers) != 1 || list.Pagination.TotalItems != 1 {
		t.Errorf("%+v", list)
	}
	if s := ask[contract.HostedServer](w, 200, owner, base+"/"+one); s.Role != "owner" || s.Permissions != 1<<10-1 {
		t.Errorf("%s %b", s.Role, s.Permissions)
	}
	if s := ask[contract.HostedServer](w, 200, admin, base+"/"+one); s.Role != "admin" || s.Permissions != 1<<10-1 {
		t.Errorf("%s %b", s.Role, s.Permissions)
	}
	ask[any](w, 403, other, base+"/"+one+"/fs")
	ask[contract.NodeAuth](w, 200, other, base+"/"+one+"/ws")
	if got := strings.Join(w.claims.Scopes, " "); got != "console" || w.claims.Epoch != 0 {
		t.Errorf("a viewer may %s", got)
	}
	members := ask[contract.HostedMembers](w, 200, other, "/v3/server/"+one+"/members").Members
	if len(members) != 2 || members[0].State != "owner" || members[1].State != "joined" || members[1].User.Username != "阿青" {
		t.Errorf("%+v", members)
	}
	w.Happen("server-"+one, owner, domain.MemberRoleSet{Server: one, Account: other, From: domain.ViewerRole, Role: domain.EditorRole})
	ask[contract.NodeAuth](w, 200, other, base+"/"+one+"/fs")
	if got := strings.Join(w.claims.Scopes, " "); got != "files-read files-write" {
		t.Errorf("an editor may %s", got)
	}
	w.Happen("server-"+one, owner, domain.MemberRemoved{Server: one, Account: other})
	ask[any](w, 404, other, base+"/"+one)
	if list := ask[contract.HostedList](w, 200, other, base); len(list.Servers) != 0 {
		t.Errorf("%+v", list)
	}
	w.Happen("server-"+one, owner, domain.MemberInvited{Server: one, Account: other, Role: domain.ViewerRole, Until: w.now.Add(time.Hour)})
	w.Happen("server-"+one, other, domain.MemberJoined{Server: one, Account: other})
	ask[contract.NodeAuth](w, 200, other, base+"/"+one+"/ws")
	if w.claims.Epoch != 5 {
		t.Errorf("the epoch is %d, want that of the removal, the fifth event", w.claims.Epoch)
	}
	w.Happen("server-"+one, owner, domain.HandedOver{Server: one, Owner: owner, Account: other})
	if s := ask[contract.HostedServer](w, 200, other, base+"/"+one); s.Role != "owner" || s.OwnerID != other || s.Owner.Username != "阿青" {
		t.Errorf("%+v", s)
	}
	h := ask[contract.HostedHistory](w, 200, other, "/_internal/server/"+one+"/history")
	if e := h.Entries[0]; e.Kind != "handed-over" || e.Subject == nil || e.Subject.Username != "阿青" {
		t.Errorf("%+v", e)
	}
}

func TestTheStartIsTheDefaultUntilItIsDecided(t *testing.T) {
	w := newWorld(t)
	at := base + "/" + one + "/startup"
	ask[any](w, 404, other, at)
	if s := ask[contract.HostedStartup](w, 200, owner, at); s.Invocation != nil || s.JDKVersion != nil || s.Original != "" || len(s.Java) != 0 {
		t.Errorf("%+v", s)
	}
	w.connect("1 second", &node.Observed{Server: one, State: node.StateStopped, Invocation: "java -jar server.jar nogui"})
	if _, err := w.DB.Pool.Exec(t.Context(), `update hosting.links set host = '{"java":["lts21/temurin"]}'`); err != nil {
		t.Fatal(err)
	}
	line := erasable.Of(owner, "java -Xmx1G -jar server.jar")
	w.Happen("server-"+one, owner, domain.StartupSet{Server: one, Invocation: &line, JDKVersion: "lts21"})
	s := ask[contract.HostedStartup](w, 200, owner, at)
	if *s.Invocation != line.Text || s.Original != "java -jar server.jar nogui" || *s.JDKVersion != "lts21" || s.JDKBuild != nil || s.Java[0] != "lts21/temurin" {
		t.Errorf("%+v", s)
	}
	w.Happen("server-"+one, owner, domain.StartupSet{Server: one})
	if s := ask[contract.HostedStartup](w, 200, owner, at); s.Invocation != nil || s.JDKVersion != nil {
		t.Errorf("%+v", s)
	}
}

func TestDecidedSettingsSayWhoDecidedAndHideSecretsFromThoseWhoReadNoFiles(t *testing.T) {
	w := newWorld(t)
	at := "/v3/server/" + one + "/properties"
	ask[any](w, 404, other, at)
	if p := ask[contract.HostedProperties](w, 200, owner, at); len(p.Decided) != 0 || p.Generation != 1 {
		t.Errorf("%+v", p)
	}
	set := func(as, key, value string) {
		w.Happen("server-"+one, as, domain.PropertiesSet{Server: one, Values: []domain.Property{{Key: key, Value: erasable.Of(owner, value)}}})
	}
	set(owner, "motd", "旧")
	set(owner, "motd", "新")
	set(owner, "rcon.password", "geheim")
	w.connect("1 second", &node.Observed{Server: one, Generation: 4, Settings: 3, State: node.StateStopped})
	p := ask[contract.HostedProperties](w, 200, owner, at)
	if m := p.Decided["motd"]; *m.Value != "新" || m.Pending || m.Secret || m.By.Username != "晚风" {
		t.Errorf("%+v", m)
	}
	if s := p.Decided["rcon.password"]; *s.Value != "geheim" || !s.Pending || !s.Secret || p.Generation != 4 {
		t.Errorf("%+v", s)
	}
	w.Happen("server-"+one, owner, domain.MemberInvited{Server: one, Account: other, Role: domain.ViewerRole, Until: w.now.Add(time.Hour)})
	w.Happen("server-"+one, other, domain.MemberJoined{Server: one, Account: other})
	if p := ask[contract.HostedProperties](w, 200, other, at); p.Decided["rcon.password"].Value != nil || *p.Decided["motd"].Value != "新" {
		t.Errorf("a viewer reads %+v", p)
	}
	h := ask[contract.HostedHistory](w, 200, owner, "/_internal/server/"+one+"/history")
	if doc, _ := json.Marshal(h); strings.Contains(string(doc), "geheim") || !strings.Contains(string(doc), "rcon.password") {
		t.Errorf("the history says %s", doc)
	}
	w.Happen("account-"+owner, "", account.Erased{Account: owner})
	if p := ask[contract.HostedProperties](w, 200, other, at); len(p.Decided) != 0 {
		t.Errorf("after the erasure of the owner: %+v", p)
	}
}

func TestAConfigurationFileIsReadFromTheNodeByItsName(t *testing.T) {
	w := newWorld(t)
	at := base + "/" + one + "/config/"
	ask[any](w, 404, other, at+"ServerProperties")
	for _, name := range []string{"server.properties", "serverproperties", "..%2Fserver.properties", "%2Fetc%2Fpasswd"} {
		ask[any](w, 404, owner, at+name)
	}
	ask[any](w, 502, owner, at+"ServerProperties")
	w.connect("1 second", nil)
	w.file = []byte("#c\nmotd=\\u00a7b hi = x\nonline-mode=true\npvp=false\nmax-players=20\nlevel-seed=007\nbig=99999999999999999999\nempty=\n")
	got := ask[map[string]any](w, 200, owner, at+"ServerProperties")
	if got["motd"] != "§b hi = x" || got["online-mode"] != true || got["pvp"] != false || got["max-players"] != 20.0 || got["level-seed"] != "007" ||
		got["big"] != "99999999999999999999" || got["empty"] != "" {
		t.Errorf("%+v", got)
	}
	if w.asked != "https://n1.example.org:8443"+node.PathFiles+"/download?path=%2Fserver.properties signed" || strings.Join(w.claims.Scopes, " ") != "files-read" || w.claims.Subject != owner {
		t.Errorf("%s %+v", w.asked, w.claims)
	}
	for status, failed := range map[int]error{404: server.ErrNoFile, 413: server.ErrTooLarge, 502: io.ErrUnexpectedEOF} {
		w.failed = failed
		ask[any](w, status, owner, at+"ServerProperties")
	}
	w.failed = nil
	w.Happen("server-"+one, owner, domain.MemberInvited{Server: one, Account: other, Role: domain.ViewerRole, Until: w.now.Add(time.Hour)})
	w.Happen("server-"+one, other, domain.MemberJoined{Server: one, Account: other})
	ask[any](w, 403, other, at+"ServerProperties")
	w.Happen("server-"+one, admin, domain.Suspended{Server: one, Owner: owner, Suspension: domain.Moderated})
	ask[any](w, 403, owner, at+"ServerProperties")
}

func TestPortsAndTheSubdomainOfAServer(t *testing.T) {
	w := newWorld(t)
	at := base + "/" + one + "/allocations"
	ask[any](w, 404, other, at)
	if list := ask[contract.HostedAllocations](w, 200, owner, at); list == nil || len(list) != 0 {
		t.Errorf("%+v", list)
	}
	for port, name := range map[int]string{25568: "地图", 25567: "投票"} {
		w.Happen("server-"+one, owner, domain.AllocationReserved{Server: one, Node: host, Port: port, Name: erasable.Of(owner, name)})
	}
	w.Happen("server-"+one, owner, domain.AllocationRenamed{Server: one, Port: 25568, Name: erasable.Of(owner, "网页地图")})
	w.Happen("server-"+one, owner, domain.SubdomainSet{Server: one, Subdomain: "mengwu"})
	list := ask[contract.HostedAllocations](w, 200, owner, at)
	if len(list) != 2 || list[0] != (contract.HostedAllocation{Port: 25567, Name: "投票"}) || list[1].Name != "网页地图" {
		t.Errorf("%+v", list)
	}
	if s := ask[contract.HostedServer](w, 200, owner, base+"/"+one); s.Net.Domain != "mengwu.play.example.org" || s.Net.Port != 25565 {
		t.Errorf("%+v", s.Net)
	}
	w.Happen("server-"+one, owner, domain.AllocationReleased{Server: one, Node: host, Port: 25567})
	if list := ask[contract.HostedAllocations](w, 200, owner, at); len(list) != 1 || list[0].Port != 25568 {
		t.Errorf("%+v", list)
	}
	w.Happen("account-"+owner, "", account.Erased{Account: owner})
	if list := ask[contract.HostedAllocations](w, 200, admin, at); list[0].Name != erasable.Erased {
		t.Errorf("%+v", list)
	}
}

func TestTheNamesOfAnErasedAccountAreBlank(t *testing.T) {
	w := newWorld(t)
	w.Happen("account-"+owner, "", account.Erased{Account: owner})
	if s := ask[contract.HostedServer](w, 200, admin, base+"/"+one); s.Name != erasable.Erased {
		t.Errorf("the name is %q", s.Name)
	}
}
