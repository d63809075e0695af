package catalog_test

import (
	"fmt"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
)

const guild = "Org00001"

func TestAnOrganizationIsProjectedWithItsSlugReservation(t *testing.T) {
	w := catalogtest.New(t)
	w.Happen("organization-"+guild, "", organization.Created{Organization: guild, Slug: "workshop", Name: "Workshop", Owner: "Owner001"})
	w.Happen("orgslug-workshop", "", organization.SlugReserved{Slug: "workshop", Organization: guild})
	w.Happen("organization-"+guild, "",
		organization.MemberInvited{Account: "Member01", Role: "x", Permissions: organization.AddProject, ProjectPermissions: project.EditBody},
		organization.MemberInvited{Account: "Member02", Role: "y"}, organization.MemberJoined{Account: "Member01"}, organization.InvitationWithdrawn{Account: "Member02"},
		organization.OwnershipHandedOver{Account: "Member01"})
	w.Settle() // and nothing is parked
	var name string
	if err := w.DB.Pool.QueryRow(t.Context(), `select name from catalog.organizations where id = $1`, guild).Scan(&name); err != nil {
		t.Fatal(err)
	}
	if name != "Workshop" {
		t.Fatal(name)
	}
	if n := read[int64](t, w, `select count(*) from catalog.organization_members where organization = $1 and accepted`, guild); n != 2 {
		t.Errorf("%d members", n)
	}
	if n := read[int64](t, w, `select permissions * 1000 + organization_permissions from catalog.organization_members where organization = $1 and owner`, guild); n != 2047*1000+255 {
		t.Errorf("the new owner has the rights %d", n)
	}
	w.Happen("organization-"+guild, "", organization.Deleted{Slug: "workshop"})
	w.Happen("orgslug-workshop", "", organization.SlugReleased{Slug: "workshop", Organization: guild, Gone: true})
	w.Settle()
	for _, table := range []string{"organizations where id", "organization_members where organization", "organization_slugs where organization"} {
		if n := read[int64](t, w, `select count(*) from catalog.`+table+` = $1`, guild); n != 0 {
			t.Errorf("%s: %d rows stay", table, n)
		}
	}
}

func TestAMemberShowsTheResultOfAllEvents(t *testing.T) {
	w := catalogtest.New(t)
	w.Happen("organization-"+guild, "", organization.Created{Organization: guild, Slug: "workshop", Name: "Workshop", Owner: "Owner001"})
	for _, account := range []string{"Member01", "Member02", "Member03", "Member04", "Member05"} {
		w.Happen("organization-"+guild, "", organization.MemberInvited{Account: account, Role: "x", Weight: 50})
	}
	w.Happen("organization-"+guild, "",
		organization.MemberJoined{Account: "Member01"}, organization.MemberJoined{Account: "Member02"}, organization.MemberJoined{Account: "Member05"},
		organization.MemberTitled{Account: "Member01", Role: "翻译"},
		organization.RightsGranted{Account: "Member01", Permissions: organization.AddProject, ProjectPermissions: project.EditBody},
		organization.PayoutWeightSet{Account: "Member01", Weight: 1229, Effective: "2026-01-31"}, organization.MemberReordered{Account: "Member01", Ordering: 7},
		organization.MemberLeft{Account: "Member02"}, organization.InvitationDeclined{Account: "Member03"}, organization.InvitationWithdrawn{Account: "Member04"})
	w.Settle()
	row := read[string](t, w, `select concat_ws(' ', role, permissions, organization_permissions, split, ordering)
		from catalog.organization_members where organization = $1 and account = 'Member01'`, guild)
	if want := fmt.Sprint("翻译 ", uint64(project.EditBody), " ", uint64(organization.AddProject), " 12.29 7"); row != want {
		t.Errorf("the member is %s, want %s", row, want)
	}
	if left := read[string](t, w, `select string_agg(account, ' ' order by account) from catalog.organization_members where organization = $1`, guild); left != "Member01 Member05 Owner001" {
		t.Errorf("members: %s", left)
	}
	if split := read[string](t, w, `select split::text from catalog.organization_members where organization = $1 and account = 'Member05'`, guild); split != "0.5" {
		t.Errorf("the weight of the invitation is %s", split)
	}
}

func TestProjectsShowTheNewNameOfTheirOrganization(t *testing.T) {
	w := catalogtest.New(t)
	w.Account("Owner001", "owner", "user")
	w.Happen("organization-"+guild, "Owner001", organization.Created{Organization: guild, Slug: "workshop", Name: "Workshop", Owner: "Owner001"})
	const many = 300 // more than are rendered at a time
	for n := range many {
		id := fmt.Sprintf("Proj%04d", n)
		w.Project(id, "Owner001", project.Created{Project: id, Slug: id, Type: project.TypeMod, Title: id, Summary: "words", Organization: guild, License: project.License{ID: "MIT"}},
			project.Approved{From: project.Draft, Status: project.Listed})
	}
	w.Settle()
	name, slug := "Foundry", "foundry"
	at := w.Happen("organization-"+guild, "Owner001", organization.Renamed{Name: name}, organization.SlugChanged{Slug: slug})
	w.Settle()
	for _, id := range []string{"Proj0000", "Proj0255", "Proj0256", "Proj0299"} {
		if page := doc[contract.PageExtra](t, w, "doc_page", id); page.Organization == nil || page.Organization.Name != name || page.Organization.Slug != slug {
			t.Errorf("%s shows %+v", id, page.Organization)
		}
		if hit := doc[contract.Hit](t, w, "doc_hit", id); hit.Author != name || *hit.Organization != slug {
			t.Errorf("%s is listed as by %s", id, hit.Author)
		}
	}
	if n := read[int64](t, w, `select count(*) from catalog.projects where position = $1`, int64(at)); n != many {
		t.Errorf("%d projects moved", n)
	}
	if n := read[int64](t, w, `select count(*) from catalog.search_docs where position = $1`, int64(at)); n != many {
		t.Errorf("%d search rows moved", n)
	}
	w.Happen("organization-"+guild, "Owner001", organization.Described{Description: "other words"})
	w.Settle()
	if n := read[int64](t, w, `select count(*) from catalog.projects where position = $1`, int64(at)); n != many {
		t.Error("a changed description, which projects do not show, moved the projects")
	}
}

func TestAProjectMovesBetweenItsOwnerAndAnOrganization(t *testing.T) {
	w := catalogtest.New(t)
	w.Account("Owner001", "owner", "user")
	w.Account("Member01", "member", "user")
	w.Happen("organization-"+guild, "Owner001", organization.Created{Organization: guild, Slug: "workshop", Name: "Workshop", Owner: "Owner001"})
	const id = "Proj0001"
	w.Project(id, "Owner001", project.Created{Project: id, Slug: id, Type: project.TypeMod, Title: id, Summary: "words", Owner: "Owner001", License: project.License{ID: "MIT"}},
		project.EnteredOrganization{Organization: guild})
	w.Settle()
	if page := doc[contract.PageExtra](t, w, "doc_page", id); page.Organization == nil || page.Organization.ID != guild {
		t.Errorf("the page shows %+v", page.Organization)
	}
	if team := doc[contract.Team](t, w, "doc_team", id); len(team.Members) != 1 || team.Members[0].IsOwner || team.Members[0].Role != "Member" {
		t.Errorf("the former owner is %+v", team.Members)
	}
	w.Project(id, "Owner001", project.LeftOrganization{Organization: guild, Owner: "Member01"})
	w.Settle()
	if team := doc[contract.Team](t, w, "doc_team", id); len(team.Members) != 2 || !team.Members[0].IsOwner || team.Members[0].User.Username != "member" {
		t.Errorf("the team is %+v", team.Members)
	}
	if n := read[int64](t, w, `select count(*) from catalog.projects where owner = 'Member01' and organization = '' and id = $1`, id); n != 1 {
		t.Error("the row still names the organization")
	}
}
