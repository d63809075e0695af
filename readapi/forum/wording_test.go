package forum_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/modyard/modyard/cmd/modyard/talktest"
	"github.com/modyard/modyard/contract"
)

// written is what a history has made of an answer.
type written struct {
	id, by   string
	floor    int
	wordings []string
	gone     bool
}

// TestNoWordingIsLostAndNoFloorMoves writes histories at random, and compares them with what was sent.
func TestNoWordingIsLostAndNoFloorMoves(t *testing.T) {
	for seed := range uint64(4) {
		w := newWorld(t)
		random := rand.New(rand.NewPCG(seed, 7)) //nolint:gosec // a history
		d := w.open(writer, "chat", "灯笼", "正文")
		people := []string{writer, stranger, keeper}
		page := func() string {
			return w.Send(stranger, "GET", "/v3/forum/"+d+"/posts?page_size=100", "").Body.String()
		}
		var all []*written
		for n := range 80 {
			if len(all) == 0 || random.IntN(3) == 0 {
				by := people[random.IntN(len(people))]
				text := fmt.Sprint("回复 ", n)
				all = append(all, &written{id: w.answer(by, d, text, "").PostID, by: by, floor: len(all) + 1, wordings: []string{text}})
				continue
			}
			switch p := all[random.IntN(len(all))]; random.IntN(5) {
			case 0, 1:
				text := fmt.Sprint("改 ", n)
				rec := w.Send(p.by, "PATCH", "/v3/forum/posts/"+p.id, talktest.Quoted(map[string]any{"content": text, "revision": len(p.wordings) - 1}))
				if (rec.Code == 204) != !p.gone {
					t.Fatalf("%d %s", rec.Code, rec.Body)
				}
				if !p.gone {
					p.wordings = append(p.wordings, text)
				}
			case 2:
				if p.gone {
					continue
				}
				before := page()
				w.Do(staff, "POST", "/v3/forum/posts/"+p.id+"/hide", because)
				if page() == before {
					t.Error("hiding changes nothing")
				}
				w.Do(staff, "POST", "/v3/forum/posts/"+p.id+"/restore", because)
				if after := page(); after != before {
					t.Errorf("hide and restore give another page:\n%s\n%s", before, after)
				}
			case 3:
				if !p.gone && random.IntN(3) == 0 {
					w.Do(p.by, "DELETE", "/v3/forum/posts/"+p.id, "")
					p.gone = true
				}
			case 4: // how far somebody has read is never beyond the last floor, nor does it move back
				by, floor := people[random.IntN(len(people))], random.IntN(len(all)+3)
				before := talktest.Get[contract.Forum](w.World, by, "/v3/forum/"+d)
				rec := w.Send(by, "PUT", "/v3/forum/"+d+"/read", fmt.Sprintf(`{"floor":%d}`, floor))
				after := talktest.Get[contract.Forum](w.World, by, "/v3/forum/"+d)
				if (rec.Code == 204) != (floor <= len(all)) || after.LastFloor != len(all) || after.ReadFloor != nil && *after.ReadFloor > after.LastFloor ||
					before.ReadFloor != nil && *after.ReadFloor < *before.ReadFloor {
					t.Errorf("%d of %d: %d, %v, %v", floor, len(all), rec.Code, before.ReadFloor, after.ReadFloor)
				}
			}
		}
		posts := talktest.Get[contract.ForumPosts](w.World, staff, "/v3/forum/"+d+"/posts?page_size=100").Posts
		if len(posts) != len(all) {
			t.Fatalf("%d floors, want %d", len(posts), len(all))
		}
		for i, p := range all {
			if got := posts[i]; got.PostID != p.id || *got.FloorNumber != p.floor || got.Deleted != p.gone {
				t.Errorf("floor %d: %+v, want %+v", i+1, got, p)
			}
			if p.gone {
				continue
			}
			var wordings []string
			for _, r := range talktest.Get[contract.ForumHistory](w.World, nobody, "/v3/forum/posts/"+p.id+"/history").Revisions {
				wordings = append(wordings, r.Content)
			}
			if !slices.Equal(wordings, p.wordings) || posts[i].Content != p.wordings[len(p.wordings)-1] {
				t.Errorf("floor %d says %q, want %q", p.floor, wordings, p.wordings)
			}
		}
	}
}
