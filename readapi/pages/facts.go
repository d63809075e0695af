package pages

import "strings"

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

// heads are the titles and descriptions that the server writes and the browser keeps, with names of values in braces.
// The test of this file writes ui/src/lib/heads.gen.ts from them.
func heads() map[string]string {
	return map[string]string{
		"homeTitle":          "{brand} - {game} 资源社区",
		"homeDescription":    "发现、关注和下载 {game} 的模组、整合包、插件、资源包、光影包、数据包、软件与汉化资源。",
		"listingTitle":       "{type} - {brand}",
		"listingDescription": "在 {brand} 快速搜索{type}，按游戏版本、加载器和分类筛选。",
		"foundTitle":         "搜索{type} | {text}",
		"projectTitle":       "{title} - {game} {type}",
		"profileTitle":       "{name} - {brand}",
	}
}

// head is one of the heads with its values inserted: pairs of a name and a value.
func head(name string, values ...string) string {
	for i := 0; i < len(values); i += 2 {
		values[i] = "{" + values[i] + "}"
	}
	return strings.NewReplacer(values...).Replace(heads()[name])
}
