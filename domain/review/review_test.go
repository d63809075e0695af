package review_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/review"
	"github.com/modyard/modyard/eventlog/codec"
)

const site = "https://modyard.example"

var (
	staff = actor.Actor{Account: "AcctMon2", Rank: actor.Moderator}
	pack  = review.Facts{ID: "Packaaa1", Type: "modpack", Title: "蒸汽图谱", Slug: "steam-atlas", Summary: "十七座工厂"}
)

func TestEveryStoredEventFormCanBeRead(t *testing.T) {
	types, err := codec.New(review.EventTypes())
	if err != nil {
		t.Fatal(err)
	}
	codec.Golden(t, types, "testdata/events")
}

func TestTheChecklistHasThirteenStepsWithRulesAndOptionsThatAreUnique(t *testing.T) {
	want := []string{
		"title", "slug", "summary", "description", "links", "categories", "side-types", "gallery", "versions", "copyright", "rule-following",
		"modpack-permissions", "private-server",
	}
	seen := map[string]bool{}
	var got []string
	for _, s := range review.Steps() {
		got = append(got, s.ID)
		if s.Title == "" || s.Question == "" || len(s.Rules) == 0 || len(s.Examples) == 0 || len(s.Exceptions) == 0 || len(s.Options) == 0 {
			t.Errorf("%s lacks something: %+v", s.ID, s)
		}
		for _, o := range s.Options {
			if seen[o.ID] || o.Name == "" || !slices.Contains(reason.Codes(), o.Reason) || o.Verdict != review.Reject && o.Verdict != review.Withhold {
				t.Errorf("option %+v", o)
			}
			seen[o.ID] = true
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("steps %v", got)
	}
}

func TestAStepIsShownForTheProjectsThatItIsAbout(t *testing.T) {
	shown := func(f review.Facts) (ids []string) {
		for _, s := range review.Steps() {
			if s.ShownFor(f) {
				ids = append(ids, s.ID)
			}
		}
		return ids
	}
	for name, c := range map[string]struct {
		facts   review.Facts
		without []string
	}{
		"a bare modpack": {pack, []string{"links", "categories", "gallery", "versions"}},
		"a full mod": {
			review.Facts{Type: "mod", Links: []review.Link{{Name: "源代码", URL: site}}, Categories: []string{"magic"}, Pictures: 1},
			[]string{"modpack-permissions", "private-server"},
		},
		"a shader": {review.Facts{Type: "shader"}, []string{"links", "categories", "side-types", "gallery", "modpack-permissions", "private-server"}},
	} {
		var want []string
		for _, s := range review.Steps() {
			if !slices.Contains(c.without, s.ID) {
				want = append(want, s.ID)
			}
		}
		if got := shown(c.facts); !slices.Equal(got, want) {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestEveryTemplateAcceptsItsOwnTextAndReplacesAllItsPlaceholders(t *testing.T) {
	for _, tpl := range review.Templates() {
		if _, err := review.Decide(review.State{}, review.Change{By: staff, Template: tpl.ID, Text: tpl.Text + "。"}); err != nil {
			t.Errorf("%s: %v", tpl.ID, err)
		}
		if strings.Contains(tpl.Text, "您") {
			t.Errorf("%s does not say 你", tpl.ID)
		}
	}
	var all []review.Chosen
	for _, s := range review.Steps() {
		for _, o := range s.Options {
			all = append(all, review.Chosen{Option: o.ID})
		}
	}
	m, err := review.ComposeFor("", review.State{}, site, pack, all)
	if err != nil || strings.Contains(m.Text, "%") {
		t.Error(m.Text, err)
	}
}

func TestAMessageFollowsTheOrderOfTheChecklistAndNamesItsTemplates(t *testing.T) {
	m, err := review.ComposeFor("", review.State{}, site, pack, []review.Chosen{
		{Option: "copyright-reupload", Values: map[string]string{"ORIGINAL_PROJECT": "锈带*铁路*", "ORIGINAL_AUTHOR": ""}}, {Option: "summary-repeats-title"},
	})
	if err != nil {
		t.Fatal(err)
	}
	at := -1
	for _, part := range []string{"蒸汽图谱", "## 简介 · 重复标题", site + "/project/Packaaa1/settings", "## 版权 · 重新上传", `「锈带\*铁路\*」`, "重新提交"} {
		i := strings.Index(m.Text, part)
		if i < at || i < 0 {
			t.Errorf("%q is at %d after %d in\n%s", part, i, at, m.Text)
		}
		at = i
	}
	if !slices.Equal(m.Options, []string{"summary-repeats-title", "copyright-reupload"}) || !slices.Equal(m.Missing, []string{"copyright-reupload/ORIGINAL_AUTHOR"}) {
		t.Error(m.Options, m.Missing)
	}
	want := []review.Use{{Template: review.Opening}, {Template: "summary-repeats-title"}, {Template: "copyright-reupload"}, {Template: review.Closing}}
	if !slices.Equal(m.Uses, want) || m.Verdict != review.Reject || m.Reason != reason.Incomplete {
		t.Error(m.Uses, m.Verdict, m.Reason)
	}
}

func TestTheSuggestedDecisionFollowsFromTheOptions(t *testing.T) {
	for want, chosen := range map[review.Verdict][]review.Chosen{
		review.Approve: nil, review.Withhold: {{Option: "private-server"}}, review.Reject: {{Option: "private-server"}, {Option: "slug-misused"}},
	} {
		m, err := review.ComposeFor("", review.State{}, site, pack, chosen)
		if err != nil || m.Verdict != want {
			t.Errorf("%s: %+v %v", want, m, err)
		}
	}
}

func TestAValueIsNeitherFormattedNorSearchedForPlaceholders(t *testing.T) {
	f := pack
	f.Title = "%SITE_URL% **a** [x](https://evil.example) <img> @b https://evil.example www.evil.example"
	m, err := review.ComposeFor("", review.State{}, site, f, nil)
	want := `%SITE\_URL% \*\*a\*\* \[x\](https\://evil.example) \<img\> \@b https\://evil.example www\.evil.example`
	if err != nil || !strings.Contains(m.Text, want) {
		t.Error(m.Text, err)
	}
	link := func(v string) string {
		m, err := review.ComposeFor("", review.State{}, site, pack, []review.Chosen{{Option: "links-inaccessible", Values: map[string]string{"LINK": v}}})
		if err != nil {
			t.Fatal(err)
		}
		return m.Text
	}
	if s := link("https://example.org/a_b"); !strings.Contains(s, "<https://example.org/a_b>") {
		t.Error(s)
	}
	if s := link("javascript:alert(1)\n\n# x"); !strings.Contains(s, `javascript:alert(1) \# x`) {
		t.Error(s)
	}
}

func TestUnknownOptionsAndTooMuchAreRejected(t *testing.T) {
	for name, chosen := range map[string][]review.Chosen{
		"unknown": {{Option: "nothing"}}, "twice": {{Option: "slug-misused"}, {Option: "slug-misused"}},
		"no such filler": {{Option: "slug-misused", Values: map[string]string{"LINK": "x"}}},
		"too long":       {{Option: "description-insufficient", Values: map[string]string{"EXPLAINER": strings.Repeat("长", review.MaxFiller+1)}}},
		"control":        {{Option: "description-insufficient", Values: map[string]string{"EXPLAINER": "a\x00"}}},
		"too many":       make([]review.Chosen, review.MaxChosen+1),
	} {
		if m, err := review.ComposeFor("", review.State{}, site, pack, chosen); err == nil {
			t.Errorf("%s: %+v", name, m)
		}
	}
}

func TestATemplateHasVersionsAndAnEmptyTextRestoresTheDeliveredOne(t *testing.T) {
	const id = "slug-misused"
	var s review.State
	do := func(words string, seen int) error {
		events, err := review.Decide(s, review.Change{By: staff, Template: id, Text: words, Seen: seen})
		for _, e := range events {
			s = review.Evolve(s, e.Payload)
		}
		return err
	}
	delivered := s.Current(id)
	for n, step := range []struct {
		words   string
		seen    int
		version int
		text    string
	}{{" 请换一个。 ", 0, 1, "请换一个。"}, {"请换一个。", 1, 1, "请换一个。"}, {"", 1, 2, delivered}, {delivered, 2, 2, delivered}, {"再换。", 2, 3, "再换。"}} {
		if err := do(step.words, step.seen); err != nil || s.Version(id) != step.version || s.Current(id) != step.text {
			t.Fatalf("step %d: %v, version %d: %s", n, err, s.Version(id), s.Current(id))
		}
	}
	if old, ok := s.Text(id, 1); !ok || old != "请换一个。" {
		t.Error(old, ok)
	}
	if _, ok := s.Text(id, 4); ok {
		t.Error("a version that never was")
	}
	m, err := review.ComposeFor("", s, site, pack, []review.Chosen{{Option: id}})
	if err != nil || !slices.Contains(m.Uses, review.Use{Template: id, Version: 3}) || !strings.Contains(m.Text, "再换。") {
		t.Error(m, err)
	}
	if err := do("另一个人改的。", 2); !kind(err, fault.KindConflict) {
		t.Errorf("a change over somebody else's: %v", err)
	}
}

func TestOnlyTheStaffChangesTemplatesAndOnlyWithKnownPlaceholders(t *testing.T) {
	for name, c := range map[string]struct {
		change review.Change
		kind   fault.Kind
	}{
		"anonymous":      {review.Change{Template: "slug-misused", Text: "x"}, fault.KindForbidden},
		"not of staff":   {review.Change{By: actor.Actor{Account: "AcctAnn1"}, Template: "slug-misused", Text: "x"}, fault.KindForbidden},
		"no template":    {review.Change{By: staff, Template: "none", Text: "x"}, fault.KindNotFound},
		"unknown":        {review.Change{By: staff, Template: "slug-misused", Text: "%NOTHING%"}, fault.KindInvalid},
		"another's":      {review.Change{By: staff, Template: "slug-misused", Text: "%LINK%"}, fault.KindInvalid},
		"lost a filler":  {review.Change{By: staff, Template: "links-inaccessible", Text: "打不开。"}, fault.KindInvalid},
		"too long":       {review.Change{By: staff, Template: "slug-misused", Text: strings.Repeat("长", review.MaxTemplate+1)}, fault.KindInvalid},
		"version before": {review.Change{By: staff, Template: "slug-misused", Text: "x", Seen: 1}, fault.KindConflict},
	} {
		if _, err := review.Decide(review.State{}, c.change); !kind(err, c.kind) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func kind(err error, want fault.Kind) bool {
	var f *fault.Error
	return errors.As(err, &f) && f.Kind == want
}

func TestAMessageEndsAsTheDecisionThatItIsMadeFor(t *testing.T) {
	chosen := []review.Chosen{{Option: "summary-repeats-title"}}
	for want, ending := range map[review.Verdict]string{review.Withhold: review.Kept, review.Reject: review.Closing, "": review.Closing} {
		m, err := review.ComposeFor(want, review.State{}, site, pack, chosen)
		if err != nil || m.Uses[len(m.Uses)-1].Template != ending || want != "" && m.Verdict != want {
			t.Errorf("%q: %+v %v", want, m, err)
		}
	}
	if m, err := review.ComposeFor(review.Withhold, review.State{}, site, pack, nil); err != nil || m.Verdict != review.Approve {
		t.Errorf("without an option: %+v %v", m, err)
	}
}

func TestAMisusedNameOrLinkMisleadsAndIsNoSquatting(t *testing.T) {
	for _, step := range review.Steps() {
		for _, o := range step.Options {
			if (step.ID == "slug" || step.ID == "links") && o.Reason != reason.Misleading {
				t.Errorf("%s: %s", o.ID, o.Reason)
			}
		}
	}
}
