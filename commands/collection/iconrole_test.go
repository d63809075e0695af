package collection_test

import (
	"bytes"
	"image"
	"image/png"
	"testing"

	"github.com/modyard/modyard/commands/commandstest"
	"github.com/modyard/modyard/domain/collection"
)

func TestChangingTheIconOfAnotherAccountsCollectionNeedsAReasonAndRecordsTheRole(t *testing.T) {
	w := newWorld(t)
	id := w.make(owner, map[string]any{"name": "有图片的"})
	var sent bytes.Buffer
	if err := png.Encode(&sent, image.NewNRGBA(image.Rect(0, 0, 3, 3))); err != nil {
		t.Fatal(err)
	}
	path := "/v3/collection/" + id + "/icon?ext=png"
	before := len(w.Events("collection-" + id))
	w.Want(204, owner, "PATCH", path, sent.Bytes())
	w.Want(401, moderator, "PATCH", path+"&reason_code=inappropriate", sent.Bytes()) // moderators lack the right
	if a := w.Want(400, commandstest.Admin, "PATCH", path, sent.Bytes()); a.JSON(t)["field"] != "reason" {
		t.Error(a)
	}
	w.Want(204, commandstest.Admin, "PATCH", path+"&reason_code=inappropriate", sent.Bytes())
	var roles []string
	for e, err := range w.EventLog.Stream(t.Context(), "collection-"+id, 0) {
		if err != nil {
			t.Fatal(err)
		}
		if int(e.Revision) >= before {
			roles = append(roles, e.Meta.Role)
		}
	}
	if len(roles) != 2 || roles[0] != "owner" || roles[1] != "admin" {
		t.Error(roles)
	}
	changed := w.Events("collection-" + id)[before+1].(collection.IconChanged)
	if changed.Reason == nil || changed.Reason.Code != "inappropriate" {
		t.Errorf("%+v", changed)
	}
}
