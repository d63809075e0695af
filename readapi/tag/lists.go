package tag

import "strings"

// Category is a category as the tag list serves it.
type Category struct {
	Icon        string `json:"icon"`
	Name        string `json:"name"`
	ProjectType string `json:"project_type"`
	Header      string `json:"header"`
	HeaderName  string `json:"header_name"` // as people read it
}

// headerName is the name of a header as people read it.
func headerName(header string) string {
	return map[string]string{
		"categories": "分类", "features": "功能", "resolutions": "分辨率", "performance impact": "性能影响", "localisation method": "汉化方式",
	}[header]
}

// categories are the site's categories by project type and header.
func categories() []Category {
	var out []Category
	for _, group := range []struct{ projectType, header, names string }{
		{"mod", "categories", "adventure cursed decoration economy equipment food game-mechanics library magic management minigame mobs optimization social storage technology transportation utility worldgen"},
		{"modpack", "categories", "adventure challenging combat kitchen-sink lightweight magic multiplayer optimization quests technology"},
		{"resourcepack", "categories", "combat cursed decoration modded realistic simplistic themed tweaks utility vanilla-like"},
		{"resourcepack", "features", "audio blocks core-shaders entities environment equipment fonts gui items locale models"},
		{"resourcepack", "resolutions", "8x- 16x 32x 48x 64x 128x 256x 512x+"},
		{"shader", "categories", "cartoon cursed fantasy realistic semi-realistic vanilla-like"},
		{"shader", "features", "atmosphere bloom colored-lighting foliage path-tracing pbr reflections shadows"},
		{"shader", "performance impact", "potato low medium high screenshot"},
		{"language", "localisation method", "其他汉化 材质包 硬编码汉化"},
	} {
		for _, name := range strings.Fields(group.names) {
			out = append(out, Category{Icon: icon(name), Name: name, ProjectType: group.projectType, Header: group.header, HeaderName: headerName(group.header)})
		}
	}
	return out
}

// Loader is a loader as the tag list serves it.
type Loader struct {
	Icon                  string   `json:"icon"`
	Name                  string   `json:"name"`
	SupportedProjectTypes []string `json:"supported_project_types"`
}

// loaders are the mod loaders and server platforms of versions, with the project types they support.
func loaders() []Loader {
	var out []Loader
	for _, group := range []struct{ names, types string }{
		{"fabric forge neoforge quilt", "mod project modpack"},
		{"liteloader modloader rift", "mod project"},
		{"bukkit bungeecord folia paper purpur spigot sponge velocity waterfall", "plugin project mod"},
		{"datapack", "datapack project mod"},
		{"canvas iris optifine vanilla", "shader project"},
		{"minecraft", "resourcepack project"},
		{"language", "language project"},
		{"linux macos windows", "project software"},
	} {
		for _, name := range strings.Fields(group.names) {
			out = append(out, Loader{Icon: icon(name), Name: name, SupportedProjectTypes: strings.Fields(group.types)})
		}
	}
	return out
}

func reportTypes() []string {
	return []string{"spam", "copyright", "inappropriate", "malicious", "name-squatting"}
}

func projectTypes() []string {
	return []string{"mod", "plugin", "datapack", "modpack", "resourcepack", "shader", "software", "language"}
}

func sideTypes() []string { return []string{"required", "optional", "unsupported", "unknown"} }
