package review_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity/erasure"
	read "github.com/modyard/modyard/readapi/review"
)

const talk = "Threada1"

func (w *world) say(by string, p thread.MessagePosted) {
	w.t.Helper()
	p.Thread, p.Author, p.Body = talk, by, erasable.Of(by, "文字")
	w.Happen("thread-"+talk, by, p)
}

func TestTheQueueMarksWhatNobodyOfTheStaffHasAnswered(t *testing.T) {
	w := newWorld(t)
	w.Texts = erasure.NewMemory()
	w.Happen("thread-"+talk, maker, thread.Opened{Thread: talk, Kind: thread.AboutProject, Subject: quay, Owner: maker})
	want := func(n, replied int64) {
		t.Helper()
		var all, marked read.Waiting
		w.get(first, "/_internal/moderation/projects", http.StatusOK, &all)
		w.get(first, "/_internal/moderation/projects?replied=true", http.StatusOK, &marked)
		if all.Total != 2 || all.Projects[0].ID != quay || all.Projects[0].Unread != n || all.Projects[1].Unread != 0 || all.Replied != replied {
			t.Errorf("%d marked, %+v", all.Replied, all.Projects)
		}
		if int64(len(marked.Projects)) != replied || marked.Total != replied {
			t.Errorf("filtered: %+v", marked)
		}
	}
	want(0, 0)
	w.say(maker, thread.MessagePosted{Message: "M1"})
	w.say(maker, thread.MessagePosted{Message: "M2"})
	want(2, 1)
	w.say(first, thread.MessagePosted{Message: "M3", Staff: true, Private: true}) // a note answers nothing
	want(2, 1)
	w.Happen("thread-"+talk, maker, thread.MessageDeleted{Thread: talk, Message: "M2"})
	want(1, 1)
	w.say(first, thread.MessagePosted{Message: "M4", Staff: true})
	want(0, 0)
	w.say(maker, thread.MessagePosted{Message: "M5"})
	want(1, 1)
}

// appended appends an event with a time and a role.
func (w *world) appended(stream, by string, at time.Time, payload any) {
	w.t.Helper()
	id := eventlog.NewEventID()
	sealed, err := w.Texts.Seal(w.t.Context(), stream, id, payload)
	if err != nil {
		w.t.Fatal(err)
	}
	typ, data, err := w.Codec.Encode(sealed)
	if err != nil {
		w.t.Fatal(err)
	}
	if _, err := w.Log.Append(w.t.Context(), eventlog.Write{Stream: stream, Expected: eventlog.Any, Events: []eventlog.Event{
		{ID: id, Type: typ, Data: data, Meta: eventlog.Metadata{Actor: by, Role: "moderator", At: at}},
	}}); err != nil {
		w.t.Fatal(err)
	}
}

func TestTheHistoryNamesTheMessageOfADecision(t *testing.T) {
	w := newWorld(t)
	w.Texts = erasure.NewMemory()
	w.Happen("thread-"+talk, maker, thread.Opened{Thread: talk, Kind: thread.AboutProject, Subject: quay, Owner: maker})
	at := time.Date(2026, 8, 1, 9, 0, 0, 1000, time.UTC)
	w.appended("project-"+quay, first, at, project.Rejected{Submission: "Submis00", From: project.Processing, Message: "缺少说明"})
	w.appended("thread-"+talk, first, at, thread.MessagePosted{Thread: talk, Message: "Message1", Author: first, Staff: true, Decision: true})
	w.appended("thread-"+talk, first, at, thread.MessagePosted{Thread: talk, Message: "Message2", Author: first, Staff: true})
	entries := w.history(maker).Entries
	last := entries[len(entries)-1]
	if last.Type != "rejected" || last.ThreadMessage == nil || *last.ThreadMessage != "Message1" {
		t.Errorf("%+v", last)
	}
	for _, e := range entries[:len(entries)-1] {
		if e.ThreadMessage != nil {
			t.Errorf("%+v", e)
		}
	}
	w.Happen("thread-"+talk, first, thread.MessageDeleted{Thread: talk, Message: "Message1"})
	if entries := w.history(maker).Entries; entries[len(entries)-1].ThreadMessage != nil {
		t.Error("a deleted message is still named")
	}
}
