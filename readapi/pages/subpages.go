package pages

import (
	"path"
	"strings"
)

// subpage is a page below the address of a project or of an organization.
type subpage struct {
	pattern string // of its path below that address, as in path.Match
	route   string // its file in ui/src/routes
	private bool   // for members: not indexed
	title   string // stands before that of the project or organization; empty for one that has its own
}

// settings is the first segment of the pages for members below the address of a project or an organization.
const settings = "settings"

func projectPages() []subpage {
	const public, members = "$type.$id.", "$type.$id._signedIn."
	const wiki = public + "wikis.{-$part}.{-$item}.tsx" // one route, because the first script of every page names each
	const issues = public + "issues.{-$issue}.tsx"
	return []subpage{
		{"", public + "index.tsx", false, ""},
		{"versions", public + "versions.tsx", false, "版本"},
		{"changelog", public + "changelog.tsx", false, "更新日志"},
		{"compare", public + "compare.tsx", true, "比较版本"},
		{"gallery", public + "gallery.tsx", false, "图库"},
		{"version/*-new", members + "version.{$version}-new.tsx", true, "上传版本"},
		{"version/*", public + "version.$version.tsx", false, ""},
		{"version/*/edit", members + "version.$version_.edit.tsx", true, "编辑版本"},
		{"history", public + "history.tsx", true, "历史"},
		{"forum", public + "forum.tsx", false, ""},
		{"issues", issues, false, ""},
		{"issues/*", issues, false, ""},
		{"wikis", wiki, false, ""},
		{"wiki/*", public + "wiki.$wiki.tsx", false, ""},
		{"wikis/history", wiki, true, "百科的历史"},
		{"wikis/history/*", wiki, true, "百科的更改"},
		{"wikis/edit", wiki, true, "编辑百科"},
		{"wikis/preview", wiki, true, "预览百科的修改"},
		{"wikis/review/*", wiki, true, "审核百科的修改"},
		{"moderation", members + "moderation.tsx", true, "审核"},
		{"settings", members + "settings.index.tsx", true, "设置"},
		{"settings/analytics", members + "settings.analytics.tsx", true, "数据 · 设置"},
		{"settings/description", members + "settings.description.tsx", true, "介绍 · 设置"},
		{"settings/issues", members + "settings.issues.tsx", true, "反馈 · 设置"},
		{"settings/license", members + "settings.license.tsx", true, "许可证 · 设置"},
		{"settings/links", members + "settings.links.tsx", true, "链接 · 设置"},
		{"settings/members", members + "settings.members.tsx", true, "成员 · 设置"},
		{"settings/tags", members + "settings.tags.tsx", true, "标签 · 设置"},
		{"settings/translations", members + "settings.translations.tsx", true, "翻译审核 · 设置"},
		{"settings/webhooks", members + "settings.webhooks.tsx", true, "Webhook · 设置"},
		{"settings/wiki", members + "settings.wiki.tsx", true, "百科 · 设置"},
	}
}

func organizationPages() []subpage {
	const members = "_signedIn/organization.$id_."
	return []subpage{
		{"settings", members + "settings.index.tsx", true, "团队设置"},
		{"settings/analytics", members + "settings.analytics.tsx", true, "数据 · 团队设置"},
		{"settings/members", members + "settings.members.tsx", true, "成员 · 团队设置"},
		{"settings/projects", members + "settings.projects.tsx", true, "项目 · 团队设置"},
		{"settings/webhooks", members + "settings.webhooks.tsx", true, "Webhook · 团队设置"},
	}
}

// find is the subpage at the rest of an address.
func find(list []subpage, rest []string) (subpage, bool) {
	for _, one := range list {
		if ok, err := path.Match(one.pattern, strings.Join(rest, "/")); ok && err == nil {
			return one, true
		}
	}
	return subpage{}, false
}

// closed are the patterns of the addresses below which all subpages are private, for crawlers.
func closed(list []subpage) []string {
	var patterns []string
	for _, one := range list {
		if one.private && !strings.ContainsAny(one.pattern, "*/") {
			patterns = append(patterns, "/*/"+one.pattern)
		}
	}
	return patterns
}
