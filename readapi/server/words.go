package server

import (
	"cmp"
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/contract/node"
	projected "github.com/modyard/modyard/projections/server"
	"github.com/modyard/modyard/readapi/notification"
	"github.com/modyard/modyard/readapi/view"
)

// selectNames are the names of servers in which an account has a part, or is invited to one.
const selectNames = `
select s.id, s.name from server.servers s
where s.id = any($2) and exists (select from server.members m where m.server = s.id and m.account = $1 and m.state <> 'gone')`

// complete sets the names of servers, of those in which the viewer has a part or to which it is invited.
func complete(ctx context.Context, s *view.Source, v view.Viewer, lines []*notification.Line) error {
	var ids []string
	for _, n := range lines {
		if n.Server != nil {
			ids = append(ids, n.Server.ID)
		}
	}
	type named struct{ ID, Name string }
	list, err := view.Rows(ctx, s, "names of servers", pgx.RowToStructByPos[named], selectNames, v.Account, ids)
	names := make(map[string]string, len(list))
	for _, n := range list {
		names[n.ID] = n.Name
	}
	for _, n := range lines {
		if n.Server != nil {
			n.Server.Name = names[n.Server.ID]
		}
	}
	return err
}

// Kinds are the notifications about servers, and their texts. reason names the code of a reason.
func Kinds(reason func(code string) string) []notification.Kind {
	decided := func(kind, title string, words func(contract.Notification) string, link func(contract.Notification) string) notification.Kind {
		return notification.Kind{Type: kind, Link: link, Words: func(n contract.Notification) (string, string) {
			text := words(n)
			if n.Reason != nil {
				text += "。原因：" + reason(n.Reason.Code)
				if n.Reason.Text != nil {
					text += "（" + *n.Reason.Text + "）"
				}
			}
			return title, text
		}}
	}
	kinds := []notification.Kind{
		{Type: projected.NotificationInvited, Filter: notification.Invitations, Words: invited, Link: list},
		{Type: projected.NotificationGivenUp, Words: givenUp, Link: page},
		{Type: projected.NotificationInstalled, Words: installed, Link: page},
		{Type: projected.NotificationInstallFailed, Words: installFailed, Link: page},
		{Type: projected.NotificationAway, Words: away, Link: page},
		{Type: projected.NotificationNameFailed, Words: nameFailed, Link: network},
		{Type: projected.NotificationNodeAway, Words: nodeAway, Link: func(contract.Notification) string { return "/moderation/nodes" }},
		decided(projected.NotificationSuspended, "服务器已暂停", func(n contract.Notification) string {
			return named(n) + "已被管理员暂停（" + suspension(n) + "），电源、控制台和文件暂时不能使用"
		}, page),
		decided(projected.NotificationUnsuspended, "服务器已恢复使用", func(n contract.Notification) string {
			return named(n) + "不再暂停，可以重新启动"
		}, page),
		decided(projected.NotificationDeleted, "服务器已删除", func(n contract.Notification) string {
			return named(n) + "已被管理员删除，7 天内可以请管理员恢复"
		}, list),
		decided(projected.NotificationReturned, "服务器已恢复", func(n contract.Notification) string {
			return named(n) + "已被管理员恢复，文件都还在"
		}, page),
	}
	servers := &notification.Things{Complete: complete}
	for i := range kinds {
		kinds[i].Things, kinds[i].Filter = servers, cmp.Or(kinds[i].Filter, notification.Decisions)
	}
	return kinds
}

func invited(n contract.Notification) (title, text string) {
	return "你被邀请管理服务器", notification.ActorName(n) + " 邀请你作为" + roleName(n.Role) + "加入" + named(n) + "，邀请 14 天内有效"
}

func givenUp(n contract.Notification) (title, text string) {
	return "服务器连续崩溃", fmt.Sprintf("%s连续崩溃 %s 次，已不再自动启动。请先查看控制台里的错误，再手动启动", named(n), n.Server.Detail)
}

func away(n contract.Notification) (title, text string) {
	of := named(n)
	if n.Server != nil && n.Server.Detail != "1" {
		of += "等 " + n.Server.Detail + " 台服务器"
	}
	return "节点离线", of + "所在的节点已离线超过 5 分钟，暂时无法操作。服务器可能仍在运行，节点恢复后会继续同步"
}

func nameFailed(n contract.Notification) (title, text string) {
	return "子域名没能写入解析", named(n) + "的子域名 " + n.Server.Detail + " 一直没能写入解析，站点会继续重试。期间请用直连地址；如果持续如此，请联系管理员"
}

func nodeAway(n contract.Notification) (title, text string) {
	name := "有节点"
	if n.Message != nil {
		name = "节点「" + *n.Message + "」"
	}
	return "节点离线", name + "已离线超过 5 分钟，请检查它的主机与网络"
}

func installed(n contract.Notification) (title, text string) {
	return "整合包安装完成", named(n) + "安装了一名成员上传的整合包"
}

func installFailed(n contract.Notification) (title, text string) {
	why := map[string]string{
		node.ReasonSoftware: "没有这个软件版本，或节点无法安装它", node.ReasonPack: "整合包文件无效", node.ReasonFetch: "有文件下载失败", node.ReasonHash: "下载的文件与记录不符",
		node.ReasonDisk: "磁盘空间不足", node.ReasonPath: "有文件的位置无法写入", node.ReasonRunning: "服务器没有停止", node.ReasonInterrupted: "安装被中断",
	}
	text = named(n) + "安装失败，文件保持原样"
	if words := why[n.Server.Detail]; words != "" {
		text += "。原因：" + words
	}
	return "安装失败", text
}

// named is the server of a notification in a sentence.
func named(n contract.Notification) string {
	if n.Server == nil || n.Server.Name == "" {
		return "一台服务器"
	}
	return "服务器「" + n.Server.Name + "」"
}

func suspension(n contract.Notification) string {
	names := map[string]string{"moderated": "违反站点规则", "paymentfailed": "付款失败", "cancelled": "已取消服务", "upgrading": "正在升级"}
	if name, known := names[n.Server.Detail]; known {
		return name
	}
	return "其他原因"
}

func list(contract.Notification) string { return "/servers/manage" }

func page(n contract.Notification) string {
	if n.Server == nil || n.Server.Name == "" {
		return list(n)
	}
	return "/servers/manage/" + n.Server.ID
}

func network(n contract.Notification) string {
	if link := page(n); link != list(n) {
		return link + "/network"
	}
	return list(n)
}

func roleName(role *string) string {
	if role != nil && *role == "viewer" {
		return "旁观者"
	}
	return "管理者"
}
