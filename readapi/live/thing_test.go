package live_test

import (
	"fmt"
	"testing"

	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/forum"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/domain/project"
)

func TestADiscussionMovesForThoseWhoMayReadIt(t *testing.T) {
	w := newWorld(t)
	const chat, board = "DiscCha1", "DiscBrd2"
	for id, in := range map[string]string{chat: "", board: hiddenID} {
		section := forum.Chat
		if in != "" {
			section = forum.Project
		}
		w.Happen("discussion-"+id, owner, forum.Opened{
			Discussion: id, Section: section, Project: in, Author: owner, Title: erasable.Of(owner, "标题"), Body: erasable.Of(owner, "正文"),
		})
		if in != "" {
			w.Happen("board-"+in, owner, forum.Begun{Project: in, Discussion: id})
		}
	}
	w.Settle()
	written := 0
	write := func(in, of string) uint64 {
		written++
		id := fmt.Sprintf("Post%04d", written)
		return uint64(w.Happen("post-"+id, stranger, post.Written{
			Post: id, Kind: post.InDiscussion, Thing: in, Project: of, Author: stranger, Starter: owner, Body: erasable.Of(stranger, "回复"),
		}))
	}
	both := "?topic=discussion:" + chat + "&topic=discussion:" + board
	outside, inside := w.open("", both), w.open("owner", both)
	if e := outside.next(); e.kind != "unknown" || e.data.Topic != "discussion:"+board {
		t.Fatalf("%+v", e)
	}
	write(board, hiddenID)
	at := write(chat, "")
	if e := outside.next(); e.kind != "moved" || e.data.Topic != "discussion:"+chat || e.data.Position != at {
		t.Fatalf("%+v", e)
	}
	seen := map[string]bool{}
	for range 2 {
		e := inside.next()
		seen[e.kind+" "+e.data.Topic] = true
	}
	if !seen["moved discussion:"+chat] || !seen["moved discussion:"+board] {
		t.Fatal(seen)
	}
	w.Project(hiddenID, staff, project.Submitted{From: project.Draft, Requested: project.Listed}, project.Approved{From: project.Processing, Status: project.Listed})
	w.Settle()
	late := w.open("stranger", "?topic=discussion:"+board)
	w.Project(hiddenID, owner, project.StatusChanged{From: project.Listed, To: project.Private})
	if e := late.next(); e.kind != "unknown" {
		t.Fatalf("%+v", e)
	}
	w.Happen("discussion-"+chat, staff, forum.Hidden{Discussion: chat, Author: owner})
	if e := outside.next(); e.kind != "unknown" || e.data.Topic != "discussion:"+chat {
		t.Fatalf("%+v", e)
	}
	for _, topic := range []string{"discussion:", "discussion:..%2Fx", "discuss:" + chat} {
		if answer, _ := w.ask("owner", "?topic="+topic); answer.StatusCode != 400 {
			t.Errorf("%s: %d", topic, answer.StatusCode)
		}
	}
	if answer, _ := w.ask("", "?topic=discussion:Nothing1"); answer.StatusCode != 404 {
		t.Error(answer.StatusCode)
	}
}
