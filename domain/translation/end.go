package translation

import (
	"slices"
	"strings"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/role"
)

// End is one end of a link, as the caller stands to it.
type End struct {
	Project project.State
	Version project.Version
	By      actor.Actor // the caller, with the rights that the project's organization gives
}

// exists is true if neither the version nor its project was deleted.
func (e End) exists() bool { return e.Project.Exists() && e.Version.Exists() }

// visible is true if the caller may know of the version.
func (e End) visible() bool {
	return e.exists() && e.Project.VisibleTo(e.By) && (!e.Version.Status.Hidden() || e.Project.PermissionsOf(e.By) != 0)
}

// as is the least role in which the caller may upload versions to the project; empty if the caller may not.
func (e End) as() role.Role {
	if !e.exists() {
		return ""
	}
	return e.Project.RoleOf(e.By, project.UploadVersion)
}

// Writes is true if the caller writes in the threads of the project's links as a member.
func (e End) Writes() bool {
	as := e.as()
	return as != "" && !as.Staff()
}

// translates is true for a version of a language pack.
func (e End) translates() bool {
	return e.Project.Type == project.TypeLanguage || slices.Contains(e.Version.Loaders, "language")
}

// deciding returns the role in which the caller decides about a link between two ends. Nobody of the staff decides as
// such about a link of a language pack of their own.
func deciding(from, to End) (role.Role, error) {
	if !to.By.SignedIn() {
		return "", fault.Unauthorized("请先登录。")
	}
	if !to.visible() {
		return "", errMissing()
	}
	as := to.as()
	switch {
	case as == "":
		return "", fault.Forbidden("只有原资源有上传版本权限的成员和管理人员可以处理汉化。")
	case as.Staff() && from.Project.Own(from.By):
		return "", fault.Forbidden("不能审核自己团队的汉化，请由原资源的成员或其他管理人员处理。")
	}
	return as, nil
}

func errMissing() error { return fault.NotFound("汉化关系不存在。") }

// Subject names a link as the subject of its thread.
func Subject(version, target string) string { return version + "/" + target }

// Ends are the versions of a link that Subject names.
func Ends(subject string) (version, target string) {
	version, target, _ = strings.Cut(subject, "/")
	return version, target
}
