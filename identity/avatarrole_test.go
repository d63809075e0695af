package identity_test

import (
	"bytes"
	"image"
	"image/png"
	"strings"
	"testing"
)

func TestAnAvatarIsChangedByItsOwnerOrByAnAdministratorWithAReason(t *testing.T) {
	s, _ := newMailSite(t)
	v := s.signedUp("steve")
	id := v.id()
	var sent bytes.Buffer
	if err := png.Encode(&sent, image.NewNRGBA(image.Rect(0, 0, 30, 30))); err != nil {
		t.Fatal(err)
	}
	path := "/v2/user/" + id + "/icon?ext=png"
	v.want(204, "PATCH", path, sent.String(), "Content-Type", "image/png")
	admin := s.admin("root")
	if r := admin.do("PATCH", path, sent.String(), "Content-Type", "image/png"); r.status != 400 || !strings.Contains(r.body, `"field":"reason"`) {
		t.Errorf("without a reason: %d %s", r.status, r.body)
	}
	admin.want(204, "PATCH", path+"&reason_code=inappropriate", sent.String(), "Content-Type", "image/png")
	mine := admin.id()
	admin.want(204, "PATCH", "/v2/user/"+mine+"/icon?ext=png", sent.String(), "Content-Type", "image/png")
	list := events(t, s.log, "account-"+id)
	if len(list) != 2 || list[0].Meta.Role != "self" || list[0].Meta.Actor != id || list[1].Meta.Role != "admin" || list[1].Meta.Actor != mine ||
		!strings.Contains(string(list[1].Data), `"code":"inappropriate"`) {
		t.Errorf("%+v", list)
	}
	own := events(t, s.log, "account-"+mine)
	if last := own[len(own)-1]; last.Meta.Role != "self" || last.Type != "account.profile-changed.v1" {
		t.Errorf("%+v", last)
	}
}
