package main

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/config"
	"github.com/modyard/modyard/platform/dnsupdate/dnstest"
)

// namedSite is a site that names its servers in a zone, with a tenant, by its session and its id, and a node that has joined.
func namedSite(t *testing.T) (s *testSite, zone *dnstest.Server, owner, account string) {
	t.Helper()
	zone = dnstest.Start(t, "example.org")
	s = newTestSiteWith(t, app.SiteOptions{}, func(c *config.Config) { c.HostingDomain, c.HostingDNSURL = "play.example.org", zone.URL() })
	owner = s.person("mieter", identity.RoleUser)
	a, err := s.Identity.Account(t.Context(), "mieter")
	if err != nil {
		t.Fatal(err)
	}
	s.until("the place of the reactor", func() bool {
		return s.count(`SELECT count(*) FROM reactors.consumers WHERE name = 'server-names' AND position IS NOT NULL`) == 1
	})
	s.happen("node-NodeOne1", server.NodeAdded{Node: "NodeOne1", Name: "一号", FirstPort: 25565, LastPort: 25664}, server.NodeJoined{Node: "NodeOne1", Key: "k", Address: "https://192.0.2.7:8443"})
	return s, zone, owner, a.ID
}

func TestASubdomainIsWrittenToTheZoneAndFollowsItsServer(t *testing.T) {
	t.Parallel()
	s, zone, owner, account := namedSite(t)
	const id, base = "ServOne1", "/hosting/modyard/v0/servers/ServOne1"
	s.happen("server-"+id, server.Provisioned{
		Server: id, Owner: account, Node: "NodeOne1", Port: 25570, Software: server.Software{Kind: server.StandIn},
	})
	s.caughtUp()
	leads := func(what string, want ...string) {
		t.Helper()
		s.until(what, func() bool { return slices.Equal(zone.Records(), want) })
	}
	state := func(want string) {
		t.Helper()
		s.until("the state "+want, func() bool {
			return strings.Contains(string(s.ask(owner, http.MethodGet, base, nil).Body), `"domain_state":`+want)
		})
	}
	if got := s.ask(owner, http.MethodPost, base+"/subdomain", map[string]any{"subdomain": "mengwu"}); got.Status >= 300 {
		t.Fatalf("%d %s", got.Status, got.Body)
	}
	leads("the name", "_minecraft._tcp.mengwu.play.example.org. 60 IN SRV 0 0 25570 mengwu.play.example.org.", "mengwu.play.example.org. 60 IN A 192.0.2.7")
	state(`"held"`)
	// The node joins again at another address, whose name is an alias.
	s.happen("node-NodeOne1", server.NodeJoined{Node: "NodeOne1", Key: "k", Address: "https://node-1.example.org"})
	leads("the alias", "_minecraft._tcp.mengwu.play.example.org. 60 IN SRV 0 0 25570 node-1.example.org.", "mengwu.play.example.org. 60 IN CNAME node-1.example.org.")
	if got := s.ask(owner, http.MethodPost, base+"/subdomain", map[string]any{"subdomain": "xinwu"}); got.Status >= 300 {
		t.Fatalf("%d %s", got.Status, got.Body)
	}
	leads("the new name alone", "_minecraft._tcp.xinwu.play.example.org. 60 IN SRV 0 0 25570 node-1.example.org.", "xinwu.play.example.org. 60 IN CNAME node-1.example.org.")
	s.until("the row of the former name is gone", func() bool { return s.count(`SELECT count(*) FROM hosting.names`) == 1 })
	s.happen("server-"+id, server.Deleted{Server: id})
	leads("a deleted server has no name")
	s.happen("server-"+id, server.Returned{Server: id})
	leads("a server that came back", "_minecraft._tcp.xinwu.play.example.org. 60 IN SRV 0 0 25570 node-1.example.org.", "xinwu.play.example.org. 60 IN CNAME node-1.example.org.")
}

func TestANameThatTheZoneRefusesIsSaidToFailWithoutTheCause(t *testing.T) {
	t.Parallel()
	s, zone, owner, account := namedSite(t)
	zone.Refuse(true)
	s.happen("server-ServOne1",
		server.Provisioned{Server: "ServOne1", Owner: account, Node: "NodeOne1", Port: 25570, Software: server.Software{Kind: server.StandIn}},
		server.SubdomainSet{Server: "ServOne1", Subdomain: "mengwu"})
	s.happen("subdomain-mengwu", server.SubdomainReserved{Subdomain: "mengwu", Server: "ServOne1"})
	s.until("the failure", func() bool {
		return s.count(`SELECT count(*) FROM hosting.names WHERE state = 'failing' AND error LIKE '%REFUSED%'`) == 1
	})
	var body string
	s.until("the state", func() bool {
		body = string(s.ask(owner, http.MethodGet, "/hosting/modyard/v0/servers/ServOne1", nil).Body)
		return strings.Contains(body, `"domain_state":"failing"`)
	})
	if strings.Contains(body, "REFUSED") {
		t.Errorf("the owner is shown the cause: %s", body)
	}
	// It has failed for an hour when it is written again.
	if _, err := s.DB.Pool.Exec(t.Context(), `UPDATE hosting.names SET since = now() - interval '1 hour'`); err != nil {
		t.Fatal(err)
	}
	s.happen("node-NodeOne1", server.NodeJoined{Node: "NodeOne1", Key: "k", Address: "https://192.0.2.7:8443"})
	s.until("the notification", func() bool {
		body = string(s.ask(owner, http.MethodGet, "/_internal/notifications", nil).Body)
		return strings.Contains(body, "子域名 mengwu")
	})
	if strings.Contains(body, "REFUSED") || !strings.Contains(body, `"server_name_failed"`) {
		t.Errorf("the notification is %s", body)
	}
}

func TestANameWhoseAnswerWasLostIsWrittenByTheNextTry(t *testing.T) {
	t.Parallel()
	zone := dnstest.Start(t, "example.org")
	zone.Drop(true)
	s := newTestSiteWith(t, app.SiteOptions{}, func(c *config.Config) { c.HostingDomain, c.HostingDNSURL = "play.example.org", zone.URL() })
	s.until("the place of the reactor", func() bool {
		return s.count(`SELECT count(*) FROM reactors.consumers WHERE name = 'server-names' AND position IS NOT NULL`) == 1
	})
	s.happen("node-NodeOne1", server.NodeAdded{Node: "NodeOne1", Name: "一号", FirstPort: 25565, LastPort: 25664}, server.NodeJoined{Node: "NodeOne1", Key: "k", Address: "https://192.0.2.7:8443"})
	s.happen("server-ServOne1",
		server.Provisioned{Server: "ServOne1", Owner: "Owner001", Node: "NodeOne1", Port: 25570, Software: server.Software{Kind: server.StandIn}},
		server.SubdomainSet{Server: "ServOne1", Subdomain: "mengwu"})
	s.happen("subdomain-mengwu", server.SubdomainReserved{Subdomain: "mengwu", Server: "ServOne1"})
	s.until("the failure", func() bool { return s.count(`SELECT count(*) FROM hosting.names WHERE state = 'failing'`) == 1 })
	zone.Drop(false)
	s.until("the next try", func() bool { return s.count(`SELECT count(*) FROM hosting.names WHERE state = 'held'`) == 1 })
	if got := zone.Records(); len(got) != 2 {
		t.Errorf("%q", got)
	}
}
