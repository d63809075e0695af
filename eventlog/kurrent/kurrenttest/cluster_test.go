package kurrenttest_test

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/kurrent-io/KurrentDB-Client-Go/kurrentdb"
	"github.com/kurrent-io/KurrentDB-Client-Go/protos/kurrentdb/protocols/v1/gossip"

	"github.com/modyard/modyard/eventlog/kurrent/kurrenttest"
)

func TestTheGossipNamesTheLeader(t *testing.T) {
	nodes := kurrenttest.StartCluster(t, 3, kurrenttest.Options{})
	kurrenttest.SetLeader(nodes[1])
	client := connect(t, nodes[0].ClusterURL()+"&nodePreference=leader")
	members, err := client.Gossip(within(t))
	must(t, err)
	if len(members) != 3 {
		t.Fatalf("%d members", len(members))
	}
	for _, m := range members {
		if leads := m.State == gossip.MemberInfo_Leader; leads != strings.HasSuffix(nodes[1].Addr(), portOf(m)) || !m.IsAlive {
			t.Errorf("member %v", m)
		}
	}
	fill(t, client, newStream(), 1)
	if nodes[1].Connections() == 0 {
		t.Error("the leader has no connection")
	}
}

func portOf(m *gossip.MemberInfo) string {
	return fmt.Sprintf(":%d", m.GetHttpEndPoint().GetPort())
}

func TestNodesOfAClusterHaveTheSameLog(t *testing.T) {
	nodes := kurrenttest.StartCluster(t, 3, kurrenttest.Options{})
	stream := newStream()
	fill(t, connect(t, nodes[0].URL()), stream, 5)
	var places [][]kurrentdb.Position
	for _, n := range nodes {
		client := connect(t, n.URL())
		sub, err := client.SubscribeToStream(within(t), stream, kurrentdb.SubscribeToStreamOptions{From: kurrentdb.Start{}})
		must(t, err)
		var at []kurrentdb.Position
		for len(at) < 5 {
			if e := receive(t, sub); e.EventAppeared != nil {
				at = append(at, e.EventAppeared.OriginalEvent().Position)
			}
		}
		sub.Close()
		places = append(places, at)
	}
	if !slices.Equal(places[0], places[1]) || !slices.Equal(places[0], places[2]) {
		t.Errorf("positions %v", places)
	}
}

func TestAClientIsRedirectedToTheLeader(t *testing.T) {
	nodes := kurrenttest.StartCluster(t, 2, kurrenttest.Options{})
	client := connect(t, nodes[0].URL())
	fill(t, client, newStream(), 1)
	nodes[0].Inject(kurrenttest.Fault{Method: "Append", At: kurrenttest.BeforeCommit, NotLeader: nodes[1].Addr()})
	kurrenttest.SetLeader(nodes[1])
	_, err := client.AppendToStream(within(t), newStream(), kurrentdb.AppendToStreamOptions{}, event())
	wantCode(t, err, kurrentdb.ErrorCodeNotLeader)
	fill(t, client, newStream(), 1)
	if nodes[1].Connections() == 0 {
		t.Error("the client did not go there")
	}
}

func TestAFollowerForwardsTheFirstProtocolAndNotTheSecond(t *testing.T) {
	nodes := kurrenttest.StartCluster(t, 2, kurrenttest.Options{})
	client := connect(t, nodes[1].URL())
	fill(t, client, newStream(), 1)
	_, err := client.MultiStreamAppend(within(t), slices.Values([]kurrentdb.AppendStreamRequest{
		{StreamName: newStream(), Events: slices.Values(events(1)), ExpectedStreamState: kurrentdb.Any{}},
	}))
	if err == nil {
		t.Error("a follower took a session")
	}
}

func TestTheGossipReportsAStoppedLeaderAsDead(t *testing.T) {
	nodes := kurrenttest.StartCluster(t, 3, kurrenttest.Options{})
	stream := newStream()
	fill(t, connect(t, nodes[0].URL()), stream, 1)
	nodes[0].Down()
	kurrenttest.SetLeader(nodes[2])
	client := connect(t, nodes[1].ClusterURL()+"&nodePreference=leader&maxDiscoverAttempts=100")
	fill(t, client, stream, 1)
	got, err := readStream(t, client, stream, kurrentdb.ReadStreamOptions{}, 10)
	must(t, err)
	if len(got) != 2 {
		t.Errorf("%d events", len(got))
	}
}

func TestASecureNodeRequiresCredentials(t *testing.T) {
	noLeaks(t)
	server, client := node(t, kurrenttest.Options{Secure: true})
	stream := newStream()
	fill(t, client, stream, 1)
	// An early rejection may reach the client as the end of its stream.
	_, err := client.AppendToStream(within(t), stream, kurrentdb.AppendToStreamOptions{
		Authenticated: &kurrentdb.Credentials{Login: "admin", Password: "invalid"},
	}, event())
	if err == nil {
		t.Error("a wrong password was accepted")
	}
	_, err = readStream(t, client, stream, kurrentdb.ReadStreamOptions{Authenticated: &kurrentdb.Credentials{Login: "admin", Password: "invalid"}}, 1)
	wantCode(t, err, kurrentdb.ErrorCodeUnauthenticated)
	_, err = client.AppendToStream(within(t), stream, kurrentdb.AppendToStreamOptions{
		Authenticated: &kurrentdb.Credentials{Login: "ops", Password: "changeit"},
	}, event())
	must(t, err)

	stranger := connect(t, strings.Replace(server.URL(), "admin:changeit@", "", 1))
	if _, err = stranger.AppendToStream(within(t), stream, kurrentdb.AppendToStreamOptions{}, event()); err == nil {
		t.Error("an anonymous caller's event was accepted")
	}
	_, err = readStream(t, stranger, stream, kurrentdb.ReadStreamOptions{}, 1)
	wantCode(t, err, kurrentdb.ErrorCodeAccessDenied)
}

func TestAnACLRestrictsWhoMayRead(t *testing.T) {
	server, admin := node(t, kurrenttest.Options{Secure: true, Users: map[string]string{"admin": "changeit", "eve": "secret", "bob": "pw"}})
	stream := newStream()
	fill(t, admin, stream, 1)
	var acl kurrentdb.Acl
	acl.AddReadRoles("bob")
	var meta kurrentdb.StreamMetadata
	meta.SetAcl(acl)
	_, err := admin.SetStreamMetadata(within(t), stream, kurrentdb.AppendToStreamOptions{}, meta)
	must(t, err)
	bob := connect(t, strings.Replace(server.URL(), "admin:changeit", "bob:pw", 1))
	eve := connect(t, strings.Replace(server.URL(), "admin:changeit", "eve:secret", 1))
	if _, err := readStream(t, bob, stream, kurrentdb.ReadStreamOptions{}, 1); err != nil {
		t.Errorf("bob: %v", err)
	}
	_, err = readStream(t, eve, stream, kurrentdb.ReadStreamOptions{}, 1)
	wantCode(t, err, kurrentdb.ErrorCodeAccessDenied)
	// Only administrators may read $all.
	_, err = readAll(t, bob, kurrentdb.ReadAllOptions{From: kurrentdb.Start{}}, 1)
	wantCode(t, err, kurrentdb.ErrorCodeAccessDenied)
}

func TestAnUnknownAuthorityIsNotTrusted(t *testing.T) {
	server := kurrenttest.Start(t, kurrenttest.Options{Secure: true})
	for _, url := range []string{"kurrentdb://admin:changeit@" + server.Addr() + "?tls=true&maxDiscoverAttempts=1"} {
		client := connect(t, url)
		_, err := readAll(t, client, kurrentdb.ReadAllOptions{From: kurrentdb.Start{}}, 1)
		if err == nil || !strings.Contains(err.Error(), "certificate") {
			t.Errorf("error %v", err)
		}
	}
	trusting := connect(t, "kurrentdb://admin:changeit@"+server.Addr()+"?tls=true&tlsVerifyCert=false")
	fill(t, trusting, newStream(), 1)
}

func TestAllNodesOfASecureClusterHaveTheSameAuthority(t *testing.T) {
	nodes := kurrenttest.StartCluster(t, 2, kurrenttest.Options{Secure: true})
	fill(t, connect(t, nodes[0].ClusterURL()), newStream(), 1)
	fill(t, connect(t, nodes[1].URL()), newStream(), 1)
}

func TestANodeReportsItsVersion(t *testing.T) {
	for _, want := range []string{kurrenttest.V24_10, kurrenttest.VHasty, kurrenttest.V25_0, kurrenttest.V25_1, kurrenttest.V26_1, "26.1.0-rc.1"} {
		_, client := node(t, kurrenttest.Options{Version: want})
		got, err := client.GetServerVersion()
		must(t, err)
		if text := fmt.Sprintf("%d.%d.%d", got.Major, got.Minor, got.Patch); text != strings.TrimSuffix(want, "-rc.1") {
			t.Errorf("version %s, want %s", text, want)
		}
	}
	log := kurrenttest.Start(t, kurrenttest.Options{}).Log()
	for _, broken := range []string{"x", "1", "1.x", uuid.NewString()} {
		if _, err := kurrenttest.New(log, kurrenttest.Options{Version: broken}); err == nil {
			t.Errorf("version %q was accepted", broken)
		}
	}
	if _, err := kurrenttest.New(log, kurrenttest.Options{Secure: true}); err == nil {
		t.Error("a secure node without a file for its authority")
	}
	if _, err := kurrenttest.New(log, kurrenttest.Options{Secure: true, CAFile: filepath.Join(t.TempDir(), "nowhere", "ca.crt")}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that cannot be written: %v", err)
	}
}
