package wiki

import (
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/role"
)

func TestABanEndsAtItsMoment(t *testing.T) {
	p := EvolvePlace(Place{}, Banned{Until: noon.Add(3 * time.Hour), Cause: CauseGivenUp}, noon)
	for at, want := range map[time.Time]string{
		noon:                      "invalid wiki_ban until: 你在 2026-05-01 23:00（UTC+8）之前不能在此百科开始新的草稿。",
		noon.Add(3*time.Hour - 1): "invalid wiki_ban until: 你在 2026-05-01 23:00（UTC+8）之前不能在此百科开始新的草稿。",
		noon.Add(3 * time.Hour):   "<nil>",
		noon.Add(3*time.Hour + 1): "<nil>",
		noon.Add(-24 * time.Hour): "invalid wiki_ban until: 你在 2026-05-01 23:00（UTC+8）之前不能在此百科开始新的草稿。",
	} {
		same(t, refusal(p.Ban(at)), want)
	}
	if err := EvolvePlace(p, BanLifted{}, noon).Ban(noon); err != nil {
		t.Error(err)
	}
}

func TestTheEndOfADraftFreesThePlaceAndMayBan(t *testing.T) {
	const day = 24 * time.Hour
	changed, empty := retitled("a", "Ta", "新"), []any{}
	at := func(days ...int) (list []time.Time) {
		for _, d := range days {
			list = append(list, noon.Add(-time.Duration(d)*day))
		}
		return list
	}
	for name, c := range map[string]struct {
		given  Place
		draft  Draft
		editor bool
		cause  Cause
		length time.Duration
	}{
		"published":                         {Place{}, draft(changed, submission(), DraftAccepted{}), false, "", 0},
		"given up":                          {Place{}, draft(changed, DraftGivenUp{}), false, CauseGivenUp, 3 * time.Hour},
		"given up with a taken back edit":   {Place{}, draft(changed, retitled("a", "Ta", "Ta"), DraftGivenUp{}), false, CauseGivenUp, 3 * time.Hour},
		"given up with nothing saved":       {Place{}, draft(append(empty, DraftGivenUp{})...), false, "", 0},
		"timed out":                         {Place{}, draft(changed, DraftTimedOut{}), false, "", 0},
		"given up by a holder":              {Place{Failed: at(1, 2)}, draft(changed, DraftGivenUp{}), true, "", 0},
		"the second within 30 days":         {Place{Failed: at(1)}, draft(changed, DraftGivenUp{}), false, CauseGivenUp, 3 * time.Hour},
		"the third within 30 days":          {Place{Failed: at(2, 1)}, draft(changed, DraftGivenUp{}), false, CauseAgain, 72 * time.Hour},
		"the third, by a time-out":          {Place{Failed: at(2, 1)}, draft(changed, DraftTimedOut{}), false, CauseAgain, 72 * time.Hour},
		"the third, with nothing saved":     {Place{Failed: at(2, 1)}, draft(DraftGivenUp{}), false, CauseAgain, 72 * time.Hour},
		"the third with one of 30 days ago": {Place{Failed: at(30, 1)}, draft(changed, DraftTimedOut{}), false, "", 0},
		"a longer ban is in force":          {Place{Until: noon.Add(day)}, draft(changed, DraftGivenUp{}), false, "", 0},
		"a shorter ban is in force":         {Place{Until: noon.Add(time.Hour)}, draft(changed, DraftGivenUp{}), false, CauseGivenUp, 3 * time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			c.given.Draft = "d1"
			events := Ended(c.draft, c.given, c.editor, noon)
			if e := events[0]; e != (DraftEnded{"d1", project, alice, c.draft.Status}) {
				t.Errorf("%+v", e)
			}
			p := c.given
			for _, e := range events {
				p = EvolvePlace(p, e, noon)
			}
			if p.Draft != "" {
				t.Errorf("the place has the draft %s", p.Draft)
			}
			if (len(events) == 2) != (c.cause != "") {
				t.Fatalf("%+v", events)
			}
			if len(events) == 2 && events[1] != (Banned{Project: project, Account: alice, Until: noon.Add(c.length), Cause: c.cause}) {
				t.Errorf("%+v", events[1])
			}
			if c.cause == CauseAgain && p.Failed != nil {
				t.Errorf("%v count again", p.Failed)
			}
		})
	}
}

func TestTheResultOfEachCommandOnBans(t *testing.T) {
	const tooLong = 365*24*time.Hour + 1
	ban := func(change func(*SetBan)) SetBan {
		c := SetBan{By: editor(reviewer), Project: project, Account: alice, Until: noon.Add(time.Hour), Now: noon, Msg: "破坏"}
		change(&c)
		return c
	}
	lift := func(change func(*LiftBan)) LiftBan {
		c := LiftBan{By: editor(reviewer), Project: project, Account: alice, Now: noon, Msg: "误会"}
		change(&c)
		return c
	}
	banned := Place{Until: noon.Add(time.Hour)}
	team := moderator(bob)
	team.Member = true
	const notMine = "forbidden unauthorized -: 不能处理自己参与的项目，请交给其他审核人员。"
	const onlyEditors = "forbidden unauthorized -: 只有拥有百科编辑权限的成员可以执行此操作。"
	for name, c := range map[string]struct {
		given Place
		when  PlaceCommand
		want  string
	}{
		"ban":                              {Place{}, ban(func(*SetBan) {}), "Banned"},
		"ban for 365 days":                 {Place{}, ban(func(c *SetBan) { c.Until = noon.Add(MaxBan) }), "Banned"},
		"ban for more":                     {Place{}, ban(func(c *SetBan) { c.Until = noon.Add(tooLong) }), "invalid invalid_input until: 最长 365 天。"},
		"ban until now":                    {Place{}, ban(func(c *SetBan) { c.Until = noon }), "invalid invalid_input until: 结束时间必须在将来。"},
		"ban again, shorter":               {Place{Until: noon.Add(MaxBan)}, ban(func(*SetBan) {}), "Banned"},
		"ban without words":                {Place{}, ban(func(c *SetBan) { c.Msg = "" }), "invalid invalid_input msg: 请填写限制编辑的原因。"},
		"ban with 500 characters":          {Place{}, ban(func(c *SetBan) { c.Msg = strings.Repeat("字", MaxMsg) }), "Banned"},
		"ban with 501 characters":          {Place{}, ban(func(c *SetBan) { c.Msg = strings.Repeat("字", MaxMsg+1) }), "invalid invalid_input msg: 原因不能超过 500 个字符。"},
		"ban oneself":                      {Place{}, ban(func(c *SetBan) { c.Account = reviewer }), "invalid invalid_input account: 不能限制自己。"},
		"ban a holder of WIKI_EDIT":        {Place{}, ban(func(c *SetBan) { c.TargetEditor = true }), "invalid invalid_input account: 拥有百科编辑权限的成员不能被限制。"},
		"ban one of the staff":             {Place{}, ban(func(c *SetBan) { c.TargetStaff = true }), "invalid invalid_input account: 网站的管理人员不能被限制。"},
		"ban one of the staff as another":  {Place{}, ban(func(c *SetBan) { c.By, c.Reason, c.TargetStaff = moderator(bob), because(), true }), "invalid invalid_input account: 网站的管理人员不能被限制。"},
		"ban as a member":                  {Place{}, ban(func(c *SetBan) { c.By = member(bob) }), onlyEditors},
		"ban signed out":                   {Place{}, ban(func(c *SetBan) { c.By = Caller{} }), errSignIn},
		"ban as a moderator":               {Place{}, ban(func(c *SetBan) { c.By, c.Reason = moderator(bob), because() }), "Banned"},
		"ban as a moderator without one":   {Place{}, ban(func(c *SetBan) { c.By = moderator(bob) }), errNoReason},
		"ban as a moderator of the team":   {Place{}, ban(func(c *SetBan) { c.By, c.Reason = team, because() }), notMine},
		"lift":                             {banned, lift(func(*LiftBan) {}), "BanLifted"},
		"lift what ended":                  {banned, lift(func(c *LiftBan) { c.Now = banned.Until }), "not_found not_found -: 该用户没有被限制编辑。"},
		"lift nothing":                     {Place{}, lift(func(*LiftBan) {}), "not_found not_found -: 该用户没有被限制编辑。"},
		"lift without words":               {banned, lift(func(c *LiftBan) { c.Msg = " " }), "invalid invalid_input msg: 请填写解除限制的原因。"},
		"lift as a member":                 {banned, lift(func(c *LiftBan) { c.By = member(bob) }), onlyEditors},
		"lift one's own as a member":       {banned, lift(func(c *LiftBan) { c.By = member(alice) }), onlyEditors},
		"lift signed out":                  {banned, lift(func(c *LiftBan) { c.By = Caller{} }), errSignIn},
		"lift as a moderator":              {banned, lift(func(c *LiftBan) { c.By, c.Reason = moderator(bob), because() }), "BanLifted"},
		"lift as a moderator without code": {banned, lift(func(c *LiftBan) { c.By = moderator(bob) }), errNoReason},
		"lift as a moderator of the team":  {banned, lift(func(c *LiftBan) { c.By, c.Reason = team, because() }), notMine},
	} {
		t.Run(name, func(t *testing.T) { same(t, outcome(DecidePlace(c.given, c.when)), c.want) })
	}
}

func TestTheWordsOfABanAreThoseOfTheAccount(t *testing.T) {
	events, err := DecidePlace(Place{}, SetBan{
		By: moderator(bob), Project: project, Account: alice, Until: noon.Add(time.Hour + time.Nanosecond), Now: noon, Msg: " 破坏 ", Reason: because(),
	})
	if err != nil {
		t.Fatal(err)
	}
	b := events[0].Payload.(Banned)
	if *b.Msg != erasable.Of(alice, "破坏") || b.Until != noon.Add(time.Hour) || b.Cause != CauseReviewer || b.Reason.Code != because().Code || events[0].Role != role.Moderator {
		t.Errorf("%+v", b)
	}
}

func TestOpenDraftsAreListedUntilTheyEnd(t *testing.T) {
	var o OpenDrafts
	for _, e := range []any{DraftBegun{Draft: "d1"}, DraftBegun{Draft: "d2"}, DraftEnded{Draft: "d1"}} {
		o = EvolveOpen(o, e)
	}
	if _, ok := o["d2"]; !ok || len(o) != 1 {
		t.Error(o)
	}
	p := EvolvePlace(EvolvePlace(Place{}, DraftBegun{Draft: "d1"}, noon), DraftEnded{Draft: "d1", Status: Success}, noon)
	if p.Draft != "" || p.Failed != nil {
		t.Errorf("%+v", p)
	}
}
