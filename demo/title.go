package demo

import "unicode/utf8"

// shortestTitle is what the rules ask of a title, in characters.
const shortestTitle = 3

// fullTitle is a project's title as it is sent: a name of two characters, usual in Chinese and too short for the
// rules, takes its English name beside it, or what it is.
func fullTitle(c Project) string {
	if utf8.RuneCountInString(c.Title) >= shortestTitle {
		return c.Title
	}
	if c.TitleEN != "" {
		return c.Title + " " + c.TitleEN
	}
	return c.Title + map[string]string{
		"mod": "模组", "plugin": "插件", "datapack": "数据包", "modpack": "整合包",
		"resourcepack": "材质包", "shader": "光影", "software": "工具", "language": "汉化包",
	}[c.Type]
}
