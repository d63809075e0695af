package search

import "strings"

// IsLoader reports names of loaders, platforms and systems that content is made for.
func IsLoader(name string) bool {
	switch strings.ToLower(name) {
	case "forge", "fabric", "quilt", "liteloader", "modloader", "rift", "neoforge",
		"bukkit", "spigot", "paper", "purpur", "sponge", "folia", "bungeecord", "waterfall", "velocity",
		"datapack", "minecraft", "iris", "optifine", "canvas", "vanilla", "mrpack", "language",
		"windows", "linux", "macos":
		return true
	}
	return false
}
