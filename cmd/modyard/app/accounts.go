package app

import (
	commandaccount "github.com/modyard/modyard/commands/account"
	"github.com/modyard/modyard/demo"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/identity"
	projectedaccount "github.com/modyard/modyard/projections/account"
	readaccount "github.com/modyard/modyard/readapi/account"
	"github.com/modyard/modyard/readapi/feed"
	"github.com/modyard/modyard/readapi/pages"
	readreport "github.com/modyard/modyard/readapi/report"
)

func accountArea() area {
	return area{
		name: "account", events: account.EventTypes(), private: []string{"account"}, outward: []string{identity.LetterKind, identity.NoticeKind}, sitemaps: []feed.Sitemap{readaccount.Sitemap()},
		pages: []pages.Kind{
			pages.Users(), pages.Consent(), pages.Private(
				"/auth/sign-in", "登录", "/auth/sign-up", "注册账户", "/auth/reset-password", "重设密码", "/auth/verify-email", "验证邮箱",
				"/auth/welcome", "欢迎", "/auth/join", "完成注册", "/flags", "功能开关",
				"/settings", "显示", "/settings/language", "语言", "/settings/profile", "个人资料", "/settings/account", "账户与安全",
				"/settings/sessions", "登录会话", "/settings/pats", "访问令牌", "/settings/applications", "我的应用", "/settings/authorizations", "授权的应用",
				"/moderation/accounts", "账户", "/moderation/account/", "账户",
			),
		}, notifies: projectedaccount.Notifications(), kinds: readaccount.Kinds(), reports: []readreport.Subject{readaccount.Reported()}, reported: (*Site).reportedAccounts, demo: demo.Step{After: "packfile", Load: demo.Suspend}, mount: (*Site).mountAccounts,
	}
}

func (s *Site) mountAccounts(m *mounting) error {
	identity.Routes(s.API, s.Identity)
	accounts, err := commandaccount.New(commandaccount.Options{Handler: s.Core.Handler, Accounts: s.Identity})
	if err != nil {
		return err
	}
	accounts.Routes(s.API)
	readaccount.New(m.source, s.Identity, m.projects).Register(s.API)
	return nil
}
