package server_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/server"
)

// restoring is a server that waits for the report of a restore, after some events.
func restoring(events ...any) []any {
	history := append([]any{made, backedUp("Good0001")}, events...)
	return append(history, server.RestoreRequested{Server: id, Backup: "Good0001"})
}

func restoredWith(software *server.Software, origin *server.Origin) server.Restored {
	return server.Restored{Seen: seen, Backup: "Good0001", Until: start.Add(server.FormerKept), Software: software, Origin: origin}
}

func TestAServerRunsWhatItsRestoredBackupHas(t *testing.T) {
	none, paper := server.Software{Kind: server.None}, server.Software{Kind: server.Jar, Jar: "paper.jar", Loader: "Paper", GameVersion: "1.20.1"}
	for name, c := range map[string]struct {
		software *server.Software
		start    any
		loader   string
	}{
		"another one":                    {&paper, "最终用户许可协议", "Paper"},
		"none":                           {&none, "没有安装", ""},
		"what the node does not know of": {nil, server.PowerRequested{}, "NeoForge"},
	} {
		t.Run(name, func(t *testing.T) {
			installed := server.Installed{Seen: reportAt(1), InstallSeen: server.InstallSeen{Generation: 3}, Software: server.Software{Kind: server.StandIn, Loader: "NeoForge"}}
			s := given(append(restoring(server.InstallRequested{Server: id, Loader: "NeoForge", GameVersion: "1.21.1"}, installed), restoredWith(c.software, nil))...)
			if s.Loader != c.loader || s.Busy() != "" {
				t.Errorf("%+v", s)
			}
			events, err := server.Decide(s, power(asOwner, server.Start))
			expect(t, events, err, c.start)
		})
	}
}

func TestTheTextsOfARestoredModpackAreSealedForTheOwner(t *testing.T) {
	paper := server.Software{Kind: server.Jar, Jar: "paper.jar", Loader: "Paper"}
	report := server.RecordBackup{Report: restoredWith(&paper, &server.Origin{Project: "Pack0001", Version: "Vers0001"}), PackName: " 龙之谷\n", PackVersion: strings.Repeat("9", 129)}
	events, err := server.Decide(given(restoring()...), report)
	if err != nil || len(events) != 1 {
		t.Fatalf("%+v %v", events, err)
	}
	o := events[0].Payload.(server.Restored).Origin
	if o.Project != "Pack0001" || o.Version != "Vers0001" || o.PackName.Text != "龙之谷" || o.PackName.Subject != owner || o.PackVersion != nil {
		t.Errorf("%+v", o)
	}
}

func TestContentWithoutAFileAfterARestoreIsRemovedBecauseOfIt(t *testing.T) {
	history := restoring(sodiumAdded, addition(lithium, "Vers0002", "lithium.jar"))
	events, err := server.Decide(given(history...), server.RecordBackup{Report: restoredWith(nil, nil), Lost: []string{sodium, "Nothing9", sodium}})
	if err != nil || len(events) != 2 {
		t.Fatalf("%+v %v", events, err)
	}
	want := server.ContentRemoved{Server: id, Project: sodium, Version: "Vers0001", Folder: server.Mods, File: "sodium.jar", SHA512: "hash of Vers0001", Cause: server.LostByRestore}
	if got := events[1].Payload; got != want {
		t.Errorf("%+v", got)
	}
	s := given(append(history, events[0].Payload, events[1].Payload)...)
	if _, has := s.Content[lithium]; !has || len(s.Content) != 1 {
		t.Errorf("%+v", s.Content)
	}
	again, err := server.Decide(s, server.RecordBackup{Report: restoredWith(nil, nil), Lost: []string{lithium}})
	expect(t, again, err, nil) // the report was repeated
}

func TestContentWithoutAFileAfterTheRestoreOfAFolderIsRemovedBecauseOfIt(t *testing.T) {
	history := []any{made, backedUp("Good0001"), sodiumAdded, addition(lithium, "Vers0002", "lithium.jar"), server.FilesRestoreRequested{Server: id, Backup: "Good0001"}}
	done := server.RecordBackup{Report: server.FilesRestored{Seen: seen, Backup: "Good0001", Files: 1}, Lost: []string{lithium}}
	events, err := server.Decide(given(history...), done)
	if err != nil || len(events) != 2 {
		t.Fatalf("%+v %v", events, err)
	}
	if gone := events[1].Payload.(server.ContentRemoved); gone.Project != lithium || gone.Cause != server.LostByRestore {
		t.Errorf("%+v", gone)
	}
	again, err := server.Decide(given(append(history, events[0].Payload, events[1].Payload)...), done)
	expect(t, again, err, nil) // the report was repeated
	failed := server.RecordBackup{Report: server.FilesRestoreFailed{Seen: seen, Backup: "Good0001", Cause: "disk"}, Lost: []string{lithium}}
	if events, err = server.Decide(given(history...), failed); err != nil || len(events) != 1 {
		t.Errorf("%+v %v", events, err)
	}
}

func TestAnInstallationThatEmptiesTheFolderSaysWhichContentItRemoved(t *testing.T) {
	history := []any{made, addition(lithium, "Vers0002", "lithium.jar"), sodiumAdded, server.InstallRequested{Server: id, Hard: true, Loader: "Fabric", GameVersion: "1.21.1"}}
	for hard, want := range map[bool][]string{true: {lithium, sodium}, false: nil} {
		done := server.Installed{Seen: reportAt(1), InstallSeen: server.InstallSeen{Generation: 4, Hard: hard}, Software: server.Software{Kind: server.StandIn, Loader: "Fabric"}}
		events, err := server.Decide(given(history...), server.RecordInstall{Report: done})
		if err != nil {
			t.Fatal(err)
		}
		var removed []string
		for _, e := range events[1:] {
			gone := e.Payload.(server.ContentRemoved)
			if gone.Cause != server.LostByInstall {
				t.Errorf("%+v", gone)
			}
			removed = append(removed, gone.Project)
		}
		if !slices.Equal(removed, want) {
			t.Errorf("hard %t: %q, want %q", hard, removed, want)
		}
	}
}

func TestAnAbsenceOfANodeIsToldOnce(t *testing.T) {
	begun := server.NodeState{ID: "Node0001", Name: "华东一号", Key: "key"}
	retired, waiting := begun, begun
	retired.Retired, waiting.Key = true, ""
	away := func(since time.Time, after time.Duration) server.ReportAway {
		return server.ReportAway{Since: since, Servers: []string{id}, Now: since.Add(after)}
	}
	told := server.EvolveNode(begun, server.NodeAway{Node: begun.ID, Since: start})
	for name, c := range map[string]struct {
		given server.NodeState
		when  server.ReportAway
		then  any
	}{
		"after five minutes":       {begun, away(start, server.AwayAfter), server.NodeAway{}},
		"a moment before":          {begun, away(start, server.AwayAfter-time.Second), nil},
		"the same absence":         {told, away(start, time.Hour), nil},
		"an older one":             {told, away(start.Add(-time.Hour), 2*time.Hour), nil},
		"the next one":             {told, away(start.Add(time.Minute), time.Hour), server.NodeAway{}},
		"a retired node":           {retired, away(start, time.Hour), nil},
		"a node that never joined": {waiting, away(start, time.Hour), nil},
		"what is no node":          {server.NodeState{}, away(start, time.Hour), "节点不存在"},
	} {
		t.Run(name, func(t *testing.T) {
			events, err := server.DecideNode(c.given, c.when)
			expect(t, events, err, c.then)
		})
	}
}
