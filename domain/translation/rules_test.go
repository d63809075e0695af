package translation_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	. "github.com/modyard/modyard/domain/translation"
)

// told are the names of events, or the text of an error.
func told(events []decision.Event, err error) string {
	var f *fault.Error
	if errors.As(err, &f) {
		return f.Text
	}
	var names []string
	for _, e := range events {
		name := strings.TrimPrefix(reflect.TypeOf(e.Payload).String(), "translation.")
		if p, is := e.Payload.(Accepted); is && p.Automatic {
			name = "automatic " + name
		}
		names = append(names, name+" as "+string(e.Role))
	}
	return strings.Join(names, ", ")
}

func TestTheResultOfEachCommandOnALink(t *testing.T) {
	why := &reason.Reason{Code: reason.Misleading, Text: "只有一半"}
	for name, c := range map[string]struct {
		scene   scene
		who     string
		program bool
		given   []any
		when    func(from, to End) Command
		then    string
	}{
		"the translator asks":              {scene{}, translator, false, nil, ask, "Asked as owner"},
		"a member asks":                    {scene{}, helper, false, nil, ask, "Asked as member"},
		"with the loader language":         {scene{loader: true}, translator, false, nil, ask, "Asked as owner"},
		"from a draft":                     {scene{packStatus: project.Draft}, translator, false, nil, ask, "Asked as owner"},
		"not from a resource pack":         {scene{notLanguage: true}, translator, false, nil, ask, "只有汉化资源的版本"},
		"not for the own project":          {scene{same: true}, translator, false, nil, ask, "须属于另一个资源"},
		"not for a draft of others":        {scene{modStatus: project.Draft}, translator, false, nil, ask, "所汉化的版本不存在"},
		"not for a draft version":          {scene{targetDraft: true}, translator, false, nil, ask, "所汉化的版本不存在"},
		"not for a deleted version":        {scene{targetGone: true}, translator, false, nil, ask, "所汉化的版本不存在"},
		"not for a deleted project":        {scene{modGone: true}, translator, false, nil, ask, "所汉化的版本不存在"},
		"not from a deleted version":       {scene{versionGone: true}, translator, false, nil, ask, "版本不存在"},
		"not from a deleted project":       {scene{packGone: true}, translator, false, nil, ask, "版本不存在"},
		"not in an unknown language":       {scene{}, translator, false, nil, asking("ja_JP", ""), "语言须为"},
		"not with a long description":      {scene{}, translator, false, nil, asking("zh_CN", strings.Repeat("字", MaxDescription+1)), "说明的长度"},
		"not with a turned text":           {scene{}, translator, false, nil, asking("zh_CN", "a\u202eb"), "不允许的控制字符"},
		"not with a broken text":           {scene{}, translator, false, nil, asking("zh_CN", "\xff"), "UTF-8"},
		"the same again changes nothing":   {scene{}, translator, false, history(PendingLink), ask, ""},
		"nor for a rejected one":           {scene{}, translator, false, history(RejectedLink), ask, ""},
		"nor for an accepted one":          {scene{}, translator, false, history(AcceptedLink), ask, ""},
		"other words are decided again":    {scene{}, translator, false, history(AcceptedLink), asking("zh_CN", "一半"), "Described as owner"},
		"another language too":             {scene{}, helper, false, history(RejectedLink), asking("zh_TW", "全部文字"), "Described as member"},
		"a revoked one is asked anew":      {scene{}, translator, false, history(RevokedLink), ask, "Asked as owner"},
		"a withdrawn one too":              {scene{}, translator, false, history(WithdrawnLink), ask, "Asked as owner"},
		"who may decide needs no decision": {scene{}, both, false, nil, ask, "Asked as member, automatic Accepted as member"},
		"not for other words either":       {scene{}, both, false, history(AcceptedLink), asking("zh_CN", "一半"), "Described as member, automatic Accepted as member"},
		"the staff needs a reason":         {scene{}, moderator, false, nil, ask, "请说明操作原因"},
		"and then no decision":             {scene{}, moderator, false, nil, askingAs(why), "Asked as moderator, automatic Accepted as moderator"},
		"but not of the own team":          {scene{}, inside, false, nil, ask, "Asked as member"},

		"a member of the original accepts":              {scene{}, partner, false, history(PendingLink), accept(nil), "Accepted as member"},
		"its owner accepts":                             {scene{}, author, false, history(PendingLink), accept(nil), "Accepted as owner"},
		"one of its organization accepts":               {scene{owned: true}, ofTeam, false, history(PendingLink), accept(nil), "Accepted as organization-member"},
		"a moderator accepts":                           {scene{}, moderator, false, history(PendingLink), accept(nil), "Accepted as moderator"},
		"not of the own team":                           {scene{}, inside, false, history(PendingLink), accept(nil), "不能审核自己团队的汉化"},
		"an invitation keeps no moderator away":         {scene{}, guest, false, history(PendingLink), reject(why), "Rejected as moderator"},
		"who is of both teams accepts as a member":      {scene{}, both, false, history(PendingLink), accept(nil), "Accepted as member"},
		"not what is not public":                        {scene{packStatus: project.Draft}, author, false, history(PendingLink), accept(nil), "尚未公开"},
		"nor a version that is not":                     {scene{versionDraft: true}, author, false, history(PendingLink), accept(nil), "尚未公开"},
		"but it can be rejected":                        {scene{packStatus: project.Draft}, author, false, history(PendingLink), reject(why), "Rejected as owner"},
		"the staff sees what is not public":             {scene{packStatus: project.Draft}, moderator, false, history(PendingLink), accept(nil), "Accepted as moderator"},
		"not of a deleted version":                      {scene{versionGone: true}, author, false, history(PendingLink), accept(nil), "汉化关系不存在"},
		"nor of a deleted pack":                         {scene{packGone: true}, author, false, history(PendingLink), reject(why), "汉化关系不存在"},
		"nor for a deleted original":                    {scene{targetGone: true}, author, false, history(PendingLink), accept(nil), "汉化关系不存在"},
		"nor for a deleted project":                     {scene{modGone: true}, moderator, false, history(PendingLink), reject(why), "汉化关系不存在"},
		"a rejection has a reason":                      {scene{}, author, false, history(PendingLink), reject(nil), "请说明拒绝的理由"},
		"a program of a member may give none":           {scene{}, author, true, history(PendingLink), reject(nil), "Rejected as owner"},
		"a program of the staff too":                    {scene{}, moderator, true, history(PendingLink), reject(nil), "Rejected as moderator"},
		"an unknown reason":                             {scene{}, author, false, history(PendingLink), reject(&reason.Reason{Code: "x"}), "请选择操作原因"},
		"a member revokes":                              {scene{}, partner, false, history(AcceptedLink), revoke(nil), "Revoked as member"},
		"the staff revokes with a reason":               {scene{}, moderator, false, history(AcceptedLink), revoke(nil), "请说明操作原因"},
		"and then it is revoked":                        {scene{}, moderator, false, history(AcceptedLink), revoke(why), "Revoked as moderator"},
		"what is pending cannot be revoked":             {scene{}, author, false, history(PendingLink), revoke(nil), "还没有通过"},
		"what is accepted cannot be rejected":           {scene{}, author, false, history(AcceptedLink), reject(why), "已经通过"},
		"what is rejected cannot be accepted":           {scene{}, author, false, history(RejectedLink), accept(nil), "已被拒绝"},
		"what is revoked cannot be accepted":            {scene{}, author, false, history(RevokedLink), accept(nil), "已被撤销"},
		"what is withdrawn is gone":                     {scene{}, author, false, history(WithdrawnLink), accept(nil), "汉化关系不存在"},
		"the translator asks again":                     {scene{}, translator, false, history(RejectedLink), again("补齐了"), "AskedAgain as owner"},
		"also after it was revoked":                     {scene{}, helper, false, history(RevokedLink), again(""), "AskedAgain as member"},
		"not what is pending":                           {scene{}, translator, false, history(PendingLink), again(""), "正在等待审核"},
		"not what is accepted":                          {scene{}, translator, false, history(AcceptedLink), again(""), "已经通过"},
		"not what was withdrawn":                        {scene{}, translator, false, history(WithdrawnLink), again(""), "汉化关系不存在"},
		"not for a target that is gone":                 {scene{targetGone: true}, translator, false, history(RejectedLink), again(""), "已不存在"},
		"not with a long message":                       {scene{}, translator, false, history(RejectedLink), again(strings.Repeat("字", MaxMessage+1)), "留言不能超过"},
		"who may decide and asks again needs no answer": {scene{}, both, false, history(RejectedLink), again(""), "AskedAgain as member, automatic Accepted as member"},
		"the translator withdraws":                      {scene{}, translator, false, history(AcceptedLink), withdraw(nil), "Withdrawn as owner"},
		"also where the original is gone":               {scene{modGone: true}, translator, false, history(PendingLink), withdraw(nil), "Withdrawn as owner"},
		"twice changes nothing":                         {scene{}, translator, false, history(WithdrawnLink), withdraw(nil), ""},
		"the original's owner does not withdraw":        {scene{}, author, false, history(PendingLink), withdraw(nil), "只有有上传版本权限的成员"},
		"the staff withdraws with a reason":             {scene{}, moderator, false, history(PendingLink), withdraw(why), "Withdrawn as moderator"},
	} {
		t.Run(name, func(t *testing.T) {
			from, to := c.scene.ends(by(c.who, c.program))
			if c.who == ofTeam { // the right is that of the original's organization alone
				from.By.OrganizationMember = false
			}
			got := told(Decide(given(c.given...), c.when(from, to)))
			if got != c.then && (c.then == "" || !strings.Contains(got, c.then)) {
				t.Errorf("%q, want %q", got, c.then)
			}
		})
	}
}

func ask(from, to End) Command { return asking("zh_CN", "全部文字")(from, to) }

func asking(language, description string) func(from, to End) Command {
	return func(from, to End) Command {
		return Ask{From: from, To: to, Language: Language(language), Description: description, Thread: "Thread01"}
	}
}

func askingAs(why *reason.Reason) func(from, to End) Command {
	return func(from, to End) Command {
		return Ask{From: from, To: to, Language: Simplified, Thread: "Thread01", Reason: why}
	}
}

func accept(why *reason.Reason) func(from, to End) Command {
	return func(from, to End) Command { return Accept{From: from, To: to, Reason: why} }
}

func reject(why *reason.Reason) func(from, to End) Command {
	return func(from, to End) Command { return Reject{From: from, To: to, Reason: why} }
}

func revoke(why *reason.Reason) func(from, to End) Command {
	return func(from, to End) Command { return Revoke{From: from, To: to, Reason: why} }
}

func again(message string) func(from, to End) Command {
	return func(from, to End) Command { return AskAgain{From: from, To: to, Message: message} }
}

func withdraw(why *reason.Reason) func(from, to End) Command {
	return func(from, to End) Command { return Withdraw{From: from, Target: to.Version.ID, Reason: why} }
}

func TestWhoMayDoWhatToALinkInEachStatus(t *testing.T) {
	why := &reason.Reason{Code: reason.Rules, Text: "x"}
	commands := map[string]func(from, to End) Command{
		"ask": askingAs(why), "accept": accept(why), "reject": reject(why), "revoke": revoke(why), "withdraw": withdraw(why),
		"again": func(from, to End) Command { return AskAgain{From: from, To: to, Reason: why} },
	}
	translators := map[string]bool{translator: true, helper: true, both: true, inside: true, moderator: true, admin: true, guest: true}
	deciders := map[string]bool{author: true, partner: true, both: true, moderator: true, admin: true, guest: true}
	open := map[string][]Status{
		"ask": statuses(), "accept": {PendingLink}, "reject": {PendingLink}, "revoke": {AcceptedLink},
		"withdraw": {PendingLink, AcceptedLink, RejectedLink, RevokedLink, WithdrawnLink}, "again": {RejectedLink, RevokedLink},
	}
	for name, command := range commands {
		for _, who := range people() {
			for _, status := range statuses() {
				from, to := scene{}.ends(by(who, false))
				_, err := Decide(given(history(status)...), command(from, to))
				may := deciders[who]
				if name == "ask" || name == "again" || name == "withdraw" {
					may = translators[who]
				}
				want := may && strings.Contains(" "+joined(open[name])+" ", " "+string(status)+" ")
				if (err == nil) != want {
					t.Errorf("%s by %q in %q: %v, want %v", name, who, status, err, want)
				}
			}
		}
	}
}

func joined(list []Status) string {
	var words []string
	for _, s := range list {
		words = append(words, string(s))
	}
	return strings.Join(words, " ")
}

func TestADecisionOfTheStaffIsAddressedToTheOneWhoAsked(t *testing.T) {
	from, to := scene{}.ends(by(moderator, false))
	events, err := Decide(given(history(PendingLink)...), Accept{From: from, To: to})
	if err != nil || events[0].Role != role.Moderator {
		t.Fatal(events, err)
	}
	if p := events[0].Payload.(Accepted); p.By != translator || p.Reason.Code != reason.Complies {
		t.Errorf("%+v", p)
	}
	events, _ = Decide(given(history(PendingLink)...), reject(&reason.Reason{Code: reason.Other, Text: "没有译完"})(from, to))
	if p := events[0].Payload.(Rejected); p.Reason.Text.Subject != translator || p.Reason.Text.Text != "没有译完" {
		t.Errorf("%+v", p)
	}
}

func TestAVersionHasAtMostSoManyLinks(t *testing.T) {
	s := State{Version: packVersion, Project: pack, Links: map[string]Link{}}
	for n := range MaxLinks {
		s.Links[strings.Repeat("x", n+1)] = Link{Status: PendingLink}
	}
	from, to := scene{}.ends(by(translator, false))
	if got := told(Decide(s, ask(from, to))); !strings.Contains(got, "最多声明 256") {
		t.Error(got)
	}
	s.Links[modVersion] = Link{Status: RevokedLink}
	if got := told(Decide(s, again("")(from, to))); !strings.Contains(got, "最多声明 256") {
		t.Error(got)
	}
	delete(s.Links, "x")
	if got := told(Decide(s, again("")(from, to))); got != "AskedAgain as owner" {
		t.Error(got)
	}
}
