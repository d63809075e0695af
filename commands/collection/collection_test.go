package collection_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/identity"
)

func folded(w *world, id string) collection.State {
	w.Helper()
	var s collection.State
	for _, e := range w.Events("collection-" + id) {
		s = collection.Evolve(s, e)
	}
	return s
}

func TestACollectionIsCreatedOnceWithItsProjects(t *testing.T) {
	w := newWorld(t)
	var first, second contract.Collection
	for _, into := range []*contract.Collection{&first, &second} {
		w.Want(200, stranger, "POST", "/v3/collection", map[string]any{
			"name": " 周末开荒 ", "description": "第一行\r\n第二行", "projects": []string{lantern, "slug-quay0002", lantern},
		}, "Idempotency-Key", "k").Decode(t, into)
	}
	if first.ID != second.ID || first.Name != "周末开荒" || *first.Description != "第一行\n第二行" || first.Status != "listed" || first.User != stranger {
		t.Errorf("%+v %+v", first, second)
	}
	if s := folded(w, first.ID); !slices.Equal(s.Projects.IDs(), []string{lantern, quay}) {
		t.Error(s.Projects.IDs())
	}
	if n := len(w.Events("collections-" + stranger)); n != 1 {
		t.Error("slots taken:", n)
	}
}

func TestInvalidCollectionsAreRejected(t *testing.T) {
	w := newWorld(t)
	long := strings.Repeat("长", 65)
	for _, body := range []any{
		[]byte(""), []byte("{"), []byte(`{"name":5}`), []byte("{\"name\":\"\xff\xff\xff\"}"), map[string]any{}, map[string]any{"name": "ab"}, map[string]any{"name": long},
		map[string]any{"name": "a\u202eb"}, map[string]any{"name": "行\n行行"}, map[string]any{"name": "好名字", "description": strings.Repeat("长", 256)},
		map[string]any{"name": "好名字", "status": "rejected"}, map[string]any{"name": "好名字", "status": "public"},
		map[string]any{"name": "好名字", "projects": []string{"nothing1"}}, map[string]any{"name": "好名字", "projects": []string{hidden}},
		map[string]any{"name": "好名字", "projects": make([]string, 1025)},
	} {
		w.Want(400, stranger, "POST", "/v3/collection", body)
	}
	w.Want(401, anonymous, "POST", "/v3/collection", map[string]any{"name": "好名字"})
	w.Scopes &^= identity.ScopeCollectionCreate
	w.Want(401, stranger, "POST", "/v3/collection", map[string]any{"name": "好名字"})
	if len(w.Events("collections-"+stranger)) > 0 {
		t.Error("a rejected request used a slot")
	}
}

func TestAnAccountHasAtMostThirtyTwoCollectionsAndADeletedOneFreesItsSlot(t *testing.T) {
	w := newWorld(t)
	var wait sync.WaitGroup
	made := make(chan string, 40)
	for n := range 40 { // concurrently: the limit is checked by the slots' own stream
		wait.Go(func() {
			for range 40 {
				a := w.Ask(stranger, "POST", "/v3/collection", map[string]any{"name": fmt.Sprintf("收藏夹 %d", n)})
				if a.Status == 200 {
					var d contract.Collection
					a.Decode(t, &d)
					made <- d.ID
					return
				}
				if a.Status == 400 {
					return
				}
			}
		})
	}
	wait.Wait()
	close(made)
	if len(made) != 32 {
		t.Fatalf("%d collections", len(made))
	}
	if a := w.Want(400, stranger, "POST", "/v3/collection", map[string]any{"name": "又一个"}); !strings.Contains(string(a.Body), "limit_reached") {
		t.Error(a)
	}
	w.Want(204, stranger, "DELETE", "/v3/collection/"+<-made, nil)
	w.make(stranger, map[string]any{"name": "又一个"})
}

func TestProjectsAreAddedAndRemovedOneByOneWithoutLosingOthers(t *testing.T) {
	w := newWorld(t)
	id := w.make(stranger, map[string]any{"name": "好名字"})
	var wait sync.WaitGroup
	for _, p := range []string{lantern, quay} {
		wait.Go(func() { w.Ask(stranger, "POST", "/v3/collection/"+id+"/project/"+p, nil) })
	}
	wait.Wait()
	w.Want(204, stranger, "POST", "/v3/collection/"+id+"/project/slug-lantern1", nil) // there already
	if s := folded(w, id); s.Projects.Len() != 2 {
		t.Fatal(s.Projects.IDs())
	}
	w.Want(404, stranger, "POST", "/v3/collection/"+id+"/project/"+hidden, nil)
	w.Want(404, stranger, "POST", "/v3/collection/"+id+"/project/nowhere", nil)
	w.Happen("project-"+quay, project.Deleted{Slug: "slug-Quay0002"})
	for range 2 {
		w.Want(204, stranger, "DELETE", "/v3/collection/"+id+"/project/"+lantern, nil)
	}
	w.Want(204, stranger, "DELETE", "/v3/collection/"+id+"/project/"+quay, nil)
	if s := folded(w, id); s.Projects.Len() != 0 {
		t.Fatal(s.Projects.IDs())
	}
}

func TestManyProjectsAreRemovedInOneRequest(t *testing.T) {
	w := newWorld(t)
	id := w.make(stranger, map[string]any{"name": "好名字", "projects": []string{lantern, quay}})
	w.Want(400, stranger, "DELETE", "/v3/collection/"+id+"/projects", nil)
	w.Want(400, stranger, "DELETE", "/v3/collection/"+id+"/projects?ids=x", nil)
	w.Want(401, owner, "DELETE", "/v3/collection/"+id+`/projects?ids=["`+lantern+`"]`, nil)
	w.Want(204, stranger, "DELETE", "/v3/collection/"+id+`/projects?ids=["`+lantern+`","`+quay+`","nothing1"]`, nil)
	if s := folded(w, id); s.Projects.Len() != 0 {
		t.Fatal(s.Projects.IDs())
	}
}

func TestTheWholeListCanBeReplaced(t *testing.T) {
	w := newWorld(t)
	id := w.make(stranger, map[string]any{"name": "好名字", "projects": []string{lantern}})
	w.Happen("project-"+lantern, project.StatusChanged{From: project.Listed, To: project.Private})
	w.Want(204, stranger, "PATCH", "/v3/collection/"+id, map[string]any{"new_projects": []string{lantern, quay, quay}})
	if s := folded(w, id); !slices.Equal(s.Projects.IDs(), []string{lantern, quay}) {
		t.Error("a project that became hidden was removed:", s.Projects.IDs())
	}
	w.Want(400, stranger, "PATCH", "/v3/collection/"+id, map[string]any{"new_projects": []string{hidden}})
	w.Want(204, stranger, "PATCH", "/v3/collection/"+id, map[string]any{"new_projects": []string{}, "name": "新名字", "description": "", "status": "private"})
	if s := folded(w, id); s.Projects.Len() != 0 || s.Name != "新名字" || s.Status != collection.Private {
		t.Errorf("%+v", s)
	}
	w.Want(204, stranger, "PATCH", "/v3/collection/"+id, map[string]any{"description": "有说明"})
	w.Want(204, stranger, "PATCH", "/v3/collection/"+id, map[string]any{"description": nil})
	if s := folded(w, id); s.Description != "" {
		t.Errorf("a description of null leaves %q", s.Description)
	}
	w.Want(400, stranger, "PATCH", "/v3/collection/"+id, map[string]any{"remove_projects": []string{lantern}})
}

func TestOnlyTheOwnerAndAdminsChangeACollection(t *testing.T) {
	w := newWorld(t)
	open := w.make(owner, map[string]any{"name": "公开的", "projects": []string{lantern}})
	closed := w.make(owner, map[string]any{"name": "私密的", "status": "private"})
	for _, c := range []struct{ method, path string }{{"PATCH", ""}, {"DELETE", ""}, {"POST", "/project/" + quay}, {"DELETE", "/project/" + lantern}, {"DELETE", "/icon"}, {"DELETE", `/projects?ids=["x"]`}} {
		var body any
		if c.method == "PATCH" {
			body = map[string]any{"name": "改名字"}
		}
		w.Want(401, stranger, c.method, "/v3/collection/"+open+c.path, body)
		w.Want(404, stranger, c.method, "/v3/collection/"+closed+c.path, body)
		w.Want(401, anonymous, c.method, "/v3/collection/"+open+c.path, body)
		w.Want(401, moderator, c.method, "/v3/collection/"+open+c.path, body)
		w.Want(404, owner, c.method, "/v3/collection/nothing1"+c.path, body)
		w.Want(404, owner, c.method, "/v3/collection/no"+c.path, body)
	}
	for path, body := range map[string]any{"": map[string]any{"name": "管理员改的"}, "/icon": nil, "/project/" + lantern: nil} {
		method := "DELETE"
		if body != nil {
			method = "PATCH"
		}
		if a := w.Ask(admin, method, "/v3/collection/"+open+path, body); a.Status != 400 || a.JSON(t)["field"] != "reason" {
			t.Errorf("without a reason: %s", a)
		}
	}
	w.Want(204, admin, "PATCH", "/v3/collection/"+closed, map[string]any{"name": "管理员改的", "reason": map[string]any{"code": "correction"}})
	w.Want(204, admin, "POST", "/v3/collection/"+closed+"/project/"+quay+"?reason_code=request", nil)
	w.Want(204, admin, "DELETE", "/v3/collection/"+closed+"?reason_code=other&reason=%E5%8A%A8%E4%BD%9C", nil)
	ended := w.Events("collection-" + closed)[3].(collection.Deleted)
	if ended.Reason.Code != "other" || ended.Reason.Text.String() != "动作" || ended.Reason.Text.Subject != owner {
		t.Errorf("%+v", ended.Reason)
	}
	if n := len(w.Events("collections-" + owner)); n != 3 {
		t.Error("the owner's slot was not released:", n)
	}
	w.Want(404, owner, "DELETE", "/v3/collection/"+closed, nil)
}

func TestACollectionThatTheStaffRejectedStaysRejected(t *testing.T) {
	w := newWorld(t)
	id := w.make(owner, map[string]any{"name": "不合适的"})
	status := func(to string) map[string]any { return map[string]any{"status": to} }
	w.Want(400, owner, "PATCH", "/v3/collection/"+id, status("rejected"))
	w.Want(401, moderator, "PATCH", "/v3/collection/"+id, status("private"))
	w.Want(400, moderator, "PATCH", "/v3/collection/"+id, status("rejected"))
	because := func(to string) map[string]any {
		return map[string]any{"status": to, "reason": map[string]any{"code": "spam", "text": "广告"}}
	}
	w.Want(204, moderator, "PATCH", "/v3/collection/"+id, because("rejected"))
	w.Want(401, owner, "PATCH", "/v3/collection/"+id, status("listed"))
	w.Want(204, owner, "PATCH", "/v3/collection/"+id, map[string]any{"name": "改好了的"})
	w.Want(404, stranger, "PATCH", "/v3/collection/"+id, status("listed"))
	w.Want(204, moderator, "PATCH", "/v3/collection/"+id, because("listed"))
	w.Want(204, owner, "PATCH", "/v3/collection/"+id, status("unlisted"))
}

func TestACollectionHasAPicture(t *testing.T) {
	w := newWorld(t)
	id := w.make(owner, map[string]any{"name": "有图片的"})
	m := image.NewNRGBA(image.Rect(0, 0, 300, 200))
	for i := range m.Pix {
		m.Pix[i] = 0xFF
	}
	m.Set(1, 1, color.Black)
	var sent bytes.Buffer
	if err := png.Encode(&sent, m); err != nil {
		t.Fatal(err)
	}
	w.Want(204, owner, "PATCH", "/v3/collection/"+id+"/icon?ext=png", sent.Bytes())
	s := folded(w, id)
	if s.IconURL == "" || s.Color == nil {
		t.Fatalf("%+v", s)
	}
	w.Want(400, owner, "PATCH", "/v3/collection/"+id+"/icon?ext=svg", sent.Bytes())
	w.Want(400, owner, "PATCH", "/v3/collection/"+id+"/icon", []byte("no picture"))
	w.Want(413, owner, "PATCH", "/v3/collection/"+id+"/icon", bytes.Repeat([]byte("x"), 300<<10))
	w.Want(401, stranger, "PATCH", "/v3/collection/"+id+"/icon", sent.Bytes())
	w.Want(204, owner, "DELETE", "/v3/collection/"+id+"/icon", nil)
	if s := folded(w, id); s.IconURL != "" {
		t.Error(s.IconURL)
	}
}
