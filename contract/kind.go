package contract

import "slices"

// pluginLoaders are the loaders of server plugins and of proxies.
var pluginLoaders = []string{
	"bukkit", "spigot", "paper", "purpur", "sponge", "folia",
	"bungeecord", "waterfall", "velocity",
}

// ProjectType is the project type in v2, where plugins and data packs are mods.
func ProjectType(chosen string) string {
	if chosen == "plugin" || chosen == "datapack" {
		return "mod"
	}
	return chosen
}

// URLType is the type in a project's address: for mods it is datapack if any loader is datapack, otherwise plugin if
// any loader is a plugin loader, otherwise mod. Before the first version it is the type that the creator chose.
func URLType(chosen string, loaders []string) string {
	if ProjectType(chosen) != "mod" || len(loaders) == 0 {
		return chosen
	}
	if slices.Contains(loaders, "datapack") {
		return "datapack"
	}
	if slices.ContainsFunc(loaders, isPlugin) {
		return "plugin"
	}
	return "mod"
}

// ProjectTypes are all types of a project according to its loaders, for v3.
func ProjectTypes(chosen string, loaders []string) []string {
	if ProjectType(chosen) != "mod" || len(loaders) == 0 {
		return []string{chosen}
	}
	types := []string{}
	if slices.ContainsFunc(loaders, func(l string) bool { return l != "datapack" && !isPlugin(l) }) {
		types = append(types, "mod")
	}
	if slices.ContainsFunc(loaders, isPlugin) {
		types = append(types, "plugin")
	}
	if slices.Contains(loaders, "datapack") {
		types = append(types, "datapack")
	}
	return types
}

func isPlugin(loader string) bool { return slices.Contains(pluginLoaders, loader) }

// EnvironmentName is the v3 name of a pair of sides.
func EnvironmentName(client, server string) string {
	switch client + " " + server {
	case "required required":
		return "client_and_server"
	case "required optional":
		return "client_only_server_optional"
	case "required unsupported", "optional unsupported":
		return "client_only"
	case "unsupported required", "unsupported optional":
		return "server_only"
	case "optional required":
		return "server_only_client_optional"
	case "optional optional":
		return "client_or_server"
	}
	return "unknown"
}

// Side is a side of the environment in a document: unknown if it is not set.
func Side(s string) string {
	if s == "" {
		return "unknown"
	}
	return s
}
