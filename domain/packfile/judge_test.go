package packfile_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/packfile"
	"github.com/modyard/modyard/domain/role"
)

var moderator = actor.Actor{Account: "AcctMod1", Rank: actor.Moderator}

func judged(status, from packfile.Status) packfile.Judged {
	return packfile.Judged{SHA512: "5", SHA1: "1", Name: "ferry.jar", Status: status, From: from}
}

func TestAJudgementIsMadeOnceAndCanBeChanged(t *testing.T) {
	number := func(n int) *int { return &n }
	type change func(*packfile.Judge)
	for name, c := range map[string]struct {
		given []any
		when  change
		then  any
		fault fault.Kind
		field string
	}{
		"the first judgement":              {nil, nil, judged(packfile.No, ""), "", ""},
		"an administrator judges too":      {nil, func(j *packfile.Judge) { j.By.Rank = actor.Admin }, judged(packfile.No, ""), "", ""},
		"another judgement names the last": {[]any{judged(packfile.Yes, "")}, nil, judged(packfile.No, packfile.Yes), "", ""},
		"the same judgement":               {[]any{judged(packfile.No, "")}, nil, nil, "", ""},
		"the same status with a proof": {[]any{judged(packfile.No, "")}, func(j *packfile.Judge) { j.Proof = " LICENSE \n" },
			packfile.Judged{SHA512: "5", SHA1: "1", Name: "ferry.jar", Status: packfile.No, From: packfile.No, Proof: "LICENSE"}, "", ""},
		"texts lose the space around them": {nil, func(j *packfile.Judge) { j.Title, j.Link = " 渡轮 ", " http://ferry.example/a " },
			packfile.Judged{SHA512: "5", SHA1: "1", Name: "ferry.jar", Status: packfile.No, Title: "渡轮", Link: "http://ferry.example/a"}, "", ""},
		"one that has seen the present one":       {[]any{judged(packfile.Yes, "")}, func(j *packfile.Judge) { j.Seen = number(1) }, judged(packfile.No, packfile.Yes), "", ""},
		"one that has seen none":                  {nil, func(j *packfile.Judge) { j.Seen = number(0) }, judged(packfile.No, ""), "", ""},
		"one that has seen an older one":          {[]any{judged(packfile.Yes, "")}, func(j *packfile.Judge) { j.Seen = number(0) }, nil, fault.KindConflict, "f.seen"},
		"an older one was seen and it is no news": {[]any{judged(packfile.No, "")}, func(j *packfile.Judge) { j.Seen = number(0) }, nil, "", ""},
		"a project of the other platform": {nil, func(j *packfile.Judge) { j.Flame, j.Title = 238222, "JEI" },
			packfile.FlameJudged{Flame: 238222, Status: packfile.No, Title: "JEI"}, "", ""},
		"the same project again": {[]any{packfile.FlameJudged{Flame: 238222, Status: packfile.No}}, func(j *packfile.Judge) { j.Flame = 238222 }, nil, "", ""},

		"an account":           {nil, func(j *packfile.Judge) { j.By.Rank = actor.NotStaff }, nil, fault.KindForbidden, ""},
		"nobody":               {nil, func(j *packfile.Judge) { j.By = actor.Actor{} }, nil, fault.KindForbidden, ""},
		"no status":            {nil, func(j *packfile.Judge) { j.Status = "" }, nil, fault.KindInvalid, "f.status"},
		"another status":       {nil, func(j *packfile.Judge) { j.Status = "maybe" }, nil, fault.KindInvalid, "f.status"},
		"a title of two lines": {nil, func(j *packfile.Judge) { j.Title = "a\nb" }, nil, fault.KindInvalid, "f.title"},
		"a title that turns":   {nil, func(j *packfile.Judge) { j.Title = "a\u202eb" }, nil, fault.KindInvalid, "f.title"},
		"a long title":         {nil, func(j *packfile.Judge) { j.Title = strings.Repeat("长", 201) }, nil, fault.KindInvalid, "f.title"},
		"a long proof":         {nil, func(j *packfile.Judge) { j.Proof = strings.Repeat("长", 2001) }, nil, fault.KindInvalid, "f.proof"},
		"a proof with NUL":     {nil, func(j *packfile.Judge) { j.Proof = "a\x00" }, nil, fault.KindInvalid, "f.proof"},
		"a script as link":     {nil, func(j *packfile.Judge) { j.Link = "javascript:alert(1)" }, nil, fault.KindInvalid, "f.link"},
		"a password in a link": {nil, func(j *packfile.Judge) { j.Link = "https://a:b@ferry.example" }, nil, fault.KindInvalid, "f.link"},
		"a long link":          {nil, func(j *packfile.Judge) { j.Link = "https://ferry.example/" + strings.Repeat("a", 2048) }, nil, fault.KindInvalid, "f.link"},
		"a hostile name":       {nil, func(j *packfile.Judge) { j.Name = "a\u202ejar" }, nil, fault.KindInvalid, "f.name"},
		"a project below 0":    {nil, func(j *packfile.Judge) { j.Flame = -1 }, nil, fault.KindInvalid, "f.id"},
		"a project's proof":    {nil, func(j *packfile.Judge) { j.Flame, j.Proof = 1, "a" }, nil, fault.KindInvalid, "f.id"},
	} {
		t.Run(name, func(t *testing.T) {
			var state packfile.State
			for _, e := range c.given {
				state = packfile.Evolve(state, e)
			}
			command := packfile.Judge{
				By: moderator, Field: "f.", SHA512: "5", SHA1: "1", Name: "ferry.jar", Judgement: packfile.Judgement{Status: packfile.No},
			}
			if c.when != nil {
				c.when(&command)
			}
			events, err := packfile.Decide(state, command)
			if c.fault != "" {
				var f *fault.Error
				if !errors.As(err, &f) || f.Kind != c.fault || f.Field != c.field || events != nil {
					t.Fatalf("%+v, %v", events, err)
				}
				return
			}
			var want []decision.Event
			if c.then != nil {
				want = []decision.Event{{Role: role.Moderator, Payload: c.then}}
			}
			if err != nil || !reflect.DeepEqual(events, want) {
				t.Fatalf("%+v, %v, want %+v", events, err, want)
			}
			after := state
			for _, e := range events {
				after = packfile.Evolve(after, e.Payload)
			}
			if again, err := packfile.Decide(after, command); err != nil || again != nil {
				t.Errorf("the same command again: %+v, %v", again, err)
			}
		})
	}
}
