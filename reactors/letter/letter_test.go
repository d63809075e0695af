package letter

import (
	"strings"
	"testing"

	"github.com/modyard/modyard/identity"
)

func TestALetterAboutARejectionHasEveryLineOfTheReasonAndSaysWhatToDo(t *testing.T) {
	n, ok := words("潮汐织机", "/mod/tide-loom", decision{status: "rejected", message: "请补充：\n\n- 前置\n- 许可证\n", reason: "incomplete", why: "缺少前置",
		points: []string{"summary-insufficient", "gone"}})
	text := strings.Join(n.Paragraphs, "\n")
	for _, want := range []string{"没有通过审核", "请补充：", "- 前置", "- 许可证", "原因：资料不完整（缺少前置）。", "- 简介 · 不足", "- gone", "重新提交审核"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if !ok || n.Path != "/mod/tide-loom/moderation" || n.Subject != "「潮汐织机」没有通过审核" {
		t.Errorf("%+v", n)
	}
}

func TestALetterAboutAnApprovalPromisesNoWork(t *testing.T) {
	n, ok := words("潮汐织机", "/mod/tide-loom", decision{status: "approved", reason: "complies"})
	if !ok || len(n.Paragraphs) != 1 || n.Path != "/mod/tide-loom" || strings.Contains(n.Paragraphs[0], "重新提交") {
		t.Errorf("%+v", n)
	}
}

func TestADecisionThatLeadsNowhereIsNotTold(t *testing.T) {
	if _, ok := words("潮汐织机", "/mod/tide-loom", decision{status: "processing"}); ok {
		t.Error("told")
	}
}

func TestALetterAboutAMessageHasItsTextAndCanBeSwitchedOff(t *testing.T) {
	for kind, want := range map[string][2]string{
		fromStaff: {"审核人员在「潮汐织机」的对话里给你留言", "/moderation#thread"}, fromTeam: {"「潮汐织机」的作者回复了", "/moderation#thread"},
		aboutLink: {"「潮汐织机」的汉化会话有新消息", "/settings/translations"},
	} {
		n := messageWords("潮汐织机", "/mod/tide-loom", kind, "第一行\n\n第二行")
		text := strings.Join(n.Paragraphs, "\n")
		if n.Subject != want[0] || n.Topic != identity.ReviewMessages || n.Path != "/mod/tide-loom"+want[1] || !strings.Contains(text, "第一行") || !strings.Contains(text, "第二行") {
			t.Errorf("%+v", n)
		}
	}
}
