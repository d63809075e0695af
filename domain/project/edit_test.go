package project

import (
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/decision/decisiontest"
	"github.com/modyard/modyard/domain/fault"
)

func asked() Create {
	return Create{By: owner, Project: "PPPPPPP1", Slug: "Sodium", Type: TypeMod, Title: " Sodium ", Summary: "A summary", License: License{ID: "mit"}}
}

func TestANewProjectHasTrimmedAndNormalisedFields(t *testing.T) {
	then(t, State{}, asked(), Created{
		Project: "PPPPPPP1", Slug: "sodium", Type: TypeMod, Title: "Sodium", Summary: "A summary", Owner: alice,
		License: License{ID: "MIT"}, Environments: Environment{Client: "unknown", Server: "unknown"},
		Categories: []string{}, Additional: []string{}, Aliases: []Alias{},
	})
}

func TestAnOrganizationsProjectHasNoOwner(t *testing.T) {
	c := asked()
	c.Organization = "OOOOOOO1"
	events, err := Decide(State{}, c)
	if err != nil {
		t.Fatal(err)
	}
	s := fold(t, decisiontest.Payloads(events)...)
	if s.Owner != "" || len(s.Members) != 0 || s.Organization != "OOOOOOO1" {
		t.Fatalf("%+v", s)
	}
	if got := s.PermissionsOf(actor.Actor{Account: alice, OrganizationMember: true, OrganizationPermissions: uint64(AllPermissions)}); got != AllPermissions {
		t.Fatalf("organization member has %d", got)
	}
}

func TestANewProjectMustRespectTheLimits(t *testing.T) {
	for name, spoil := range map[string]func(*Create){
		"title short":      func(c *Create) { c.Title = "ab" },
		"title long":       func(c *Create) { c.Title = strings.Repeat("钠", 65) },
		"title blank":      func(c *Create) { c.Title = "   \u200b\u200b " },
		"title control":    func(c *Create) { c.Title = "So\x00dium" },
		"title newline":    func(c *Create) { c.Title = "So\ndium" },
		"title override":   func(c *Create) { c.Title = "So\u202edium" },
		"title isolate":    func(c *Create) { c.Title = "So\u2066dium" },
		"title mark":       func(c *Create) { c.Title = "So\u200fdium" },
		"title bytes":      func(c *Create) { c.Title = "So\xffdium" },
		"summary short":    func(c *Create) { c.Summary = "a" },
		"summary long":     func(c *Create) { c.Summary = strings.Repeat("a", 257) },
		"body long":        func(c *Create) { c.Body = strings.Repeat("字", MaxBody+1) },
		"body zero":        func(c *Create) { c.Body = "a\x00b" },
		"body bytes":       func(c *Create) { c.Body = "a\xc3\x28b" },
		"slug short":       func(c *Create) { c.Slug = "ab" },
		"slug long":        func(c *Create) { c.Slug = strings.Repeat("a", 65) },
		"slug space":       func(c *Create) { c.Slug = "a b c" },
		"slug slash":       func(c *Create) { c.Slug = "../../etc" },
		"slug dots":        func(c *Create) { c.Slug = "..." },
		"slug percent":     func(c *Create) { c.Slug = "%2e%2e" },
		"type":             func(c *Create) { c.Type = "map" },
		"licence":          func(c *Create) { c.License.ID = "MyOwn" },
		"licence ref":      func(c *Create) { c.License.ID = "LicenseRef-<b>" },
		"licence link":     func(c *Create) { c.License.URL = "http://example.com" },
		"environment":      func(c *Create) { c.Environments.Client = "yes" },
		"unsupported":      func(c *Create) { c.Environments = Environment{"unsupported", "unsupported"} },
		"category unknown": func(c *Create) { c.Categories = []string{"fabric"} },
		"category foreign": func(c *Create) { c.Categories = []string{"quests"} },
		"category twice":   func(c *Create) { c.Categories = []string{"magic", "magic"} },
		"category four":    func(c *Create) { c.Categories = []string{"magic", "food", "mobs", "social"} },
		"additional many":  func(c *Create) { c.Additional = make([]string, 257) },
		"link script":      func(c *Create) { c.Links.Source = "javascript:alert(1)" },
		"link plain":       func(c *Create) { c.Links.Issues = "http://example.com" },
		"link user":        func(c *Create) { c.Links.Wiki = "https://a:b@example.com" },
		"link long":        func(c *Create) { c.Links.Discord = "https://example.com/" + strings.Repeat("a", 2048) },
		"link host":        func(c *Create) { c.Links.Discord = "https:///x" },
		"link breaks out":  func(c *Create) { c.Links.Discord = `https://example.com/"><script>` },
		"donation":         func(c *Create) { c.Links.Donation = []Donation{{ID: "site", URL: "ftp://x"}} },
		"donation id":      func(c *Create) { c.Links.Donation = []Donation{{ID: "<x>", URL: "https://x.y"}} },
		"requested":        func(c *Create) { c.Requested = Held },
		"alias kind":       func(c *Create) { c.Aliases = []Alias{{Text: "x", Kind: "fr"}} },
		"alias blank":      func(c *Create) { c.Aliases = []Alias{{Text: " ", Kind: "zh"}} },
	} {
		t.Run(name, func(t *testing.T) {
			c := asked()
			spoil(&c)
			thenRefused(t, State{}, c, fault.KindInvalid)
		})
	}
	thenRefused(t, given(t), asked(), fault.KindConflict)
	c := asked()
	c.By = actor.Actor{}
	thenRefused(t, State{}, c, fault.KindUnauthorized)
}

func TestValuesAtTheLimitsAreAllowed(t *testing.T) {
	c := asked()
	c.Title, c.Summary, c.Body = strings.Repeat("钠", 64), strings.Repeat("简", 256), strings.Repeat("字", MaxBody)
	c.Slug, c.Categories = "钠-Sodium_(1)", []string{"magic", "food", "mobs"}
	c.Links.Source = "https://example.com/路径"
	if _, err := Decide(State{}, c); err != nil {
		t.Fatal(err)
	}
}

func TestLicencesAreSPDXExpressions(t *testing.T) {
	for in, want := range map[string]string{
		"mit": "MIT", "GPL-3.0-only": "GPL-3.0-only", "gpl-2.0+": "GPL-2.0+", "Apache-2.0+": "Apache-2.0+",
		"MIT or (Apache-2.0 AND BSD-3-Clause)":      "MIT OR (Apache-2.0 AND BSD-3-Clause)",
		"GPL-2.0-only WITH Classpath-exception-2.0": "GPL-2.0-only WITH Classpath-exception-2.0",
		"LicenseRef-All-Rights-Reserved":            "LicenseRef-All-Rights-Reserved", "": LicenseUnknown,
	} {
		got, err := license(License{ID: in})
		if err != nil || got.ID != want {
			t.Errorf("%q: %q, %v", in, got.ID, err)
		}
	}
	for _, in := range []string{"MIT AND", "(MIT", "MIT)", "MIT MIT", "WITH", "MIT WITH", strings.Repeat("(", 20) + "MIT" + strings.Repeat(")", 20)} {
		if _, err := license(License{ID: in}); err == nil {
			t.Errorf("%q passed", in)
		}
	}
}

func TestEditingChangesOnlyWhatDiffers(t *testing.T) {
	then(t, given(t), Edit{By: owner, Title: ptr("Sodium"), Slug: ptr("SODIUM"), Aliases: ptr([]Alias{}), Links: &Links{}})
	then(t, given(t), Edit{By: owner, Title: ptr("Lithium"), Summary: ptr("A summary")}, Renamed{Title: "Lithium"})
}

func TestAListCanBeCleared(t *testing.T) {
	s := given(t, Categorised{Categories: []string{"magic"}}, AliasesChanged{Aliases: []Alias{{Text: "钠", Kind: "zh"}}})
	events, err := Decide(s, Edit{By: owner, Categories: ptr([]string{}), Aliases: ptr([]Alias(nil))})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range written(t, decisiontest.Payloads(events)) {
		s = Evolve(s, e)
	}
	if len(s.Categories) != 0 || len(s.Aliases) != 0 {
		t.Fatalf("%v %v", s.Categories, s.Aliases)
	}
}

func TestAnAliasWithoutAKindKeepsTheOneItHas(t *testing.T) {
	s := given(t, AliasesChanged{Aliases: []Alias{{Text: "钠", Kind: "zh"}, {Text: "SD", Kind: "abbr"}}})
	then(t, s, Edit{By: owner, Aliases: ptr([]Alias{{Text: "SD"}, {Text: "Sodium Renderer"}, {Text: "钠", Kind: "other"}})},
		AliasesChanged{Aliases: []Alias{{Text: "SD", Kind: "abbr"}, {Text: "Sodium Renderer", Kind: "other"}, {Text: "钠", Kind: "other"}}})
	then(t, s, Edit{By: owner, Aliases: ptr([]Alias{{Text: "钠"}, {Text: "SD"}})})
}

func TestAFeaturedCategoryIsRemovedFromTheAdditionalOnes(t *testing.T) {
	s := given(t, Categorised{Additional: []string{"magic", "food"}})
	then(t, s, Edit{By: owner, Categories: ptr([]string{"magic"})}, Categorised{Categories: []string{"magic"}, Additional: []string{"food"}})
}

func TestEditingTheBodyRequiresItsOwnRight(t *testing.T) {
	body, title := Edit{By: actor.Actor{Account: bob}, Body: ptr("new")}, Edit{By: actor.Actor{Account: bob}, Title: ptr("new title")}
	both := Edit{By: actor.Actor{Account: bob}, Body: ptr("new"), Title: ptr("new title")}
	s := given(t, joined(EditBody)...)
	then(t, s, body, Described{Body: "new"})
	thenRefused(t, s, title, fault.KindForbidden)
	thenRefused(t, s, both, fault.KindForbidden)
	s = given(t, joined(EditDetails)...)
	then(t, s, title, Renamed{Title: "new title"})
	thenRefused(t, s, body, fault.KindForbidden)
}

func TestAHiddenProjectIsNotFoundByOtherAccounts(t *testing.T) {
	e := Edit{By: stranger, Title: ptr("Lithium")}
	thenRefused(t, given(t), e, fault.KindNotFound)
	thenRefused(t, given(t, inReview, letIn), e, fault.KindForbidden)
}

func TestTheIconIsChangedAndRemoved(t *testing.T) {
	s := given(t)
	then(t, s, ChangeIcon{By: owner, URL: "/data/x.png", Color: ptr(0x10FF00)}, IconChanged{URL: "/data/x.png", Color: ptr(0x10FF00)})
	then(t, s, ChangeIcon{By: owner})
	then(t, given(t, IconChanged{URL: "u"}), ChangeIcon{By: owner}, IconChanged{})
	thenRefused(t, s, ChangeIcon{By: owner, URL: "u", Color: ptr(0x1000000)}, fault.KindInvalid)
	thenRefused(t, s, ChangeIcon{By: stranger, URL: "u"}, fault.KindNotFound)
	if (ChangeIcon{By: stranger}).Check(s) == nil || (ChangeIcon{By: owner}).Check(s) != nil {
		t.Error("the check before a picture is stored differs from the decision")
	}
}

func TestAtMostOnePictureIsFeatured(t *testing.T) {
	s := given(t, PictureAdded{Picture: Picture{URL: "a", SHA1: "1", Featured: true}}, PictureAdded{Picture: Picture{URL: "b", SHA1: "2"}})
	then(t, s, EditPicture{By: owner, URL: "b", Featured: ptr(true)},
		PictureFeatured{URL: "b"})
	then(t, s, AddPicture{By: owner, Picture: Picture{URL: "c", Featured: true}},
		PictureAdded{Picture: Picture{URL: "c", Featured: true}})
	for url, e := range map[string]any{"b": PictureFeatured{URL: "b"}, "c": PictureAdded{Picture: Picture{URL: "c", Featured: true}}, "": PictureUnfeatured{URL: "a"}} {
		featured := ""
		for _, p := range Evolve(s, e).Gallery {
			if p.Featured {
				featured += p.URL
			}
		}
		if featured != url {
			t.Errorf("after %+v %q is featured", e, featured)
		}
	}
	then(t, s, EditPicture{By: owner, URL: "a", Featured: ptr(false), Title: ptr("A"), Ordering: ptr(3)},
		PictureCaptioned{URL: "a", Title: "A"}, PictureUnfeatured{URL: "a"}, PictureReordered{URL: "a", Ordering: 3})
	thenRefused(t, s, AddPicture{By: owner, Picture: Picture{URL: "c", SHA1: "2"}}, fault.KindInvalid)
	thenRefused(t, s, EditPicture{By: owner, URL: "z"}, fault.KindInvalid)
	thenRefused(t, s, RemovePicture{By: owner, URL: "z"}, fault.KindInvalid)
	thenRefused(t, s, AddPicture{By: owner, Picture: Picture{URL: "c", Title: strings.Repeat("a", 256)}}, fault.KindInvalid)
	thenRefused(t, s, AddPicture{By: owner}, fault.KindInvalid)
	if err := (AddPicture{By: owner}).Check(s); err != nil {
		t.Errorf("the check of a new picture: %v", err)
	}
	refused(t, AddPicture{By: owner, Picture: Picture{Title: strings.Repeat("a", 256)}}.Check(s), fault.KindInvalid)
	thenRefused(t, s, AddPicture{By: owner, Picture: Picture{URL: "c", Description: strings.Repeat("a", 2049)}}, fault.KindInvalid)
	then(t, s, RemovePicture{By: owner, URL: "a"}, PictureRemoved{URL: "a"})
}

func TestAGalleryHasAtMost64Pictures(t *testing.T) {
	s := given(t)
	for i := range 64 {
		s = Evolve(s, PictureAdded{Picture: Picture{URL: strings.Repeat("u", i+1)}})
	}
	thenRefused(t, s, AddPicture{By: owner, Picture: Picture{URL: "x"}}, fault.KindInvalid)
}

func TestADeletedProjectIsNotFound(t *testing.T) {
	then(t, given(t), Delete{By: owner}, Deleted{Slug: "sodium"})
	gone := given(t, Deleted{Slug: "sodium"})
	for _, c := range []Command{Delete{By: owner}, Edit{By: admin, Title: ptr("Lithium")}, Submit{By: admin}, Approve{By: admin}, Join{By: owner}, OpenDownloads{Count: 1}} {
		thenRefused(t, gone, c, fault.KindNotFound)
	}
	thenRefused(t, given(t, joined(AllPermissions&^DeleteProject)...), Delete{By: actor.Actor{Account: bob}}, fault.KindForbidden)
	thenRefused(t, given(t), Delete{By: moderator}, fault.KindForbidden)
}

func TestDownloadsOfAnotherSiteAreRecordedOnce(t *testing.T) {
	then(t, given(t), OpenDownloads{Count: 5, Estimated: true, Source: "x"}, DownloadsOpened{Count: 5, Estimated: true, Source: "x"})
	s := given(t, DownloadsOpened{Count: 5})
	then(t, s, OpenDownloads{Count: 5})
	thenRefused(t, s, OpenDownloads{Count: 6}, fault.KindConflict)
	thenRefused(t, given(t), OpenDownloads{Count: -1}, fault.KindInvalid)
}

func TestAnyProjectMayTakeAReleasedSlug(t *testing.T) {
	var s Slug
	events, err := DecideSlug(s, hold("P1", false))
	if err != nil || len(events) != 1 {
		t.Fatal(events, err)
	}
	held := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	freed := held.AddDate(0, 0, 10)
	s = EvolveSlug(s, events[0].Payload, held)
	_, err = DecideSlug(s, hold("P2", false))
	refused(t, err, fault.KindInvalid)
	if again, err := DecideSlug(s, hold("P1", false)); err != nil || again != nil {
		t.Fatal(again, err)
	}
	if events, _ := DecideSlug(s, hold("P2", true)); events != nil {
		t.Fatal("released by another project")
	}
	if s.Rests(freed) {
		t.Fatal("a slug rests while it is held")
	}
	released, _ := DecideSlug(s, hold("P1", true))
	s = EvolveSlug(s, released[0].Payload, freed)
	if s.Former != "P1" || s.Holder != "" {
		t.Fatalf("%+v", s)
	}
	if _, err := DecideSlug(s, hold("P2", false)); err != nil {
		t.Fatal(err)
	}
	if !s.Rests(freed) || !s.Rests(freed.AddDate(0, 0, 9)) || s.Rests(freed.AddDate(0, 0, 10)) || (Slug{}).Rests(freed) {
		t.Error("a slug does not rest as long as it was held")
	}
	for days, rests := range map[int]int{1: 1, 29: 29, 400: 30} {
		end := held.AddDate(0, 0, days+rests)
		if s := EvolveSlug(EvolveSlug(Slug{}, events[0].Payload, held), SlugReleased{Project: "P1"}, held.AddDate(0, 0, days)); !s.Rests(end.Add(-1)) || s.Rests(end) {
			t.Errorf("a slug that was held for %d days does not rest %d days", days, rests)
		}
	}
}

func TestASlugThatRestsIsKeptForWhoHadItEstablished(t *testing.T) {
	listed := State{ID: "P1", Owner: "ann", Status: Listed, EverApproved: true}
	deleted, draft, rejected, owned := listed, listed, listed, listed
	deleted.Gone = true
	draft.Status, draft.EverApproved = Draft, false
	rejected.Status = Refused
	owned.Owner, owned.Organization = "", "guild"
	for name, c := range map[string]struct {
		former              State
		owner, organization string
		may                 bool
	}{
		"a stranger, of a listed project":          {listed, "bob", "", false},
		"its owner, of a listed project":           {listed, "ann", "", true},
		"a stranger, of a deleted project":         {deleted, "bob", "", false},
		"its owner, of a deleted project":          {deleted, "ann", "", true},
		"a stranger, of a draft":                   {draft, "bob", "", true},
		"a stranger, of a rejected project":        {rejected, "bob", "", true},
		"a stranger, of an organization's project": {owned, "bob", "", false},
		"another organization":                     {owned, "", "other", false},
		"the organization":                         {owned, "", "guild", true},
	} {
		if MayFollow(c.former, c.owner, c.organization) != c.may {
			t.Errorf("%s: want %v", name, c.may)
		}
	}
}

func hold(project string, ended bool) HoldSlug {
	return HoldSlug{Entry: decision.Entry{ID: project, Ended: ended}, Slug: "x"}
}
