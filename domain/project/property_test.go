package project

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision/decisiontest"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/text"
)

// world is one project with its versions, changed by random commands of random actors.
type world struct {
	project  State
	versions map[string]Version
	list     Versions
	events   []any // of the project's stream, as stored
	submits  int   // number of submissions outside a review
	made     []Made
	standing int // decisions of the current round that were not undone
}

var cast = []actor.Actor{
	{}, {Account: alice}, {Account: bob}, {Account: carol}, {Account: "DDDDDDD4"},
	{Account: "MMMMMMM4", Rank: actor.Moderator}, {Account: "NNNNNNN5", Rank: actor.Admin}, {Account: bob, Rank: actor.Moderator},
}

// drawCommand draws a command of one of the given kinds: runs with few kinds reach more states than runs with all.
func drawCommand(t *rapid.T, kinds []int) any {
	by := owner // in half of the cases; otherwise most commands would be rejected
	if rapid.Bool().Draw(t, "someone") {
		by = rapid.SampledFrom(cast).Draw(t, "by")
	}
	account := rapid.SampledFrom([]string{"", alice, bob, carol, "DDDDDDD4"}).Draw(t, "account")
	rights := Permissions(rapid.Uint64Range(0, 4095).Draw(t, "rights"))
	text := rapid.SampledFrom([]string{"", "ab", "A title", "  padded  ", "# Placeholder description", "x\u202ey", "钠与锂"}).Draw(t, "text")
	url := rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "url")
	version := rapid.SampledFrom([]string{"VVVVVVV1", "VVVVVVV2"}).Draw(t, "version")
	status := rapid.SampledFrom([]Status{Draft, Processing, Listed, Archived, Unlisted, Private, Held, Refused, Scheduled, "?"}).Draw(t, "status")
	hash := rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "hash")
	why := rapid.SampledFrom([]*reason.Reason{because, nil}).Draw(t, "why")
	flag := rapid.Bool().Draw(t, "flag")
	if rapid.IntRange(0, 199).Draw(t, "end") == 199 {
		return Delete{By: by, Reason: why}
	}
	all := []any{
		status, Submit{By: by, Reason: why}, Approve{By: by, Reason: why, Status: status}, Reject{By: by, Reason: why, Message: text}, Withhold{By: by, Reason: why, Message: text},
		SetStatus{By: by, Reason: why, To: status},
		Edit{By: by, Reason: why, Title: &text}, Edit{By: by, Reason: why, Body: &text}, Edit{By: by, Reason: why, Slug: &text}, Edit{By: by, Reason: why, License: &License{ID: text}},
		Edit{By: by, Reason: why, Categories: &[]string{"magic", "food"}}, Edit{By: by, Reason: why, Additional: &[]string{"magic", "mobs"}}, Edit{By: by, Reason: why, Requested: &status},
		Edit{By: by, Reason: why, Environments: &Environment{Client: "required"}}, Edit{By: by, Reason: why, Environments: &Environment{Client: "required", Server: "optional"}},
		ChangeIcon{By: by, Reason: why, URL: url}, AddPicture{By: by, Reason: why, Picture: Picture{URL: url, SHA1: hash, Featured: flag}},
		EditPicture{By: by, Reason: why, URL: url, Featured: &flag, Title: &text}, RemovePicture{By: by, Reason: why, URL: url},
		Invite{By: by, Reason: why, Account: account, Permissions: rights}, Join{By: by}, ChangeMember{By: by, Reason: why, Account: account, Permissions: &rights},
		DropMember{By: by, Reason: why, Account: account}, TransferOwner{By: by, Reason: why, Account: account},
		versionAsk{version, CreateVersion{
			By: by, Reason: why, Version: version, Name: "n", Number: "1", Channel: Release, Loaders: []string{"fabric"},
			GameVersions: []string{"1.20"}, Files: []File{primary(jar(hash))},
		}},
		versionAsk{version, AddFiles{By: by, Reason: why, Files: []File{jar(hash)}}}, versionAsk{version, RemoveFile{By: by, Reason: why, SHA512: "5" + hash}},
		versionAsk{version, EditVersion{By: by, Reason: why, Primary: ptr("5" + hash), Dependencies: &[]Dependency{}}}, versionAsk{version, RemoveVersion{By: by, Reason: why}},
		OpenDownloads{Count: 7},
		PlanRelease{By: by, Reason: why, Plan: "R" + version, Now: noon, Time: noon.Add(time.Hour), Status: status},
		CarryOut{By: by, Plan: "R" + version, Now: noon.Add(time.Hour)}, ObstructRelease{Plan: "R" + version, Obstacle: AuthorGone},
		versionAsk{version, PlanVersionRelease{By: by, Reason: why, Plan: "R1", Now: noon, Time: noon.Add(time.Hour), Status: VersionListed}},
		Undo{By: by, Reason: mistake, Proposer: rapid.SampledFrom([]string{"", "MMMMMMM4", "DDDDDDD4"}).Draw(t, "proposer")},
		versionAsk{version, CarryOutVersion{By: by, Plan: "R1", Now: noon.Add(time.Hour)}}, versionAsk{version, CancelVersionRelease{By: by, Reason: why}},
		SetMonetization{By: by, Reason: why, To: rapid.SampledFrom([]Monetization{Monetized, Demonetized, ForceDemonetized, "?"}).Draw(t, "monetization")},
	}
	return all[rapid.SampledFrom(kinds).Draw(t, "kind")%len(all)]
}

type versionAsk struct {
	id      string
	command VersionCommand
}

func (w *world) ask(t *rapid.T, tb testing.TB, c any) {
	before := w.project
	switch c := c.(type) {
	case Status:
		by := rapid.SampledFrom(cast).Draw(t, "asks")
		command, err := StatusCommand(w.project, Asked{By: by, Reason: because, To: c, Message: "what is wrong", Submission: round, Versions: w.list.Len()})
		if err == nil {
			w.ask(t, tb, command)
		}
		return
	case versionAsk:
		switch ask := c.command.(type) {
		case CreateVersion:
			ask.Versions = w.list.Len()
			c.command = ask
		case RemoveVersion:
			ask.Versions = w.list.Len()
			c.command = ask
		}
		got, err := DecideVersion(ProjectVersion{Project: w.project, Version: w.versions[c.id]}, c.command)
		if err != nil {
			return
		}
		w.versions[c.id] = foldVersionFrom(tb, w.versions[c.id], decisiontest.Payloads(got))
		for _, e := range written(tb, inList(tb, got)) {
			w.list = EvolveVersions(w.list, e)
		}
	case Command:
		switch ask := c.(type) {
		case Submit:
			ask.Versions, ask.Submission = w.list.Len(), round
			c = ask
		case Undo:
			if n := len(w.made); n > 0 {
				ask.Newest = w.made[n-1]
			}
			ask.Decision = ask.Newest.Event
			c = ask
		}
		got, err := Decide(w.project, c)
		if err != nil {
			return
		}
		w.apply(tb, decisiontest.Payloads(got))
		w.decided(t, decisiontest.Payloads(got), c)
		again, err := Decide(w.project, c)
		_, deletes := c.(Delete)
		_, undoes := c.(Undo) // the log names an older decision then
		if err == nil && len(again) != 0 && !deletes && !undoes {
			t.Fatalf("%#v decides %s when the state already has it", c, show(decisiontest.Payloads(again)))
		}
	}
	if _, undoes := c.(Undo); !undoes && before.Status != Processing && w.project.Status == Processing {
		w.submits++
	}
}

func (w *world) apply(tb testing.TB, events []any) {
	for _, e := range written(tb, events) {
		w.project = Evolve(w.project, e)
		w.events = append(w.events, e)
	}
}

// decided follows the decisions of the staff: a decision is about the submission that waits, or about none; of a round one
// stands.
func (w *world) decided(t *rapid.T, events []any, c Command) {
	made := func(submission string, from Status) {
		w.made = append(w.made, Made{Event: fmt.Sprint("decision ", len(w.events)), Moderator: reflect.ValueOf(c).FieldByName("By").Interface().(actor.Actor).Account})
		if (submission != "") != (from == Processing) {
			t.Fatalf("a decision from %s on the submission %q", from, submission)
		}
		if submission != "" {
			w.standing++
		}
	}
	for _, e := range events {
		switch e := e.(type) {
		case Submitted:
			w.standing = 0
		case Approved:
			made(e.Submission, e.From)
		case Rejected:
			made(e.Submission, e.From)
		case Withheld:
			made(e.Submission, e.From)
		case DecisionUndone:
			w.made = w.made[:len(w.made)-1]
			if e.Submission != "" {
				w.standing--
			}
		}
	}
}

// checkRound fails unless one decision at most stands in the round, none while it waits, and a rejected project can be
// submitted again as soon as its checklist is done.
func (w *world) checkRound(t *rapid.T) {
	s := w.project
	if w.standing < 0 || w.standing > 1 || s.Status == Processing && w.standing != 0 {
		t.Fatalf("%d decisions of the round stand, status %s", w.standing, s.Status)
	}
	if len(s.Decisions) > len(w.made) {
		t.Fatalf("%d decisions can be undone, %d stand", len(s.Decisions), len(w.made))
	}
	if s.Gone || s.Status != Refused && s.Status != Held {
		return
	}
	var f *fault.Error
	_, err := Decide(s, Submit{By: actor.Actor{Account: s.Owner}, Submission: round, Versions: w.list.Len()})
	if err != nil && (!errors.As(err, &f) || f.Kind != fault.KindInvalid) {
		t.Fatalf("a %s project can not be submitted again: %v", s.Status, err)
	}
}

func (w *world) check(t *rapid.T) {
	s := w.project
	var folded State
	for _, e := range w.events {
		folded = Evolve(folded, e)
	}
	if !reflect.DeepEqual(folded, s) {
		t.Fatalf("folding gives\n%+v\nbut decided on\n%+v", folded, s)
	}
	if s.Round != w.submits {
		t.Fatalf("%d rounds, submitted %d times", s.Round, w.submits)
	}
	if !s.Status.Known() || (s.Status == Scheduled) != (s.Plan != nil) {
		t.Fatalf("status %q with the plan %+v", s.Status, s.Plan)
	}
	if s.Plan != nil && (!s.EverApproved || !s.Plan.Status.Approved()) {
		t.Fatalf("plan %+v of a project that was not approved", s.Plan)
	}
	if s.Status == Processing && w.list.Len() == 0 {
		t.Fatal("in review without a version")
	}
	if s.Status.Approved() && !s.EverApproved {
		t.Fatal("approved without an approval")
	}
	if (s.Status == Refused || s.Status == Held) && s.Message == "" {
		t.Fatal("a rejection without a message")
	}
	if _, err := NormalSlug(s.Slug); err != nil {
		t.Fatal(err)
	}
	if _, err := line("title", "", s.Title, 3, maxTitle); err != nil {
		t.Fatal(err)
	}
	if _, _, err := categories(s.Type, s.Categories, s.Additional); err != nil || slices.ContainsFunc(s.Additional, func(c string) bool { return slices.Contains(s.Categories, c) }) {
		t.Fatal("categories", s.Categories, s.Additional)
	}
	m, ok := s.Member(s.Owner)
	if !ok || !m.Accepted || m.Permissions != AllPermissions {
		t.Fatalf("the owner is %+v", m)
	}
	accounts := map[string]bool{}
	for _, m := range s.Members {
		if accounts[m.Account] || m.Permissions&^AllPermissions != 0 {
			t.Fatalf("members %+v", s.Members)
		}
		accounts[m.Account] = true
	}
	w.checkRound(t)
	w.checkGallery(t)
	w.checkVersions(t)
}

func (w *world) checkGallery(t *rapid.T) {
	urls, hashes, featured := map[string]bool{}, map[string]bool{}, 0
	for _, p := range w.project.Gallery {
		if urls[p.URL] || hashes[p.SHA1] {
			t.Fatalf("gallery %+v", w.project.Gallery)
		}
		urls[p.URL], hashes[p.SHA1] = true, true
		if p.Featured {
			featured++
		}
	}
	if featured > 1 {
		t.Fatal("two featured pictures")
	}
}

func (w *world) checkVersions(t *rapid.T) {
	for id, v := range w.versions {
		if v.Exists() != slices.Contains(w.list.IDs(), id) {
			t.Fatalf("version %s exists: %v, in the list of its project: %v", id, v.Exists(), w.list.IDs())
		}
		if v.Exists() {
			if err := files(v.Files, false); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestNoSequenceOfCommandsReachesAForbiddenState(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := &world{versions: map[string]Version{}}
		w.apply(t, []any{born()})
		kinds := rapid.SliceOfNDistinct(rapid.IntRange(0, 40), 2, 41, rapid.ID[int]).Draw(rt, "kinds")
		for range rapid.IntRange(20, 80).Draw(rt, "length") {
			w.ask(rt, t, drawCommand(rt, kinds))
			w.check(rt)
		}
	})
}

func TestAMemberNeverGetsARightThatTheGrantingMembersLack(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := given(t, append(joined(ManageInvites|EditMember|EditBody), MemberInvited{Account: carol}, MemberJoined{Account: carol})...)
		reach := ManageInvites | EditMember | EditBody // all rights of bob and carol together
		for range rapid.IntRange(1, 40).Draw(rt, "length") {
			by := rapid.SampledFrom([]actor.Actor{{Account: bob}, {Account: carol}, {Account: "DDDDDDD4"}}).Draw(rt, "by")
			account := rapid.SampledFrom([]string{bob, carol, "DDDDDDD4"}).Draw(rt, "account")
			rights := Permissions(rapid.Uint64Range(0, 4095).Draw(rt, "rights"))
			c := rapid.SampledFrom([]Command{
				Invite{By: by, Account: account, Permissions: rights}, Join{By: by},
				ChangeMember{By: by, Account: account, Permissions: &rights}, DropMember{By: by, Account: account}, TransferOwner{By: by, Account: account},
			}).Draw(rt, "command")
			events, err := Decide(s, c)
			if err != nil {
				continue
			}
			for _, e := range events {
				s = Evolve(s, e.Payload)
			}
		}
		for _, m := range s.Members {
			if m.Account != alice && !reach.Has(m.Permissions) {
				rt.Fatalf("%s gained %d", m.Account, m.Permissions)
			}
		}
		if s.Owner != alice {
			rt.Fatal("the project was taken over")
		}
	})
}

func FuzzOneLineTextsContainNoHostileCharacters(f *testing.F) {
	f.Add("a\u202eb")
	f.Fuzz(func(t *testing.T, in string) {
		out, err := line("f", "文本", in, 1, 64)
		if err != nil {
			return
		}
		for _, r := range out {
			if text.Hostile(r) {
				t.Fatalf("%q passed", in)
			}
		}
	})
}
