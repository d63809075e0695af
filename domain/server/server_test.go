package server_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/server"
)

const (
	owner = "Owner001"
	id    = "Server01"
	other = "BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
	key   = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
)

var (
	start     = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	asOwner   = actor.Actor{Account: owner}
	asOther   = actor.Actor{Account: "Other002"}
	asMod     = actor.Actor{Account: "Mod00003", Rank: actor.Moderator}
	asAdmin   = actor.Actor{Account: "Admin004", Rank: actor.Admin}
	why       = &reason.Reason{Code: reason.Rules}
	node      = server.NodeState{ID: "Node0001", FirstPort: 25565, LastPort: 25570, Key: key}
	plan      = server.Plan{MemoryMiB: 4096, CPUPercent: 200, DiskMiB: 20480}
	made      = server.Provisioned{Server: id, Owner: owner, Node: node.ID, Port: 25565, Plan: plan, Software: server.Software{Kind: server.StandIn}}
	empty     = server.Provisioned{Server: id, Owner: owner, Node: node.ID, Port: 25565, Plan: plan, Software: server.Software{Kind: server.None}}
	suspended = server.Suspended{Server: id, Owner: owner, Suspension: server.Moderated}
	deleted   = server.Deleted{Server: id, Owner: owner}
)

func given(history ...any) server.State {
	var s server.State
	for i, e := range history {
		s = server.Evolve(s, e, start.Add(time.Duration(i)*time.Second))
	}
	return s
}

func provision(change func(*server.Provision)) server.Provision {
	c := server.Provision{
		By: asAdmin, Server: id, Owner: owner, OwnerExists: true, Node: node, Number: 25565, Plan: plan, Name: "晚风生存服",
		Software: server.Software{Kind: server.StandIn},
	}
	if change != nil {
		change(&c)
	}
	return c
}

func power(by actor.Actor, a server.Action) server.RequestPower {
	return server.RequestPower{By: by, Action: a, Connected: true, Now: start.Add(time.Hour)}
}

func often(times int) []any {
	history := []any{made}
	for range times {
		history = append(history, server.PowerRequested{Server: id, Action: server.Start})
	}
	return history
}

func TestTheResultOfEachCommandOnAServer(t *testing.T) {
	for name, c := range map[string]struct {
		given []any
		when  server.Command
		then  any // the first event, nil for none, or the text of the error
	}{
		"an administrator provisions a server":   {nil, provision(nil), server.Provisioned{}},
		"a moderator does not":                   {nil, provision(func(p *server.Provision) { p.By = asMod }), "只有管理员"},
		"nobody provisions for a missing owner":  {nil, provision(func(p *server.Provision) { p.OwnerExists = false }), "没有这个用户"},
		"nobody provisions on a missing node":    {nil, provision(func(p *server.Provision) { p.Node = server.NodeState{} }), "没有这个节点"},
		"nobody provisions on a retired node":    {nil, provision(func(p *server.Provision) { p.Node.Retired = true }), "没有这个节点"},
		"nobody provisions before a node joined": {nil, provision(func(p *server.Provision) { p.Node.Key = "" }), "尚未加入"},
		"a port is one of the node":              {nil, provision(func(p *server.Provision) { p.Number = 22 }), "端口不在"},
		"a port belongs to one server":           {nil, provision(func(p *server.Provision) { p.Port.Server = "Other" }), "已被占用"},
		"a server has a name":                    {nil, provision(func(p *server.Provision) { p.Name = "" }), "名称"},
		"a name has one line":                    {nil, provision(func(p *server.Provision) { p.Name = "a\nrcon.password=x" }), "名称"},
		"a name is not long":                     {nil, provision(func(p *server.Provision) { p.Name = strings.Repeat("长", 49) }), "名称"},
		"a plan has memory":                      {nil, provision(func(p *server.Provision) { p.Plan.MemoryMiB = 1 }), "内存"},
		"a plan has a processor":                 {nil, provision(func(p *server.Provision) { p.Plan.CPUPercent = 0 }), "处理器"},
		"a plan has a disk":                      {nil, provision(func(p *server.Provision) { p.Plan.DiskMiB = -1 }), "磁盘"},
		"an archive lies in the folder":          {nil, provision(func(p *server.Provision) { p.Software = server.Software{Kind: server.Jar, Jar: "../x.jar"} }), "文件名"},
		"an archive is no option":                {nil, provision(func(p *server.Provision) { p.Software = server.Software{Kind: server.Jar, Jar: "-javaagent.jar"} }), "文件名"},
		"software is of a known kind":            {nil, provision(func(p *server.Provision) { p.Software.Kind = "shell" }), "软件须为"},
		"a server is provisioned once":           {[]any{made}, provision(nil), "已存在"},

		"the owner starts it":                       {[]any{made}, power(asOwner, server.Start), server.PowerRequested{}},
		"an administrator stops it":                 {[]any{made}, power(asAdmin, server.Stop), server.PowerRequested{}},
		"a moderator has no part in it":             {[]any{made}, power(asMod, server.Stop), "服务器不存在"},
		"a stranger does not learn of it":           {[]any{made}, power(asOther, server.Start), "服务器不存在"},
		"nobody starts what does not exist":         {nil, power(asAdmin, server.Start), "服务器不存在"},
		"an anonymous caller is told to sign in":    {[]any{made}, power(actor.Actor{}, server.Start), "请先登录"},
		"an action is one of four":                  {[]any{made}, power(asOwner, "explode"), "操作须为"},
		"what is not installed does not start":      {[]any{empty}, power(asOwner, server.Restart), "没有安装"},
		"what is not installed may be killed":       {[]any{empty}, power(asOwner, server.Kill), server.PowerRequested{}},
		"a suspended server does not start":         {[]any{made, suspended}, power(asOwner, server.Start), "已暂停"},
		"not even for an administrator":             {[]any{made, suspended}, power(asAdmin, server.Start), "已暂停"},
		"a deleted server is gone for its owner":    {[]any{made, deleted}, power(asOwner, server.Start), "服务器不存在"},
		"a deleted server does not start":           {[]any{made, deleted}, power(asAdmin, server.Start), "已删除"},
		"an absent node is said":                    {[]any{made}, server.RequestPower{By: asOwner, Action: server.Stop, Now: start}, "节点暂时无法连接"},
		"ten requests a minute":                     {often(9), server.RequestPower{By: asOwner, Action: server.Stop, Connected: true, Now: start.Add(20 * time.Second)}, server.PowerRequested{}},
		"the eleventh is refused":                   {often(10), server.RequestPower{By: asOwner, Action: server.Stop, Connected: true, Now: start.Add(20 * time.Second)}, "过于频繁"},
		"kill is never refused for that":            {often(10), server.RequestPower{By: asOwner, Action: server.Kill, Connected: true, Now: start.Add(20 * time.Second)}, server.PowerRequested{}},
		"after a minute requests are taken again":   {often(10), server.RequestPower{By: asOwner, Action: server.Stop, Connected: true, Now: start.Add(70 * time.Second)}, server.PowerRequested{}},
		"the owner renames it":                      {[]any{made}, server.Rename{By: asOwner, Name: "新名字"}, server.Renamed{}},
		"a name cannot inject a line":               {[]any{made}, server.Rename{By: asOwner, Name: "a\r\nb"}, "名称"},
		"a suspended server can be renamed":         {[]any{made, suspended}, server.Rename{By: asOwner, Name: "新"}, server.Renamed{}},
		"an administrator suspends it":              {[]any{made}, server.Suspend{By: asAdmin, Suspension: server.Moderated, Reason: why}, server.Suspended{}},
		"not without a reason":                      {[]any{made}, server.Suspend{By: asAdmin, Suspension: server.Moderated}, "请说明操作原因"},
		"not in an unknown category":                {[]any{made}, server.Suspend{By: asAdmin, Suspension: "bored", Reason: why}, "类别"},
		"the owner does not suspend it":             {[]any{made}, server.Suspend{By: asOwner, Reason: why}, "只有管理员"},
		"twice is once":                             {[]any{made, suspended}, server.Suspend{By: asAdmin, Reason: why}, nil},
		"the owner does not lift it":                {[]any{made, suspended}, server.Unsuspend{By: asOwner, Reason: why}, "只有管理员"},
		"an administrator lifts it":                 {[]any{made, suspended}, server.Unsuspend{By: asAdmin, Reason: why}, server.Unsuspended{}},
		"there may be nothing to lift":              {[]any{made}, server.Unsuspend{By: asAdmin, Reason: why}, nil},
		"an administrator deletes it":               {[]any{made}, server.Delete{By: asAdmin, Reason: why}, server.Deleted{}},
		"deleting twice is deleting once":           {[]any{made, deleted}, server.Delete{By: asAdmin, Reason: why}, nil},
		"a deleted server comes back":               {[]any{made, deleted}, server.Return{By: asAdmin, Reason: why, Now: start.Add(time.Hour)}, server.Returned{}},
		"but not after seven days":                  {[]any{made, deleted}, server.Return{By: asAdmin, Reason: why, Now: start.Add(8 * 24 * time.Hour)}, "超过 7 天"},
		"a server that is there need not come back": {[]any{made}, server.Return{By: asAdmin, Reason: why, Now: start}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			events, err := server.Decide(given(c.given...), c.when)
			expect(t, events, err, c.then)
		})
	}
}

func expect(t *testing.T, events []decision.Event, err error, then any) {
	t.Helper()
	switch want := then.(type) {
	case string:
		var f *fault.Error
		if !errors.As(err, &f) || !strings.Contains(f.Text, want) {
			t.Fatalf("the error is %v, want %q", err, want)
		}
	case nil:
		if err != nil || len(events) != 0 {
			t.Fatalf("%v %v, want nothing", events, err)
		}
	default:
		if err != nil || len(events) != 1 || reflect.TypeOf(events[0].Payload) != reflect.TypeOf(want) {
			t.Fatalf("%v %v, want %T", events, err, want)
		}
	}
}

func TestASuspendedServerShallNotRunAndStaysStoppedAfterwards(t *testing.T) {
	s := given(made, server.PowerRequested{Server: id, Action: server.Start})
	if !s.Running {
		t.Fatal("a started server shall run")
	}
	if s = server.Evolve(s, suspended, start); s.Running {
		t.Fatal("a suspended server shall not run")
	}
	if s = server.Evolve(s, server.Unsuspended{Server: id}, start); s.Running {
		t.Fatal("the end of a suspension starts nothing")
	}
}

func TestTheResultOfEachCommandOnANode(t *testing.T) {
	added := server.NodeAdded{Node: node.ID, Name: "华东一号", FirstPort: 25565, LastPort: 25570}
	issued := server.CodeIssued{Node: node.ID, Hash: server.HashOf("secret"), Expires: start.Add(time.Hour)}
	joined := server.NodeJoined{Node: node.ID, Key: key, Address: "https://n.example.org"}
	join := func(change func(*server.Join)) server.Join {
		c := server.Join{Code: "secret", Key: key, Address: "https://n.example.org:8443", Now: start}
		if change != nil {
			change(&c)
		}
		return c
	}
	for name, c := range map[string]struct {
		given []any
		when  server.NodeCommand
		then  any
	}{
		"an administrator adds a node":       {nil, server.AddNode{By: asAdmin, Node: node.ID, Name: "华东一号", FirstPort: 25565, LastPort: 25570}, server.NodeAdded{}},
		"a moderator does not":               {nil, server.AddNode{By: asMod, Node: node.ID, Name: "华东一号", FirstPort: 25565, LastPort: 25570}, "只有管理员"},
		"ports are not those of the system":  {nil, server.AddNode{By: asAdmin, Node: node.ID, Name: "华", FirstPort: 22, LastPort: 25570}, "端口须为"},
		"ports are in order":                 {nil, server.AddNode{By: asAdmin, Node: node.ID, Name: "华", FirstPort: 25570, LastPort: 25565}, "最后一个端口"},
		"a code is issued":                   {[]any{added}, server.IssueCode{By: asAdmin, Hash: "h", Now: start}, server.CodeIssued{}},
		"a node joins by its code":           {[]any{added, issued}, join(nil), server.NodeJoined{}},
		"a code holds once":                  {[]any{added, issued, joined}, join(nil), "已使用过"},
		"a wrong code is refused":            {[]any{added, issued}, join(func(j *server.Join) { j.Code = "Secret" }), "没有这个加入码"},
		"an empty code is refused":           {[]any{added}, join(func(j *server.Join) { j.Code = "" }), "没有这个加入码"},
		"a code holds an hour":               {[]any{added, issued}, join(func(j *server.Join) { j.Now = start.Add(time.Hour) }), "已过期"},
		"a key has 32 bytes":                 {[]any{added, issued}, join(func(j *server.Join) { j.Key = "AAAA" }), "Ed25519"},
		"an address has no path":             {[]any{added, issued}, join(func(j *server.Join) { j.Address = "https://n.example.org/x" }), "地址须为"},
		"an address cannot add a directive":  {[]any{added, issued}, join(func(j *server.Join) { j.Address = "https://n.example.org;script-src *" }), "地址须为"},
		"an address is of the web":           {[]any{added, issued}, join(func(j *server.Join) { j.Address = "file:///etc" }), "地址须为"},
		"a node without servers is retired":  {[]any{added, joined}, server.RetireNode{By: asAdmin, Reason: why}, server.NodeRetired{}},
		"a node with servers is not":         {[]any{added, joined}, server.RetireNode{By: asAdmin, Servers: 1, Reason: why}, "还有服务器"},
		"a retired node does not join again": {[]any{added, issued, server.NodeRetired{Node: node.ID}}, join(nil), "没有这个加入码"},
		"a retired node gets no code":        {[]any{added, server.NodeRetired{Node: node.ID}}, server.IssueCode{By: asAdmin, Hash: "h", Now: start}, "已停用"},
	} {
		t.Run(name, func(t *testing.T) {
			var s server.NodeState
			for _, e := range c.given {
				s = server.EvolveNode(s, e)
			}
			events, err := server.DecideNode(s, c.when)
			expect(t, events, err, c.then)
		})
	}
}

func TestAReportIsRecordedOnceAndOnlyFromTheNodeThatHasTheServer(t *testing.T) {
	seen := server.Seen{Server: id, Node: node.ID, Incarnation: "i", Sequence: 7, At: start, Run: "r"}
	first := server.RunStarted{Seen: seen}
	events, err := server.DecideRun(server.RunState{}, server.Record{Server: given(made), Report: first})
	expect(t, events, err, server.RunStarted{})
	state := server.EvolveRun(server.RunState{}, first)
	events, err = server.DecideRun(state, server.Record{Server: given(made), Report: first})
	expect(t, events, err, nil)
	earlier := first
	earlier.Sequence = 6
	events, err = server.DecideRun(state, server.Record{Server: given(made), Report: earlier})
	expect(t, events, err, nil)
	reborn := first
	reborn.Incarnation, reborn.Sequence = "j", 1
	events, err = server.DecideRun(state, server.Record{Server: given(made), Report: reborn})
	expect(t, events, err, server.RunStarted{})
	foreign := first
	foreign.Node = "Node0002"
	events, err = server.DecideRun(state, server.Record{Server: given(made), Report: foreign})
	expect(t, events, err, "服务器不存在")
	events, err = server.DecideRun(state, server.Record{Server: given(made), Report: made})
	expect(t, events, err, "不是节点的报告")
}
