package wiki_test

import (
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/wiki"
)

func TestTheRoutesOfTheFamilyNeedNoDraftID(t *testing.T) {
	w := newWorld(t)
	w.refused(404, "草稿", member, "POST", base+"wiki_create", `{"title":"x","slug":"x"}`)
	var cache contract.WikiCache
	w.Want(200, member, "POST", base+"wiki_edit_start", "").Decode(t, &cache)
	var again contract.WikiCache
	w.Want(200, member, "POST", base+"wiki_edit_start", "").Decode(t, &again)
	if cache.ID == "" || again.ID != cache.ID || cache.Status != "draft" || cache.UserID != member {
		t.Errorf("%+v %+v", cache, again)
	}
	created := w.Want(200, member, "POST", base+"wiki_create", `{"title":"安装","slug":"install"}`).JSON(t)
	id, _ := created["id"].(string)
	if created["title"] != "安装" || created["parent_wiki_id"] != id || created["cache"] == nil || created["is_editor"] != true {
		t.Errorf("%v", created)
	}
	child := w.Want(200, member, "POST", base+"wiki_create", in(map[string]any{"title": "下级", "slug": "child", "father_id": id, "sort_order": 3})).JSON(t)
	if child["parent_wiki_id"] != id || child["sort_order"] != 3.0 {
		t.Errorf("%v", child)
	}
	w.Want(200, member, "POST", base+"wiki_edit", in(map[string]any{"id": id, "body": "正文", "sort_order": 20}))
	w.Want(200, member, "POST", base+"wiki_edit_star", in(map[string]any{"id": child["id"]}))
	w.Want(200, member, "DELETE", base+"wiki_delete", in(map[string]any{"id": child["id"]}))
	w.Want(200, member, "POST", base+"wiki_submit", `{"msg":"提交"}`)
	w.refused(400, wiki.CodeConflict, member, "POST", base+"wiki_edit_start", "")
	w.Want(200, reviewer, "POST", base+"wiki_reject", `{"msg":"再改改"}`)
	w.Want(200, member, "POST", base+"wiki_submit_again/"+cache.ID, "")
	w.Want(200, member, "POST", base+"wiki_submit", `{"msg":"改好了"}`)
	w.Want(200, reviewer, "POST", base+"wiki_accept", "")
	if s := w.wiki(lantern); s.Count() != 1 || s.Pages[id].Weight != 20 || w.body(id) != "正文" {
		t.Errorf("%+v %q", s, w.body(id))
	}
	w.refused(404, "没有等待审核", reviewer, "POST", base+"wiki_accept", "")
	w.Want(200, member, "POST", base+"wiki_edit_start", "").Decode(t, &cache)
	w.Want(200, member, "POST", base+"wiki_given_up/"+cache.ID, "")
}
