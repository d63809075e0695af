package server

import "github.com/modyard/modyard/domain/fault"

// Rights are what a member may do with a server: bits as the hosting API numbers them.
type Rights uint64

// The rights. FilesRead is this site's own: files hold secrets.
const (
	BaseRead Rights = 1 << iota
	PowerActions
	ExecCommands
	FilesWrite
	Setup
	Backups
	Advanced
	ResetServer
	ManageUsers
	FilesRead
	AllRights = FilesRead<<1 - 1
)

// Has is true if every bit of other is set.
func (r Rights) Has(other Rights) bool { return r&other == other }

// MemberRole is a ready set of rights.
type MemberRole string

// The roles. A server has one owner.
const (
	OwnerRole  MemberRole = "owner"
	EditorRole MemberRole = "editor"
	ViewerRole MemberRole = "viewer"
)

// Rights are those of a role; none of an unknown one.
func (r MemberRole) Rights() Rights {
	switch r {
	case OwnerRole:
		return AllRights
	case EditorRole:
		return AllRights &^ (ResetServer | ManageUsers)
	case ViewerRole:
		return BaseRead
	}
	return 0
}

// Lowers is true if a change from a role to another takes a right.
func (r MemberRole) Lowers(to MemberRole) bool { return !to.Rights().Has(r.Rights()) }

// lacks is the error for a member without a right.
func lacks(need Rights) error {
	what := "查看此服务器"
	switch need {
	case PowerActions:
		what = "电源操作"
	case ExecCommands:
		what = "执行控制台命令"
	case FilesWrite:
		what = "修改文件"
	case FilesRead:
		what = "读取文件"
	case Setup:
		what = "更改服务器设置"
	case Backups:
		what = "管理备份"
	case Advanced:
		what = "更改高级设置"
	case ResetServer:
		what = "重置服务器"
	case ManageUsers:
		what = "管理成员"
	}
	return fault.Denied("你在此服务器中没有" + what + "的权限。")
}
