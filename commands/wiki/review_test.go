package wiki_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/modyard/modyard/commands/commandstest"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/wiki"
)

func TestASubmissionIsPublishedAfterAReview(t *testing.T) {
	w := newWorld(t)
	draft := w.begin(member)
	page := w.add(member, draft, "安装", "install", "# 安装\n\n放进 mods 文件夹。")
	if out := w.submit(member, draft); out.Status != "review" || out.Change != "" {
		t.Errorf("%+v", out)
	}
	if s := w.wiki(lantern); s.Number != 0 {
		t.Errorf("published without a review: %+v", s)
	}
	p := w.preview(reviewer, draft)
	if len(p.Groups.Added) != 1 || p.Groups.Added[0].Now.Body != "# 安装\n\n放进 mods 文件夹。" || p.Problem != nil || p.Msg != "补充安装步骤" {
		t.Errorf("%+v", p)
	}
	w.refused(401, "不能审核自己的草稿", member, "POST", draft+"/accept", in(map[string]any{"seen": p.Seen}))
	w.refused(404, "草稿不存在", second, "POST", draft+"/accept", in(map[string]any{"seen": p.Seen}))
	var out contract.WikiSubmitted
	w.Want(200, reviewer, "POST", draft+"/accept", in(map[string]any{"seen": p.Seen})).Decode(t, &out)
	s := w.wiki(lantern)
	if out.Status != "success" || s.Head != out.Change || s.Pages[page].Title != "安装" || s.Home() != page || w.body(page) != "# 安装\n\n放进 mods 文件夹。" {
		t.Errorf("%+v %+v", out, s)
	}
	w.refused(409, "已通过并发布", reviewer, "POST", draft+"/accept", in(map[string]any{"seen": p.Seen}))
	if w.begin(member) == draft {
		t.Error("the place was not freed")
	}
}

func TestAHolderOfWikiEditPublishesBySubmitting(t *testing.T) {
	w := newWorld(t)
	page := w.publish("首页", "home", "欢迎")
	changes := w.Events("wiki-" + lantern)
	if c := changes[len(changes)-1].(wiki.ChangePublished); c.Account != owner || c.Msg.String() != "补充安装步骤" || len(c.Done) != 2 {
		t.Errorf("%+v", c)
	}
	if w.body(page) != "欢迎" {
		t.Error(w.body(page))
	}
}

func TestTwoDraftsAreMergedByPageAndAConflictIsResolved(t *testing.T) {
	w := newWorld(t)
	first, other := w.publish("甲", "a", "一"), w.publish("乙", "b", "二")
	mine, theirs := w.begin(member), w.begin(second)
	w.write(member, mine, first, "一，改过")
	w.write(member, mine, other, "二，我的")
	w.write(second, theirs, other, "二，别人的")
	w.submit(member, mine)
	w.submit(second, theirs)
	seen := w.preview(reviewer, mine).Seen
	w.Want(200, reviewer, "POST", theirs+"/accept", in(map[string]any{"seen": w.preview(reviewer, theirs).Seen}))
	w.refused(409, wiki.CodeStale, reviewer, "POST", mine+"/accept", in(map[string]any{"seen": seen}))
	p := w.preview(reviewer, mine)
	if len(p.Conflicts) != 1 || p.Conflicts[0].Page != other || p.Conflicts[0].Mine != "二，我的" || p.Conflicts[0].Theirs != "二，别人的" {
		t.Fatalf("%+v", p.Conflicts)
	}
	w.refused(409, wiki.CodeConflict, reviewer, "POST", mine+"/accept", in(map[string]any{"seen": p.Seen}))
	w.refused(409, wiki.CodeConflict, reviewer, "POST", base+"wiki_accept", "")
	w.Want(200, reviewer, "POST", mine+"/resolve", in(map[string]any{"page": other, "field": "body", "side": "hand", "text": "二，两份合在一起"})).Decode(t, &p)
	if len(p.Conflicts) != 0 {
		t.Fatalf("%+v", p.Conflicts)
	}
	w.Want(200, reviewer, "POST", mine+"/accept", in(map[string]any{"seen": p.Seen}))
	if w.body(first) != "一，改过" || w.body(other) != "二，两份合在一起" {
		t.Error(w.body(first), w.body(other))
	}
}

func TestARejectedDraftIsEditedAgainUpToFiveTimesAndTheFifthBans(t *testing.T) {
	w := newWorld(t)
	draft := w.begin(member)
	w.add(member, draft, "安装", "install", "一")
	for n := 1; n <= 5; n++ {
		w.submit(member, draft)
		if n%2 == 0 {
			w.Want(204, reviewer, "POST", draft+"/reject", `{"msg":"请补充版本"}`)
			w.Want(204, member, "POST", draft+"/reopen", "")
		} else {
			w.Want(204, member, "POST", draft+"/take-back", "")
		}
	}
	w.submit(member, draft)
	w.refused(400, "只能等待审核或放弃", member, "POST", draft+"/take-back", "")
	w.Want(200, reviewer, "POST", draft+"/accept", in(map[string]any{"seen": w.preview(reviewer, draft).Seen}))
	w.refused(400, wiki.CodeBanned, member, "POST", base+"wiki/drafts", `{}`)
	w.now = w.now.Add(wiki.BanShort + time.Second)
	w.begin(member)
}

func TestTheStaffJudgesOnlyWhereItMay(t *testing.T) {
	w := newWorld(t)
	draft := w.begin(member)
	w.add(member, draft, "安装", "install", "一")
	w.submit(member, draft)
	seen := w.preview(commandstest.Moderator, draft).Seen
	w.refused(401, "有可以审核的成员", commandstest.Moderator, "POST", draft+"/accept", in(map[string]any{"seen": seen, "reason": map[string]any{"code": "complies"}}))
	w.refused(400, "reason", commandstest.Moderator, "POST", draft+"/reject", `{"msg":"广告"}`)
	w.Want(204, commandstest.Moderator, "POST", draft+"/reject", `{"msg":"广告","reason":{"code":"spam"}}`)
	w.Want(204, commandstest.Moderator, "PATCH", base+"wiki/settings", `{"locked":true,"reason":{"code":"spam"}}`)
	w.refused(401, "锁定", owner, "POST", base+"wiki/drafts", `{}`)
	w.refused(401, "锁定", member, "POST", draft+"/reopen", "")
	w.Want(204, commandstest.Moderator, "PATCH", base+"wiki/settings", `{"locked":false,"reason":{"code":"complies"}}`)
	w.Want(204, commandstest.Moderator, "POST", base+"wiki/bans", in(map[string]any{
		"account": member, "until": w.now.Add(time.Hour), "msg": "刷屏", "reason": map[string]any{"code": "spam"},
	}))
	w.Want(204, member, "POST", draft+"/give-up", "")
	w.refused(400, wiki.CodeBanned, member, "POST", base+"wiki/drafts", `{}`)
	w.Want(204, owner, "DELETE", base+"wiki/bans/"+member+"?msg=%E5%A5%BD", "")
	w.begin(member)
}

func TestAPublicationOfManyPagesReadsTheirTextsAtOnce(t *testing.T) {
	w := newWorld(t)
	rewrite := func(round int, ids []string) *commandstest.Counting {
		draft := w.begin(owner)
		for i, id := range ids {
			w.write(owner, draft, id, fmt.Sprintf("正文 %d，第 %d 次", i, round))
		}
		return commandstest.Count(w.handler, func() { w.submit(owner, draft) })
	}
	draft, ids := w.begin(owner), []string(nil)
	for i := range 20 {
		ids = append(ids, w.add(owner, draft, fmt.Sprintf("第 %d 页", i), fmt.Sprintf("page-%d", i), "正文"))
	}
	w.submit(owner, draft)
	asked := rewrite(1, ids)
	one := 0
	for _, n := range asked.One {
		one += n
	}
	if asked.Last != 1 || asked.One["wikipage"] != 0 || asked.Whole != 1 || one > 6 || asked.Appends != 1 {
		t.Errorf("read %v, %d times several and %d times their last events, appended %d times", asked.One, asked.Whole, asked.Last, asked.Appends)
	}
	if got := w.body(ids[19]); got != "正文 19，第 1 次" {
		t.Errorf("published %q", got)
	}
}

func TestAChangeOfManyPagesIsPublishedOnce(t *testing.T) {
	w := newWorld(t)
	draft := w.begin(member)
	for i := range 30 {
		w.add(member, draft, fmt.Sprintf("第 %d 页", i), fmt.Sprintf("page-%d", i), fmt.Sprintf("正文 %d", i))
	}
	w.submit(member, draft)
	seen := w.preview(reviewer, draft).Seen
	for _, without := range []string{`{}`, `{"seen":""}`} {
		w.refused(400, `"field":"seen"`, reviewer, "POST", draft+"/accept", without)
	}
	accept := func() commandstest.Answer {
		return w.Ask(reviewer, "POST", draft+"/accept", in(map[string]any{"seen": seen}), "Idempotency-Key", "many")
	}
	first, again := accept(), accept()
	if first.Status != 200 || string(first.Body) != string(again.Body) || w.wiki(lantern).Number != 1 || w.wiki(lantern).Count() != 30 {
		t.Errorf("%s; %s", first, again)
	}
}
