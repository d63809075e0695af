package contract

import "slices"

// Families of loaders that share a type of content.
const (
	FamilyMod    = "mod"
	FamilyLegacy = "legacy" // loaders of mods that are no longer developed
	FamilyPlugin = "plugin"
	FamilyProxy  = "proxy" // servers in front of servers: they run plugins too
)

// Loader is a loader, platform or system that versions are made for.
type Loader struct {
	ID     string
	Name   string // as people read it
	Family string
}

// loaders is never changed.
var loaders = []Loader{
	{"forge", "Forge", FamilyMod},
	{"fabric", "Fabric", FamilyMod},
	{"quilt", "Quilt", FamilyMod},
	{"liteloader", "LiteLoader", FamilyLegacy},
	{"modloader", "Risugami's ModLoader", FamilyLegacy},
	{"rift", "Rift", FamilyLegacy},
	{"neoforge", "NeoForge", FamilyMod},
	{"bukkit", "Bukkit", FamilyPlugin},
	{"spigot", "Spigot", FamilyPlugin},
	{"paper", "Paper", FamilyPlugin},
	{"purpur", "Purpur", FamilyPlugin},
	{"sponge", "Sponge", FamilyPlugin},
	{"folia", "Folia", FamilyPlugin},
	{"bungeecord", "BungeeCord", FamilyProxy},
	{"waterfall", "Waterfall", FamilyProxy},
	{"velocity", "Velocity", FamilyProxy},
	{"datapack", "数据包", "datapack"},
	{"iris", "Iris", "shader"},
	{"optifine", "OptiFine", "shader"},
	{"canvas", "Canvas", "shader"},
	{"vanilla", "原版光影", "shader"},
	{"minecraft", "资源包", "resourcepack"},
	{"mrpack", "整合包", "modpack"},
	{"linux", "Linux", "software"},
	{"macos", "macOS", "software"},
	{"windows", "Windows", "software"},
	{"language", "汉化包", "language"},
}

// Loaders are all loaders, in the order of requests for the listing of their type.
func Loaders() []Loader { return slices.Clone(loaders) }

// LoadersOf are the ids of the loaders of some families.
func LoadersOf(families ...string) []string {
	var ids []string
	for _, l := range loaders {
		if slices.Contains(families, l.Family) {
			ids = append(ids, l.ID)
		}
	}
	return ids
}

// LoadersOfType are the loaders that distinguish a type of content among projects stored as mods; none for other
// types.
func LoadersOfType(typ string) []string {
	switch typ {
	case "mod":
		return LoadersOf(FamilyMod, FamilyLegacy)
	case "plugin":
		return LoadersOf(FamilyPlugin, FamilyProxy)
	case "datapack":
		return LoadersOf("datapack")
	}
	return nil
}

// LoaderName is the name of a loader as people read it. An unknown id is its own name.
func LoaderName(id string) string {
	for _, l := range loaders {
		if l.ID == id {
			return l.Name
		}
	}
	return id
}
