package forum_test

import (
	"fmt"
	"testing"
)

// TestWhoDoesWhatWithAnAnswer is the table who × state × command, each on an answer of its own, without a reason: the staff needs one.
func TestWhoDoesWhatWithAnAnswer(t *testing.T) {
	w := newWorld(t)
	chat, board := w.open(ann, "chat"), w.board(open)
	in := func(discussion string, then ...func(post string)) func() string {
		return func() string {
			p := w.answer(bob, discussion, "原文")
			for _, do := range then {
				do(p)
			}
			return p
		}
	}
	act := func(who, what string) func(string) {
		return func(p string) { w.Want(204, who, "POST", "/v3/forum/posts/"+p+"/"+what, because) }
	}
	closed := func(how string) func() string {
		return func() string {
			d := w.open(ann, "chat")
			p := w.answer(bob, d, "原文")
			w.Want(204, moderator, "POST", "/v3/forum/"+d+"/"+how, because)
			return p
		}
	}
	states := map[string]func() string{
		"chat": in(chat), "board": in(board), "locked": closed("lock"), "hidden thing": closed("hide"), "hidden": in(chat, act(moderator, "hide")),
		"hidden by team": in(board, act(owner, "hide")), "hidden by staff": in(board, act(moderator, "hide")),
		"deleted": in(chat, func(p string) { w.Want(204, bob, "DELETE", "/v3/forum/posts/"+p, "") }),
	}
	people := []string{"", unverified, bob, ann, owner, moderator, admin} // bob wrote the answer, ann the discussion, owner has the board
	gone := [7]int{401, 404, 404, 404, 404, 404, 404}
	unseen := func(ann, moderator, admin int) [7]int { return [7]int{401, 404, 404, ann, 404, moderator, admin} }
	of := func(bob, owner, moderator, admin int) [7]int {
		return [7]int{401, 401, bob, 401, owner, moderator, admin}
	}
	for command, rows := range map[string]map[string][7]int{
		"edit": {
			"chat": of(204, 401, 401, 400), "board": of(204, 401, 401, 400), "locked": of(401, 401, 401, 400), "hidden thing": unseen(401, 401, 400),
			"hidden": of(400, 401, 401, 400), "hidden by team": of(400, 401, 401, 400), "hidden by staff": of(400, 401, 401, 400), "deleted": gone,
		},
		"delete": {
			"chat": of(204, 401, 400, 400), "board": of(204, 401, 400, 400), "locked": of(401, 401, 400, 400), "hidden thing": unseen(401, 400, 400),
			"hidden": of(204, 401, 400, 400), "hidden by team": of(204, 401, 400, 400), "hidden by staff": of(204, 401, 400, 400), "deleted": gone,
		},
		"hide": {
			"chat": of(401, 401, 400, 400), "board": of(401, 400, 400, 400), "locked": of(401, 401, 400, 400), "hidden thing": unseen(401, 400, 400),
			"hidden": of(401, 401, 400, 400), "hidden by team": of(401, 400, 400, 400), "hidden by staff": of(401, 400, 400, 400), "deleted": gone,
		},
		"restore": {
			"chat": of(401, 401, 400, 400), "board": of(401, 204, 400, 400), "locked": of(401, 401, 400, 400), "hidden thing": unseen(401, 400, 400),
			"hidden": of(401, 401, 400, 400), "hidden by team": of(401, 204, 400, 400), "hidden by staff": of(401, 401, 400, 400), "deleted": gone,
		},
	} {
		if len(rows) != len(states) {
			t.Errorf("%s has rows of %d states", command, len(rows))
		}
		for state, statuses := range rows {
			for i, who := range people {
				path, method, body := "/v3/forum/posts/"+states[state](), "POST", any(nil)
				switch command {
				case "edit":
					method, body = "PATCH", map[string]string{"content": fmt.Sprint("改过 ", who)}
				case "delete":
					method = "DELETE"
				default:
					path += "/" + command
				}
				if got := w.Ask(who, method, path, body).Status; got != statuses[i] {
					t.Errorf("%s %s as %q: %d, want %d", command, state, who, got, statuses[i])
				}
			}
		}
	}
}
