package organization_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	commands "github.com/modyard/modyard/commands/organization"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/identity"
)

func TestAnOrganizationIsCreatedOnce(t *testing.T) {
	s := newSite(t)
	body := `{"slug":"Repost-Team","name":"搬运团队","description":"A description"}`
	var first, second contract.OrganizationAnswer
	for _, into := range []*contract.OrganizationAnswer{&first, &second} {
		s.Want(200, owner, "POST", "/v3/organization", body, "Idempotency-Key", "key").Decode(t, into)
	}
	if !reflect.DeepEqual(first, second) || first.Slug != "repost-team" || len(first.ID) != 8 {
		t.Fatal(first, second)
	}
	s.Want(400, owner, "POST", "/v3/organization", body)
}

func TestTheRulesForCreatingAnOrganization(t *testing.T) {
	s := newSite(t)
	for body, status := range map[string]int{
		"": 400, "{": 400, `{"slug":"x"}`: 400, `{"slug":"../..","name":"Name","description":"words"}`: 400,
		`{"slug":"fine","name":"a\u202eb","description":"words"}`: 400, `{"slug":"fine","name":5,"description":"words"}`: 400,
		`{"slug":"раура","name":"Name","description":"words"}`: 400, `{"slug":"fine","name":"Nаmе","description":"words"}`: 400, // Cyrillic letters
		`{"slug":"铁匠раура","name":"Name","description":"words"}`: 400, `{"slug":"fine","name":"铁匠 Nаmе 团队","description":"words"}`: 400,
		`{"slug":"fine","name":"Name","description":""}`: 400, "{\"slug\":\"fine\",\"name\":\"\xff\xff\xff\"}": 400,
	} {
		s.Want(status, owner, "POST", "/v3/organization", body)
	}
	good := `{"slug":"fine","name":"Name","description":"words"}`
	s.Want(401, anonymous, "POST", "/v3/organization", good)
	s.Scopes &^= identity.ScopeOrganizationCreate
	s.Want(401, owner, "POST", "/v3/organization", good)
	if s.Head() != 0 {
		t.Fatal("a rejected request appended an event")
	}
}

func TestAPlannedOrganizationIsAppendedOnce(t *testing.T) {
	s := newSite(t)
	p := commands.Planned{Command: "import:team", At: time.Now(), Create: organization.Create{
		Account: "owner001", Organization: "Orgaaaa1", Slug: "team", Name: "Team", Description: "words", Repost: true,
	}}
	for range 2 {
		writes, err := commands.PlanOrganization(t.Context(), s.Codec, p)
		if err != nil {
			t.Fatal(err)
		}
		s.Append(writes...)
	}
	if head := s.Head(); head != 2 {
		t.Fatal(head)
	}
	s.Want(400, owner, "POST", "/v3/organization", `{"slug":"TEAM","name":"Name","description":"words"}`)
}

func TestASlugIsNoOtherThingsIDInTheseOrOtherLetters(t *testing.T) {
	s := newSite(t)
	one, two := s.guild("one"), s.guild("two")
	create := func(slug string) string { return `{"slug":"` + slug + `","name":"Guild","description":"words"}` }
	project := s.project(200, owner, "three", "")
	for _, slug := range []string{one, " " + one + " ", strings.ToLower(one), strings.ToUpper(one), project, strings.ToLower(project), strings.ToUpper(project)} {
		s.Want(400, owner, "POST", "/v3/organization", create(slug))
		if a := s.Want(400, owner, "PATCH", "/v3/organization/two", `{"slug":"`+slug+`"}`).JSON(t); a["field"] != "slug" {
			t.Errorf("%s: %v", slug, a)
		}
	}
	s.Want(204, owner, "PATCH", "/v3/organization/two", `{"slug":"`+two+`"}`)
	s.Want(204, owner, "PATCH", "/v3/organization/two", `{"slug":"Two-Again"}`)
	s.Want(204, owner, "PATCH", "/v3/organization/two-again", `{"slug":"abcdefg2"}`)
}

func TestAnAccountOwnsFewOrganizations(t *testing.T) {
	s := newSite(t, func(o *commands.Options) { o.MaxOwned = 2 })
	first := s.guild("one")
	s.guild("two")
	body := `{"slug":"three","name":"Guild","description":"words"}`
	if refused := s.Want(400, owner, "POST", "/v3/organization", body).JSON(t); refused["error"] != "limit_reached" {
		t.Errorf("the third is refused with %v", refused)
	}
	s.Want(204, owner, "DELETE", "/v3/organization/"+first, "")
	s.guild("three")
	s.Want(400, owner, "POST", "/v3/organization", `{"slug":"four","name":"Guild","description":"words"}`)
}
