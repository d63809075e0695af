package translation_test

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/modyard/modyard/commands/commandstest"
	commandimage "github.com/modyard/modyard/commands/image"
	commandproject "github.com/modyard/modyard/commands/project"
	commandreport "github.com/modyard/modyard/commands/report"
	commands "github.com/modyard/modyard/commands/translation"
	"github.com/modyard/modyard/commands/upload"
	"github.com/modyard/modyard/domain/image"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/report"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/domain/translation"
)

const (
	translator = "Transl01"
	author     = "Author02"
	partner    = "Partne03"
	reader     = "Reader04"
	moderator  = commandstest.Moderator

	pack, packVersion = "PackProj", "PackVers"
	mod, modVersion   = "ModProjt", "ModVersn"
	link              = "/v3/version/" + packVersion + "/link/" + modVersion
	words             = `{"language_code":"zh_CN","description":"全部文字"}`
	why               = `{"reason":{"code":"misleading","text":"只译了一半"}}`
)

type world struct{ *commandstest.World }

func newWorld(t testing.TB) *world {
	t.Helper()
	w := &world{commandstest.New(t, project.EventTypes(), organization.EventTypes(), thread.EventTypes(), report.EventTypes(), translation.EventTypes(), image.EventTypes())}
	service, err := commands.New(commands.Options{Handler: w.Handler()})
	if err != nil {
		t.Fatal(err)
	}
	threads, err := commandreport.New(commandreport.Options{
		Handler: w.Handler(), Subjects: commandproject.Reported(), Team: commandproject.Team, Link: commands.Writes,
	})
	if err != nil {
		t.Fatal(err)
	}
	pictures, err := commandimage.New(commandimage.Options{
		Handler: w.Handler(), Uploads: &upload.Store{Blobs: w.Blobs, Handler: w.Handler(), Logger: w.Logger}, Subjects: commandreport.Pictured(),
	})
	if err != nil {
		t.Fatal(err)
	}
	w.Serve(service.Routes, threads.Routes, pictures.Routes)
	w.Happen("organization-Studio01", organization.Created{Organization: "Studio01", Slug: "studio", Name: "工作室", Owner: author})
	w.listed(pack, project.TypeLanguage, translator, "")
	w.listed(mod, project.TypeMod, author, "")
	w.listed("OrgaProj", project.TypeMod, "", "Studio01")
	w.Happen("project-"+mod, project.MemberInvited{Account: partner, Role: "成员", Permissions: project.UploadVersion}, project.MemberJoined{Account: partner})
	w.version(packVersion, pack, translator)
	w.version(modVersion, mod, author)
	w.version("OrgaVers", "OrgaProj", author)
	return w
}

func (w *world) listed(id string, kind project.Type, owner, of string) {
	w.Happen("project-"+id, project.Created{Project: id, Slug: "slug-" + strings.ToLower(id), Type: kind, Title: id, Owner: owner, Organization: of},
		project.ListedByImport{Status: project.Listed})
}

func (w *world) version(id, of, who string) {
	w.Happen("version-"+id, project.VersionCreated{Version: id, Project: of, Author: who, Number: "1.0", Status: project.VersionListed})
}

// last is the type of the newest event of the pack's links.
func (w *world) last() string {
	events := w.Events("translation-" + packVersion)
	if len(events) == 0 {
		return ""
	}
	return strings.TrimPrefix(reflect.TypeOf(events[len(events)-1]).String(), "translation.")
}

func (w *world) refused(status int, words, who, method, path, in string) {
	w.Helper()
	if a := w.Want(status, who, method, path, in); !strings.Contains(string(a.Body), words) {
		w.Errorf("%s, want %s", a, words)
	}
}

// said are the messages of a link's thread.
func (w *world) said(target string) (messages []string) {
	w.Helper()
	for _, e := range w.Events("translation-" + packVersion) {
		asked, is := e.(translation.Asked)
		if !is || asked.Target != target {
			continue
		}
		for _, m := range w.Events("thread-" + asked.Thread) {
			if p, is := m.(thread.MessagePosted); is {
				messages = append(messages, p.Body.String())
			}
		}
		return messages
	}
	return nil
}

func TestALinkIsAskedForRejectedAskedForAgainAcceptedAndRevoked(t *testing.T) {
	w := newWorld(t)
	for _, step := range []struct{ who, path, body, want string }{
		{translator, "", words, "Asked"},
		{author, "/reject", why, "Rejected"},
		{translator, "/resubmit", `{"reason":"补齐了"}`, "AskedAgain"},
		{moderator, "/approve", "", "Accepted"},
		{partner, "/revoke", "", "Revoked"},
		{translator, "", words, "Asked"},
		{partner, "/approve", `{}`, "Accepted"},
	} {
		w.Want(204, step.who, "POST", link+step.path, step.body)
		if got := w.last(); got != step.want {
			t.Fatalf("%s after %s%s, want %s", got, link, step.path, step.want)
		}
	}
	w.Want(204, translator, "DELETE", link, "")
	if w.last() != "Withdrawn" {
		t.Error(w.last())
	}
	all := strings.Join(w.said(modVersion), "|")
	for _, want := range []string{"申请标为汉化（简体中文）。\n\n全部文字", "已拒绝汉化。原因：信息有误导。\n\n只译了一半", "再次申请。\n\n补齐了", "已通过汉化。", "已撤销汉化。"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is missing in %q", want, all)
		}
	}
}

func TestWhoMayUseTheRoutesOfLinks(t *testing.T) {
	w := newWorld(t)
	w.refused(401, "", "", "POST", link, words)
	w.refused(401, "只有有上传版本权限的成员", reader, "POST", link, words)
	w.Want(204, translator, "POST", link, words)
	for _, path := range []string{"/approve", "/reject", "/revoke"} {
		w.refused(401, "只有原资源有上传版本权限的成员", reader, "POST", link+path, why)
		w.refused(401, "只有原资源有上传版本权限的成员", translator, "POST", link+path, why)
		w.refused(401, "只有管理人员", author, "POST", "/v2/moderation/translation-links/"+packVersion+"/"+modVersion+path, why)
	}
	w.refused(401, "只有有上传版本权限的成员", author, "DELETE", link, "")
	w.refused(404, "会话", reader, "POST", link+"/thread", `{"body":"你好"}`)
	w.refused(400, "拒绝的理由", author, "POST", link+"/reject", `{"reason":"  "}`)
	w.refused(400, "reason", author, "POST", link+"/reject", `{"reason":7}`)
	w.Want(204, author, "POST", link+"/reject", `{"reason":"不完整"}`) // the form of the family
	w.Want(204, translator, "POST", "/v2/version/"+packVersion+"/link/"+modVersion+"/resubmit", "")
	w.Want(204, moderator, "POST", "/v2/moderation/translation-links/"+packVersion+"/"+modVersion+"/approve", "")
	w.refused(400, "请说明操作原因", moderator, "POST", "/v2/moderation/translation-links/"+packVersion+"/"+modVersion+"/revoke", "")
}

func TestBothSidesAndTheStaffWriteInTheThreadOfALink(t *testing.T) {
	w := newWorld(t)
	w.Want(204, translator, "POST", link, words)
	id := w.Events("translation-" + packVersion)[0].(translation.Asked).Thread
	for who, staff := range map[string]bool{translator: false, author: false, partner: false, moderator: true} {
		w.Want(204, who, "POST", link+"/thread", `{"body":"来自 `+who+`"}`)
		w.Want(204, who, "POST", "/v3/thread/"+id, `{"body":{"type":"text","body":"也来自 `+who+`"}}`)
		events := w.Events("thread-" + id)
		if p := events[len(events)-1].(thread.MessagePosted); p.Author != who || p.Staff != staff {
			t.Errorf("%+v", p)
		}
	}
	w.refused(404, "会话", reader, "POST", "/v3/thread/"+id, `{"body":{"type":"text","body":"x"}}`)
	w.Want(204, author, "POST", link+"/thread", `{"body":"请等等"}`)
	for range 20 { // the other team answers, not the staff
		w.Want(204, translator, "POST", link+"/thread", `{"body":"还在吗"}`)
	}
	w.refused(400, "请等待对方或管理人员回复", translator, "POST", link+"/thread", `{"body":"还在吗"}`)
	w.Want(204, author, "POST", link+"/thread", `{"body":"在"}`)
	w.Want(204, translator, "POST", link+"/thread", `{"body":"好"}`)
}

func TestTheInputOfALinkIsChecked(t *testing.T) {
	w := newWorld(t)
	for path, c := range map[string]struct {
		body, words string
		status      int
	}{
		link: {`{"language_code":"ja_JP"}`, "zh_CN", 400},
		"/v3/version/" + packVersion + "/link/" + packVersion: {words, "另一个资源", 400},
		"/v3/version/" + modVersion + "/link/" + packVersion:  {words, "只有", 401},
		"/v3/version/" + packVersion + "/link/Nothing1":       {words, "版本不存在", 404},
		"/v3/version/Nothing1/link/" + modVersion:             {words, "版本不存在", 404},
		"/v3/version/" + packVersion + "/link/..%2Fx":         {words, "不存在", 404},
	} {
		w.refused(c.status, c.words, translator, "POST", path, c.body)
	}
	w.refused(400, "description", translator, "POST", link, `{"language_code":"zh_CN","description":"`+strings.Repeat("字", 501)+`"}`)
	w.refused(400, "description", translator, "POST", link, `{"language_code":"zh_CN","description":"a\u202eb"}`)
	w.Want(204, translator, "POST", link, `{"language_code":"zh_TW","description":"<script>alert(1)</script>"}`)
	if got := w.Events("translation-" + packVersion)[0].(translation.Asked).Description; got != "<script>alert(1)</script>" {
		t.Error(got)
	}
}

func TestOfTwoDecisionsAtOnceOneHoldsAndTheOtherIsTold(t *testing.T) {
	w := newWorld(t)
	w.Want(204, translator, "POST", link, words)
	answers := make([]commandstest.Answer, 2)
	var all sync.WaitGroup
	for i, one := range []struct{ who, path string }{{author, "/approve"}, {partner, "/reject"}} {
		all.Go(func() { answers[i] = w.Ask(one.who, "POST", link+one.path, why) })
	}
	all.Wait()
	switch got := fmt.Sprint(answers[0].Status, answers[1].Status); got {
	case "204 409":
		if !strings.Contains(string(answers[1].Body), "已经通过") {
			t.Error(answers[1])
		}
	case "409 204":
		if !strings.Contains(string(answers[0].Body), "已被拒绝") {
			t.Error(answers[0])
		}
	default:
		t.Error(answers)
	}
	if n := len(w.Events("translation-" + packVersion)); n != 2 {
		t.Errorf("%d events", n)
	}
}

func TestALinkEndsWithEitherVersion(t *testing.T) {
	w := newWorld(t)
	w.Want(204, translator, "POST", link, words)
	w.Happen("version-"+modVersion, project.VersionDeleted{Version: modVersion, Project: mod})
	w.refused(404, "不存在", author, "POST", link+"/approve", "")
	w.Want(204, translator, "DELETE", link, "")
	other := "/v3/version/" + packVersion + "/link/OrgaVers"
	w.Want(204, translator, "POST", other, words)
	w.Happen("project-"+pack, project.Deleted{Slug: "slug-packproj"})
	w.refused(404, "不存在", author, "POST", other+"/approve", "")
	w.refused(404, "不存在", translator, "DELETE", other, "")
}

func TestAMemberOfTheOrganizationDecides(t *testing.T) {
	w := newWorld(t)
	w.Want(204, translator, "POST", "/v3/version/"+packVersion+"/link/OrgaVers", words)
	w.Want(204, author, "POST", "/v3/version/"+packVersion+"/link/OrgaVers/approve", "")
	if w.last() != "Accepted" {
		t.Error(w.last())
	}
}

func TestARepeatedRequestDecidesOnce(t *testing.T) {
	w := newWorld(t)
	for range 2 {
		w.Want(204, translator, "POST", link, words, "Idempotency-Key", "ask")
	}
	for range 2 {
		w.Want(204, author, "POST", link+"/approve", "", "Idempotency-Key", "accept")
	}
	if n := len(w.Events("translation-" + packVersion)); n != 2 {
		t.Errorf("%d events", n)
	}
	w.refused(409, "已经通过", author, "POST", link+"/approve", "")
}

func TestWhatWasChangedSinceItWasSeenIsNotAccepted(t *testing.T) {
	w := newWorld(t)
	w.Want(204, translator, "POST", link, words)
	seen := w.Events("translation-" + packVersion)[0].(translation.Asked)
	w.Want(204, translator, "POST", link, `{"language_code":"en_US","description":"别的内容"}`)
	body := `{"seen":{"language_code":"` + string(seen.Language) + `","description":"` + seen.Description + `"}}`
	w.refused(409, "申请的内容刚刚有改动", author, "POST", link+"/approve", body)
	w.Want(204, author, "POST", link+"/approve", `{"seen":{"language_code":"en_US","description":"别的内容"}}`)
}

func TestAWithdrawalIsAMessageOfTheThread(t *testing.T) {
	w := newWorld(t)
	w.Want(204, translator, "POST", link, words)
	id := w.Events("translation-" + packVersion)[0].(translation.Asked).Thread
	before := len(w.Events("thread-" + id))
	w.Want(204, translator, "DELETE", link, "")
	if after := w.Events("thread-" + id); len(after) != before+1 {
		t.Errorf("%d messages before, %d after", before, len(after))
	}
}
