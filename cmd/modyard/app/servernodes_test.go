package app

import (
	"context"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/modyard/modyard/commands"
	commandserver "github.com/modyard/modyard/commands/server"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
)

// newDeciding is newRented with the commands about servers, and a node that has joined.
func newDeciding(t *testing.T) *rented {
	r := newRented(t)
	var err error
	r.site.Servers, err = commandserver.New(commandserver.Options{
		Handler: &commands.Handler{
			Log: r.Log, Codec: r.Codec, Texts: r.Texts,
			Keys: commands.Keys{Request: []byte("a key of tests for requests, 32 b"), IDs: []byte("a key of tests for ids, 32 bytes")},
		},
		Account:   func(context.Context, string) (string, error) { return "", nil },
		Connected: r.site.nodeConnected, FreePorts: r.site.freePorts, Servers: r.site.serversOn, NodeName: r.site.nodeName, Java: r.site.javaOn,
		Properties: r.site.decidedProperties, Configurations: &configurations{site: r.site}, Required: noneRequired,
	})
	if err != nil {
		t.Fatal(err)
	}
	r.Happen("node-"+hostNode, maker, server.NodeAdded{Node: hostNode, Name: "华东一号", FirstPort: 25565, LastPort: 25600}, server.NodeJoined{Node: hostNode, Key: "key", Address: "https://n.example.org"})
	return r
}

func noneRequired(context.Context, commandserver.RequiredBy) (commandserver.ContentAnswer, error) {
	return commandserver.ContentAnswer{}, nil
}

// recorded are the events of a stream.
func (r *rented) recorded(stream string) (list []any) {
	r.t.Helper()
	for e, err := range r.Log.Stream(r.t.Context(), stream, 0) {
		if err != nil {
			r.t.Fatal(err)
		}
		payload, err := r.Codec.Decode(e.Type, e.Data)
		if err != nil {
			r.t.Fatal(err)
		}
		list = append(list, payload)
	}
	return list
}

func (r *rented) serves(id, node string) {
	r.Happen("server-"+id, maker, server.Provisioned{Server: id, Owner: maker, Node: node, Port: 25566, Name: erasable.Of(maker, id), Software: server.Software{Kind: server.StandIn}})
}

// uploads lets a node report that it installs an uploaded archive.
func (r *rented) uploads(id, node, incarnation string) {
	r.Happen("server-"+id, "", server.InstallStarted{Seen: server.Seen{Server: id, Node: node, Incarnation: incarnation, Sequence: 1}})
}

func TestAnUploadEndsWhenItsNodeComesBackWithoutIt(t *testing.T) {
	r := newDeciding(t)
	const finished, decided, elsewhere = "ServTwo2", "ServThr3", "ServFou4"
	r.serves(finished, hostNode)
	r.serves(decided, hostNode)
	r.serves(elsewhere, "NodeTwo2")
	r.uploads(hosted, hostNode, "one")
	r.uploads(finished, hostNode, "one")
	r.Happen("server-"+finished, "", server.Installed{Seen: server.Seen{Server: finished, Node: hostNode, Incarnation: "one", Sequence: 2}, Software: server.Software{Kind: server.StandIn}})
	r.Happen("server-"+decided, maker, server.InstallRequested{Server: decided, Loader: "Paper", GameVersion: "1.21.8"})
	r.uploads(elsewhere, "NodeTwo2", "one")
	came := func(incarnation string) {
		t.Helper()
		r.Settle()
		if err := r.site.endLostUploads(t.Context(), hostNode, incarnation); err != nil {
			t.Fatal(err)
		}
	}
	failures := func(id string) (list []server.InstallFailed) {
		for _, e := range r.recorded("server-" + id) {
			if f, is := e.(server.InstallFailed); is {
				list = append(list, f)
			}
		}
		return list
	}
	came("one")
	if got := failures(hosted); len(got) != 0 {
		t.Fatalf("the node still has it: %+v", got)
	}
	came("two")
	came("two") // the read model has it, and the log
	if err := r.site.Servers.LoseUpload(t.Context(), hostNode, "two", hosted); err != nil {
		t.Fatal(err) // the read model was behind
	}
	if got := failures(hosted); len(got) != 1 || got[0].Cause != "interrupted" || got[0].Incarnation != "two" || got[0].Node != hostNode {
		t.Errorf("%+v", got)
	}
	for _, id := range []string{finished, decided, elsewhere} {
		if got := failures(id); len(got) != 0 {
			t.Errorf("%s: %+v", id, got)
		}
	}
}

func TestAnAbsenceOfANodeIsToldOnceAfterSomeMinutes(t *testing.T) {
	r := newDeciding(t)
	const second, deleted, retired = "ServTwo2", "ServThr3", "NodeOld3"
	r.serves(second, hostNode)
	r.serves(deleted, hostNode)
	r.Happen("server-"+deleted, maker, server.Deleted{Server: deleted, Owner: maker})
	r.Happen("node-"+retired, maker, server.NodeAdded{Node: retired}, server.NodeJoined{Node: retired, Key: "key"}, server.NodeRetired{Node: retired})
	seen := func(node string, ago time.Duration, linked bool) {
		t.Helper()
		for _, sql := range []string{`delete from hosting.links where node = $1`, `delete from hosting.hosts where node = $1`} {
			if _, err := r.DB.Pool.Exec(t.Context(), sql, node); err != nil {
				t.Fatal(err)
			}
		}
		sql := `insert into hosting.hosts (node, seen, version, host) values ($1, $2, '', '{}')`
		if linked {
			sql = `insert into hosting.links (node, connection, connected, seen, version, address, host) values ($1, 'c', $2, $2, '', '', '{}')`
		}
		if _, err := r.DB.Pool.Exec(t.Context(), sql, node, time.Now().Add(-ago)); err != nil {
			t.Fatal(err)
		}
	}
	told := func() (list []server.NodeAway) {
		t.Helper()
		r.Settle()
		if err := (&absences{r.site, catalogtest.Epoch()}).look(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, e := range slices.Concat(r.recorded("node-"+hostNode), r.recorded("node-"+retired)) {
			if a, is := e.(server.NodeAway); is {
				list = append(list, a)
			}
		}
		return list
	}
	if got := told(); len(got) != 0 {
		t.Fatalf("a node that never came: %+v", got)
	}
	seen(retired, time.Hour, false)
	seen(hostNode, server.AwayAfter-time.Minute, true)
	if got := told(); len(got) != 0 {
		t.Fatalf("too early: %+v", got)
	}
	seen(hostNode, time.Hour, true) // its row was left behind by a process that was killed
	if err := (&absences{r.site, time.Now()}).look(t.Context()); err != nil || len(r.recorded("node-"+hostNode)) != 2 {
		t.Fatalf("a site that has just begun tells of an absence: %v", err)
	}
	got := told()
	if len(got) != 1 || got[0].Name != "华东一号" || !slices.Equal(got[0].Servers, []string{hosted, second}) {
		t.Fatalf("%+v", got)
	}
	if got := told(); len(got) != 1 {
		t.Errorf("the same absence: %+v", got)
	}
	seen(hostNode, 0, true) // it is back
	if got := told(); len(got) != 1 {
		t.Errorf("a node that is back: %+v", got)
	}
	seen(hostNode, 6*time.Minute, false)
	if got := told(); len(got) != 2 || !got[1].Since.After(got[0].Since) {
		t.Errorf("the next absence: %+v", got)
	}
}

func TestServersThatCannotBeBroughtBackGiveBackWhatTheyHold(t *testing.T) {
	r := newDeciding(t)
	const gone, present, unnamed = "ServTwo2", "ServThr3", "ServFou4"
	for i, id := range []string{gone, present, unnamed} {
		port := 25570 + i
		r.Happen("server-"+id, maker, server.Provisioned{Server: id, Owner: maker, Node: hostNode, Port: port, Name: erasable.Of(maker, id), Software: server.Software{Kind: server.StandIn}})
		r.Happen("port-"+hostNode+"-"+strconv.Itoa(port), maker, server.PortReserved{Node: hostNode, Port: port, Server: id})
	}
	for id, name := range map[string]string{gone: "mengwu", present: "xinwu"} {
		r.Happen("server-"+id, maker, server.SubdomainSet{Server: id, Subdomain: name})
		r.Happen("subdomain-"+name, maker, server.SubdomainReserved{Subdomain: name, Server: id})
	}
	for _, id := range []string{gone, unnamed} { // at the time of the world, which is long ago
		r.Happen("server-"+id, maker, server.Deleted{Server: id, Owner: maker})
	}
	for range 2 { // the second one with a read model that knows it
		r.Settle()
		if err := r.site.expireServers(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := r.site.Servers.Expire(t.Context(), gone); err != nil { // the read model was behind
			t.Fatal(err)
		}
	}
	for stream, want := range map[string]any{
		"subdomain-mengwu": server.SubdomainReleased{Subdomain: "mengwu", Server: gone}, "subdomain-xinwu": server.SubdomainReserved{Subdomain: "xinwu", Server: present},
		"port-" + hostNode + "-25570": server.PortReleased{Node: hostNode, Port: 25570, Server: gone}, "port-" + hostNode + "-25571": server.PortReserved{Node: hostNode, Port: 25571, Server: present},
		"port-" + hostNode + "-25572": server.PortReleased{Node: hostNode, Port: 25572, Server: unnamed},
	} {
		if list := r.recorded(stream); list[len(list)-1] != want || len(list) > 2 {
			t.Errorf("%s: %+v", stream, list)
		}
	}
	r.Settle()
	for sql, want := range map[string][]string{
		`select array(select id from server.servers where subdomain <> '' order by id)`:                              {present},
		`select array(select server from server.ports where server <> '' order by server)`:                           {hosted, present},
		`select array(select port::text from server.ports where server = '' and released is not null order by port)`: {"25570", "25572"},
	} {
		var got []string
		if err := r.DB.Pool.QueryRow(t.Context(), sql).Scan(&got); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q %v", sql, got, err)
		}
	}
}
