package letter

import (
	"strings"
	"testing"
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
