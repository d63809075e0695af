package server_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/server"
)

func reserved(ports ...int) []any {
	history := []any{made}
	for _, p := range ports {
		history = append(history, server.AllocationReserved{Server: id, Node: node.ID, Port: p})
	}
	return history
}

func TestTheResultOfEachCommandAboutPorts(t *testing.T) {
	reserve := func(port int, name string) server.Command {
		return server.ReserveAllocation{By: asOwner, Port: port, Name: name}
	}
	rename := func(port int, name string) server.Command {
		return server.RenameAllocation{By: asOwner, Port: port, Name: name}
	}
	release := func(port int) server.Command { return server.ReleaseAllocation{By: asOwner, Port: port} }
	for name, c := range map[string]struct {
		given []any
		when  server.Command
		then  any
	}{
		"a further port":                {reserved(), reserve(25570, "地图"), server.AllocationReserved{}},
		"the fifth":                     {reserved(1, 2, 3, 4), reserve(25570, "地图"), server.AllocationReserved{}},
		"not the sixth":                 {reserved(1, 2, 3, 4, 5), reserve(25570, "地图"), "最多预留 5 个"},
		"again after a release":         {append(reserved(1, 2, 3, 4, 5), server.AllocationReleased{Server: id, Port: 3}), reserve(25570, "地图"), server.AllocationReserved{}},
		"no port is free":               {reserved(), reserve(0, "地图"), "没有空闲端口"},
		"a port has a name":             {reserved(), reserve(25570, ""), "名称"},
		"of one line":                   {reserved(), reserve(25570, "a\nb"), "名称"},
		"of 32 characters":              {reserved(), reserve(25570, strings.Repeat("长", 32)), server.AllocationReserved{}},
		"not of 33":                     {reserved(), reserve(25570, strings.Repeat("长", 33)), "名称"},
		"another parameter is text":     {reserved(), reserve(25570, "a&port=22"), server.AllocationReserved{}},
		"another name":                  {reserved(25570), rename(25570, "新"), server.AllocationRenamed{}},
		"a long one":                    {reserved(25570), rename(25570, strings.Repeat("长", 33)), "名称"},
		"not of the first port":         {reserved(25570), rename(25565, "新"), "主端口"},
		"not of another server's":       {reserved(25570), rename(25571, "新"), "没有这个端口"},
		"a release":                     {reserved(25570), release(25570), server.AllocationReleased{}},
		"not twice":                     {append(reserved(25570), server.AllocationReleased{Server: id, Port: 25570}), release(25570), "没有这个端口"},
		"not of the first":              {reserved(25570), release(25565), "主端口"},
		"not of port 0":                 {reserved(25570), release(0), "1 至 65535"},
		"not of port 22":                {reserved(25570), release(22), "没有这个端口"},
		"not of port 65536":             {reserved(25570), release(65536), "1 至 65535"},
		"a setting names an own port":   {reserved(25570), properties("query.port", "25570"), server.PropertiesSet{}},
		"but not one that was released": {append(reserved(25570), server.AllocationReleased{Server: id, Port: 25570}), properties("query.port", "25570"), "自己的端口"},
	} {
		t.Run(name, func(t *testing.T) {
			events, err := server.Decide(given(c.given...), c.when)
			expect(t, events, err, c.then)
		})
	}
}

func TestWhatIsReleasedRestsADay(t *testing.T) {
	p := server.EvolveHolding(server.Holding{}, server.PortReserved{Server: id}, start)
	s := server.EvolveHolding(server.Holding{}, server.SubdomainReserved{Server: id}, start)
	if p.Free(start) || s.Free(start) || !(server.Holding{}).Free(start) {
		t.Error("what a server holds is free, or what nobody holds is not")
	}
	p = server.EvolveHolding(p, server.PortReleased{Server: id}, start)
	s = server.EvolveHolding(s, server.SubdomainReleased{Server: id}, start)
	for after, free := range map[time.Duration]bool{0: false, 24*time.Hour - 1: false, 24 * time.Hour: true} {
		if p.Free(start.Add(after)) != free || s.Free(start.Add(after)) != free {
			t.Errorf("%s after the release it is not %v that they are free", after, free)
		}
	}
}

func TestASubdomainIsAShortNameThatNoServiceHas(t *testing.T) {
	for name, then := range map[string]any{
		"mengwu": server.SubdomainSet{}, "MengWu": server.SubdomainSet{}, "a-b-c": server.SubdomainSet{}, "12345": server.SubdomainSet{}, strings.Repeat("x", 32): server.SubdomainSet{},
		"": "5 至 32", "abcd": "5 至 32", strings.Repeat("x", 33): "5 至 32", strings.Repeat("x", 64): "5 至 32", "-abcd": "开头或结尾", "abcd-": "开头或结尾",
		"xn--abc": "连续的横线", "ab--cd": "连续的横线", "ab.cd": "只能包含", "ab cd": "只能包含", "晨雾谷谷": "只能包含", "ab_cd": "只能包含", "abcd\n": "只能包含",
		"admin": "站点保留", "Admin": "站点保留", "panel": "站点保留", "node-1": "站点保留", "ns001": "站点保留", "mail2024": "站点保留", "servers": "站点保留",
	} {
		events, err := server.Decide(given(made), server.SetSubdomain{By: asOwner, Subdomain: name, Offered: true, Now: start})
		t.Run(name, func(t *testing.T) { expect(t, events, err, then) })
	}
	taken := server.Holding{Server: "Other"}
	events, err := server.Decide(given(made), server.SetSubdomain{By: asOwner, Subdomain: "mengwu", Offered: true, Held: taken, Now: start})
	expect(t, events, err, "已被使用")
	has := server.SubdomainSet{Server: id, Subdomain: "mengwu"}
	events, err = server.Decide(given(made, has), server.SetSubdomain{By: asOwner, Subdomain: "MengWu", Offered: true, Held: server.Holding{Server: id}, Now: start})
	expect(t, events, err, nil)
	events, err = server.Decide(given(made), server.SetSubdomain{By: asOwner, Subdomain: "mengwu"})
	expect(t, events, err, "不提供子域名")
}

func TestASubdomainThatCannotBeWrittenIsToldOnceForEachFailure(t *testing.T) {
	has := server.SubdomainSet{Server: id, Subdomain: "mengwu"}
	told := server.SubdomainFailed{Server: id, Subdomain: "mengwu", Since: start}
	fails := func(since time.Time, after time.Duration) server.ReportSubdomainFailing {
		return server.ReportSubdomainFailing{Subdomain: "mengwu", Since: since, Now: since.Add(after)}
	}
	for name, c := range map[string]struct {
		given []any
		when  server.Command
		then  any
	}{
		"after some minutes":              {[]any{made, has}, fails(start, server.FailsAfter), server.SubdomainFailed{}},
		"a moment before":                 {[]any{made, has}, fails(start, server.FailsAfter-time.Second), nil},
		"the same failure":                {[]any{made, has, told}, fails(start, time.Hour), nil},
		"an older one":                    {[]any{made, has, told}, fails(start.Add(-time.Hour), 2*time.Hour), nil},
		"the next one":                    {[]any{made, has, told}, fails(start.Add(time.Minute), time.Hour), server.SubdomainFailed{}},
		"a name that was given back":      {[]any{made, has, server.SubdomainSet{Server: id, Subdomain: "another"}}, fails(start, time.Hour), nil},
		"the name of a deleted server":    {[]any{made, has, deleted}, fails(start, time.Hour), nil},
		"the name of what does not exist": {nil, fails(start, time.Hour), "服务器不存在"},
	} {
		t.Run(name, func(t *testing.T) {
			events, err := server.Decide(given(c.given...), c.when)
			expect(t, events, err, c.then)
		})
	}
}

func TestADeletedServerGivesBackWhatItHoldsWhenItCannotBeBroughtBack(t *testing.T) {
	has := server.SubdomainSet{Server: id, Subdomain: "mengwu"}
	back := server.Returned{Server: id, Owner: owner}
	gone := start.Add(2 * time.Second) // when the third event deletes it
	for name, c := range map[string]struct {
		given []any
		at    time.Time
		then  any
	}{
		"after seven days":       {[]any{made, has, deleted}, gone.Add(server.Kept), server.Expired{}},
		"a moment before":        {[]any{made, has, deleted}, gone.Add(server.Kept - time.Second), nil},
		"not twice":              {[]any{made, has, deleted, server.Expired{Server: id}}, gone.Add(2 * server.Kept), nil},
		"not one that is back":   {[]any{made, has, deleted, back}, gone.Add(server.Kept), nil},
		"not one that is in use": {[]any{made, has}, gone.Add(server.Kept), nil},
		"without a subdomain":    {[]any{made, deleted}, gone.Add(server.Kept), server.Expired{}},
		"what does not exist":    {nil, gone, "服务器不存在"},
	} {
		t.Run(name, func(t *testing.T) {
			events, err := server.Decide(given(c.given...), server.Expire{Now: c.at})
			expect(t, events, err, c.then)
		})
	}
	expired := given(made, deleted, server.Expired{Server: id})
	behind := server.Return{By: asAdmin, Reason: why, Now: start.Add(time.Hour)} // by a clock that is behind
	if _, err := server.Decide(expired, behind); err == nil {
		t.Error("a server that has given back what it held comes back")
	}
	for _, c := range []server.Command{
		server.SetSubdomain{By: asAdmin, Subdomain: "mengwu", Offered: true, Now: later}, server.ReserveAllocation{By: asAdmin, Port: 25570, Name: "地图"},
	} {
		events, err := server.Decide(expired, c)
		expect(t, events, err, "已删除")
	}
	events, err := server.Decide(given(append(reserved(25570, 25568), has, deleted)...), server.Expire{Now: later.Add(server.Kept)})
	expect(t, events, err, server.Expired{})
	if e := events[0].Payload.(server.Expired); !slices.Equal(e.Ports, []int{25565, 25570, 25568}) || e.Subdomain != "mengwu" || e.Node != node.ID {
		t.Errorf("%+v", e)
	}
}
