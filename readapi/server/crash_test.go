package server_test

import (
	"strconv"
	"testing"
	"time"

	"github.com/modyard/modyard/contract"
	domain "github.com/modyard/modyard/domain/server"
)

// runs lets a server run: for how long it was ready, and how it ended.
func (w *world) runs(server, run string, ready time.Duration, end domain.Exit, crashed bool) {
	w.t.Helper()
	at := w.now
	seen := func() domain.Seen {
		at = at.Add(time.Second)
		return domain.Seen{Server: server, Node: host, Incarnation: "i", Sequence: 1, Run: run, At: at}
	}
	w.Happen("serverrun-"+server, "", domain.RunStarted{Seen: seen()})
	if ready > 0 {
		w.Happen("serverrun-"+server, "", domain.RunReady{Seen: seen()})
		at = at.Add(ready)
	}
	if crashed {
		w.Happen("serverrun-"+server, "", domain.RunCrashed{Seen: seen(), Exit: end})
	} else {
		w.Happen("serverrun-"+server, "", domain.RunStopped{Seen: seen(), Exit: end})
	}
	w.now = at
}

const crashes = "/_internal/server/" + one + "/crashes/"

func TestACrashNamesTheLastGoodRunAndWhatWasChangedSince(t *testing.T) {
	w := newWorld(t)
	w.publish(sodium, "VersOne1", "VersTwo2")
	w.publish("Lithium1", "VersThr3")
	w.publish("Starlig1", "VersFou4")
	set := func(p any) { w.Happen("server-"+one, owner, p) }
	w.add(sodium, "VersOne1")
	w.runs(one, "good", 11*time.Minute, domain.Exit{Seconds: 700}, false)
	w.runs(one, "short", 9*time.Minute, domain.Exit{Seconds: 600}, false)
	w.runs(one, "killed", 20*time.Minute, domain.Exit{Code: -1, Signal: "SIGKILL"}, false)
	set(domain.ContentVersionSet{Server: one, Project: sodium, From: "VersOne1", Version: "VersTwo2", Folder: domain.Mods, File: "VersTwo2.jar", Replaced: "VersOne1.jar"})
	w.add("Lithium1", "VersThr3")
	w.add("Starlig1", "VersFou4") // and away again: nothing of it is left
	set(domain.ContentRemoved{Server: one, Project: "Starlig1", Version: "VersFou4", Folder: domain.Mods, File: "VersFou4.jar"})
	set(domain.StartupSet{Server: one, JDKVersion: "lts21"})
	set(domain.PropertiesSet{Server: one, Values: []domain.Property{{Key: "view-distance"}}})
	set(domain.PropertiesSet{Server: one, Values: []domain.Property{{Key: "pvp"}}})
	w.runs(one, "bad", 0, domain.Exit{Code: 1, Seconds: 7, Stack: "abc", OutOfMemory: true}, true)
	w.add("TooLate1", "VersFiv5")
	c := ask[contract.HostedCrash](w, 200, owner, crashes+"bad")
	if c.Run != "bad" || c.Code != 1 || c.Seconds != 7 || !c.OutOfMemory || c.Stack != "abc" || c.Ready != nil || c.Started == nil || c.Ended == nil {
		t.Errorf("%+v", c.HostedRun)
	}
	if c.Clean == nil || c.Clean.Run != "good" || c.Recovered != nil {
		t.Errorf("%+v", c.Clean)
	}
	if got := kinds(c.Changes); got != "properties properties startup content-removed content-added content-added content-version-set" {
		t.Error(got)
	}
	found := ""
	for _, s := range c.Suspects {
		found += s.Kind + " "
	}
	if found != "added version properties startup " {
		t.Fatal(found)
	}
	added, changed, settings := c.Suspects[0], c.Suspects[1], c.Suspects[2]
	if added.Project == nil || added.Project.Title != "钠 Lithium1" || added.Version != "n VersThr3" || added.From != "" || !added.Holds || added.Actor == nil {
		t.Errorf("%+v", added)
	}
	if changed.ID != sodium || changed.From != "n VersOne1" || changed.FromID != "VersOne1" || changed.Version != "n VersTwo2" || !changed.Holds {
		t.Errorf("%+v", changed)
	}
	if len(settings.Keys) != 2 {
		t.Errorf("%+v", settings)
	}
	set(domain.ContentRemoved{Server: one, Project: "Lithium1", Version: "VersThr3", Folder: domain.Mods, File: "VersThr3.jar"})
	w.runs(one, "again", 0, domain.Exit{Code: 1, Stack: "abc"}, true)
	w.runs(one, "another", 0, domain.Exit{Code: 1, Stack: "def"}, true)
	w.runs(one, "well", time.Hour, domain.Exit{}, false)
	c = ask[contract.HostedCrash](w, 200, owner, crashes+"bad")
	if c.Suspects[0].Holds || c.Recovered == nil || c.Recovered.Run != "well" || c.Times != 1 || len(c.Similar) != 1 || c.Similar[0].Run != "again" {
		t.Errorf("%+v", c)
	}
}

func TestOfCrashesElsewhereOnlyTheNumberOfManyIsSaid(t *testing.T) {
	w := newWorld(t)
	w.runs(one, "mine", 0, domain.Exit{Code: 1, Stack: "abc"}, true)
	for i := range 5 {
		if c := ask[contract.HostedCrash](w, 200, owner, crashes+"mine"); c.Elsewhere != nil {
			t.Errorf("%d servers are named", i)
		}
		w.runs("ServMor"+strconv.Itoa(i), "theirs", 0, domain.Exit{Code: 1, Stack: "abc"}, true)
	}
	if c := ask[contract.HostedCrash](w, 200, owner, crashes+"mine"); c.Elsewhere == nil || *c.Elsewhere != 5 || c.Times != 0 {
		t.Errorf("%+v", c)
	}
}

func TestACrashIsForMembersAndARunWithoutOneIsNotFound(t *testing.T) {
	w := newWorld(t)
	w.runs(one, "bad", 0, domain.Exit{Code: 1}, true)
	w.runs(one, "good", 0, domain.Exit{}, false)
	for as, status := range map[string]int{"": 401, other: 404, staff: 404, owner: 200, admin: 200} {
		ask[any](w, status, as, crashes+"bad")
	}
	for _, run := range []string{"good", "none", "a%2Fb"} {
		ask[any](w, 404, owner, crashes+run)
	}
	if s := ask[contract.HostedServer](w, 200, owner, base+"/"+one); s.LastRun.Run != "good" {
		t.Errorf("%+v", s.LastRun)
	}
	if c := ask[contract.HostedCrash](w, 200, owner, crashes+"bad"); c.Clean != nil || kinds(c.Changes) != "provisioned" || len(c.Suspects) != 0 {
		t.Errorf("%+v", c)
	}
}
