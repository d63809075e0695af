package project_test

import (
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	commandproject "github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/commands/report"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/eventlog"
)

// talking is a world with a submitted project, the routes of its thread, and their paths.
func talking(t *testing.T) (w *world, id, path, talk string) {
	t.Helper()
	w = newWorld(t)
	threads, err := report.New(report.Options{Handler: w.Handler(), Subjects: commandproject.Reported(), Team: commandproject.Team})
	if err != nil {
		t.Fatal(err)
	}
	w.Serve(w.service.Routes, w.files.Routes, threads.Routes)
	id = w.project("sodium")
	w.version(id)
	path = "/v2/project/" + id
	want(t, w.Ask(owner, "PATCH", path, fields{"status": "processing"}), 204)
	return w, id, path, w.state(id).Thread
}

// said are the messages of a thread.
func (w *world) said(talk string) (list []thread.MessagePosted) {
	w.Helper()
	for _, e := range w.Events("thread-" + talk) {
		if m, is := e.(thread.MessagePosted); is {
			list = append(list, m)
		}
	}
	return list
}

// newest is the last event of a stream.
func (w *world) newest(stream string) (last eventlog.Recorded) {
	w.Helper()
	for e, err := range w.EventLog.Stream(w.Context(), stream, 0) {
		if err != nil {
			w.Fatal(err)
		}
		last = e
	}
	return last
}

func TestTheMessageOfADecisionIsAMessageOfTheThreadInTheSameAppend(t *testing.T) {
	for name, decide := range map[string]func(w *world, path string) answer{
		"v2 rejects": func(w *world, path string) answer {
			return w.Ask(moderator, "PATCH", path, fields{"status": "rejected", "moderation_message": " 缺少说明 ", "reason": because})
		},
		"v3 withholds": func(w *world, path string) answer {
			return w.Ask(moderator, "PATCH", strings.Replace(path, "v2", "v3", 1), fields{"status": "withheld", "moderation_message": "缺少说明", "reason": because})
		},
		"an approval": func(w *world, path string) answer {
			return w.Ask(moderator, "PATCH", path, fields{"status": "approved", "moderation_message": "缺少说明", "reason": because})
		},
		"an approval with a time": func(w *world, path string) answer {
			return w.Ask(moderator, "POST", path+"/schedule", fields{"time": time.Now().Add(time.Hour), "requested_status": "approved", "moderation_message": "缺少说明", "reason": because})
		},
	} {
		w, id, path, talk := talking(t)
		want(t, decide(w, path), 204)
		said := w.said(talk)
		if len(said) != 1 || !said[0].Staff || !said[0].Decision || said[0].Private || said[0].Author != moderator || said[0].Body.String() != "缺少说明" {
			t.Fatalf("%s: %+v", name, said)
		}
		decision, message := w.newest("project-"+id), w.newest("thread-"+talk)
		if decision.Meta.Command != message.Meta.Command || !decision.Meta.At.Equal(message.Meta.At) || message.Meta.Role != "moderator" {
			t.Errorf("%s: %+v and %+v", name, decision.Meta, message.Meta)
		}
		// A program of the family sends the same message again.
		want(t, w.Ask(moderator, "POST", "/v2/thread/"+talk, fields{"body": fields{"type": "text", "body": "缺少说明"}}), 204)
		if n := len(w.said(talk)); n != 1 {
			t.Errorf("%s: the message stands %d times", name, n)
		}
		want(t, w.Ask(moderator, "POST", "/v2/thread/"+talk, fields{"body": fields{"type": "text", "body": "还缺图片"}}), 204)
		want(t, w.Ask(moderator, "POST", "/v2/thread/"+talk, fields{"body": fields{"type": "text", "body": "还缺图片"}}), 204)
		if n := len(w.said(talk)); n != 3 {
			t.Errorf("%s: messages that are none of a decision: %d", name, n)
		}
	}
}

func TestADecisionWithoutAMessageAddsNoneAndTheOneSentLaterIsAdded(t *testing.T) {
	w, _, path, talk := talking(t)
	want(t, w.Ask(moderator, "PATCH", path, fields{"status": "approved", "reason": because}), 204)
	if said := w.said(talk); len(said) != 0 {
		t.Fatalf("%+v", said)
	}
	want(t, w.Ask(moderator, "POST", "/v3/thread/"+talk, fields{"body": fields{"type": "text", "body": "欢迎"}}), 204)
	if said := w.said(talk); len(said) != 1 || said[0].Decision || !said[0].Staff {
		t.Fatalf("%+v", said)
	}
}

func TestAMessageWithAStatusThatTheProjectAlreadyHasIsAMessageOfTheThread(t *testing.T) {
	w, id, path, talk := talking(t)
	approve := func(status int, message string, headers ...string) {
		t.Helper()
		body := fields{"status": "approved", "reason": because}
		if message != "" {
			body["moderation_message"] = message
		}
		want(t, w.Ask(moderator, "PATCH", path, body, headers...), status)
	}
	approve(204, "欢迎")
	approve(204, "欢迎") // a program sends its request again
	approve(204, "")
	if said := w.said(talk); len(said) != 1 || !said[0].Decision {
		t.Fatalf("%+v", said)
	}
	events := len(w.Events("project-" + id))
	for range 2 {
		approve(204, " 还有一件小事 ")
		approve(204, "第二件", "Idempotency-Key", "once")
	}
	approve(204, "第二件")
	said := w.said(talk)
	var texts []string
	for _, m := range said[1:] {
		texts = append(texts, m.Body.String())
		if m.Decision || !m.Staff || m.Private || m.Author != moderator {
			t.Errorf("%+v", m)
		}
	}
	if got := strings.Join(texts, " "); got != "还有一件小事 第二件 还有一件小事 第二件" || len(w.Events("project-"+id)) != events {
		t.Errorf("%s; %d events of the project, want %d", got, len(w.Events("project-"+id)), events)
	}
	want(t, w.Ask(moderator, "PATCH", path, fields{"status": "draft", "moderation_message": "请先补图", "reason": because}), 204)
	if said := w.said(talk); said[len(said)-1].Body.String() != "请先补图" || w.state(id).Status != project.Draft {
		t.Errorf("%+v", said)
	}
	want(t, w.Ask(moderator, "PATCH", path, fields{"status": "draft", "moderation_message": strings.Repeat("长", thread.MaxBody+1), "reason": because}), 400)
}

func TestAMessageThatFindsNoRoomIsNotDroppedSilently(t *testing.T) {
	w, _, path, talk := talking(t)
	want(t, w.Ask(moderator, "PATCH", path, fields{"status": "approved", "reason": because}), 204)
	var full []any
	for n := range thread.MaxMessages {
		full = append(full, thread.MessagePosted{Thread: talk, Message: strconv.Itoa(n), Author: moderator, Staff: true})
	}
	w.Happen("thread-"+talk, full...)
	want(t, w.Ask(moderator, "PATCH", path, fields{"status": "approved", "moderation_message": "还有一件小事", "reason": because}), 400)
	want(t, w.Ask(moderator, "PATCH", path, fields{"status": "approved", "reason": because}), 204)
}

func TestADecisionInAFullThreadHappensWithoutAMessage(t *testing.T) {
	w, id, path, talk := talking(t)
	var full []any
	for n := range thread.MaxMessages {
		full = append(full, thread.MessagePosted{Thread: talk, Message: strconv.Itoa(n), Author: moderator, Staff: true})
	}
	w.Happen("thread-"+talk, full...)
	want(t, w.Ask(moderator, "PATCH", path, fields{"status": "rejected", "moderation_message": "缺少说明", "reason": because}), 204)
	if got := w.state(id).Status; got != project.Refused || len(w.said(talk)) != thread.MaxMessages {
		t.Error(got, len(w.said(talk)))
	}
}

func TestOfTwoConcurrentDecisionsOneStandsWithItsMessage(t *testing.T) {
	w, id, path, talk := talking(t)
	var won atomic.Int32
	var both sync.WaitGroup
	for _, who := range []string{moderator, admin} {
		both.Go(func() {
			body := fields{"status": "rejected", "moderation_message": "由 " + who, "moderation_round": 1, "reason": because}
			switch got := w.Ask(who, "PATCH", path, body).Status; got {
			case 204:
				won.Add(1)
			case 409:
			default:
				t.Error(got)
			}
		})
	}
	both.Wait()
	said := w.said(talk)
	if won.Load() != 1 || len(said) != 1 || said[0].Body.String() != w.state(id).Message {
		t.Errorf("%d decisions, %+v", won.Load(), said)
	}
}

func TestADecisionOnADeletedProjectSaysNothing(t *testing.T) {
	w, _, path, talk := talking(t)
	want(t, w.Ask(owner, "DELETE", path, nil), 204)
	want(t, w.Ask(moderator, "PATCH", path, fields{"status": "rejected", "moderation_message": "缺少说明", "reason": because}), 404)
	if said := w.said(talk); len(said) != 0 {
		t.Errorf("%+v", said)
	}
}

func TestARepeatedDecisionSaysItsMessageOnce(t *testing.T) {
	w, _, path, talk := talking(t)
	for range 2 {
		want(t, w.Ask(moderator, "PATCH", path, fields{"status": "rejected", "moderation_message": "缺少说明", "reason": because}, "Idempotency-Key", "once"), 204)
	}
	if said := w.said(talk); len(said) != 1 {
		t.Errorf("%+v", said)
	}
}
