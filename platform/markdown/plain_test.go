package markdown_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/modyard/modyard/platform/markdown"
)

func TestPlainTextsHaveNoMarks(t *testing.T) {
	for src, want := range map[string]string{
		"": "", "  \n": "", "普通的话。": "普通的话。",
		"**请** *补充* ~~来源~~ `x<y`":                                             "请 补充 来源 x<y",
		"# 说明\n\n请改[简介](https://a.example/x)，见 ![图](https://a.example/i.png)": "说明 请改简介，见 图",
		"- 一\n- 二\n\n1. 三\n\n> 引用":                                            "一 二 三 引用",
		"|a|b|\n|-|-|\n|1|2|":                                                 "a b 1 2",
		"```java\nint x;\n```":                                                "int x;",
		"List<Map> <player> <script>x</script> 甲<SUB>乙</SUB> x<Script>":       "List<Map> <player> 甲乙 x<Script>",
		"甲<br>乙 <b>丙</b>":                                                     "甲 乙 丙",
		"4 * 5 * 6 和 snake_case_name":                                         "4 * 5 * 6 和 snake_case_name",
		"\\*不是强调\\*":                                                          "*不是强调*",
	} {
		if got := markdown.Plain(src); got != want {
			t.Errorf("%q gave %q, want %q", src, got, want)
		}
	}
}

func TestHostileTextsArePlainAndBounded(t *testing.T) {
	for _, src := range append(hostile(),
		"<script>alert(1)</script>", "<style>x</style>a", "a\u202Eb\u2066c\x00d\x1be", strings.Repeat("> ", 500)+"x",
		strings.Repeat("[", 60000), strings.Repeat("*a", 60000), strings.Repeat("字", 80000), "\xff\xfe", "[a](javascript:alert(1))",
	) {
		got := markdown.Plain(src)
		if !utf8.ValidString(got) || utf8.RuneCountInString(got) > markdown.MaxRunes || strings.ContainsAny(got, "\n\r\t\x00\x1b\u202E\u2066") {
			t.Errorf("%.40q gave %.80q", src, got)
		}
	}
	if got := markdown.Plain("<script>alert(1)</script>好"); got != "好" {
		t.Errorf("a script was kept: %q", got)
	}
}
