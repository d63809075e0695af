package review

import (
	"strings"

	domain "github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
)

// undoneMessage tells the team of an undone decision: what it was, why it is undone and what follows.
func undoneMessage(before, after domain.State, why *reason.Reason) string {
	var b strings.Builder
	b.WriteString("**审核决定已撤销**：「" + statusWord(before.Status) + "」的决定不再有效，项目恢复为「" + statusWord(after.Status) + "」。\n\n")
	if why != nil && why.Text != "" {
		b.WriteString("原因：" + why.Text + "\n\n")
	}
	b.WriteString(follows(after))
	return b.String()
}

// follows is what becomes of the project.
func follows(after domain.State) string {
	switch after.Status {
	case domain.Processing:
		return "项目已回到审核队列中原来的位置，提交时间不变，你无需重新提交。此后的修改都会保留。"
	case domain.Refused, domain.Held:
		return "之前的决定重新生效，请按它的留言修改后重新提交。此后的修改都会保留。"
	case domain.Scheduled:
		return "定时发布的计划继续有效。此后的修改都会保留。"
	}
	return "此后的修改都会保留。"
}

func statusWord(s domain.Status) string {
	switch s {
	case domain.Listed:
		return "已通过"
	case domain.Archived:
		return "已停更"
	case domain.Unlisted:
		return "不公开列出"
	case domain.Private:
		return "私有"
	case domain.Processing:
		return "审核中"
	case domain.Held:
		return "已保留"
	case domain.Refused:
		return "已拒绝"
	case domain.Scheduled:
		return "定时发布"
	}
	return "草稿"
}
