package project

import (
	"regexp"
	"slices"
	"strings"

	"github.com/modyard/modyard/domain/fault"
)

var (
	modLoaders      = strings.Fields("fabric forge neoforge quilt liteloader modloader rift")
	pluginLoaders   = strings.Fields("bukkit bungeecord folia paper purpur spigot sponge velocity waterfall")
	datapackLoaders = []string{"datapack"}
	gameVersionForm = regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z._+-]*( [0-9A-Za-z._+-]+)*$`)
)

// Loaders are the valid loaders of a version of a project type. A project of type mod may also contain plugins and data
// packs, as its loaders show.
func Loaders(t Type) []string {
	switch t {
	case TypeMod:
		return slices.Concat(modLoaders, pluginLoaders, datapackLoaders)
	case TypePlugin:
		return slices.Clone(pluginLoaders)
	case TypeDatapack:
		return slices.Clone(datapackLoaders)
	case TypeModpack:
		return []string{"fabric", "forge", "neoforge", "quilt"}
	case TypeShader:
		return []string{"canvas", "iris", "optifine", "vanilla"}
	case TypeResourcepack:
		return []string{"minecraft"}
	case TypeSoftware:
		return []string{"linux", "macos", "windows"}
	case TypeLanguage:
		return []string{"language"}
	}
	return nil
}

// LoaderFolder is the folder of a server in which a loader looks for its content: mods, plugins or datapacks; empty for what no server loads.
func LoaderFolder(loader string) string {
	switch {
	case slices.Contains(modLoaders, loader):
		return "mods"
	case slices.Contains(pluginLoaders, loader):
		return "plugins"
	case slices.Contains(datapackLoaders, loader):
		return "datapacks"
	}
	return ""
}

func loaders(t Type, list []string) ([]string, error) {
	known := Loaders(t)
	for i, l := range list {
		if !slices.Contains(known, l) {
			return nil, fault.Invalid("loaders", "未知的平台，或该平台不适用于此项目类型。")
		}
		if slices.Contains(list[:i], l) {
			return nil, fault.Invalid("loaders", "平台不能重复。")
		}
	}
	return slices.Clone(list), nil
}

const maxGameVersions = 1024

func gameVersions(list []string) ([]string, error) {
	if len(list) > maxGameVersions {
		return nil, fault.Invalid("game_versions", "游戏版本过多。")
	}
	seen := make(map[string]bool, len(list))
	for _, v := range list {
		if len(v) > 32 || !gameVersionForm.MatchString(v) {
			return nil, fault.Invalid("game_versions", "游戏版本无效。")
		}
		if seen[v] {
			return nil, fault.Invalid("game_versions", "游戏版本不能重复。")
		}
		seen[v] = true
	}
	return slices.Clone(list), nil
}
