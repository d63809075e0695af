package notification

import (
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/runtime"
)

// planEnded tells a project's team that its release will not happen, unless a member cancelled it.
func (h *Batch) planEnded(e runtime.Event, p project.ReleasePlanEnded) {
	h.decided(e, project.Scheduled, p.Status, whyEnded(p.Cause, p.Obstacle), nil, nil)
}

// versionPlanEnded does the same for a version. Its statuses have the names of a project's.
func (h *Batch) versionPlanEnded(e runtime.Event, p project.VersionReleasePlanEnded) {
	h.NotifyTeam(e, p.Project, Notification{
		Type: StatusChange, Project: p.Project, Version: p.Version, From: project.Scheduled, To: project.Status(p.Status),
		Message: whyEnded(p.Cause, p.Obstacle),
	})
}

func whyEnded(cause project.PlanEnd, obstacle project.Obstacle) string {
	switch {
	case cause == project.PlanCancelled:
		return "定时发布已取消。"
	case obstacle == project.AuthorGone:
		return "定时发布没有进行：设定发布时间的账户已经注销。"
	}
	return "定时发布没有进行：设定发布时间的成员已没有相应的权限。"
}
