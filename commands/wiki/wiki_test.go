package wiki_test

import (
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/commands/commandstest"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/wiki"
)

func TestGivingUpBansUnlessNothingWasSaved(t *testing.T) {
	w := newWorld(t)
	draft := w.begin(member)
	w.Want(204, member, "POST", draft+"/give-up", "")
	draft = w.begin(member)
	w.add(member, draft, "安装", "install", "写了一半")
	w.Want(204, member, "POST", draft+"/give-up", "")
	w.refused(400, wiki.CodeBanned, member, "POST", base+"wiki_edit_start", "")
	var s contract.WikiStanding
	w.now = w.now.Add(4 * time.Hour)
	var begun contract.WikiDraftState
	id := strings.TrimPrefix(draft, base+"wiki/drafts/")
	w.Want(200, member, "POST", base+"wiki/drafts", in(map[string]any{"from": id})).Decode(t, &begun)
	var again contract.WikiDraft
	w.Asks(200, member, base+"wiki/drafts/"+begun.ID).Decode(t, &again)
	if len(again.Tree) != 1 || again.Tree[0].Title != "安装" {
		t.Errorf("%+v %+v", again, s)
	}
}

func TestARevertIsPublishedAndCanBeReverted(t *testing.T) {
	w := newWorld(t)
	page := w.publish("甲", "a", "一")
	draft := w.begin(owner)
	w.write(owner, draft, page, "坏的")
	w.Want(200, owner, "PATCH", draft+"/pages/"+page, `{"title":"坏标题"}`)
	bad := w.submit(owner, draft).Change
	var out contract.WikiReverted
	w.Want(200, reviewer, "POST", base+"wiki/changes/"+bad+"/revert", `{"msg":"内容有误"}`).Decode(t, &out)
	if w.body(page) != "一" || w.wiki(lantern).Pages[page].Title != "甲" || out.Change == "" {
		t.Errorf("%q %+v", w.body(page), out)
	}
	w.refused(400, "没有任何修改", reviewer, "POST", base+"wiki/changes/"+bad+"/revert", `{"msg":"再来一次"}`)
	w.Want(200, owner, "POST", base+"wiki/changes/"+out.Change+"/revert", `{"msg":"其实是对的"}`)
	if w.body(page) != "坏的" {
		t.Error(w.body(page))
	}
	w.Want(200, member, "POST", base+"wiki/changes/"+bad+"/revert", `{"msg":"撤销"}`).Decode(t, &out)
	if out.Draft == "" || w.body(page) != "坏的" {
		t.Errorf("a member's revert must wait for a review: %+v", out)
	}
	w.refused(404, "更改不存在", owner, "POST", base+"wiki/changes/Nothing1/revert", `{"msg":"x"}`)
}

func TestWhoMayDraftFollowsTheSettings(t *testing.T) {
	w := newWorld(t)
	w.refused(401, "成员", stranger, "POST", base+"wiki/drafts", `{}`)
	w.refused(401, "", commandstest.Anonymous, "POST", base+"wiki/drafts", `{}`)
	w.refused(401, "百科编辑权限", member, "PATCH", base+"wiki/settings", `{"editing":"open"}`)
	w.Want(204, owner, "PATCH", base+"wiki/settings", `{"editing":"named"}`)
	w.Want(204, owner, "PUT", base+"wiki/editors/"+named, "")
	w.refused(404, "用户不存在", owner, "PUT", base+"wiki/editors/"+closed, "")
	w.begin(named)
	w.refused(401, "指定的编辑者", stranger, "POST", base+"wiki/drafts", `{}`)
	w.Want(204, owner, "PATCH", base+"wiki/settings", `{"editing":"open"}`)
	w.begin(stranger)
	w.refused(401, "验证邮箱", closed, "POST", base+"wiki/drafts", `{}`)
	w.Want(204, owner, "PATCH", base+"wiki/settings", `{"editing":"closed"}`)
	w.refused(401, "百科编辑权限", member, "POST", base+"wiki/drafts", `{}`)
	w.refused(400, "editing", owner, "PATCH", base+"wiki/settings", `{"editing":"all"}`)
}

func TestTheStaffOfTheSiteCannotBeBanned(t *testing.T) {
	w := newWorld(t)
	ban := in(map[string]any{"account": stranger, "until": w.now.Add(time.Hour), "msg": "刷屏"})
	w.Happen("account-"+stranger, account.RoleGranted{Account: stranger, Role: account.Moderator})
	w.refused(400, "网站的管理人员不能被限制", owner, "POST", base+"wiki/bans", ban)
	w.Happen("account-"+stranger, account.RoleRevoked{Account: stranger, Role: account.Moderator})
	w.Want(204, owner, "POST", base+"wiki/bans", ban)
}

func TestADraftDoesNotExistForOthers(t *testing.T) {
	w := newWorld(t)
	draft := w.begin(member)
	page := w.add(member, draft, "秘密", "secret", "草稿正文")
	elsewhere := strings.Replace(draft, lantern, ruins, 1)
	for _, who := range []string{second, stranger} {
		w.Asks(404, who, draft)
		w.Asks(404, who, draft+"/preview")
		w.Asks(404, who, draft+"/pages/"+page)
		w.refused(404, "草稿不存在", who, "POST", draft+"/submit", `{"msg":"x"}`)
	}
	w.Asks(404, member, elsewhere)
	w.Asks(404, member, base+"wiki/drafts/Nothing1")
	w.Asks(404, member, base+"wiki/drafts/%2e%2e")
	w.Asks(200, reviewer, draft)
	w.Asks(200, commandstest.Moderator, draft)
	w.refused(401, "只有草稿的作者", reviewer, "PATCH", draft+"/pages/"+page, `{"body":"x"}`)
}

func TestBadInputIsRefusedAtItsField(t *testing.T) {
	w := newWorld(t)
	parent := w.publish("甲", "a", "一")
	draft := w.begin(member)
	pages, page := draft+"/pages", draft+"/pages/"+parent
	for name, c := range map[string]struct{ method, path, in, words string }{
		"no title":                  {"POST", pages, `{"title":" ","slug":"x"}`, "请填写完整数据"},
		"no slug":                   {"POST", pages, `{"title":"x","slug":""}`, "请填写完整数据"},
		"no data":                   {"POST", pages, `{}`, "title"},
		"a slug with dots":          {"POST", pages, `{"title":"x","slug":".."}`, `"field":"slug"`},
		"a slug with a slash":       {"POST", pages, `{"title":"x","slug":"a%2fb"}`, `"field":"slug"`},
		"a Chinese slug":            {"POST", pages, `{"title":"x","slug":"安装"}`, `"field":"slug"`},
		"a slug of hyphens":         {"POST", pages, `{"title":"x","slug":"--"}`, `"field":"slug"`},
		"the id of another page":    {"POST", pages, in(map[string]any{"title": "x", "slug": parent}), `"field":"slug"`},
		"a slug of 65":              {"POST", pages, in(map[string]any{"title": "x", "slug": strings.Repeat("a", 65)}), `"field":"slug"`},
		"a title of 65":             {"POST", pages, in(map[string]any{"title": strings.Repeat("长", 65), "slug": "x"}), `"field":"title"`},
		"a title of marks":          {"POST", pages, in(map[string]any{"title": "\u202e\u200b", "slug": "x"}), `"field":"title"`},
		"a taken slug":              {"POST", pages, `{"title":"x","slug":"A"}`, "已存在相同slug"},
		"a taken title":             {"POST", pages, `{"title":"甲","slug":"x"}`, "已存在相同标题"},
		"an unknown parent":         {"POST", pages, `{"title":"lost","slug":"lost","parent":"Nothing1"}`, `"field":"parent"`},
		"a fraction":                {"POST", pages, `{"title":"x","slug":"x","sort_order":1.5}`, "sort_order"},
		"a weight of 1001":          {"POST", pages, `{"title":"heavy","slug":"heavy","sort_order":1001}`, `"field":"sort_order"`},
		"a negative weight":         {"POST", pages, `{"title":"light","slug":"light","sort_order":-1}`, `"field":"sort_order"`},
		"duplicate keys":            {"POST", pages, `{"title":"x","slug":"x","title":"y"}`, `"field":"title"`},
		"a lone surrogate":          {"POST", pages, `{"title":"\ud800","slug":"surrogate"}`, "title"},
		"NUL in a text":             {"PATCH", page, `{"body":"a\u0000b"}`, "无效字符"},
		"65 537 characters":         {"PATCH", page, in(map[string]any{"body": strings.Repeat("长", 65_537)}), `"field":"body"`},
		"a page under itself":       {"PATCH", page, in(map[string]any{"parent": parent}), `"field":"parent"`},
		"an unknown page":           {"PATCH", pages + "/Nothing1", `{"body":"x"}`, "页面不存在"},
		"no reason":                 {"POST", draft + "/submit", `{"msg":" "}`, "请填写提交原因"},
		"no change":                 {"POST", draft + "/submit", `{"msg":"x"}`, "没有任何修改"},
		"an unknown side":           {"POST", draft + "/resolve", `{"page":"x","field":"body","side":"both"}`, "side"},
		"an unknown father":         {"POST", base + "wiki_create", `{"title":"father","slug":"father","father_id":"Nothing1"}`, `"field":"father_id"`},
		"a ban of an unknown":       {"POST", base + "wiki/bans", `{"account":"x","until":"2030-01-01T00:00:00Z","msg":"x"}`, "用户不存在"},
		"seen of another preview":   {"POST", draft + "/submit", `{"msg":"x","seen":"other"}`, wiki.CodeStale},
		"a rejection of a draft":    {"POST", base + "wiki_reject", `{"msg":"x"}`, "百科编辑权限"},
		"an automatic save of none": {"PUT", pages + "/Nothing1/autosave", `{"body":"x"}`, "页面不存在"},
	} {
		t.Run(name, func(t *testing.T) {
			a := w.Ask(member, c.method, c.path, c.in)
			if a.Status < 400 || a.Status >= 500 || !strings.Contains(string(a.Body), c.words) {
				t.Errorf("%s, want %s", a, c.words)
			}
		})
	}
	w.write(member, draft, parent, "一\r\n二")
	w.submit(member, draft)
	if p := w.preview(reviewer, draft); len(p.Groups.Bodies) != 1 || p.Groups.Bodies[0].Now.Body != "一\n二" {
		t.Errorf("%+v", p.Groups)
	}
}

func TestAPublishedTextStaysWhenItsAuthorIsErased(t *testing.T) {
	w := newWorld(t)
	draft := w.begin(member)
	page := w.add(member, draft, "安装", "install", "公开的正文")
	w.submit(member, draft)
	w.Want(200, reviewer, "POST", draft+"/accept", in(map[string]any{"seen": w.preview(reviewer, draft).Seen}))
	open := w.begin(member)
	w.add(member, open, "未发布", "unpublished", "未发布的正文")
	if err := w.Texts.Erase(t.Context(), member); err != nil {
		t.Fatal(err)
	}
	if w.body(page) != "公开的正文" {
		t.Error(w.body(page))
	}
	for _, e := range w.Events("wikidraft-" + strings.TrimPrefix(open, base+"wiki/drafts/")) {
		if written, ok := e.(wiki.DraftPageWritten); ok && written.Text.String() != erasable.Erased {
			t.Errorf("%+v", written)
		}
	}
	change := w.wiki(lantern).Head
	if err := w.Texts.Erase(t.Context(), wiki.EditionSubject(change, page)); err != nil {
		t.Fatal(err)
	}
	if w.body(page) != erasable.Erased {
		t.Error(w.body(page))
	}
}
