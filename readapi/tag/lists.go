package tag

import "strings"

// Category is a category as the tag list serves it.
type Category struct {
	Icon        string `json:"icon"`
	Name        string `json:"name"`
	ProjectType string `json:"project_type"`
	Header      string `json:"header"`
}

// categories are the site's categories by project type and header.
func categories() []Category {
	var out []Category
	for _, group := range []struct{ projectType, header, names string }{
		{"mod", "分类", "adventure cursed decoration economy equipment food game-mechanics library magic management minigame mobs optimization social storage technology transportation utility worldgen"},
		{"modpack", "分类", "adventure challenging combat kitchen-sink lightweight magic multiplayer optimization quests technology"},
		{"resourcepack", "分类", "combat cursed decoration modded realistic simplistic themed tweaks utility vanilla-like"},
		{"resourcepack", "功能", "audio blocks core-shaders entities environment equipment fonts gui items locale models"},
		{"resourcepack", "分辨率", "8x- 16x 32x 48x 64x 128x 256x 512x+"},
		{"shader", "分类", "cartoon cursed fantasy realistic semi-realistic vanilla-like"},
		{"shader", "功能", "atmosphere bloom colored-lighting foliage path-tracing pbr reflections shadows"},
		{"shader", "性能影响", "potato low medium high screenshot"},
		{"language", "汉化方式", "其他汉化 材质包 硬编码汉化"},
	} {
		for _, name := range strings.Fields(group.names) {
			out = append(out, Category{Icon: icon(name), Name: name, ProjectType: group.projectType, Header: group.header})
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

// Platform is a link platform: a code and its display name.
type Platform struct {
	Short string `json:"short"`
	Name  string `json:"name"`
}

func platforms() []Platform {
	return []Platform{
		{"site", "发布地址"}, {"afdian", "爱发电"}, {"bilibili", "哔哩哔哩"}, {"qq", "QQ 群"}, {"qq-channel", "QQ 频道"},
		{"kook", "KOOK"}, {"discord", "Discord"}, {"curseforge", "CurseForge"}, {"spigotmc", "SpigotMC"},
		{"baidu", "百度网盘"}, {"quark", "夸克网盘"}, {"github", "GitHub"}, {"patreon", "Patreon"}, {"ko-fi", "Ko-fi"},
		{"paypal", "PayPal"}, {"open-collective", "Open Collective"}, {"other", "其他"},
	}
}

func reportTypes() []string {
	return []string{"spam", "copyright", "inappropriate", "malicious", "name-squatting"}
}

func projectTypes() []string {
	return []string{"mod", "plugin", "datapack", "modpack", "resourcepack", "shader", "software", "language"}
}

func sideTypes() []string { return []string{"required", "optional", "unsupported", "unknown"} }
