package filecheck

import (
	"net/url"
	"slices"
	"strings"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/platform/manifest"
)

// manifestsOf are the manifests that a loader reads, any one of them, the preferred first.
func manifestsOf(loader string) []string {
	switch loader {
	case "fabric":
		return []string{"fabric.mod.json"}
	case "quilt":
		return []string{"quilt.mod.json", "fabric.mod.json"}
	case "forge":
		return []string{"META-INF/mods.toml", "mcmod.info"}
	case "neoforge":
		return []string{"META-INF/neoforge.mods.toml", "META-INF/mods.toml"}
	case "liteloader":
		return []string{"litemod.json"}
	case "rift":
		return []string{"riftmod.json"}
	case "bukkit", "spigot":
		return []string{"plugin.yml"}
	case "paper", "purpur", "folia":
		return []string{"paper-plugin.yml", "plugin.yml"}
	case "bungeecord", "waterfall":
		return []string{"bungee.yml", "plugin.yml"}
	case "velocity":
		return []string{"velocity-plugin.json"}
	case "sponge":
		return []string{"META-INF/sponge_plugins.json", "mcmod.info"}
	}
	return nil
}

// loaderRule is a loader's rule for a version's main file; nil if it has none.
func loaderRule(v Version, loader string) func(File) []Finding {
	if v.Type == project.TypeModpack {
		return v.modpackRule
	}
	switch loader {
	case "datapack":
		return dataPackRule
	case "minecraft":
		return resourcePackRule
	case "iris", "optifine":
		return shaderRule
	case "canvas", "vanilla":
		return resourcePackRule
	case "language":
		return languageRule
	case "linux", "macos", "windows":
		return func(f File) []Finding { return softwareRule(f, loader) }
	case "modloader":
		return modLoaderRule
	}
	if manifestsOf(loader) == nil {
		return nil
	}
	return func(f File) []Finding { return v.codeRule(f, loader) }
}

// codeRule is the rule for mods and plugins.
func (v Version) codeRule(f File, loader string) []Finding {
	ext := extension(f.Name)
	if ext != ".jar" && (ext != ".litemod" || loader != "liteloader") && (ext != ".zip" || loader != "forge" || !v.old()) {
		return []Finding{refusalOf("file_parts", "适用于 "+contract.LoaderName(loader)+" 的文件须为 .jar 格式。")}
	}
	wanted := manifestsOf(loader)
	m := f.Facts.manifest(wanted...)
	switch {
	case m == nil && loader == "forge" && f.Facts.Classes && v.old():
		return []Finding{warn("没有找到 mcmod.info，无法确认它是 Forge 模组。")}
	case m == nil && f.Facts.unfilled(wanted...) != "":
		return []Finding{refusalOf("loaders", "选择了 "+contract.LoaderName(loader)+"，"+f.Facts.unfilled(wanted...)+f.Facts.instead())}
	case m == nil:
		return []Finding{refusalOf("loaders", "选择了 "+contract.LoaderName(loader)+"，但文件中没有 "+strings.Join(wanted, " 或 ")+"。"+f.Facts.instead())}
	case m.Unreadable:
		return []Finding{refusalOf("file_parts", "无法读懂文件中的 "+m.File+"，请检查它的格式。")}
	case loader == "folia" && !f.Facts.folia():
		return []Finding{warn("插件没有声明 folia-supported: true，Folia 不会加载它。")}
	case loader == "neoforge" && m.File == "META-INF/mods.toml" && v.since("1.20.5"):
		return []Finding{warn("NeoForge 自 1.20.5 起读取 META-INF/neoforge.mods.toml，文件中只有 mods.toml。")}
	}
	return nil
}

func modLoaderRule(f File) []Finding {
	if ext := extension(f.Name); ext != ".jar" && ext != ".zip" {
		return []Finding{refusalOf("file_parts", "适用于 ModLoader 的文件须为 .jar 或 .zip 格式。")}
	}
	if !f.Facts.ModLoader {
		return []Finding{warn("没有找到 mod_ 开头的类，无法确认它是 ModLoader 模组。")}
	}
	return nil
}

func packRule(f File, what string) []Finding {
	switch ext := extension(f.Name); {
	case ext != ".zip" && ext != ".jar":
		return []Finding{refusalOf("file_parts", what+"须为 .zip 格式。")}
	case f.Facts.Pack == nil && f.Facts.Within != "":
		return []Finding{refusalOf("file_parts", "pack.mcmeta 在文件夹「"+f.Facts.Within+"」里，须放在压缩包的最外层。请打包文件夹里的内容，而不是文件夹本身。")}
	case f.Facts.Pack == nil && f.Facts.unfilled("pack.mcmeta") != "":
		return []Finding{refusalOf("file_parts", f.Facts.unfilled("pack.mcmeta"))}
	case f.Facts.Pack == nil:
		return []Finding{refusalOf("file_parts", what+"缺少 pack.mcmeta。"+f.Facts.instead())}
	case f.Facts.Pack.Unreadable:
		return []Finding{refusalOf("file_parts", "无法读懂 pack.mcmeta，请检查它的格式。")}
	}
	return nil
}

func resourcePackRule(f File) []Finding {
	found := packRule(f, "资源包")
	if found == nil && !f.Facts.Assets {
		return []Finding{refusalOf("file_parts", "资源包缺少 assets 文件夹。")}
	}
	return found
}

func dataPackRule(f File) []Finding {
	found := packRule(f, "数据包")
	if found == nil && !f.Facts.Data {
		return []Finding{refusalOf("file_parts", "数据包缺少 data 文件夹。")}
	}
	return found
}

func shaderRule(f File) []Finding {
	switch {
	case extension(f.Name) != ".zip":
		return []Finding{refusalOf("file_parts", "光影包须为 .zip 格式。")}
	case !f.Facts.Shaders && f.Facts.Within != "":
		return []Finding{refusalOf("file_parts", "shaders 在文件夹「"+f.Facts.Within+"」里，须放在压缩包的最外层。")}
	case !f.Facts.Shaders:
		return []Finding{refusalOf("file_parts", "光影包缺少 shaders 文件夹。"+f.Facts.instead())}
	}
	return nil
}

func languageRule(f File) []Finding {
	if !f.Facts.Archive && extension(f.Name) != ".7z" {
		return []Finding{refusalOf("file_parts", "汉化资源须为 .zip 或 .jar 等压缩包格式。")}
	}
	if f.Facts.Archive && !f.Facts.Language {
		return []Finding{warn("没有找到 assets 下的 lang 文件夹，请在说明中写明如何安装。")}
	}
	return nil
}

func softwareRule(f File, platform string) []Finding {
	ext := extension(f.Name)
	if ext == ".mrpack" || ext == ".litemod" {
		return []Finding{refusalOf("file_parts", "软件资源不能是 "+ext+" 格式。")}
	}
	only := map[string]string{".exe": "windows", ".msi": "windows", ".dmg": "macos", ".pkg": "macos", ".appimage": "linux", ".deb": "linux", ".rpm": "linux", ".flatpak": "linux"}[ext]
	if only != "" && only != platform {
		return []Finding{warn(ext + " 文件不能在所选的 " + contract.LoaderName(platform) + " 上运行，请把对应的文件也传上来。")}
	}
	return nil
}

// modpackRule is the rule for every loader of a modpack.
func (v Version) modpackRule(f File) []Finding {
	m := f.Facts.Modpack
	switch {
	case extension(f.Name) != ".mrpack":
		return []Finding{refusalOf("file_parts", "整合包须为 .mrpack 格式，不能是 "+extension(f.Name)+"。请用启动器导出为 Modrinth 整合包。")}
	case m == nil && f.Facts.Within != "":
		return []Finding{refusalOf("file_parts", "modrinth.index.json 在文件夹「"+f.Facts.Within+"」里，须放在压缩包的最外层。")}
	case m == nil && f.Facts.unfilled("modrinth.index.json") != "":
		return []Finding{refusalOf("file_parts", f.Facts.unfilled("modrinth.index.json"))}
	case m == nil:
		return []Finding{refusalOf("file_parts", "整合包缺少 modrinth.index.json。")}
	case m.Unreadable:
		return []Finding{refusalOf("file_parts", "无法读懂 modrinth.index.json，请检查它的格式。")}
	case m.BadFormat:
		return []Finding{refusalOf("file_parts", "modrinth.index.json 的 formatVersion 须为 1，game 须为 minecraft。")}
	case m.BadPath != "":
		return []Finding{refusalOf("file_parts", "modrinth.index.json 中有不安全的路径「"+m.BadPath+"」。")}
	case m.Twice != "":
		return []Finding{refusalOf("file_parts", "modrinth.index.json 中有两个文件写到同一路径「"+m.Twice+"」（不分大小写）。")}
	case m.NoHash != "":
		return []Finding{refusalOf("file_parts", "modrinth.index.json 中的「"+m.NoHash+"」缺少 sha1 或 sha512。")}
	case m.BadHash != "":
		return []Finding{refusalOf("file_parts", "modrinth.index.json 中的「"+m.BadHash+"」的 sha1 或 sha512 不是有效的十六进制摘要。")}
	case m.BadSize != "":
		return []Finding{refusalOf("file_parts", "modrinth.index.json 中的「"+m.BadSize+"」的 fileSize 须为字节数，是小于 4 GiB 的整数。")}
	case m.BadEnv != "":
		return []Finding{refusalOf("file_parts", "modrinth.index.json 中的「"+m.BadEnv+"」的 env 只能是 required、optional 或 unsupported。")}
	case m.BadLink != "":
		return []Finding{refusalOf("file_parts", "modrinth.index.json 中的「"+m.BadLink+"」没有有效的下载地址。")}
	}
	for _, address := range m.Hosts {
		if !slices.Contains(v.Hosts, address) {
			return []Finding{refusalOf("file_parts", "整合包从不允许的地址下载文件："+strings.TrimPrefix(address, "https://")+"。请改用本站的文件，或放进 overrides。")}
		}
	}
	if m.ManyHosts {
		return []Finding{refusalOf("file_parts", "整合包从太多不同的地址下载文件。")}
	}
	return v.packLoaders(m)
}

// packLoaders compares the chosen loaders with those that the index of a modpack tells a launcher to install.
func (v Version) packLoaders(m *manifest.Modpack) []Finding {
	installed := func(l string) bool { return slices.Contains(m.Loaders, l) }
	switch {
	case m.Game == "":
		return []Finding{refusalOf("file_parts", "modrinth.index.json 的 dependencies 没有写明 minecraft 的版本。")}
	case len(m.Loaders) > 0 && len(v.Loaders) > 0 && !slices.ContainsFunc(v.Loaders, installed):
		return []Finding{refusalOf("loaders", "整合包使用 "+loaderNames(m.Loaders)+"，与所选的加载器不符。")}
	case len(m.Loaders) == 0 && len(v.Loaders) > 0:
		return []Finding{warn("modrinth.index.json 的 dependencies 没有写明加载器，启动器不会安装 " + loaderNames(v.Loaders) + "。")}
	case len(m.Loaders) > 1:
		return []Finding{warn("整合包同时写明了 " + loaderNames(m.Loaders) + "，启动器只能安装其中一个。")}
	}
	return nil
}

// Hosts are the hosts from which the files of a modpack may be downloaded: the site itself and hosts that do not change
// published files.
func Hosts(site string) []string {
	hosts := []string{"https://github.com", "https://raw.githubusercontent.com", "https://gitlab.com", "https://cdn.modrinth.com"}
	if u, err := url.Parse(site); err == nil && u.Host != "" {
		hosts = append(hosts, u.Scheme+"://"+strings.ToLower(u.Host))
	}
	return hosts
}

// checkGame adds a warning if a file declares other game versions.
func (v Version) checkGame(f File) []Finding {
	if len(v.GameVersions) == 0 {
		return nil
	}
	for _, declared := range f.Facts.games(v.Loaders) {
		if declared.AnyOf != nil && !slices.ContainsFunc(v.GameVersions, declared.Names) {
			return []Finding{warn("文件写明的游戏版本是 " + declared.Written + "，与所选的都不符。")}
		}
	}
	return nil
}

// old is true if all chosen game versions are older than mods.toml.
func (v Version) old() bool {
	before := manifest.Range{AnyOf: [][]manifest.Bound{{{Op: "<", Version: "1.13"}}}}
	return len(v.GameVersions) > 0 && !slices.ContainsFunc(v.GameVersions, func(g string) bool { return !before.Names(g) })
}

// since is true if all chosen game versions are at least the given one.
func (v Version) since(version string) bool {
	from := manifest.Range{AnyOf: [][]manifest.Bound{{{Op: ">=", Version: version}}}}
	return len(v.GameVersions) > 0 && !slices.ContainsFunc(v.GameVersions, func(g string) bool { return !from.Names(g) })
}
