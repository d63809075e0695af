package contract

import (
	"cmp"
	"slices"
)

// ProjectTypes are the types of the loaders of a project's listed versions, sorted; the chosen type while there are
// none. The loaders of a modpack are those of the mods in it.
func ProjectTypes(chosen string, loaders []string) []string {
	if len(loaders) == 0 {
		return []string{chosen}
	}
	types := []string{}
	for _, id := range loaders {
		types = append(types, typeOfLoader(chosen, id))
	}
	slices.Sort(types)
	return slices.Compact(types)
}

// typeOfLoader is the type of what a loader runs; the chosen one for an unknown loader.
func typeOfLoader(chosen, id string) string {
	if chosen == "modpack" {
		return chosen
	}
	i := slices.IndexFunc(loaders, func(l Loader) bool { return l.ID == id })
	if i < 0 {
		return chosen
	}
	switch family := loaders[i].Family; family {
	case FamilyMod, FamilyLegacy:
		return "mod"
	case FamilyPlugin, FamilyProxy:
		return "plugin"
	default:
		return family
	}
}

// ProjectType is the project type in v2, where plugins and data packs are mods: the chosen type if the versions have
// it, otherwise their first.
func ProjectType(chosen string, loaders []string) string {
	types := ProjectTypes(chosen, loaders)
	switch {
	case slices.ContainsFunc(types, func(t string) bool { return t == "mod" || t == "plugin" || t == "datapack" }):
		return "mod"
	case slices.Contains(types, chosen) && chosen != "":
		return chosen
	}
	return cmp.Or(types[0], "project")
}

// URLType is the type in a project's address: among mods, plugins and data packs, a data pack before a plugin before a
// mod; otherwise that of v2. Before the first version it is the type that the creator chose.
func URLType(chosen string, loaders []string) string {
	types := ProjectTypes(chosen, loaders)
	for _, t := range []string{"datapack", "plugin"} {
		if slices.Contains(types, t) {
			return t
		}
	}
	return ProjectType(chosen, loaders)
}

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

// Environment is the pair of sides of a v3 name; false for an unknown name.
func Environment(name string) (client, server string, known bool) {
	switch name {
	case "client_and_server":
		return "required", "required", true
	case "client_only_server_optional":
		return "required", "optional", true
	case "client_only", "singleplayer_only":
		return "required", "unsupported", true
	case "server_only", "dedicated_server_only":
		return "unsupported", "required", true
	case "server_only_client_optional":
		return "optional", "required", true
	case "client_or_server", "client_or_server_prefers_both":
		return "optional", "optional", true
	case "unknown":
		return "unknown", "unknown", true
	}
	return "", "", false
}

// EnvironmentsOf are the environments of a project in v3: those of its listed versions, sorted; its own while there are
// none. A version without its own, an empty name, has that of the project.
func EnvironmentsOf(project string, versions []string) []string {
	names := []string{}
	for _, own := range versions {
		names = append(names, cmp.Or(own, project))
	}
	slices.Sort(names)
	if len(names) == 0 {
		return []string{project}
	}
	return slices.Compact(names)
}

// EnvironmentNames are the environments of versions in v3.
func EnvironmentNames() []string {
	return []string{
		"client_and_server", "client_only", "client_only_server_optional", "singleplayer_only", "server_only", "server_only_client_optional",
		"dedicated_server_only", "client_or_server", "client_or_server_prefers_both", "unknown",
	}
}

// Side is a side of the environment in a document: unknown if it is not set.
func Side(s string) string {
	if s == "" {
		return "unknown"
	}
	return s
}
