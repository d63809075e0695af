package live_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/project"
	domain "github.com/modyard/modyard/domain/report"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/until"
	"github.com/modyard/modyard/readapi/live"
	"github.com/modyard/modyard/readapi/view"
)

func TestAStreamReportsAChangedProject(t *testing.T) {
	w := newWorld(t)
	p := w.open("", "?topic=project:"+openID)
	at := w.Project(openID, owner, title("新名"))
	if e := p.next(); e.kind != "moved" || e.data.Topic != "project:"+openID || e.data.Position != uint64(at) {
		t.Fatalf("%+v, want position %d", e, at)
	}
	if w.Board.At(view.Watermark) < uint64(at) {
		t.Fatal("the event arrived before the read model")
	}
}

func TestAProjectMovesWithItsWiki(t *testing.T) {
	w := newWorld(t)
	const draft = "DrftOne1"
	anybody, author := w.open("", "?topic=project:"+openID), w.open("stranger", "?topic=wikidrafts")
	moved := func(p *tap, topic string, at eventlog.Position) {
		t.Helper()
		if e := p.next(); e.kind != "moved" || e.data.Topic != topic || e.data.Position != uint64(at) {
			t.Fatalf("%+v, want position %d of %s", e, at, topic)
		}
		if w.Board.At(view.Watermark) < uint64(at) && topic != "wikidrafts" {
			t.Fatal("the event arrived before the catalogue")
		}
	}
	moved(author, "wikidrafts", w.Happen("wikidraft-"+draft, stranger, wiki.DraftOpened{Draft: draft, Project: openID, Account: stranger}))
	at := w.Happen("wikidraft-"+draft, stranger, wiki.DraftSubmitted{Draft: draft, Project: openID, Account: stranger, Msg: erasable.Of(stranger, "看")})
	moved(anybody, "project:"+openID, at)
	moved(author, "wikidrafts", at)
	at = w.Happen("wikidraft-"+draft, stranger, wiki.DraftTakenBack{Draft: draft})
	moved(anybody, "project:"+openID, at)
	at = w.Happen("wiki-"+openID, owner, wiki.ChangePublished{Project: openID, Change: "ChngOne1", Account: owner, Msg: erasable.Of(owner, "改")})
	moved(anybody, "project:"+openID, at)
	late := w.open("", fmt.Sprintf("?topic=project:%s@%d", openID, at-1))
	moved(late, "project:"+openID, at)
}

func TestAStreamHidesProjectsTheCallerMayNotSee(t *testing.T) {
	w := newWorld(t)
	var answers []string
	for _, id := range []string{hiddenID, absentID} {
		answer, _ := w.ask("stranger", "?topic=project:"+id)
		body, _ := io.ReadAll(answer.Body)
		answers = append(answers, fmt.Sprint(answer.StatusCode, string(body)))
	}
	if answers[0] != answers[1] || !strings.HasPrefix(answers[0], "404") {
		t.Fatal(answers)
	}
	p := w.open("stranger", "?topic=project:"+hiddenID+"&topic=project:"+openID)
	if e := p.next(); e.kind != "unknown" || e.data.Topic != "project:"+hiddenID {
		t.Fatalf("%+v", e)
	}
	w.Project(hiddenID, owner, title("geheim"))
	w.Project(openID, owner, title("offen"))
	if e := p.next(); e.data.Topic != "project:"+openID {
		t.Fatalf("%+v", e)
	}
	member := w.open("owner", "?topic=project:"+hiddenID)
	w.Project(hiddenID, owner, title("noch einmal"))
	if e := member.next(); e.kind != "moved" {
		t.Fatalf("%+v", e)
	}
}

func TestAProjectThatIsHiddenBecomesUnknownToOutsiders(t *testing.T) {
	w := newWorld(t)
	const both = "?topic=project:" + openID + "&topic=project:" + hiddenID
	w.Project(hiddenID, staff, project.Submitted{From: project.Draft, Requested: project.Listed}, project.Approved{From: project.Processing, Status: project.Listed})
	w.Settle()
	outside, inside := w.open("", both), w.open("owner", "?topic=project:"+openID)
	w.Project(openID, owner, project.StatusChanged{From: project.Listed, To: project.Private})
	if e := outside.next(); e.kind != "unknown" || e.data.Topic != "project:"+openID {
		t.Fatalf("%+v", e)
	}
	if e := inside.next(); e.kind != "moved" {
		t.Fatalf("%+v", e)
	}
	w.Project(openID, owner, title("still"))
	if e := inside.next(); e.kind != "moved" {
		t.Fatalf("%+v", e)
	}
	w.Project(hiddenID, owner, title("laut")) // what an outsider receives next
	if e := outside.next(); e.kind != "moved" || e.data.Topic != "project:"+hiddenID {
		t.Fatalf("an outsider received %+v", e)
	}
	w.Project(openID, owner, project.Deleted{Slug: "x"})
	if e := inside.next(); e.kind != "unknown" {
		t.Fatalf("%+v", e)
	}
}

func TestAReconnectedStreamGetsMissedChangesOnce(t *testing.T) {
	w := newWorld(t)
	p := w.open("", "?topic=project:"+openID)
	w.Project(openID, owner, title("eins"))
	seen := p.next()
	p.cancel()
	for range 5 {
		w.Project(openID, owner, title("zwei"))
	}
	w.Settle()
	for _, open := range []func() *tap{
		func() *tap { return w.open("", "?topic=project:"+openID, "Last-Event-ID", seen.id) },
		func() *tap { return w.open("", fmt.Sprintf("?topic=project:%s@%d", openID, seen.data.Position)) },
	} {
		again := open()
		if e := again.next(); e.kind != "moved" || e.data.Position <= seen.data.Position {
			t.Fatalf("%+v", e)
		}
		last := w.Project(openID, owner, title("drei"))
		if e := again.next(); e.data.Position != uint64(last) {
			t.Fatalf("%+v, want %d: one message for what was missed", e, last)
		}
	}
}

func TestAChangedReviewLockReachesTheStaffAtTheQueueAndNobodyElse(t *testing.T) {
	w := newWorld(t)
	w.Settle()
	p := w.open("staff", "?topic=queue")
	other := w.open("stranger", "?topic=project:"+openID)
	const announce = `select pg_notify('reviewing', nextval('reviewing.changes')::text)`
	for want := uint64(1); want <= 2; want++ {
		if _, err := w.DB.Pool.Exec(t.Context(), announce); err != nil {
			t.Fatal(err)
		}
		if e := p.next(); e.kind != "moved" || e.data.Topic != "queue" || e.data.Change != want {
			t.Fatalf("%+v", e)
		}
	}
	// A page that opens afterwards has read the locks itself.
	late := w.open("staff", fmt.Sprintf("?topic=queue@%d", w.Board.At("catalog")))
	late.cancel()
	for e := range late.events {
		t.Errorf("a new stream received %+v", e)
	}
	other.cancel()
	for e := range other.events {
		t.Errorf("a visitor of the project received %+v", e)
	}
}

func TestTheQueueAndThePublicFeedMove(t *testing.T) {
	w := newWorld(t)
	p := w.open("staff", "?topic=queue&topic=activity")
	w.Project(hiddenID, owner, project.Submitted{From: project.Draft, Requested: project.Listed})
	if e := p.next(); e.data.Topic != "queue" {
		t.Fatalf("%+v", e)
	}
	w.Project(hiddenID, staff, project.Approved{From: project.Processing, Status: project.Listed})
	topics := []string{p.next().data.Topic, p.next().data.Topic}
	slices.Sort(topics)
	if !slices.Equal(topics, []string{"activity", "queue"}) {
		t.Fatal(topics)
	}
}

func TestAnInboxMovesForItsAccountAlone(t *testing.T) {
	w := newWorld(t)
	mine, other := w.open("owner", "?topic=inbox"), w.open("stranger", "?topic=inbox")
	at := w.Project(hiddenID, staff, project.Rejected{From: project.Draft, Message: "x"})
	if e := mine.next(); e.data != (live.Message{Topic: "inbox", Position: uint64(at)}) {
		t.Fatalf("%+v", e)
	}
	w.Project(hiddenID, owner, project.MemberInvited{Account: stranger, Role: "x"})
	if e := other.next(); e.data.Topic != "inbox" || e.data.Position <= uint64(at) {
		t.Fatalf("%+v", e)
	}
	again := w.open("owner", fmt.Sprintf("?topic=inbox@%d", at-1))
	if e := again.next(); e.data.Position != uint64(at) {
		t.Fatalf("%+v", e)
	}
}

func TestReportsMoveForTheReporterAndStaff(t *testing.T) {
	w := newWorld(t)
	mine, other, all := w.open("owner", "?topic=reports"), w.open("stranger", "?topic=reports"), w.open("staff", "?topic=reports")
	filed := func(id, by string) uint64 {
		thread := "Thread" + id[6:]
		w.Happen("report-"+id, by, domain.Opened{Report: id, Type: domain.Spam, ItemType: domain.Project, Item: openID, Reporter: by, Thread: thread})
		return uint64(w.Happen("report-"+id, staff, domain.Closed{Report: id}))
	}
	at := filed("Reprt001", owner)
	for _, p := range []*tap{mine, all} {
		for e := p.next(); e.data.Position < at; e = p.next() {
			if e.data.Topic != "reports" {
				t.Fatalf("%+v", e)
			}
		}
	}
	theirs := filed("Reprt002", stranger)
	for e := other.next(); e.data.Position < theirs; e = other.next() {
		if e.data.Position <= at {
			t.Fatalf("a stranger received a report of another account: %+v", e)
		}
	}
	again := w.open("staff", fmt.Sprintf("?topic=reports@%d", at))
	if e := again.next(); e.data.Position != theirs {
		t.Fatalf("%+v", e)
	}
}

func TestConversationsAboutProjectsMoveForTheirTeamAndStaffAndNotesForTheStaffAlone(t *testing.T) {
	w := newWorld(t)
	w.Happen("thread-Thread01", owner, thread.Opened{Thread: "Thread01", Kind: thread.AboutProject, Subject: openID, Owner: owner})
	w.Happen("thread-Thread02", stranger, thread.Opened{Thread: "Thread02", Kind: thread.AboutReport, Subject: "Reprt001", Owner: stranger})
	w.Settle()
	mine, other, all := w.open("owner", "?topic=threads"), w.open("stranger", "?topic=threads"), w.open("staff", "?topic=threads")
	say := func(in, id string, private bool) uint64 {
		return uint64(w.Happen("thread-"+in, staff, thread.MessagePosted{Thread: in, Message: id, Author: staff, Staff: true, Private: private}))
	}
	reaches := func(p *tap, at uint64) {
		t.Helper()
		e := p.next()
		for ; e.data.Position < at; e = p.next() {
		}
		if e.data.Topic != "threads" || e.data.Position != at {
			t.Fatalf("%+v, want %d", e, at)
		}
	}
	note := say("Thread01", "Message1", true)
	reaches(all, note)
	public := say("Thread01", "Message2", false)
	reaches(all, public)
	for e := mine.next(); e.data.Position < public; e = mine.next() {
		if e.data.Position == note {
			t.Fatal("the team received a private note")
		}
	}
	// A conversation about a report is no project's, and a stranger of the project receives nothing.
	w.Happen("project-Others01", stranger, project.Created{Project: "Others01", Slug: "others", Type: project.TypeMod, Title: "o", Summary: "o", Owner: stranger})
	w.Happen("thread-Thread03", stranger, thread.Opened{Thread: "Thread03", Kind: thread.AboutProject, Subject: "Others01", Owner: stranger})
	w.Settle()
	theirs := say("Thread03", "Message3", false)
	for e := other.next(); e.data.Position < theirs; e = other.next() {
		if e.data.Position == note || e.data.Position == public {
			t.Fatalf("a stranger received a conversation of another team: %+v", e)
		}
	}
}

func TestTopicsTheCallerMayNotFollowAreRejectedWithAMessage(t *testing.T) {
	w := newWorld(t)
	many := strings.Repeat("&topic=activity", live.MaxTopics+1)
	for _, c := range []struct {
		as, query string
		want      int
	}{
		{"", "", 400}, {"", "?topic=", 400}, {"", "?topic=projects", 400}, {"", "?topic=project:../../x", 400},
		{"", "?topic=project:" + openID + "@-1", 400}, {"", "?topic=activity@99999999999999999999", 400}, {"", "?" + many[1:], 400},
		{"", "?topic=inbox", 401}, {"", "?topic=reports", 401}, {"", "?topic=queue", 401}, {"owner", "?topic=queue", 401}, {"", "?topic=project:" + absentID, 404},
	} {
		answer, _ := w.ask(c.as, c.query)
		var body struct{ Error, Description string }
		if err := json.NewDecoder(answer.Body).Decode(&body); err != nil || answer.StatusCode != c.want || body.Description == "" {
			t.Errorf("%s as %q: %d %+v %v, want %d", c.query, c.as, answer.StatusCode, body, err, c.want)
		}
	}
	if answer, _ := w.ask("", "?topic=activity", "Last-Event-ID", "x"); answer.StatusCode != 400 {
		t.Error(answer.StatusCode)
	}
}

func TestStreamsOfOneCallerAreLimited(t *testing.T) {
	w := newWorld(t)
	var last *tap
	for range 24 {
		last = w.open("owner", "?topic=activity")
	}
	if answer, _ := w.ask("owner", "?topic=activity"); answer.StatusCode != http.StatusTooManyRequests {
		t.Fatal(answer.StatusCode)
	}
	w.open("stranger", "?topic=activity")
	last.cancel()
	until.True(t, "an ended stream is not counted", func() bool {
		answer, _ := w.ask("owner", "?topic=activity")
		return answer.StatusCode == http.StatusOK
	})
}

func TestAStreamEndsWithItsSessionAndWithTheServer(t *testing.T) {
	w := newWorld(t)
	p := w.open("owner", "?topic=inbox")
	w.expired.Store(true)
	p.ended()
	w.expired.Store(false)
	p = w.open("owner", "?topic=inbox")
	w.routes.Close()
	p.ended()
	if answer, _ := w.ask("owner", "?topic=inbox"); answer.StatusCode != http.StatusServiceUnavailable {
		t.Fatal(answer.StatusCode)
	}
}

// BenchmarkMessage measures the time from an event to its message; the target is one second.
func BenchmarkMessage(b *testing.B) {
	w := newWorld(b)
	p := w.open("", "?topic=project:"+openID)
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		began := time.Now()
		at := w.Project(openID, owner, title(fmt.Sprint("Titel ", i)))
		for p.next().data.Position < uint64(at) {
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
}
