package collection_test

import (
	"testing"

	"github.com/modyard/modyard/domain/collection"
)

func TestTheCollectionsOfAnErasedAccountAreDeletedWithTheirWords(t *testing.T) {
	w := newWorld(t)
	open := w.make(owner, map[string]any{"name": "我的住址", "description": "写着电话"})
	private := w.make(owner, map[string]any{"name": "只给自己", "status": "private"})
	w.Want(204, moderator, "PATCH", "/v3/collection/"+private, map[string]any{"status": "rejected", "reason": map[string]any{"code": "rules"}})
	gone := w.make(owner, map[string]any{"name": "早已删除"})
	w.Want(204, owner, "DELETE", "/v3/collection/"+gone, nil)
	others := w.make(stranger, map[string]any{"name": "别人的"})
	before := w.Head()
	for range 2 { // a repeated erasure changes nothing
		if err := w.service.Erase(t.Context(), owner); err != nil {
			t.Fatal(err)
		}
	}
	if n := w.Head() - before; n != 4 {
		t.Errorf("%d events, want two deletions and two free slots", n)
	}
	for id, deleted := range map[string]bool{open: true, private: true, gone: true, others: false} {
		events := w.Events("collection-" + id)
		if _, is := events[len(events)-1].(collection.Deleted); is != deleted {
			t.Errorf("%s ends with %T", id, events[len(events)-1])
		}
	}
	w.Want(404, owner, "PATCH", "/v3/collection/"+open, map[string]any{"name": "again"})
	if err := w.service.Erase(t.Context(), anonymous); err != nil {
		t.Error(err)
	}
}
