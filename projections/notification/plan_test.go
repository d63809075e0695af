package notification_test

import (
	"testing"

	"github.com/modyard/modyard/domain/project"
)

func TestATeamIsToldOfAPlanThatEndsWithoutARelease(t *testing.T) {
	const (
		planned = "VersOne1"
		right   = "定时发布没有进行：设定发布时间的成员已没有相应的权限。"
		gone    = "定时发布没有进行：设定发布时间的账户已经注销。"
		ended   = "定时发布已取消。"
	)
	for name, c := range map[string]struct {
		by       string
		cause    project.PlanEnd
		obstacle project.Obstacle
		says     string
	}{
		"refused":                {"", project.PlanRefused, project.AuthorRight, right},
		"the author is gone":     {"", project.PlanRefused, project.AuthorGone, gone},
		"cancelled by the staff": {staff, project.PlanCancelled, "", ended},
		"cancelled by a member":  {helper, project.PlanCancelled, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.project(one, owner)
			w.happen("project-"+one, owner, project.MemberInvited{Account: helper, Role: "Member"})
			w.happen("project-"+one, helper, project.MemberJoined{Account: helper})
			w.happen("version-"+planned, owner, version(planned, one, project.VersionListed))
			w.happen("project-"+one, owner, project.StatusChanged{From: project.Listed, To: project.Scheduled},
				project.ReleasePlanned{Plan: "PlanOne1", Author: owner, Status: project.Listed})
			w.happen("project-"+one, c.by, project.ReleasePlanEnded{Plan: "PlanOne1", Cause: c.cause, Obstacle: c.obstacle, Status: project.Private})
			w.happen("version-"+planned, c.by, project.VersionReleasePlanEnded{
				Version: planned, Project: one, Plan: "PlanTwo2", Cause: c.cause, Obstacle: c.obstacle, Status: project.VersionDraft,
			})
			invited := "team_invite " + one + " Member read"
			if c.says == "" {
				w.want(owner)
				w.want(helper, invited)
				return
			}
			told := []string{"status_change " + one + " private " + c.says, "status_change " + one + " " + planned + " draft " + c.says}
			w.want(owner, told...)
			w.want(helper, append([]string{invited}, told...)...)
		})
	}
}
