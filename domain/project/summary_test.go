package project

import (
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/fault"
)

func ready(t *testing.T, title, summary string) State {
	s := given(t)
	s.Title, s.Summary = title, summary
	return s
}

func TestASummaryThatRepeatsTheTitleOrHoldsMarkdownIsNotSubmitted(t *testing.T) {
	submit := Submit{By: owner, Submission: round, Versions: 1}
	for _, summary := range []string{
		"蒸汽图谱", " 蒸汽图谱 ", "**蒸汽**机器", "__蒸汽__", "~~收费~~", "`code`", "*蒸汽*机器 *好*", "很 _好_ 用", "[官网](https://example.org)",
		"![图](https://example.org/a.png)", "[官网][1]", "# 蒸汽", "> 蒸汽", ">蒸汽", "- 蒸汽", "1. 蒸汽", "<b>蒸汽</b>", "<br>", "<img src=x>", "<https://example.org>",
	} {
		if f := thenRefused(t, ready(t, "蒸汽图谱", summary), submit, fault.KindInvalid); f.Field != "description" {
			t.Errorf("%q: field %s", summary, f.Field)
		}
	}
	for _, summary := range []string{
		"蒸汽图谱的机器", "用 C# 写的", "5 * 3 * 2 的空间", "snake_case_name 一样的名字", "装 [建筑] 与 (机器)", "1.20.1 的机器", "-5 度也能开工", "#1 的机器",
		"a < b > c", "3~5 人", "机器 | 铁路", "I <3 矿车", "这里 * 与 _ 都是普通字符",
	} {
		then(t, ready(t, "蒸汽图谱", summary), submit, Submitted{Submission: round, From: Draft, Requested: Listed})
	}
}

func TestAnEqualTitleIsFoundWhateverTheCase(t *testing.T) {
	thenRefused(t, ready(t, "Steam Atlas", "steam  atlas"), Submit{By: owner, Submission: round, Versions: 1}, fault.KindInvalid)
}

func TestATitleThatNobodyFilledInIsRefusedByName(t *testing.T) {
	for _, title := range []string{"${name}", "潮汐 {{title}}", "@PROJECT_NAME@ 织机"} {
		if f := thenRefused(t, given(t), Edit{By: owner, Title: &title}, fault.KindInvalid); f.Field != "title" || !strings.Contains(f.Text, title) {
			t.Errorf("%q: %+v", title, f)
		}
	}
	for _, title := range []string{"Cash $ & Carry", "me@home 的机器", "{红石} 织机"} {
		then(t, given(t), Edit{By: owner, Title: &title}, Renamed{Title: title})
	}
}
