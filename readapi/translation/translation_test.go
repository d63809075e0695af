package translation_test

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	domain "github.com/modyard/modyard/domain/translation"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/erasure"
	"github.com/modyard/modyard/identity/identitytest"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	"github.com/modyard/modyard/projections/notification/notificationtest"
	projected "github.com/modyard/modyard/projections/translation"
	"github.com/modyard/modyard/readapi/notification"
	readproject "github.com/modyard/modyard/readapi/project"
	"github.com/modyard/modyard/readapi/translation"
	"github.com/modyard/modyard/readapi/view"
)

const (
	translator = "UserTra1"
	author     = "UserAut2"
	partner    = "UserPar3" // may upload versions to the original
	helper     = "UserHel4" // a member of the original who may not
	staff      = "UserMod5"
	reader     = "UserRea6"

	pack, mod = "PackProj", "ModProjt"
)

// world is a site with a mod of two versions and a language pack of three.
type world struct {
	*catalogtest.World
	t   *testing.T
	api http.Handler
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{World: catalogtest.New(t), t: t}
	w.Texts, w.Roles = erasure.NewMemory(), map[string]string{staff: "moderator", author: "owner", partner: "member"}
	w.Also(notificationtest.New(projected.Notifications()))
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	accounts, err := identity.New(t.Context(), identity.Options{Pool: w.DB.Pool, Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	api := httpkit.New(httpkit.Options{Logger: quiet})
	api.Use(identitytest.Middleware(func(r *http.Request) identity.Caller {
		if r.Header.Get("As") == "" {
			return identity.Caller{}
		}
		c := identitytest.Session(r.Header.Get("As"), identity.RoleUser)
		if c.Account == staff {
			c.Role = identity.RoleModerator
		}
		return c
	}))
	source := &view.Source{Pool: w.DB.Pool, Board: w.Board}
	translation.New(source).Register(api)
	readproject.New(source).Register(api)
	notification.New(source, accounts, nil, translation.Kinds()...).Register(api)
	w.api = api.Handler()
	for _, id := range []string{translator, author, partner, helper, reader} {
		w.Account(id, strings.ToLower(id), "user")
	}
	w.Account(staff, "moderator", "moderator")
	w.listed(mod, author, project.TypeMod)
	w.listed(pack, translator, project.TypeLanguage)
	for who, rights := range map[string]project.Permissions{partner: project.UploadVersion, helper: project.EditBody} {
		w.Happen("project-"+mod, author, project.MemberInvited{Account: who, Role: "成员", Permissions: rights})
		w.Happen("project-"+mod, who, project.MemberJoined{Account: who})
	}
	for n := range 2 {
		w.version(fmt.Sprint("ModVers", n), mod, author)
	}
	for n := range 3 {
		w.version(fmt.Sprint("PackVer", n), pack, translator)
	}
	return w
}

func (w *world) listed(id, owner string, kind project.Type) {
	w.Project(id, owner, project.Created{Project: id, Slug: strings.ToLower(id), Type: kind, Title: "The " + id, Owner: owner},
		project.ListedByImport{Status: project.Listed})
}

func (w *world) version(id, of, who string) {
	w.Happen("version-"+id, who, project.VersionCreated{
		Version: id, Project: of, Author: who, Number: "1." + id[7:], Name: id, Channel: project.Release, Status: project.VersionListed,
		GameVersions: []string{"1.21.1"}, Loaders: []string{"fabric"},
	})
}

func (w *world) ask(version, target string) {
	w.Happen("translation-"+version, translator, domain.Asked{
		Version: version, Project: pack, Target: target, TargetProject: mod, Language: domain.Simplified, Description: "全部 <b>文字</b>", Thread: "Thr" + version[3:], By: translator,
	})
}

func (w *world) accept(by, version, target string) {
	w.Happen("translation-"+version, by, domain.Accepted{Version: version, Project: pack, Target: target, TargetProject: mod, By: translator})
}

func because(text string) *reason.Addressed {
	return (&reason.Reason{Code: reason.Incomplete, Text: text}).To(translator)
}

// ask reads after all events are projected.
func ask[T any](w *world, status int, as, path string) (v T) {
	w.t.Helper()
	rec := w.get(as, path)
	if rec.Code != status {
		w.t.Fatalf("%s as %q: %d %s, want %d", path, as, rec.Code, rec.Body, status)
	}
	if status == http.StatusOK {
		if err := json.Unmarshal(rec.Body.Bytes(), &v); err != nil {
			w.t.Fatalf("%s: %v: %s", path, err, rec.Body)
		}
	}
	return v
}

func (w *world) get(as, path string) *httptest.ResponseRecorder {
	w.t.Helper()
	head, err := w.Log.Head(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Header.Set("As", as)
	r.Header.Set("Min-Position", strconv.FormatUint(uint64(head), 10))
	rec := httptest.NewRecorder()
	w.api.ServeHTTP(rec, r)
	return rec
}

type document struct {
	VersionLinks []contract.VersionLink  `json:"version_links"`
	TranslatedBy []contract.TranslatedBy `json:"translated_by"`
}

type needs struct {
	Translations []readproject.TranslationAnswer `json:"translations"`
}

func TestAVersionShowsItsAcceptedTranslationsWhileBothEndsAreVisible(t *testing.T) {
	w := newWorld(t)
	shown := func() (list []string) {
		t.Helper()
		for _, path := range []string{"/v2/version/ModVers0", "/v3/version/ModVers0"} {
			list = nil
			for _, one := range ask[document](w, 200, "", path).TranslatedBy {
				list = append(list, one.JoiningVersionID)
			}
		}
		packs := ask[needs](w, 200, "", "/_internal/version/ModVers0/needs").Translations
		if (len(packs) > 0) != (len(list) > 0) || len(packs) > 1 {
			t.Errorf("the dialog shows %+v, the document %v", packs, list)
		}
		return list
	}
	expect := func(want ...string) {
		t.Helper()
		if got := shown(); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%v, want %v", got, want)
		}
	}
	w.ask("PackVer0", "ModVers0")
	w.ask("PackVer1", "ModVers0")
	expect()
	w.accept(author, "PackVer0", "ModVers0")
	w.accept(author, "PackVer1", "ModVers0")
	expect("PackVer1", "PackVer0") // the newest first
	if one := ask[needs](w, 200, "", "/_internal/version/ModVers0/needs").Translations[0]; one.Version.ID != "PackVer1" || one.LanguageCode != "zh_CN" || one.Description != "全部 <b>文字</b>" {
		t.Errorf("%+v", one)
	}
	if other := ask[document](w, 200, "", "/v2/version/ModVers1"); len(other.TranslatedBy) != 0 || other.VersionLinks == nil {
		t.Errorf("%+v", other)
	}
	w.Happen("version-PackVer1", translator, project.VersionStatusChanged{Version: "PackVer1", Project: pack, Status: project.VersionDraft})
	expect("PackVer0")
	w.Happen("project-"+pack, staff, project.StatusChanged{From: project.Listed, To: project.Private})
	expect()
	w.Happen("project-"+pack, staff, project.StatusChanged{From: project.Private, To: project.Listed})
	expect("PackVer0")
	w.Happen("translation-PackVer0", author, domain.Revoked{Version: "PackVer0", Project: pack, Target: "ModVers0", TargetProject: mod, By: translator})
	expect()
	w.ask("PackVer2", "ModVers0")
	w.accept(author, "PackVer2", "ModVers0")
	expect("PackVer2")
	w.Happen("version-PackVer2", translator, project.VersionDeleted{Version: "PackVer2", Project: pack})
	expect()
}

func TestAVersionListsItsLinksForItsTeamAndAcceptedOnesForOthers(t *testing.T) {
	w := newWorld(t)
	w.ask("PackVer0", "ModVers0")
	w.ask("PackVer0", "ModVers1")
	w.accept(author, "PackVer0", "ModVers1")
	for as, want := range map[string]int{"": 1, reader: 1, translator: 2, staff: 2} {
		for _, path := range []string{"/v3/version/PackVer0", "/_internal/project/PackProj/version/PackVer0"} {
			if got := ask[document](w, 200, as, path).VersionLinks; len(got) != want {
				t.Errorf("%s as %q: %+v", path, as, got)
			}
		}
		for _, path := range []string{`/v3/versions?ids=["PackVer0"]`, "/v2/project/PackProj/version"} {
			n := 0
			for _, one := range ask[[]document](w, 200, as, path) {
				n += len(one.VersionLinks)
			}
			if n != want {
				t.Errorf("%s as %q: %d links", path, as, n)
			}
		}
	}
}

func TestTheEntityTagOfAVersionChangesWithItsTranslations(t *testing.T) {
	w := newWorld(t)
	tag := func() string { return w.get("", "/v3/version/ModVers0").Header().Get("ETag") }
	before := tag()
	w.ask("PackVer0", "ModVers0")
	if tag() != before {
		t.Error("a link that waits changes the tag")
	}
	w.accept(author, "PackVer0", "ModVers0")
	with := tag()
	w.Happen("project-"+pack, staff, project.StatusChanged{From: project.Listed, To: project.Private})
	if without := tag(); with == before || without != before {
		t.Errorf("%s, %s, %s", before, with, without)
	}
}

func TestTheListsOfLinksAreForThoseWhoDecideAndWhoAsk(t *testing.T) {
	w := newWorld(t)
	w.ask("PackVer0", "ModVers0")
	w.ask("PackVer1", "ModVers0")
	w.Happen("translation-PackVer1", staff, domain.Rejected{Version: "PackVer1", Project: pack, Target: "ModVers0", TargetProject: mod, By: translator, Reason: because("手册缺一章")})
	w.ask("PackVer2", "ModVers1")
	w.accept(partner, "PackVer2", "ModVers1")
	for as, c := range map[string]struct{ mod, pack int }{
		author: {200, 403}, partner: {200, 403}, helper: {403, 403}, reader: {403, 403}, translator: {403, 200}, staff: {200, 200}, "": {401, 401},
	} {
		if rec := w.get(as, "/v2/project/ModProjt/translation_links"); rec.Code != c.mod && !(c.mod == 403 && rec.Code == 401) {
			t.Errorf("%q: %d %s", as, rec.Code, rec.Body)
		}
		if rec := w.get(as, "/_internal/project/PackProj/translations?side=outgoing"); rec.Code != c.pack && !(c.pack == 403 && rec.Code == 401) {
			t.Errorf("%q: %d %s", as, rec.Code, rec.Body)
		}
	}
	page := ask[contract.TranslationPage](w, 200, author, "/_internal/project/ModProjt/translations?status=rejected")
	if page.Counts != (contract.TranslationCounts{Pending: 1, Approved: 1, Rejected: 1}) || page.Total != 1 {
		t.Fatalf("%+v", page)
	}
	if l := page.Links[0]; l.Reason.Text != "手册缺一章" || l.DecidedBy != nil || l.DecidedRole == "" || !l.MayDecide || l.MayAsk || l.Project.ID != pack || l.Target.ID != mod {
		t.Errorf("%+v", l)
	}
	if l := ask[contract.TranslationPage](w, 200, staff, "/_internal/moderation/translations?status=rejected").Links[0]; l.DecidedBy == nil || l.DecidedBy.ID != staff {
		t.Errorf("%+v", l)
	}
	if l := ask[contract.TranslationPage](w, 200, translator, "/_internal/project/PackProj/translations?side=outgoing&status=approved").Links[0]; l.DecidedBy.ID != partner || l.MayDecide || !l.MayAsk {
		t.Errorf("%+v", l)
	}
	all := ask[contract.TranslationLinks](w, 200, staff, "/v2/moderation/translation-links?limit=2&offset=2")
	if all.Total != 3 || len(all.Links) != 1 {
		t.Errorf("%+v", all)
	}
	ask[any](w, 400, staff, "/v2/moderation/translation-links?status=lost")
	w.Happen("project-"+pack, translator, project.StatusChanged{From: project.Listed, To: project.Private})
	if l := ask[contract.TranslationPage](w, 200, author, "/_internal/project/ModProjt/translations?status=pending").Links[0]; l.Project != nil || l.VersionNumber != "" || l.ProjectTitle != "" {
		t.Errorf("a hidden pack is shown: %+v", l)
	}
	w.Happen("version-ModVers0", author, project.VersionDeleted{Version: "ModVers0", Project: mod})
	if got := ask[[]contract.TranslationLink](w, 200, author, "/v3/project/ModProjt/translation_links"); len(got) != 1 {
		t.Errorf("%+v", got)
	}
}

func TestBothSidesAreNotifiedAndTheReasonIsReadByTheOneWhoAsked(t *testing.T) {
	w := newWorld(t)
	other := helper
	w.Happen("project-"+pack, translator, project.MemberInvited{Account: other, Role: "校对", Permissions: project.EditBody})
	w.Happen("project-"+pack, other, project.MemberJoined{Account: other})
	w.ask("PackVer0", "ModVers0")
	w.Happen("translation-PackVer0", author, domain.Rejected{Version: "PackVer0", Project: pack, Target: "ModVers0", TargetProject: mod, By: translator, Reason: because("手册缺一章")})
	w.Happen("translation-PackVer0", translator, domain.AskedAgain{Version: "PackVer0", Project: pack, Target: "ModVers0", TargetProject: mod, By: translator})
	w.accept(staff, "PackVer0", "ModVers0")
	titles := func(as string) (list []string) {
		for _, n := range ask[contract.NotificationPage](w, 200, as, "/_internal/notifications").Notifications {
			if strings.Contains(n.Title, "汉化") {
				list = append(list, n.Title+strings.TrimPrefix(n.Text[max(0, len(n.Text)-len("：手册缺一章")):], ""))
			}
		}
		return list
	}
	for as, want := range map[string]string{author: "有汉化等待审核", partner: "有汉化等待审核", reader: "", staff: ""} {
		got := titles(as)
		if (want == "") != (len(got) == 0) || want != "" && (len(got) != 1 || !strings.HasPrefix(got[0], want)) {
			t.Errorf("%s: %v", as, got)
		}
	}
	if got := strings.Join(titles(translator), " "); !strings.Contains(got, "你的汉化已通过") || !strings.Contains(got, "你的汉化未通过") || !strings.Contains(got, "：手册缺一章") {
		t.Error(got)
	}
	if got := strings.Join(titles(other), " "); !strings.Contains(got, "你的汉化未通过") || strings.Contains(got, "手册缺一章") {
		t.Error(got)
	}
}

func TestAReasonIsErasedWithTheAccountThatItIsAddressedTo(t *testing.T) {
	w := newWorld(t)
	w.ask("PackVer0", "ModVers0")
	w.Happen("translation-PackVer0", author, domain.Rejected{Version: "PackVer0", Project: pack, Target: "ModVers0", TargetProject: mod, By: translator, Reason: because("手册缺一章")})
	w.Happen("account-"+translator, translator, account.Erased{Account: translator})
	l := ask[contract.TranslationPage](w, 200, author, "/_internal/project/ModProjt/translations?status=rejected").Links[0]
	if l.Reason.Text != erasable.Erased {
		t.Errorf("%+v", l.Reason)
	}
}
