package forum_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/modyard/modyard/domain/forum"
	"github.com/modyard/modyard/domain/post"
)

// at once sends requests at the same time and returns the statuses of their answers.
func atOnce(requests ...func() int) []int {
	statuses := make([]int, len(requests))
	var all sync.WaitGroup
	for i, send := range requests {
		all.Go(func() { statuses[i] = send() })
	}
	all.Wait()
	return statuses
}

// happened are the types of the events of a stream, without the first.
func (w *world) happened(stream string) (list []string) {
	w.Helper()
	for _, e := range w.Events(stream)[1:] {
		list = append(list, strings.TrimPrefix(fmt.Sprintf("%T", e), "post."))
	}
	return list
}

func TestTwoModeratorsOnOnePostAreBothToldItsOneState(t *testing.T) {
	for name, c := range map[string]struct {
		first, second string   // what the moderator and the administrator do
		given         bool     // it is hidden before
		outcomes      []string // the answers of both, and what happened
	}{
		"both hide":                     {"hide", "hide", false, []string{"204 204 Hidden"}},
		"one hides, one deletes":        {"hide", "delete", false, []string{"204 204 Hidden Deleted", "404 204 Deleted"}},
		"both delete":                   {"delete", "delete", false, []string{"204 404 Deleted", "404 204 Deleted"}},
		"both restore":                  {"restore", "restore", true, []string{"204 204 Hidden Restored"}},
		"one hides again, one restores": {"hide", "restore", true, []string{"204 204 Hidden Restored", "204 204 Hidden Restored Hidden"}},
		"one hides, one edits":          {"hide", "edit", false, []string{"204 204 Hidden Edited", "204 204 Edited Hidden"}},
	} {
		t.Run(name, func(t *testing.T) {
			for range 5 {
				w := newWorld(t)
				p := w.answer(bob, w.open(ann, "chat"), "原文")
				if c.given {
					w.Want(204, moderator, "POST", "/v3/forum/posts/"+p+"/hide", because)
				}
				act := func(who, what string) func() int {
					path := "/v3/forum/posts/" + p
					switch what {
					case "delete":
						return func() int { return w.Ask(who, "DELETE", path+"?reason_code=spam", nil).Status }
					case "edit":
						return func() int {
							return w.Ask(who, "PATCH", path, map[string]any{"content": "改过", "reason": map[string]string{"code": "spam"}}).Status
						}
					}
					return func() int { return w.Ask(who, "POST", path+"/"+what, because).Status }
				}
				statuses := atOnce(act(moderator, c.first), act(admin, c.second))
				got := fmt.Sprintf("%d %d %s", statuses[0], statuses[1], strings.Join(w.happened("post-"+p), " "))
				if !slices.Contains(c.outcomes, got) {
					t.Error(got)
				}
			}
		})
	}
}

func TestAnAnswerIsDeletedOrAnsweredFirst(t *testing.T) {
	for range 10 {
		w := newWorld(t)
		d := w.open(ann, "chat")
		first := w.answer(bob, d, "原文")
		second := map[string]string{"content": "回复你", "replied_to": first}
		statuses := atOnce(
			func() int { return w.Ask(bob, "DELETE", "/v3/forum/posts/"+first, nil).Status },
			func() int { return w.Ask(ann, "POST", "/v3/forum/"+d+"/post", second).Status },
		)
		if statuses[0] != 204 || statuses[1] != 200 && statuses[1] != 400 {
			t.Error(statuses)
		}
		if _, is := w.Events("post-" + first)[1].(post.Deleted); !is {
			t.Error(w.happened("post-" + first))
		}
	}
}

func TestOfTwoEditsOfADiscussionTheSecondMeetsTheFirst(t *testing.T) {
	w := newWorld(t)
	d := w.open(ann, "chat")
	texts := []string{"改一", "改二", "改三", "改四"}
	var mu sync.Mutex
	present := map[string]bool{}
	var requests []func() int
	for _, text := range texts {
		requests = append(requests, func() int {
			a := w.Ask(ann, "PATCH", "/v3/forum/"+d, map[string]any{"content": text, "revision": 0})
			if a.Status == 409 {
				shown, _ := a.JSON(t)["present"].(map[string]any)
				mu.Lock()
				present[fmt.Sprint(shown["content"])] = true
				mu.Unlock()
			}
			return a.Status
		})
	}
	statuses := atOnce(requests...)
	won := slices.Index(statuses, 204)
	if slices.Sort(statuses); !slices.Equal(statuses, []int{204, 409, 409, 409}) {
		t.Fatal(statuses)
	}
	if len(present) != 1 || !present[texts[won]] {
		t.Errorf("who comes second meets %v, want %s", present, texts[won])
	}
	if e := last[forum.Edited](w, "discussion-"+d); e.Body.Text != texts[won] {
		t.Errorf("%+v", e)
	}
}
