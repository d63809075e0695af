package readapi_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract"
)

func TestVisibilityOfEveryRoute(t *testing.T) {
	s := harbour(t)
	everybody := []string{"anonymous", "stranger", "owner", "invited", "org owner", "moderator", "admin",
		"owner's token without the scope", "moderator's token without the scope"}
	insideHidden := []string{"owner", "invited", "moderator", "admin"}
	insideWithheld := []string{"owner", "moderator", "admin"}
	staff := []string{"moderator", "admin"}
	for _, c := range []struct {
		method, path, body string
		may                []string
		otherwise          int
	}{
		{"GET", "/v2/project/lanternquay", "", everybody, 0},
		{"GET", "/v3/project/" + listedID, "", everybody, 0},
		{"GET", "/v2/project/" + hiddenID, "", insideHidden, 404},
		{"GET", "/v2/project/HIDDEN", "", insideHidden, 404},
		{"GET", "/v3/project/hidden", "", insideHidden, 404},
		{"GET", "/_internal/project/hidden", "", insideHidden, 404},
		{"GET", "/v2/project/withheld", "", everybody, 0},
		{"GET", "/v2/project/unlisted", "", everybody, 0},
		{"GET", "/v2/project/owned", "", []string{"org owner", "moderator", "admin"}, 404},
		{"GET", "/v2/project/hidden/version", "", insideHidden, 404},
		{"GET", "/_internal/project/hidden/versions", "", insideHidden, 404},
		{"GET", "/v2/project/hidden/version/1.0.0", "", insideHidden, 404},
		{"GET", "/v2/version/" + secret, "", insideHidden, 404},
		{"GET", "/v3/version/" + secret, "", insideHidden, 404},
		{"GET", "/v2/version/" + draft, "", insideHidden, 404},
		{"GET", "/_internal/version/" + release + "/needs", "", everybody, 0},
		{"GET", "/_internal/version/" + secret + "/needs", "", insideHidden, 404},
		{"GET", "/_internal/version/" + draft + "/needs", "", insideHidden, 404},
		{"GET", "/_internal/version/nothing/needs", "", nil, 404},
		{"GET", "/v2/version_file/" + hash(3, 40), "", insideHidden, 404},
		{"POST", "/v2/version_file/" + hash(3, 40) + "/update", `{}`, insideHidden, 404},
		{"GET", "/v2/project/hidden/members", "", insideHidden, 404},
		{"GET", "/v2/team/" + hiddenID + "/members", "", insideHidden, 404},
		{"GET", "/v2/project/hidden/dependencies", "", insideHidden, 404},
		{"GET", "/_internal/project/hidden/dependencies", "", insideHidden, 404},
		{"GET", "/_internal/project/hidden/history", "", insideHidden, 404},
		{"GET", "/_internal/project/withheld/history", "", insideWithheld, 401},
		{"GET", "/_internal/moderation/projects", "", staff, 401},
		{"GET", "/v2/project/hidden/check", "", everybody, 0},
		{"GET", "/v2/project/" + hiddenID + "/check", "", insideHidden, 404},
		{"GET", "/v2/user/" + owner, "", everybody, 0},
		{"GET", "/v2/search", "", everybody, 0},
		{"GET", "/v2/statistics", "", everybody, 0},
	} {
		for _, as := range everybody {
			want := c.otherwise
			if slices.Contains(c.may, as) {
				want = http.StatusOK
			}
			if w := s.ask(c.method, c.path, as, c.body); w.Code != want {
				t.Errorf("%s %s as %s: %d, want %d: %s", c.method, c.path, as, w.Code, want, w.Body)
			}
		}
	}
}

func TestACheckOfANameDoesNotSayWhichHiddenProjectHasIt(t *testing.T) {
	s := harbour(t)
	for as, want := range map[string]string{
		"anonymous": "", "stranger": "", "owner's token without the scope": "", "owner": hiddenID, "invited": hiddenID, "moderator": hiddenID,
	} {
		for _, version := range []string{"v2", "v3"} {
			w := s.ask("GET", "/"+version+"/project/Hidden/check", as, "")
			if got := `{"id":"` + want + `"}`; w.Code != http.StatusOK || strings.TrimSpace(w.Body.String()) != got {
				t.Errorf("%s as %s: %d %s, want %s", version, as, w.Code, w.Body, got)
			}
		}
	}
}

func TestListsOmitItemsTheViewerMayNotSee(t *testing.T) {
	s := harbour(t)
	ids := `/v2/projects?ids=["` + hiddenID + `","lanternquay","` + withheldID + `","nope","` + listedID + `"]`
	for as, want := range map[string][]string{
		"anonymous":                       {listedID, withheldID},
		"stranger":                        {listedID, withheldID},
		"owner":                           {hiddenID, listedID, withheldID},
		"invited":                         {hiddenID, listedID, withheldID},
		"moderator":                       {hiddenID, listedID, withheldID},
		"owner's token without the scope": {listedID, withheldID},
	} {
		var got []string
		for _, p := range answer[[]contract.Project](s, "GET", ids, as, "") {
			got = append(got, p.ID)
		}
		if !slices.Equal(got, want) {
			t.Errorf("projects as %s: %v, want %v", as, got, want)
		}
	}
	for as, want := range map[string]int{"anonymous": 1, "stranger": 1, "owner": 4, "moderator": 4} {
		if got := answer[[]contract.Project](s, "GET", "/v2/user/owner舟/projects", as, ""); len(got) != want {
			t.Errorf("projects of the owner as %s: %d, want %d", as, len(got), want)
		}
	}
	for as, want := range map[string][]string{"anonymous": {beta, release}, "owner": {draft, beta, release}, "admin": {draft, beta, release}} {
		got := map[string][]string{"the API": versionIDs(answer[[]contract.Version](s, "GET", "/v2/project/lanternquay/version", as, ""))}
		page := answer[contract.ProjectPageAnswer](s, "GET", "/_internal/project/lanternquay", as, "")
		got["the page"] = chosenIDs(page.Versions)
		for _, v := range answer[contract.VersionsAnswer](s, "GET", "/_internal/project/lanternquay/versions", as, "").Versions {
			got["the list"] = append(got["the list"], v.ID)
		}
		for _, c := range answer[contract.ChangesAnswer](s, "GET", "/_internal/project/lanternquay/changelog", as, "").Changes {
			got["the changelog"] = append(got["the changelog"], c.ID)
		}
		// A hidden version neither bounds what changed nor is part of it.
		reach := answer[contract.ChangesAnswer](s, "GET", "/_internal/project/lanternquay/between?from="+release+"&to="+draft, as, "")
		if inside := len(want) == 3; (reach.Total == 2) != inside || reach.Total != len(reach.Changes) {
			t.Errorf("as %s %d changes lead to the draft", as, reach.Total)
		}
		for at := want[0]; at != ""; {
			v := answer[contract.VersionAnswer](s, "GET", "/_internal/project/lanternquay/version/"+at, as, "")
			got["neighbours"], at = append(got["neighbours"], v.ID), ""
			if v.Older != nil {
				at = v.Older.ID
			}
		}
		for name, got := range got {
			if !slices.Equal(got, want) {
				t.Errorf("%s as %s: %v, want %v", name, as, got, want)
			}
		}
		if page.VersionCount != 2 {
			t.Errorf("as %s the page counts %d versions", as, page.VersionCount)
		}
	}
	question := `{"hashes":["` + hash(0, 40) + `","` + hash(3, 40) + `","` + hash(9, 40) + `"]}`
	for as, want := range map[string]int{"anonymous": 1, "owner": 2, "moderator's token without the scope": 1} {
		if got := answer[map[string]contract.Version](s, "POST", "/v2/version_files", as, question); len(got) != want {
			t.Errorf("files as %s: %d, want %d", as, len(got), want)
		}
		if got := answer[map[string]contract.Project](s, "POST", "/v2/version_files/project", as, question); len(got) != want {
			t.Errorf("projects of files as %s: %d, want %d", as, len(got), want)
		}
	}
	if got := answer[[]contract.ProjectV3Answer](s, "GET", "/v3/organization/repost/projects", "anonymous", ""); len(got) != 0 {
		t.Errorf("an organization's draft is listed: %+v", got)
	}
	if got := answer[[]contract.ProjectV3Answer](s, "GET", "/v3/organization/repost/projects", "org owner", ""); len(got) != 1 {
		t.Errorf("the organization's owner sees %d projects", len(got))
	}
}

func TestModeratorMessagesAndPermissionsAreForMembersOnly(t *testing.T) {
	s := harbour(t)
	for as, inside := range map[string]bool{"anonymous": false, "stranger": false, "owner": true, "moderator": true, "owner's token without the scope": false} {
		p := answer[contract.ProjectAnswer](s, "GET", "/v2/project/withheld", as, "")
		if said := p.ModeratorMessage != nil && p.ModeratorMessage.Message == "版权不明"; said != inside {
			t.Errorf("moderator_message as %s: %+v", as, p.ModeratorMessage)
		}
		members := answer[[]contract.Member](s, "GET", "/v3/project/lanternquay/members", as, "")
		if shown := members[0].Permissions != nil && members[0].PayoutsSplit != nil; shown != inside {
			t.Errorf("permissions as %s: %+v", as, members[0])
		}
		if (len(members) == 2) != inside {
			t.Errorf("%d members as %s", len(members), as)
		}
	}
	own := answer[[]contract.Member](s, "GET", "/v3/project/lanternquay/members", "invited", "")
	if len(own) != 2 || own[0].Permissions != nil || own[1].User.ID != invited || own[1].Permissions == nil || own[1].Accepted {
		t.Errorf("the invited sees %+v", own)
	}
	v2 := answer[[]contract.MemberV2](s, "GET", "/v2/project/lanternquay/members", "anonymous", "")
	if v2[0].Role != "Owner" || v2[0].User.Username != "Owner舟" {
		t.Errorf("v2 members are %+v", v2)
	}
}
