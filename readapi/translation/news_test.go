package translation_test

import (
	"strings"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	domain "github.com/modyard/modyard/domain/translation"
)

func TestAChangedLinkWaitsAgainAndItsWithdrawalByTheStaffIsToldToTheTranslators(t *testing.T) {
	w := newWorld(t)
	titles := func(as string) (list []string) {
		t.Helper()
		for _, n := range ask[contract.NotificationPage](w, 200, as, "/_internal/notifications").Notifications {
			if strings.Contains(n.Title, "汉化") {
				list = append(list, n.Title)
			}
		}
		return list
	}
	want := func(as string, n int, title string) {
		t.Helper()
		got := titles(as)
		if len(got) != n || n > 0 && !strings.HasPrefix(got[0], title) {
			t.Errorf("%s: %v, want %d of which the newest is %s", as, got, n, title)
		}
	}
	w.ask("PackVer0", "ModVers0")
	w.accept(author, "PackVer0", "ModVers0")
	want(author, 1, "有汉化等待审核")
	w.Happen("translation-PackVer0", translator, domain.Described{
		Version: "PackVer0", Project: pack, Target: "ModVers0", TargetProject: mod, Language: domain.Traditional, Description: "改了", By: translator,
	})
	want(author, 1, "有汉化等待审核") // the newer takes the place of the older
	want(partner, 1, "有汉化等待审核")
	want(helper, 0, "")
	want(translator, 1, "你的汉化已通过")
	w.Happen("translation-PackVer0", translator, domain.Withdrawn{Version: "PackVer0", Project: pack, Target: "ModVers0", TargetProject: mod})
	want(translator, 1, "你的汉化已通过")
	w.ask("PackVer1", "ModVers0")
	w.Happen("translation-PackVer1", staff, domain.Withdrawn{
		Version: "PackVer1", Project: pack, Target: "ModVers0", TargetProject: mod, Reason: &reason.Reason{Code: reason.Incomplete},
	})
	want(translator, 2, "你的汉化被撤销")
	for _, as := range []string{helper, reader, staff} {
		want(as, 0, "")
	}
}

func TestWhoOfTheStaffAskedForALinkIsShownToTheStaffAlone(t *testing.T) {
	w := newWorld(t)
	w.Happen("translation-PackVer0", staff, domain.Asked{
		Version: "PackVer0", Project: pack, Target: "ModVers0", TargetProject: mod, Language: domain.Simplified, Thread: "ThrVer0", By: staff,
	})
	w.ask("PackVer1", "ModVers0")
	for as, want := range map[string]string{author: "", staff: staff} {
		for _, path := range []string{"/_internal/project/ModProjt/translations", "/v2/project/ModProjt/translation_links"} {
			var links []contract.TranslationLink
			if strings.HasPrefix(path, "/v2") {
				links = ask[[]contract.TranslationLink](w, 200, as, path)
			} else {
				links = ask[contract.TranslationPage](w, 200, as, path).Links
			}
			for _, l := range links {
				id := want
				if l.JoiningVersionID == "PackVer1" {
					id = translator
				}
				if l.SubmitterID != id || (l.SubmitterUsername == "") != (id == "") || (l.SubmitterAvatar == nil) != (id == "") {
					t.Errorf("%s reads at %s: %+v", as, path, l)
				}
			}
		}
	}
}

func TestALinkToAVersionThatIsHiddenIsShownToTheTranslatorsAlone(t *testing.T) {
	w := newWorld(t)
	w.ask("PackVer0", "ModVers0")
	w.accept(author, "PackVer0", "ModVers0")
	shown := func(want map[string]int) {
		t.Helper()
		for as, n := range want {
			if got := ask[document](w, 200, as, "/v3/version/PackVer0").VersionLinks; len(got) != n {
				t.Errorf("%q reads %+v, want %d", as, got, n)
			}
		}
	}
	everybody, team := map[string]int{"": 1, reader: 1, translator: 1, staff: 1}, map[string]int{"": 0, reader: 0, translator: 1, staff: 1}
	shown(everybody)
	w.Happen("version-ModVers0", author, project.VersionStatusChanged{Version: "ModVers0", Project: mod, Status: project.VersionDraft})
	shown(team)
	w.Happen("version-ModVers0", author, project.VersionStatusChanged{Version: "ModVers0", Project: mod, Status: project.VersionListed})
	shown(everybody)
	w.Happen("project-"+mod, staff, project.StatusChanged{From: project.Listed, To: project.Private})
	shown(team)
	w.Happen("project-"+mod, staff, project.StatusChanged{From: project.Private, To: project.Listed})
	w.Happen("version-ModVers0", author, project.VersionDeleted{Version: "ModVers0", Project: mod})
	shown(map[string]int{"": 0, reader: 0, translator: 0, staff: 0})
}

func TestTheStaffReadsTheLinksThatWaitLongestFirst(t *testing.T) {
	w := newWorld(t)
	for _, version := range []string{"PackVer2", "PackVer0", "PackVer1"} { // not in the order of their ids
		w.ask(version, "ModVers0")
	}
	w.accept(author, "PackVer0", "ModVers0")
	// Who asks again waits from then on.
	w.Happen("translation-PackVer2", author, domain.Rejected{Version: "PackVer2", Project: pack, Target: "ModVers0", TargetProject: mod, By: translator, Reason: because("缺")})
	w.Happen("translation-PackVer2", translator, domain.AskedAgain{Version: "PackVer2", Project: pack, Target: "ModVers0", TargetProject: mod, By: translator})
	for query, want := range map[string]string{
		"": "PackVer0 PackVer1 PackVer2", "?sort=oldest": "PackVer0 PackVer1 PackVer2", "?sort=newest": "PackVer2 PackVer1 PackVer0",
		"?status=pending": "PackVer1 PackVer2", "?status=pending&sort=newest": "PackVer2 PackVer1", "?limit=1&offset=1": "PackVer1", "?limit=1&sort=newest": "PackVer2",
	} {
		var got []string
		for _, l := range ask[contract.TranslationPage](w, 200, staff, "/_internal/moderation/translations"+query).Links {
			got = append(got, l.JoiningVersionID)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q lists %v, want %s", query, got, want)
		}
	}
	ask[any](w, 400, staff, "/_internal/moderation/translations?sort=best")
	if first := ask[contract.TranslationLinks](w, 200, staff, "/v2/moderation/translation-links").Links[0]; first.JoiningVersionID != "PackVer2" { // as programs of the family know it
		t.Errorf("%+v", first)
	}
}
