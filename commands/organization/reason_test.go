package organization_test

import (
	"bytes"
	"image"
	"image/png"
	"reflect"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/reason"
)

// roles lists the type and the role of the events of a stream, starting with the given index.
func (s *site) roles(stream string, from int) []string {
	s.Helper()
	var list []string
	for e, err := range s.EventLog.Stream(s.Context(), stream, 0) {
		if err != nil {
			s.Fatal(err)
		}
		if int(e.Revision) >= from {
			list = append(list, strings.TrimPrefix(e.Type, "organization.")+" "+e.Meta.Role)
		}
	}
	return list
}

func TestARequestOfTheStaffRequiresAReason(t *testing.T) {
	s := newSite(t)
	id := s.guild("guild")
	s.Want(204, owner, "POST", "/v3/organization/guild/members", `{"user_id":"member01","payouts_split":12.5}`)
	s.Want(204, member, "POST", "/v3/organization/guild/join", ``)
	s.Want(204, owner, "POST", "/v3/organization/guild/members", `{"user_id":"stranger"}`)
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewNRGBA(image.Rect(0, 0, 3, 3))); err != nil {
		t.Fatal(err)
	}
	const query = "reason_code=inappropriate&reason=%E4%B8%8D%E5%BD%93"
	before := len(s.Events("organization-" + id))
	for _, c := range []struct {
		who, method, path string
		without, with     any
	}{
		{moderator, "PATCH", "", `{"description":"other words"}`, `{"description":"other words","reason":{"code":"inappropriate","text":"不当"}}`},
		{moderator, "PATCH", "/icon?ext=png", picture.Bytes(), nil},
		{moderator, "DELETE", "/icon", ``, nil},
		{admin, "PATCH", "/members/member01", `{"role":"x","payouts_split":3}`, `{"role":"x","payouts_split":3,"reason":{"code":"inappropriate","text":"不当"}}`},
		{admin, "DELETE", "/members/stranger", ``, nil},
		{admin, "PATCH", "/owner", `{"user_id":"member01"}`, `{"user_id":"member01","reason":{"code":"inappropriate","text":"不当"}}`},
		{admin, "DELETE", "/members/owner001", ``, nil},
		{admin, "DELETE", "", ``, nil},
	} {
		path := "/v3/organization/guild" + c.path
		refused := s.Ask(c.who, c.method, path, c.without, "Content-Type", "image/png")
		if refused.Status != 400 || refused.JSON(t)["field"] != "reason" {
			t.Errorf("without a reason: %s", refused)
		}
		if c.with == nil {
			c.with = c.without
			if strings.Contains(path, "?") {
				path += "&" + query
			} else {
				path += "?" + query
			}
		}
		s.Want(204, c.who, c.method, path, c.with, "Content-Type", "image/png")
	}
	want := []string{
		"described.v1 moderator", "icon-changed.v1 moderator", "icon-changed.v1 moderator", "member-titled.v1 admin", "payout-weight-set.v1 admin",
		"invitation-withdrawn.v1 admin", "ownership-handed-over.v1 admin", "member-removed.v1 admin", "deleted.v1 admin",
	}
	if got := s.roles("organization-"+id, before); !reflect.DeepEqual(got, want) {
		t.Errorf("the log contains\n%v, want\n%v", got, want)
	}
	why := reason.Reason{Code: reason.Inappropriate, Text: "不当"}
	for _, e := range s.Events("organization-" + id)[before:] {
		switch e := e.(type) {
		case organization.IconChanged:
			if *e.Reason != why {
				t.Errorf("%+v", e)
			}
		case organization.MemberRemoved:
			if e.Reason.Code != why.Code || e.Reason.Text.Subject != owner || e.Reason.Text.String() != why.Text {
				t.Errorf("%+v", e.Reason)
			}
		case organization.Deleted:
			if *e.Reason != why {
				t.Errorf("%+v", e)
			}
		}
	}
	if got := s.roles("orgslug-guild", 1); !reflect.DeepEqual(got, []string{"slug-released.v1 admin"}) {
		t.Errorf("the slug: %v", got)
	}
}

func TestMembersNeedNoReasonAndEventsContainTheirRole(t *testing.T) {
	s := newSite(t)
	id := s.guild("guild")
	s.Want(204, owner, "POST", "/v3/organization/guild/members", `{"user_id":"member01","organization_permissions":255,"permissions":1}`)
	s.Want(204, member, "POST", "/v3/organization/guild/join", ``)
	s.Want(204, member, "PATCH", "/v3/organization/guild", `{"name":"By a member","slug":"moved","description":"three facts"}`)
	s.Want(204, member, "PATCH", "/v3/organization/moved/members/member01", `{"payouts_split":0.29}`)
	s.Want(204, member, "DELETE", "/v3/organization/moved/members/member01", ``)
	want := []string{
		"created.v1 owner", "member-invited.v1 owner", "member-joined.v1 self", "renamed.v1 member", "slug-changed.v1 member", "described.v1 member",
		"payout-weight-set.v1 member", "member-left.v1 self",
	}
	if got := s.roles("organization-"+id, 0); !reflect.DeepEqual(got, want) {
		t.Errorf("the log contains\n%v, want\n%v", got, want)
	}
	set := s.Events("organization-" + id)[6].(organization.PayoutWeightSet)
	if set.Weight != 29 || len(set.Effective) != 10 {
		t.Errorf("%+v", set)
	}
}

func TestAPayoutWeightIsValidFromTheDayInTheRequest(t *testing.T) {
	s := newSite(t)
	id := s.guild("guild")
	path := "/v3/organization/guild/members/member01"
	s.Want(204, owner, "POST", "/v3/organization/guild/members", `{"user_id":"member01"}`)
	for _, day := range []string{"2001-01-01", "2999-02-30", "2999-1-1", "x"} {
		for _, body := range []string{`{"payouts_split":7,"payouts_effective":"` + day + `"}`, `{"role":"成员","payouts_effective":"` + day + `"}`} {
			if a := s.Ask(owner, "PATCH", path, body); a.Status != 400 || a.JSON(t)["field"] != "payouts_effective" {
				t.Errorf("%s: %s", body, a)
			}
		}
	}
	set := func() organization.PayoutWeightSet {
		list := s.Events("organization-" + id)
		last, _ := list[len(list)-1].(organization.PayoutWeightSet)
		return last
	}
	if got := set(); got.Account != "" {
		t.Fatalf("a rejected day is stored: %+v", got)
	}
	s.Want(204, owner, "PATCH", path, `{"payouts_split":7,"payouts_effective":"2999-01-01"}`)
	if got, want := set(), (organization.PayoutWeightSet{Account: "member01", Weight: 700, Effective: "2999-01-01"}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	s.Want(204, owner, "PATCH", path, `{"payouts_split":8}`)
	if got := set(); got.Weight != 800 || got.Effective == "" || got.Effective >= "2999" {
		t.Errorf("without a day: %+v", got)
	}
}

func TestAMemberUploadsTheIconOfAnOrganizationInTheRoleOfAMember(t *testing.T) {
	s := newSite(t)
	id := s.guild("guild")
	s.Want(204, owner, "POST", "/v3/organization/guild/members", `{"user_id":"member01","organization_permissions":1}`)
	s.Want(204, member, "POST", "/v3/organization/guild/join", ``)
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewNRGBA(image.Rect(0, 0, 3, 3))); err != nil {
		t.Fatal(err)
	}
	before := len(s.Events("organization-" + id))
	for _, who := range []string{member, owner} {
		s.Want(204, who, "PATCH", "/v3/organization/guild/icon?ext=png", picture.Bytes(), "Content-Type", "image/png")
		s.Want(204, who, "DELETE", "/v3/organization/guild/icon", ``)
	}
	s.Want(401, stranger, "PATCH", "/v3/organization/guild/icon?ext=png", picture.Bytes(), "Content-Type", "image/png")
	want := []string{"icon-changed.v1 member", "icon-changed.v1 member", "icon-changed.v1 owner", "icon-changed.v1 owner"}
	if got := s.roles("organization-"+id, before); !reflect.DeepEqual(got, want) {
		t.Errorf("the log contains\n%v, want\n%v", got, want)
	}
}
