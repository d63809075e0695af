package catalogueimport

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/modyard/modyard/domain/project"
)

const (
	longestTitle   = 64
	longestSummary = 256
	longestAlias   = 128
	longestAuthor  = 128
)

func typeName(t string) string {
	return map[string]string{
		"mod": "模组", "plugin": "插件", "datapack": "数据包", "modpack": "整合包",
		"resourcepack": "材质包", "shader": "光影包", "software": "软件", "language": "汉化包",
	}[t]
}

// titleOf changes a title so that it satisfies the rules.
func titleOf(r record) (title string, changed string) {
	title = plain(r.Title)
	switch n := utf8.RuneCountInString(title); {
	case n > longestTitle:
		return clip(title, longestTitle), "title shortened"
	case n < 3 && visible(title): // the rules reject a title without visible characters
		return strings.TrimSpace(title + " " + typeName(r.Type)), "title lengthened"
	}
	return title, ""
}

// summaryOf prefers the Chinese description, then the original one. Without either it repeats the other title, or the title
// itself, which pages do not show again; no invented sentence stands in for one.
func summaryOf(r record, title string) (summary string, changed string) {
	for _, text := range []string{r.DescriptionZH, r.Description} {
		if text = plain(text); utf8.RuneCountInString(text) >= 3 {
			return clip(text, longestSummary), ""
		}
	}
	if other := plain(r.TitleZH); utf8.RuneCountInString(other) >= 3 && other != title {
		return clip(other, longestSummary), "no description"
	}
	return clip(title, longestSummary), "no description"
}

// bodyOf describes the known facts and the source of a project.
func bodyOf(r record, dated bool) string {
	var b strings.Builder
	zh, en := plain(r.DescriptionZH), plain(r.Description)
	if zh != "" {
		b.WriteString(markdown(zh) + "\n\n")
	}
	if en != "" {
		if zh != "" {
			b.WriteString("> ")
		}
		b.WriteString(markdown(en) + "\n\n")
	}
	if author := plain(r.Author); author != "" {
		b.WriteString("原作者：" + markdown(clip(author, longestAuthor)) + "\n\n")
	}
	if list := origins(r); len(list) > 0 {
		b.WriteString("## 来源\n\n")
		for _, o := range list {
			fmt.Fprintf(&b, "- [%s](<%s>)\n", o.name, o.address)
		}
		b.WriteString("\n")
	}
	b.WriteString("## 搬运说明\n\n本页由搬运团队整理，文件存放在原站点，内容版权归原作者所有。如果你是作者，可以认领此资源。\n")
	if !dated {
		b.WriteString("\n发布日期未知，页面上的日期按适用的游戏版本估算。\n")
	}
	return b.String()
}

// origin is a page about the project on another site.
type origin struct{ name, address string }

func origins(r record) []origin {
	var list []origin
	add := func(name, address string) {
		if address = https(address); address != "" {
			list = append(list, origin{name, address})
		}
	}
	slug := func(s string) string {
		if strings.ContainsAny(s, "/?#%\\<> ") {
			return ""
		}
		return s
	}
	if r.SpigotID > 0 {
		add("SpigotMC", fmt.Sprintf("https://www.spigotmc.org/resources/%d/", r.SpigotID))
	}
	if s := slug(r.BukkitSlug); s != "" {
		add("BukkitDev", "https://dev.bukkit.org/projects/"+s)
	}
	if s := slug(r.CurseforgeSlug); s != "" {
		folder := map[string]string{"mod": "mc-mods", "modpack": "modpacks", "resourcepack": "texture-packs", "shader": "shaders", "datapack": "data-packs"}[r.Type]
		if folder != "" {
			add("CurseForge", "https://www.curseforge.com/minecraft/"+folder+"/"+s)
		}
	}
	if r.McmodID > 0 {
		add("MC 百科", fmt.Sprintf("https://www.mcmod.cn/class/%d.html", r.McmodID))
	}
	if r.McmodModpackID > 0 {
		add("MC 百科", fmt.Sprintf("https://www.mcmod.cn/modpack/%d.html", r.McmodModpackID))
	}
	return list
}

func linksOf(r record) (links project.Links, changed string) {
	if links.Source = https(r.SourceURL); links.Source == "" && r.SourceURL != "" {
		changed = "source link dropped"
	}
	if list := origins(r); len(list) > 0 {
		links.Donation = []project.Donation{{ID: "site", Platform: list[0].name, URL: list[0].address}}
	}
	return links, changed
}

// aliasesOf collects the other names: Chinese ones, with the Chinese title first, abbreviations, and the
// identifiers inside the files.
func aliasesOf(r record, more names, title string) []project.Alias {
	var list []project.Alias
	seen := map[string]bool{title: true}
	add := func(text, kind string) {
		text = cut(plain(text), longestAlias)
		if !visible(text) || seen[text] || len(list) == project.MaxAliases {
			return
		}
		seen[text] = true
		list = append(list, project.Alias{Text: text, Kind: kind})
	}
	add(r.TitleZH, "zh")
	for _, a := range r.Aliases {
		if a.Kind == "zh" || a.Kind == "abbr" {
			add(a.Text, a.Kind)
		} else {
			add(a.Text, "other")
		}
	}
	for _, text := range more.zh {
		add(text, "zh")
	}
	for _, text := range more.abbr {
		add(text, "abbr")
	}
	if full := plain(r.Title); full != title {
		add(full, "other")
	}
	for _, id := range r.ModIDs {
		if id = strings.ToLower(strings.TrimSpace(id)); id != strings.ToLower(r.Slug) {
			add(id, "other")
		}
	}
	return list
}
