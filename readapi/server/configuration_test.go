package server_test

import (
	"crypto/sha256"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/contract/node"
	domain "github.com/modyard/modyard/domain/server"
)

const configuration = "/_internal/server/" + one + "/configuration"

// looked is when the node has looked last: before the events are recorded.
func looked() time.Time { return time.Date(2020, 5, 1, 12, 0, 0, 0, time.UTC) }

// configures lets the node report files at a time before now, and keeps their contents. An empty content is a file that is gone.
func (w *world) configures(before time.Duration, cause domain.ConfigurationCause, account string, contents map[string]string) int64 {
	w.t.Helper()
	e := domain.RunConfigurationChanged{
		Seen: domain.Seen{Server: one, Node: host, At: looked().Add(-before)}, Cause: cause, Account: account,
	}
	if account != "" {
		e.Token = "Credent1"
	}
	for path, content := range contents {
		f := domain.ConfigurationFile{Path: path, Size: int64(len(content)), Gone: content == ""}
		if !f.Gone {
			f.Hash = fmt.Sprintf("%x", sha256.Sum256([]byte(content)))
			w.kept[f.Hash] = content
			if _, err := w.DB.Pool.Exec(w.t.Context(), `insert into hosting.configurations (server, hash, size, at) values ($1, $2, $3, now()) on conflict do nothing`, one, f.Hash, f.Size); err != nil {
				w.t.Fatal(err)
			}
		}
		e.Files = append(e.Files, f)
	}
	return int64(w.Happen("serverrun-"+one, "", e))
}

func difference(w *world, as, path string, before, after int64) contract.HostedConfigurationDiff {
	query := fmt.Sprintf("/diff?path=%s&after=%d", url.QueryEscape(path), after)
	if before != 0 {
		query += fmt.Sprintf("&before=%d", before)
	}
	return ask[contract.HostedConfigurationDiff](w, 200, as, configuration+query)
}

func TestTheFilesAreThoseOfAMomentWithWhoChangedThem(t *testing.T) {
	w := newWorld(t)
	if got := ask[contract.HostedConfigurationFiles](w, 200, owner, configuration); len(got.Files) != 0 {
		t.Fatalf("%+v", got)
	}
	w.configures(3*time.Hour, domain.ByFirstLook, "", map[string]string{"/server.properties": "pvp=true\n", "/config/a.toml": "a = 1\n"})
	w.configures(2*time.Hour, domain.ByAccount, owner, map[string]string{"/server.properties": "pvp=false\n"})
	w.configures(time.Hour, domain.ByProcess, "", map[string]string{"/config/a.toml": ""})
	list := func(query string) (out []string) {
		for _, f := range ask[contract.HostedConfigurationFiles](w, 200, owner, configuration+query).Files {
			line := f.Path + " " + f.State + " " + f.Cause
			if f.By != nil {
				line += " " + f.By.Username
			}
			if f.Credential != nil {
				line += " " + f.Credential.ID
			}
			out = append(out, line)
		}
		return out
	}
	for query, want := range map[string]string{
		"": "/config/a.toml gone process|/server.properties text account 晚风 Credent1",
		"?at=" + looked().Add(-150*time.Minute).Format(time.RFC3339): "/config/a.toml text found|/server.properties text found",
		"?at=" + looked().Add(-4*time.Hour).Format(time.RFC3339):     "",
	} {
		if got := strings.Join(list(query), "|"); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	ask[any](w, 400, owner, configuration+"?at=yesterday")
	ask[any](w, 404, other, configuration)
}

func TestRevisionsAreListedInPagesNewestFirst(t *testing.T) {
	w := newWorld(t)
	var positions []int64
	for n := range 5 {
		positions = append(positions, w.configures(time.Duration(5-n)*time.Hour, domain.ByProcess, "", map[string]string{"/server.properties": fmt.Sprintf("n=%d\n", n)}))
	}
	var got []int64
	query := configuration + "/revisions?path=/server.properties&limit=2"
	for next := query; next != ""; {
		page := ask[contract.HostedConfigurationRevisions](w, 200, owner, next)
		for _, r := range page.Revisions {
			got = append(got, r.Position)
			if !r.Kept || r.State != "text" {
				t.Errorf("%+v", r)
			}
		}
		next = ""
		if page.Next != nil {
			next = fmt.Sprintf("%s&before=%d", query, *page.Next)
		}
	}
	if len(got) != 5 || got[0] != positions[4] || got[4] != positions[0] {
		t.Errorf("%v, want %v reversed", got, positions)
	}
	if page := ask[contract.HostedConfigurationRevisions](w, 200, owner, configuration+"/revisions?path=/nothing.yml"); len(page.Revisions) != 0 {
		t.Errorf("%+v", page)
	}
	ask[any](w, 400, owner, configuration+"/revisions?path=/"+strings.Repeat("x", 512))
	ask[any](w, 400, owner, configuration+"/revisions")
}

func TestTwoRevisionsDifferByLinesAndSettings(t *testing.T) {
	w := newWorld(t)
	first := w.configures(3*time.Hour, domain.ByFirstLook, "", map[string]string{"/server.properties": "#a\npvp=true\nmotd=hello\nrcon.password=one\n"})
	second := w.configures(2*time.Hour, domain.ByProcess, "", map[string]string{"/server.properties": "#a\npvp=false\nrcon.password=two\nseed=7\n"})
	d := difference(w, owner, "/server.properties", first, second)
	var keys []string
	for _, k := range d.Keys {
		show := func(v *string) string {
			if v == nil {
				return "-"
			}
			return *v
		}
		keys = append(keys, k.Key+" "+show(k.Before)+" "+show(k.After))
	}
	if got := strings.Join(keys, "|"); got != "motd hello -|pvp true false|rcon.password one two|seed - 7" || *d.After.Text != "#a\npvp=false\nrcon.password=two\nseed=7\n" {
		t.Errorf("%s", got)
	}
	if d := difference(w, owner, "/server.properties", 0, first); d.Before.State != "gone" || len(d.Keys) != 3 {
		t.Errorf("%+v", d)
	}
	ask[any](w, 404, owner, fmt.Sprintf("%s/diff?path=/server.properties&after=%d", configuration, second+1000))
	ask[any](w, 404, owner, fmt.Sprintf("%s/content?path=/config/a.toml&revision=%d", configuration, second)) // of another file
}

func TestAMemberWhoReadsNoFilesSeesNoSecret(t *testing.T) {
	w := newWorld(t)
	w.Account(other, "夜航", "user")
	w.Happen("server-"+one, owner, domain.MemberInvited{Server: one, Account: other, Role: domain.ViewerRole})
	w.Happen("server-"+one, other, domain.MemberJoined{Server: one, Account: other})
	secret := "#rcon.password=hunter1\npvp=true\nrcon.password=hunter2\nmanagement-server-secret=hunter3\nApi-Token:hunter4\nmotd=a\\nrcon.password=b\n"
	first := w.configures(3*time.Hour, domain.ByFirstLook, "", map[string]string{"/server.properties": secret, "/config/a.toml": "password = 'hunter5'\n"})
	second := w.configures(2*time.Hour, domain.ByProcess, "", map[string]string{"/server.properties": strings.ReplaceAll(secret, "hunter", "rabbit")})
	d := difference(w, other, "/server.properties", first, second)
	all := *d.Before.Text + *d.After.Text
	for _, k := range d.Keys {
		if k.Before != nil || k.After != nil || !k.Secret {
			t.Errorf("%+v", k)
		}
	}
	if d.Before.State != "masked" || strings.Contains(all, "hunter") || strings.Contains(all, "rabbit") || !strings.Contains(all, "pvp=true") || len(d.Keys) != 3 {
		t.Errorf("%s %+v", all, d.Keys)
	}
	c := ask[contract.HostedConfigurationContent](w, 200, other, fmt.Sprintf("%s/content?path=/config/a.toml&revision=%d", configuration, first))
	if c.State != "hidden" || c.Text != nil {
		t.Errorf("%+v", c)
	}
	if c := ask[contract.HostedConfigurationContent](w, 200, owner, fmt.Sprintf("%s/content?path=/config/a.toml&revision=%d", configuration, first)); c.State != "text" || *c.Text != "password = 'hunter5'\n" {
		t.Errorf("%+v", c)
	}
}

func TestAContentThatIsNotThereSaysWhy(t *testing.T) {
	w := newWorld(t)
	state := func(path string, revision int64) contract.HostedConfigurationContent {
		return ask[contract.HostedConfigurationContent](w, 200, owner, fmt.Sprintf("%s/content?path=%s&revision=%d", configuration, path, revision))
	}
	missing := w.configures(5*time.Hour, domain.ByProcess, "", map[string]string{"/config/a.yml": "a"})
	clear(w.kept)
	if c := state("/config/a.yml", missing); c.State != "missing" || c.Text != nil {
		t.Errorf("%+v", c)
	}
	gone := w.configures(4*time.Hour, domain.ByProcess, "", map[string]string{"/config/a.yml": ""})
	if c := state("/config/a.yml", gone); c.State != "gone" {
		t.Errorf("%+v", c)
	}
	large := int64(w.Happen("serverrun-"+one, "", domain.RunConfigurationChanged{
		Seen: domain.Seen{Server: one, Node: host, At: w.now}, Cause: domain.ByProcess, Files: []domain.ConfigurationFile{{Path: "/config/a.yml", Size: node.MaxConfiguration + 1}},
	}))
	if c := state("/config/a.yml", large); c.State != "unreadable" {
		t.Errorf("%+v", c)
	}
	foreign := w.configures(time.Hour, domain.ByProcess, "", map[string]string{"/config/a.yml": "motd: caf\xe9"})
	if c := state("/config/a.yml", foreign); c.State != "text" || !c.Foreign || *c.Text != "motd: caf\uFFFD" {
		t.Errorf("%+v", c)
	}
}

func TestARestoreIsMarkedWithTheRevisionThatItCameFrom(t *testing.T) {
	w := newWorld(t)
	first := w.configures(3*time.Hour, domain.ByFirstLook, "", map[string]string{"/server.properties": "pvp=true\n"})
	w.configures(2*time.Hour, domain.ByProcess, "", map[string]string{"/server.properties": "pvp=false\n"})
	restores := func(before time.Duration, r domain.ConfigurationRestored) {
		w.Happen("serverrun-"+one, "", domain.RunConfigurationChanged{
			Seen: domain.Seen{Server: one, Node: host, At: looked().Add(-before)}, Cause: domain.ByAccount, Account: owner, Token: "Credent1", Restored: &r,
			Files: []domain.ConfigurationFile{{Path: "/server.properties", Size: 9}},
		})
	}
	restores(time.Hour, domain.ConfigurationRestored{Revision: first, Key: "pvp"})
	restores(time.Minute, domain.ConfigurationRestored{Revision: first + 1000})
	w.Happen("server-"+one, "", domain.ConfigurationRestoreFailed{Server: one, Path: "/server.properties", Key: "pvp", Revision: first, Cause: domain.NotWrittenDisk})
	list := ask[contract.HostedConfigurationRevisions](w, 200, owner, configuration+"/revisions?path=/server.properties").Revisions
	if len(list) != 4 || list[3].Restored != nil || list[2].Restored != nil {
		t.Fatalf("%+v", list)
	}
	if r := list[1].Restored; r == nil || r.Position != first || r.Key != "pvp" || r.At == nil || !r.At.Equal(looked().Add(-3*time.Hour)) {
		t.Errorf("%+v", r)
	}
	if r := list[0].Restored; r == nil || r.Position != first+1000 || r.Key != "" || r.At != nil {
		t.Errorf("a revision that the file does not have: %+v", r)
	}
	if f := ask[contract.HostedConfigurationFiles](w, 200, owner, configuration).Files; len(f) != 1 || f[0].Restored == nil {
		t.Errorf("%+v", f)
	}
	entries := ask[contract.HostedHistory](w, 200, owner, "/_internal/server/"+one+"/history?kind=settings").Entries
	if e := entries[0]; e.Kind != "configuration-restore-failed" || e.Detail["cause"] != "disk" || e.Detail["key"] != "pvp" || e.Detail["revision"] != float64(first) || e.Actor != nil {
		t.Errorf("%+v", e)
	}
	if e := entries[2]; e.Kind != "configuration-changed" || e.Detail["key"] != "pvp" || e.Detail["revision"] != float64(first) || e.Detail["path"] != "/server.properties" {
		t.Errorf("%+v", e)
	}
	w.verified()
}
