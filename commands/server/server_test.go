package server_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/commands/commandstest"
	commands "github.com/modyard/modyard/commands/server"
	contractnode "github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/server"
)

const (
	admin  = commandstest.Admin
	owner  = "Owner001"
	other  = "Other002"
	key    = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
	secret = "BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
	base   = "/hosting/modyard/v0/servers/"
	why    = `"reason":{"code":"rules"}`
)

// world is a site with one node that has joined.
type world struct {
	*commandstest.World
	service   *commands.Service
	node      string
	connected bool
	free      int
	files     *filesOfNode
	required  func(commands.RequiredBy) (commands.ContentAnswer, error)
	ahead     time.Duration // of the handler's clock
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{World: commandstest.New(t, server.EventTypes(), project.EventTypes()), connected: true, free: 25565, files: &filesOfNode{files: map[string]string{}, revisions: map[int64]string{}}}
	handler := w.Handler()
	handler.Now = func() time.Time { return time.Now().Add(w.ahead) }
	service, err := commands.New(commands.Options{
		Handler: handler,
		Account: func(_ context.Context, name string) (string, error) {
			if name == "nobody" {
				return "", nil
			}
			return name, nil
		},
		Connected: func(context.Context, string) (bool, error) { return w.connected, nil },
		FreePorts: func(_ context.Context, _ string, first, last, most int) (list []int, err error) {
			for port := max(first, w.free); port <= last && len(list) < most; port++ {
				list = append(list, port)
			}
			return list, nil
		},
		Subdomains: true,
		Servers:    func(context.Context, string) (int, error) { return 0, nil },
		Java:       func(context.Context, string) ([]string, error) { return []string{"lts21/temurin"}, nil },
		Properties: func(_ context.Context, _ string, keys []string) (map[string]string, error) {
			present := map[string]string{}
			for _, key := range keys {
				present[key] = "of " + key
			}
			return present, nil
		},
		NodeName:       func(context.Context, string) (string, error) { return "华东一号", nil },
		Configurations: w.files,
		Required:       func(_ context.Context, by commands.RequiredBy) (commands.ContentAnswer, error) { return w.required(by) },
	})
	if err != nil {
		t.Fatal(err)
	}
	w.service = service
	w.Serve(service.Routes)
	w.node = w.join()
	return w
}

// join adds a node and lets it join.
func (w *world) join() string {
	w.Helper()
	made := w.addNode()
	var joined contractnode.Joined
	w.Want(200, commandstest.Anonymous, "POST", "/_node/join", `{"code":"`+made.Code+`","public_key":"`+key+`","address":"https://n.example.org"}`).Decode(w, &joined)
	if joined.Node != made.ID || joined.Name != "华东一号" {
		w.Fatalf("%+v, want the node %s", joined, made.ID)
	}
	return made.ID
}

func (w *world) addNode() (made commands.NodeCode) {
	w.Helper()
	w.Want(200, admin, "POST", "/v3/node", `{"name":"华东一号"}`).Decode(w, &made)
	return made
}

func (w *world) provision() string {
	w.Helper()
	var made commands.Provisioned
	w.Want(200, admin, "POST", "/v3/server", `{"owner":"`+owner+`","name":"晚风","node":"`+w.node+`","software":{"kind":"stand-in"}}`).Decode(w, &made)
	return made.ID
}

func (w *world) refused(status int, words, who, method, path, in string) {
	w.Helper()
	if a := w.Want(status, who, method, path, in); !strings.Contains(string(a.Body), words) {
		w.Errorf("%s, want %s", a, words)
	}
}

func TestANodeJoinsOnceWithACodeOfItsOwn(t *testing.T) {
	w := newWorld(t)
	made := w.addNode()
	body := func(key string) string {
		return `{"code":"` + made.Code + `","public_key":"` + key + `","address":"https://n.example.org"}`
	}
	w.Want(200, "", "POST", "/_node/join", body(key))
	w.Want(200, "", "POST", "/_node/join", body(key)) // the answer was lost
	w.refused(409, "code_used", "", "POST", "/_node/join", body(secret))
	w.refused(404, "code_unknown", "", "POST", "/_node/join", strings.Replace(body(key), made.ID, "Nowhere1", 1))
	w.refused(404, "code_unknown", "", "POST", "/_node/join", `{"code":"","public_key":"","address":""}`)
	if n := len(w.Events("node-" + made.ID)); n != 3 {
		t.Errorf("the node has %d events, want added, code and joined", n)
	}
	state, err := w.service.Node(t.Context(), made.ID)
	if err != nil || state.Key != key {
		t.Errorf("%+v %v", state, err)
	}
}

func TestACodeIsAnsweredAgainAndStandsInNoEvent(t *testing.T) {
	w := newWorld(t)
	var first, again commands.NodeCode
	w.Want(200, admin, "POST", "/v3/node", `{"name":"华北"}`, "Idempotency-Key", "one").Decode(w, &first)
	w.Want(200, admin, "POST", "/v3/node", `{"name":"华北"}`, "Idempotency-Key", "one").Decode(w, &again)
	if first != again || len(first.Code) < 40 {
		t.Fatalf("%+v and %+v", first, again)
	}
	for _, e := range w.Events("node-" + first.ID) {
		if c, ok := e.(server.CodeIssued); ok && (strings.Contains(c.Hash, first.Code) || c.Hash != server.HashOf(first.Code)) {
			t.Errorf("%+v", c)
		}
	}
}

func TestOfTwoServersThatAreProvisionedAtOnceOneGetsThePort(t *testing.T) {
	w := newWorld(t)
	statuses := make([]int, 8)
	var all sync.WaitGroup
	for i := range statuses {
		all.Go(func() {
			statuses[i] = w.Ask(admin, "POST", "/v3/server", `{"owner":"`+owner+`","name":"晚风","node":"`+w.node+`","port":25570}`).Status
		})
	}
	all.Wait()
	made := 0
	for _, s := range statuses {
		if s == 200 {
			made++
		} else if s != 400 {
			t.Errorf("status %d", s)
		}
	}
	if made != 1 || len(w.Events("port-"+w.node+"-25570")) != 1 {
		t.Errorf("%d servers have the port", made)
	}
}

func TestPowerIsForTheOwnerWhileTheNodeIsThere(t *testing.T) {
	w := newWorld(t)
	id := w.provision()
	w.Want(204, owner, "POST", base+id+"/power", `{"action":"Start"}`)
	w.Want(204, owner, "POST", "/hosting/modrinth/v0/servers/"+id+"/power", `{"action":"stop"}`)
	w.refused(404, "服务器不存在", other, "POST", base+id+"/power", `{"action":"Start"}`)
	w.refused(404, "服务器不存在", commandstest.Moderator, "POST", base+id+"/power", `{"action":"Start"}`)
	w.refused(404, "服务器不存在", owner, "POST", base+"..%2Fx/power", `{"action":"Start"}`)
	w.refused(400, "action", owner, "POST", base+id+"/power", `{"action":"Explode"}`)
	events := len(w.Events("server-" + id))
	w.connected = false
	w.refused(502, "node_unreachable", owner, "POST", base+id+"/power", `{"action":"Start"}`)
	if n := len(w.Events("server-" + id)); n != events {
		t.Error("a request that cannot be delivered is no fact")
	}
	w.Want(204, owner, "POST", base+id+"/name", `{"name":"新名"}`) // what is no power request waits for the node
}

func TestADoubledClickIsOneRequest(t *testing.T) {
	w := newWorld(t)
	id := w.provision()
	before := len(w.Events("server-" + id))
	for range 2 {
		w.Want(204, owner, "POST", base+id+"/power", `{"action":"Restart"}`, "Idempotency-Key", "click")
	}
	if n := len(w.Events("server-" + id)); n != before+1 {
		t.Errorf("%d events, want one more than %d", n, before)
	}
}

func TestASuspendedServerIsTakenFromItsOwnerUntilAnAdministratorLiftsIt(t *testing.T) {
	w := newWorld(t)
	id := w.provision()
	w.refused(400, "请说明操作原因", admin, "POST", base+id+"/suspend", `{"suspended":true}`)
	w.refused(403, "只有管理员", owner, "POST", base+id+"/suspend", `{"suspended":true,`+why+`}`)
	w.Want(204, admin, "POST", base+id+"/suspend", `{"suspended":true,"suspension_reason":"paymentfailed",`+why+`}`)
	w.refused(403, "已暂停", owner, "POST", base+id+"/power", `{"action":"Start"}`)
	w.refused(403, "只有管理员", owner, "POST", base+id+"/suspend", `{"suspended":false,`+why+`}`)
	w.Want(204, admin, "POST", base+id+"/suspend", `{"suspended":false,`+why+`}`)
	w.Want(204, owner, "POST", base+id+"/power", `{"action":"Start"}`)
	w.Want(204, admin, "POST", "/v3/server/"+id+"/delete", `{`+why+`}`)
	w.refused(404, "服务器不存在", owner, "POST", base+id+"/name", `{"name":"x"}`)
	w.Want(204, admin, "POST", "/v3/server/"+id+"/return", `{`+why+`}`)
	w.Want(204, owner, "POST", base+id+"/name", `{"name":"x"}`)
}

func TestMembersJoinByInvitationAndLoseWhatIsTaken(t *testing.T) {
	w := newWorld(t)
	id := w.provision()
	at := "/v3/server/" + id
	w.refused(404, "服务器不存在", other, "POST", at+"/members", `{"account":"nobody","role":"viewer"}`)
	w.refused(400, "account", owner, "POST", at+"/members", `{"account":"nobody","role":"viewer"}`)
	w.refused(400, "role", owner, "POST", at+"/members", `{"account":"`+other+`","role":"owner"}`)
	w.Want(204, owner, "POST", at+"/members", `{"account":"`+other+`","role":"viewer"}`)
	w.refused(404, "服务器不存在", other, "POST", base+id+"/power", `{"action":"Start"}`)
	w.Want(204, other, "POST", at+"/join", "")
	w.refused(403, "没有电源操作的权限", other, "POST", base+id+"/power", `{"action":"Start"}`)
	w.refused(403, "forbidden", other, "PATCH", at+"/members/"+other, `{"role":"editor"}`)
	w.Want(204, owner, "PATCH", at+"/members/"+other, `{"role":"editor"}`)
	w.Want(204, other, "POST", base+id+"/power", `{"action":"Start"}`)
	w.refused(409, "移交", owner, "DELETE", at+"/members/"+owner, "")
	w.refused(403, "forbidden", other, "POST", at+"/owner", `{"account":"`+other+`"}`)
	w.Want(204, owner, "POST", at+"/owner", `{"account":"`+other+`"}`)
	w.Want(204, owner, "DELETE", at+"/members/"+owner, "")
	w.refused(404, "服务器不存在", owner, "POST", base+id+"/name", `{"name":"x"}`)
	w.Want(204, other, "POST", base+id+"/name", `{"name":"x"}`)
}

func TestTheStartIsDecidedByWhomMayAndEmptyMeansTheDefault(t *testing.T) {
	w := newWorld(t)
	at := base + w.provision() + "/startup"
	w.Want(204, owner, "POST", at, `{"invocation":"java -jar \"my server.jar\"","jdk_version":"lts21","jdk_build":"temurin"}`)
	w.Want(204, owner, "POST", at, `{"invocation":null,"jdk_version":null,"jdk_build":null}`)
	w.Want(204, owner, "POST", at, `{"invocation":"","jdk_version":"","jdk_build":""}`)
	w.Want(204, owner, "POST", at, `{}`)
	w.refused(404, "服务器不存在", other, "POST", at, `{"invocation":"java \""}`)
	w.refused(400, `"field":"invocation"`, owner, "POST", at, `{"invocation":"java \"x"}`)
	w.refused(400, `"field":"invocation"`, owner, "POST", at, `{"invocation":"java '-javaagent:/etc/x' -jar x.jar"}`)
	w.refused(400, `"field":"invocation"`, owner, "POST", at, `{"invocation":"java -jar x.jar\n-javaagent:x"}`)
	w.refused(409, "lts21/temurin", owner, "POST", at, `{"jdk_version":"lts8"}`)
}

func TestASettingThatWasDecidedMeanwhileIsNotOverwritten(t *testing.T) {
	w := newWorld(t)
	id := w.provision()
	at := "/v3/server/" + id + "/properties"
	w.Want(204, owner, "PATCH", at, `{"set":{"motd":"一\n二","rcon.password":"geheim"},"expected":null}`)
	w.Want(204, owner, "PATCH", at, `{"set":{"motd":"三"},"expected":2}`)
	w.refused(409, `"present":{"motd":"of motd"}`, owner, "PATCH", at, `{"set":{"motd":"四","rcon.password":"x"},"expected":1}`)
	w.refused(409, `"field":"set.motd"`, owner, "PATCH", at, `{"set":{"motd":"四"},"expected":2}`)
	w.Want(204, owner, "PATCH", at, `{"set":{"motd":"四"}}`)
	w.refused(400, `"field":"set.motd"`, owner, "PATCH", at, `{"set":{"motd":"a\n\nrcon.password=x"}}`)
	w.refused(400, "无法识别", owner, "PATCH", at, `{"set":{"motd":"\ud800"}}`)
	w.refused(404, "服务器不存在", other, "PATCH", at, `{"set":{"motd":"x"}}`)
	if n := len(w.Events("server-" + id)); n != 4 {
		t.Errorf("%d events", n)
	}
}

func TestPortsAreReservedRenamedAndReleased(t *testing.T) {
	w := newWorld(t)
	id := w.provision()
	at := base + id + "/allocations"
	var got struct {
		Port int
		Name string
	}
	w.Want(200, owner, "POST", at+"?name=a&port=22", "").Decode(w, &got) // another parameter is ignored
	if got.Port != 25566 || got.Name != "a" {
		t.Errorf("%+v", got)
	}
	w.Want(200, owner, "POST", at+"?name=100%&x=1", "").Decode(w, &got) // sent without encoding
	if got.Port != 25567 || got.Name != "100%" {
		t.Errorf("%+v", got)
	}
	w.Want(200, owner, "POST", at+"?name=%E5%9C%B0%E5%9B%BE", "", "Idempotency-Key", "twice").Decode(w, &got)
	w.Want(200, owner, "POST", at+"?name=%E5%9C%B0%E5%9B%BE", "", "Idempotency-Key", "twice").Decode(w, &got)
	if got.Port != 25568 || got.Name != "地图" {
		t.Errorf("%+v", got)
	}
	w.refused(400, "name", owner, "POST", at, "")
	w.refused(404, "服务器不存在", other, "POST", at+"?name=x", "")
	w.Want(204, owner, "PUT", at+"/25567?name=new", "")
	w.Want(204, owner, "DELETE", at+"/25567", "")
	for _, port := range []string{"0", "-1", "65536", "abc", "25565", "99999999999999999999"} {
		w.refused(400, "port", owner, "DELETE", at+"/"+port, "")
	}
	w.refused(404, "没有这个端口", owner, "DELETE", at+"/22", "")
	w.refused(404, "没有这个端口", owner, "DELETE", at+"/25567", "")
	another := w.provision() // also its port is a free one
	w.refused(404, "没有这个端口", owner, "DELETE", base+another+"/allocations/25566", "")
	w.Want(200, owner, "POST", at+"?name=x", "").Decode(w, &got)
	if got.Port == 25567 {
		t.Error("a released port is given away before it has rested")
	}
	w.refused(400, "刚被释放", admin, "POST", "/v3/server", `{"owner":"`+owner+`","name":"x","node":"`+w.node+`","port":25567}`)
	if n := len(w.Events("port-" + w.node + "-25567")); n != 2 {
		t.Errorf("the port has %d events, want reserved and released", n)
	}
}

func TestOfFiftyRequestsForTheLastPortOneSucceeds(t *testing.T) {
	w := newWorld(t)
	id := w.provision()
	at := base + id + "/allocations?name=x"
	for range server.MaxAllocations - 1 {
		w.Want(200, owner, "POST", at, "")
	}
	var wait sync.WaitGroup
	status := make([]int, 50)
	for i := range status {
		wait.Go(func() { status[i] = w.Ask(owner, "POST", at, "").Status })
	}
	wait.Wait()
	count := map[int]int{}
	for _, s := range status {
		count[s]++
	}
	if count[200] != 1 || count[409] != 49 {
		t.Errorf("the answers are %v", count)
	}
	w.refused(409, "quota_allocations", owner, "POST", at, "")
}

func TestASubdomainBelongsToOneServerAndRestsWhenItIsReleased(t *testing.T) {
	w := newWorld(t)
	first, second := w.provision(), w.provision()
	free := func(name string) (out struct{ Available bool }) {
		w.Ask(other, "GET", "/hosting/modrinth/v0/subdomains/"+name+"/isavailable", "").Decode(w, &out)
		return out
	}
	if !free("mengwu").Available || free("admin").Available || free("xn--abc").Available || free("-abcde").Available {
		t.Error("what is available is not what may be set")
	}
	w.Want(204, owner, "POST", base+first+"/subdomain", `{"subdomain":"MengWu"}`)
	w.Want(204, owner, "POST", base+first+"/subdomain", `{"subdomain":"mengwu"}`)
	w.refused(409, "subdomain_taken", owner, "POST", base+second+"/subdomain", `{"subdomain":"mengwu"}`)
	w.refused(400, `"field":"subdomain"`, owner, "POST", base+second+"/subdomain", `{"subdomain":"xn--abc"}`)
	w.refused(404, "服务器不存在", other, "POST", base+second+"/subdomain", `{"subdomain":"another"}`)
	w.Want(204, owner, "POST", base+first+"/subdomain", `{"subdomain":"another"}`)
	if free("mengwu").Available || free("another").Available {
		t.Error("a released name is available before it has rested, or a held one is")
	}
	if n := len(w.Events("subdomain-mengwu")); n != 2 {
		t.Errorf("the name has %d events, want reserved and released", n)
	}
}

func TestTheSubdomainAndThePortsOfADeletedServerBelongToSomebodyElseWhenTheyHaveRested(t *testing.T) {
	w := newWorld(t)
	first, second := w.provision(), w.provision()
	w.Want(204, owner, "POST", base+first+"/subdomain", `{"subdomain":"mengwu"}`)
	w.Want(200, owner, "POST", base+first+"/allocations?name=x", "")
	w.Want(204, admin, "POST", "/v3/server/"+first+"/delete", "{"+why+"}")
	expire := func(events int) {
		t.Helper()
		if err := w.service.Expire(t.Context(), first); err != nil {
			t.Fatal(err)
		}
		for _, stream := range []string{"subdomain-mengwu", "port-" + w.node + "-25565", "port-" + w.node + "-25567"} {
			if n := len(w.Events(stream)); n != events {
				t.Fatalf("after %s %s has %d events, want %d", w.ahead, stream, n, events)
			}
		}
	}
	expire(1)
	w.ahead = server.Kept - time.Hour
	expire(1)
	w.refused(409, "subdomain_taken", owner, "POST", base+second+"/subdomain", `{"subdomain":"mengwu"}`)
	w.ahead = server.Kept + time.Hour
	expire(2)
	expire(2)
	if led, err := w.service.Leads(t.Context(), "mengwu"); err != nil || led != (commands.Led{}) {
		t.Errorf("it leads to %+v: %v", led, err)
	}
	if name, err := w.service.SubdomainOf(t.Context(), first); err != nil || name != "" {
		t.Errorf("the deleted server has the name %q: %v", name, err)
	}
	w.refused(409, "subdomain_taken", owner, "POST", base+second+"/subdomain", `{"subdomain":"mengwu"}`)
	w.ahead += server.Rests
	w.Want(204, owner, "POST", base+second+"/subdomain", `{"subdomain":"mengwu"}`)
	for range 2 { // a server's first port, and a further one
		w.provision()
	}
	if led, err := w.service.Leads(t.Context(), "mengwu"); err != nil || led.Server != second {
		t.Errorf("it leads to %+v: %v", led, err)
	}
	expire(3)
}

func TestASubdomainThatCannotBeWrittenIsToldOnce(t *testing.T) {
	w := newWorld(t)
	id := w.provision()
	w.Want(204, owner, "POST", base+id+"/subdomain", `{"subdomain":"mengwu"}`)
	began := time.Now().UTC().Truncate(time.Microsecond)
	told := func() (list []server.SubdomainFailed) {
		for _, e := range w.Events("server-" + id) {
			if f, is := e.(server.SubdomainFailed); is {
				list = append(list, f)
			}
		}
		return list
	}
	for _, c := range []struct {
		name  string
		since time.Time
		count int
	}{
		{"mengwu", began, 0}, {"another", began.Add(-time.Hour), 0},
		{"mengwu", began.Add(-time.Hour), 1}, {"mengwu", began.Add(-time.Hour), 1}, {"mengwu", began.Add(-30 * time.Minute), 2},
	} {
		if err := w.service.SubdomainFails(t.Context(), id, c.name, c.since); err != nil {
			t.Fatal(err)
		}
		if got := told(); len(got) != c.count || c.count > 0 && (got[c.count-1].Subdomain != "mengwu" || !got[c.count-1].Since.Equal(c.since)) {
			t.Errorf("%s since %s: %+v", c.name, c.since, got)
		}
	}
	if err := w.service.SubdomainFails(t.Context(), "Nowhere1", "mengwu", began); err == nil {
		t.Error("a server that does not exist has a failure")
	}
}

func TestEveryReportIsRecordedOnceAndAForeignOneNever(t *testing.T) {
	w := newWorld(t)
	id := w.provision()
	report := contractnode.Report{
		Sequence: 1, Incarnation: "one", Server: id, Kind: contractnode.ReportCrashed, At: time.Now(), Run: "r-1", Reason: "made\nup",
		Exit: &contractnode.Exit{Code: 137, Signal: "SIGKILL", Stack: strings.Repeat("x", 1000)},
	}
	for range 3 {
		if err := w.service.Record(t.Context(), w.node, report); err != nil {
			t.Fatal(err)
		}
	}
	events := w.Events("serverrun-" + id)
	if len(events) != 1 {
		t.Fatalf("%d events", len(events))
	}
	crash := events[0].(server.RunCrashed)
	if crash.Exit.Code != 137 || crash.Exit.Stack != "" || crash.Cause != "other" || crash.Node != w.node {
		t.Errorf("%+v", crash)
	}
	for name, r := range map[string]struct {
		node   string
		change func(*contractnode.Report)
	}{
		"another node":      {w.join(), func(*contractnode.Report) {}},
		"no such server":    {w.node, func(r *contractnode.Report) { r.Server = "Nowhere1" }},
		"not an id":         {w.node, func(r *contractnode.Report) { r.Server = "../../x" }},
		"an unknown kind":   {w.node, func(r *contractnode.Report) { r.Kind = "exploded" }},
		"without a number":  {w.node, func(r *contractnode.Report) { r.Sequence = 0 }},
		"a negative number": {w.node, func(r *contractnode.Report) { r.Sequence = 1 << 63 }},
	} {
		next := report
		next.Sequence = 2
		r.change(&next)
		if err := w.service.Record(t.Context(), r.node, next); err != nil {
			t.Errorf("%s: %v, want it left out", name, err)
		}
	}
	if n := len(w.Events("serverrun-" + id)); n != 1 {
		t.Errorf("%d events after what must be left out", n)
	}
}
