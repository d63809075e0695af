package forum_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/project"

	"github.com/modyard/modyard/cmd/modyard/talktest"
)

// state is what the forum shows a moderator, as text.
func (w *world) state(ids []string) string {
	w.T.Helper()
	var all strings.Builder
	all.WriteString(w.Rows("forum", "discussions", "openings", "posts", "revisions", "sections", "boards"))
	for _, id := range ids {
		all.WriteString(w.Send(staff, "GET", "/v3/forum/"+id+"/posts?page_size=100", "").Body.String() + "\n")
	}
	return all.String()
}

// TestFloorsAreDenseAndCountsAreThoseOfARecount writes histories at random.
func TestFloorsAreDenseAndCountsAreThoseOfARecount(t *testing.T) {
	w := newWorld(t)
	random := rand.New(rand.NewPCG(1, 2))
	people := []string{writer, stranger, keeper, staff, chief}
	discussions := []string{w.board(quay), w.board(dark)}
	var posts []string
	pick := func(list []string) string { return list[random.IntN(len(list))] }
	for n := range 400 {
		as := pick(people)
		switch d, p := pick(discussions), "none"; random.IntN(14) {
		case 0:
			discussions = append(discussions, w.open(as, pick([]string{"chat", "article"}), fmt.Sprint("讨论 ", n), fmt.Sprint("正文 ", n)))
		case 1, 2, 3, 4, 5:
			rec := w.Send(as, "POST", "/v3/forum/"+d+"/post", talktest.Quoted(map[string]any{"content": fmt.Sprint("回复 ", n)}))
			var written contract.ForumPost
			if rec.Code == 200 && json.Unmarshal(rec.Body.Bytes(), &written) == nil {
				posts = append(posts, written.PostID)
			}
		case 6:
			w.Send(as, "DELETE", "/v3/forum/"+d+pick([]string{"", "?reason_code=spam"}), "")
		case 7:
			w.Send(staff, "POST", "/v3/forum/"+d+"/"+pick([]string{"hide", "restore", "lock", "unlock", "pin", "unpin"}), because)
		case 8:
			w.Send(as, "PATCH", "/v3/forum/"+d, talktest.Quoted(map[string]any{"title": fmt.Sprint("新 ", n), "content": fmt.Sprint("新 ", n)}))
		case 9:
			to := pick([]string{string(project.Listed), string(project.Private), string(project.Unlisted), string(project.Archived)})
			w.Project(pick([]string{quay, dark}), keeper, project.StatusChanged{To: project.Status(to)})
		case 10:
			if n == 200 {
				w.Happen("account-"+stranger, stranger, account.Erased{Account: stranger})
			}
		default:
			if len(posts) > 0 {
				p = pick(posts)
			}
			switch random.IntN(3) {
			case 0:
				w.Send(as, "PATCH", "/v3/forum/posts/"+p, talktest.Quoted(map[string]any{"content": fmt.Sprint("改 ", n)}))
			case 1:
				w.Send(as, "DELETE", "/v3/forum/posts/"+p+pick([]string{"", "?reason_code=spam"}), "")
			case 2:
				w.Send(staff, "POST", "/v3/forum/posts/"+p+"/"+pick([]string{"hide", "restore"}), because)
			}
		}
	}
	before := w.state(discussions)
	for what, query := range map[string]string{
		"floors with holes": `select count(*) from (select d.id from forum.discussions d left join forum.posts p on p.discussion = d.id where d.gone is null
			group by d.id, d.last_floor having count(p.id) <> d.last_floor or coalesce(max(p.floor), 0) <> d.last_floor or coalesce(min(p.floor), 1) <> 1) x`,
		"wrong counts of answers": `select count(*) from forum.discussions d where gone is null and
			answers <> (select count(*) from forum.posts p where p.discussion = d.id and not p.hidden and not p.deleted)`,
		"wrong counts of sections": `select count(*) from forum.sections s where discussions <> (select count(*) from forum.discussions d where d.section = s.section and d.shown)
			or answers <> (select coalesce(sum(d.answers), 0) from forum.discussions d where d.section = s.section and d.shown)`,
		"texts of what is gone": `select (select count(*) from forum.posts where deleted and body <> '') + (select count(*) from forum.posts p join forum.discussions d on d.id = p.discussion where d.gone is not null)
			+ (select count(*) from forum.revisions r where not exists (select from forum.posts p where p.id = r.text and not p.deleted) and not exists (select from forum.discussions d where d.id = r.text and gone is null))`,
		"texts that the search shows and others do not, or the reverse": `select count(*) from (
			select p.id, p.author from forum.posts p join forum.discussions d on d.id = p.discussion and d.shown where not p.hidden and not p.deleted
			union all select id, author from forum.discussions where shown) s
			full join (select id, author from talksearch.docs where shown) f using (id) where (s.id is null or f.id is null) and coalesce(s.author, f.author) <> '` + stranger + `'`,
		"pins": `select count(*) from (select section from forum.discussions where pinned group by section having count(*) > 3) x`,
	} {
		var n int
		if err := w.DB.Pool.QueryRow(t.Context(), query).Scan(&n); err != nil || n != 0 {
			t.Errorf("%d %s %v", n, what, err)
		}
	}
	indexed := w.Rows("talksearch", "docs")
	for _, model := range []string{"forum", "talksearch"} {
		if err := w.Runner.Rebuild(t.Context(), model); err != nil {
			t.Fatal(err)
		}
	}
	if again := w.Rows("talksearch", "docs"); again != indexed {
		t.Errorf("a rebuild of the search differs:\n%s\n%s", indexed, again)
	}
	if after := w.state(discussions); after != before {
		t.Errorf("a rebuild differs:\n%s\n%s", before, after)
	}
}
