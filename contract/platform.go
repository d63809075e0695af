package contract

// Platform is a link platform: a code and its display name.
type Platform struct {
	Short string `json:"short"`
	Name  string `json:"name"`
}

// Platforms are the platforms of a project's further links, which v2 calls donation platforms.
func Platforms() []Platform {
	return []Platform{
		{"site", "发布地址"}, {"afdian", "爱发电"}, {"bilibili", "哔哩哔哩"}, {"qq", "QQ 群"}, {"qq-channel", "QQ 频道"},
		{"kook", "KOOK"}, {"discord", "Discord"}, {"modrinth", "Modrinth"}, {"curseforge", "CurseForge"}, {"spigotmc", "SpigotMC"},
		{"baidu", "百度网盘"}, {"quark", "夸克网盘"}, {"github", "GitHub"}, {"patreon", "Patreon"}, {"ko-fi", "Ko-fi"},
		{"paypal", "PayPal"}, {"open-collective", "Open Collective"}, {"other", "其他"},
	}
}

// OwnLinks are the platforms of link_urls in v3 that have members of their own in v2.
func OwnLinks() []string { return []string{"issues", "source", "wiki", "discord"} }

// PlatformName is the display name of a link platform. An unknown code is its own name.
func PlatformName(short string) string {
	for _, p := range Platforms() {
		if p.Short == short {
			return p.Name
		}
	}
	return short
}
