package report_test

import (
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/domain/translation"
	"github.com/modyard/modyard/readapi/report"
)

const (
	translator  = "UserTra0"
	pack        = "PackProj"
	packVersion = "PackVers"
	linked      = "Threadl1"
)

// linking adds to a world a language pack whose version translates the version of the project, and their conversation.
func linking(t *testing.T) *world {
	t.Helper()
	w, _ := talking(t)
	w.Account(translator, "译者", "user")
	w.Project(pack, translator, project.Created{Project: pack, Slug: "pack", Type: project.TypeLanguage, Title: "Pack", Owner: translator},
		project.ListedByImport{Status: project.Listed})
	w.Happen("version-"+packVersion, translator, project.VersionCreated{
		Version: packVersion, Project: pack, Author: translator, Name: "1.0", Number: "1.0", Channel: project.Release, Status: project.VersionListed,
	})
	w.Happen("translation-"+packVersion, translator, translation.Asked{
		Version: packVersion, Project: pack, Target: first, TargetProject: quay, Language: translation.Simplified, Thread: linked, By: translator,
	})
	w.Happen("thread-"+linked, translator, thread.Opened{Thread: linked, Kind: thread.AboutLink, Subject: translation.Subject(packVersion, first), Owner: translator})
	w.Settle() // an answer waits for the read model of threads alone
	return w
}

// says adds a message to the conversation about the link.
func (w *world) says(by, message, body string) {
	w.t.Helper()
	w.Happen("thread-"+linked, by, thread.MessagePosted{Thread: linked, Message: message, Author: by, Staff: by == staff, Body: erasable.Of(by, body)})
	w.Settle()
}

func TestWhatIsSeenOfTheThreadOfALinkIsStoredForBothSides(t *testing.T) {
	w := linking(t)
	unread := func(as string) int64 {
		t.Helper()
		return read[report.Unread](w, as, "/_internal/thread/"+linked+"/unread").Unread
	}
	w.says(translator, "Message1", "请看")
	w.says(owner, "Message2", "好的")
	w.says(staff, "Message3", "我也看了")
	for as, want := range map[string]int64{translator: 2, owner: 1, ofOrg: 3} {
		if got := unread(as); got != want {
			t.Errorf("%s has %d unread messages, want %d", as, got, want)
		}
	}
	for as, status := range map[string]int{translator: 204, owner: 204, ofOrg: 204, staff: 204, member: 404, invited: 404, stranger: 404, "": 401} {
		w.ask(status, as, "PUT", "/v3/thread/"+linked+"/seen", `{"message":"Message3"}`)
		if status == 204 && unread(as) != 0 {
			t.Errorf("%s has %d unread messages after having seen them", as, unread(as))
		}
	}
}

func TestReadingAConversationMarksItsNotificationsAsRead(t *testing.T) {
	w := linking(t)
	w.Happen("thread-"+talk, staff, thread.MessagePosted{Thread: talk, Message: "Public01", Author: staff, Staff: true, Body: erasable.Of(staff, "缺说明")})
	w.says(staff, "Message1", "看过了")
	unread := func(as, in string) (n int) {
		t.Helper()
		if err := w.DB.Pool.QueryRow(t.Context(), `select count(*) from notification.notifications n
left join inbox.marks m on m.account = n.account and m.notification = n.id where n.account = $1 and n.thread = $2 and m.read is not true`, as, in).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	read[contract.Thread](w, owner, "/v3/thread/"+talk)
	if unread(owner, talk) != 1 || unread(owner, linked) != 1 || unread(translator, linked) != 1 || unread(member, talk) != 1 {
		t.Fatal("not everybody was notified")
	}
	for range 2 {
		w.ask(204, owner, "PUT", "/v3/thread/"+linked+"/seen", `{"message":"Message1"}`)
	}
	if unread(owner, linked) != 0 || unread(owner, talk) != 1 || unread(translator, linked) != 1 {
		t.Errorf("%d, %d and %d are unread", unread(owner, linked), unread(owner, talk), unread(translator, linked))
	}
	w.ask(400, member, "PUT", "/v3/thread/"+talk+"/seen", `{"message":"Nothing1"}`)
	if unread(member, talk) != 1 {
		t.Error("a line that does not exist marks a notification")
	}
	w.says(staff, "Message2", "还有一点")
	read[contract.Thread](w, owner, "/v3/thread/"+linked)
	w.ask(204, owner, "PUT", "/v3/thread/"+linked+"/seen", `{"message":"Message1"}`) // what came later is still news
	if unread(owner, linked) != 1 {
		t.Error("a message that was not seen is marked")
	}
}

func TestThatAMessageAnswersAPrivateNoteIsShownToTheStaffAlone(t *testing.T) {
	w, _ := talking(t)
	w.Happen("thread-"+talk, staff, thread.MessagePosted{Thread: talk, Message: "Private1", Author: staff, Staff: true, Private: true, Body: erasable.Of(staff, "内部")})
	w.Happen("thread-"+talk, staff, thread.MessagePosted{Thread: talk, Message: "Public01", Author: staff, Staff: true, ReplyingTo: "Private1", Body: erasable.Of(staff, "公开")})
	w.Happen("thread-"+talk, owner, thread.MessagePosted{Thread: talk, Message: "Public02", Author: owner, ReplyingTo: "Public01", Body: erasable.Of(owner, "好")})
	for as, want := range map[string][]string{owner: {"", "Public01"}, member: {"", "Public01"}, staff: {"", "Private1", "Public01"}} {
		lines := read[contract.Thread](w, as, "/v3/thread/"+talk).Messages
		if len(lines) != len(want) {
			t.Fatalf("%s reads %+v", as, lines)
		}
		for i, l := range lines {
			if got := l.Body.ReplyingTo; (got == nil) != (want[i] == "") || got != nil && *got != want[i] {
				t.Errorf("%s reads %+v, want an answer to %q", as, l, want[i])
			}
		}
	}
}
