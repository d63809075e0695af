package demo

import "unicode/utf8"

// shortestTitle is the minimum length of a title, in characters.
const shortestTitle = 3

// fullTitle is a project's title in the command: a name of two characters, common in Chinese and too short for the
// rules, is extended by its English name or its type.
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
