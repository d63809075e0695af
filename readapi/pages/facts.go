package pages

import (
	"cmp"
	"slices"
	"strings"

	"github.com/modyard/modyard/contract"
)

// contentType is a kind of content as addresses, titles and lists name it.
type contentType struct {
	id, actual string // in addresses, and in stored projects
	display    string
	mode       string // default display mode of a listing: list or gallery
}

// contentTypes in the order of the navigation.
func contentTypes() []contentType {
	return []contentType{
		{"mod", "mod", "模组", "list"}, {"modpack", "modpack", "整合包", "gallery"}, {"plugin", "mod", "插件", "list"},
		{"resourcepack", "resourcepack", "资源包", "gallery"}, {"shader", "shader", "光影包", "gallery"}, {"datapack", "mod", "原版数据包", "list"},
		{"software", "software", "软件资源", "gallery"}, {"language", "language", "汉化资源", "list"},
	}
}

// mixedLabels are the labels of projects stored as mods, by the kinds of their loaders, in this order.
func mixedLabels() map[string]string {
	return map[string]string{
		"mod plugin datapack": "模组, 插件, 和 数据包", "mod plugin": "模组 和 插件", "mod datapack": "模组 和 数据包", "plugin datapack": "插件 和 数据包",
		"datapack": "数据包", "plugin": "插件",
	}
}

// labelOf is the label of a project with loaders, in an address of a type.
func labelOf(t contentType, loaders []string) string {
	if t.actual != "mod" {
		return t.display
	}
	var kinds []string
	for _, kind := range []struct{ id, families string }{{"mod", "mod legacy"}, {"plugin", "plugin proxy"}, {"datapack", "datapack"}} {
		if slices.ContainsFunc(contract.Loaders(), func(l contract.Loader) bool {
			return slices.Contains(strings.Fields(kind.families), l.Family) && slices.Contains(loaders, l.ID)
		}) {
			kinds = append(kinds, kind.id)
		}
	}
	return cmp.Or(mixedLabels()[strings.Join(kinds, " ")], t.display)
}

// modes are the default display modes of lists of more than one type.
func modes() map[string]string {
	return map[string]string{"user": "list", "collection": "list"}
}

// sizes are how many entries pages list or request.
func sizes() map[string]int {
	return map[string]int{
		"popularShown": popularShown, "updatedShown": updatedShown, "picturesRequested": picturesRequested, "sideShown": sideShown, "talkShown": talkShown,
		"activityRequested": activityRequested, "listingSize": listingSize, "versionsSize": versionsSize,
	}
}

// legalText is a text about the site itself; the browser contains the text.
type legalText struct {
	name, title string
	listed      bool // in the sitemap
}

func legalTexts() []legalText {
	return []legalText{
		{"terms", "服务条款", true}, {"rules", "内容规则", true}, {"privacy", "隐私政策", true}, {"copyright", "版权与投诉", true},
		{"security", "安全政策", true}, {"cmp", "Cookie 设置", false}, {"cmp-info", "Cookie 说明", false}, {"ccpa", "加州隐私权利", false},
	}
}

// heads are the titles, descriptions and texts of missing pages that the server writes and the browser keeps, with
// names of values in braces.
func heads() map[string]string {
	return map[string]string{
		"siteTitle":               "{title} - {brand}",
		"homeTitle":               "{brand} - {game} 资源社区",
		"homeDescription":         "发现、关注和下载 {game} 的模组、整合包、插件、资源包、光影包、数据包、软件与汉化资源。",
		"listingDescription":      "在 {brand} 快速搜索{type}，按游戏版本、加载器和分类筛选。",
		"projectTitle":            "{title} - {game} {type}",
		"versionTitle":            "{version} - {project}",
		"ofTypeTitle":             "{type} · {title}",
		"collectionTitle":         "{name} - 收藏夹 - {brand}",
		"collectionDescription":   "收藏夹「{name}」收有 {count} 个资源。",
		"transparencyDescription": "{brand} 的审核数据：多少项目通过、拒绝和保留，等了多久，为什么被拒绝，有多少决定被撤销。",
		"legalDescription":        "{brand} 的{title}。",
		"wikiTitle":               "{project} 百科",
		"wikiPageTitle":           "{page} - {project} 百科",
		"discussionTitle":         "{title} - {place} - {brand}",

		"boardTitle": "讨论",

		"missingPage":            "Page not found: {path}",
		"missingPageTitle":       "没有这个页面",
		"missingType":            "找不到该页面",
		"missingProject":         "资源不存在",
		"missingVersion":         "版本不存在",
		"missingWikiPage":        "百科里没有这一页",
		"goneWikiPage":           "这一页已被移除",
		"missingUser":            "User does not exist",
		"missingUserTitle":       "用户不存在",
		"missingOrganization":    "团队不存在",
		"missingCollection":      "Collection not found",
		"missingCollectionTitle": "收藏夹不存在",
		"missingKind":            "没有这一类资源",
		"missingDiscussion":      "讨论不存在",
		"missingIssue":           "反馈不存在",
		"issuesTitle":            "反馈",
		"goneDiscussion":         "该讨论已被删除",
	}
}

// head is one of the heads with its values inserted: pairs of a name and a value.
func head(name string, values ...string) string {
	for i := 0; i < len(values); i += 2 {
		values[i] = "{" + values[i] + "}"
	}
	return strings.NewReplacer(values...).Replace(heads()[name])
}
