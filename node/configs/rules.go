package configs

import (
	"path"
	"strings"
	"unicode"

	"github.com/modyard/modyard/contract/node"
)

const (
	// maxFiles is how many files of a server are followed, and maxEntries how many entries of its folders are looked at.
	maxFiles   = 1000
	maxEntries = 20_000
	// maxFolder is the largest number of entries of a folder that is looked into.
	maxFolder = 2000
	// maxDepth is the deepest folder that is entered.
	maxDepth = 12
)

// endings are those of texts with settings.
func isText(base string) bool {
	switch path.Ext(base) {
	case ".properties", ".yml", ".yaml", ".toml", ".json", ".json5", ".jsonc", ".hocon", ".conf", ".config", ".cfg", ".ini", ".txt", ".xml":
		return true
	}
	return false
}

// followed says whether a path is that of a configuration file: the texts of config, plugins, defaultconfigs and of a world's serverconfig, and
// the settings at the top. Data of players, lists of banned ones and logs are not followed: they hold what people did, and addresses.
func followed(file string) bool {
	parts, ok := split(file)
	if !ok {
		return false
	}
	base := parts[len(parts)-1]
	switch {
	case !isText(base) || isPrivateFile(base) || strings.HasPrefix(base, "."):
		return false
	case len(parts) == 1: // the lists of players at the top are JSON
		switch path.Ext(base) {
		case ".properties", ".yml", ".yaml", ".toml", ".conf":
			return true
		}
		return false
	}
	return entered(path.Dir(file))
}

// entered says whether a folder can hold configuration files.
func entered(folder string) bool {
	if folder == "/" {
		return true
	}
	parts, ok := split(folder)
	if !ok || len(parts) > maxDepth {
		return false
	}
	for _, p := range parts {
		if isPrivateFolder(p) {
			return false
		}
	}
	switch parts[0] {
	case "config", "plugins", "defaultconfigs":
		return true
	}
	return len(parts) > 1 && parts[1] == "serverconfig"
}

// split are the names of a path in lower case; false for a path that is too long or would mislead in a text.
func split(p string) ([]string, bool) {
	bare, ok := strings.CutPrefix(p, "/")
	if !ok || bare == "" || len(p) > node.MaxConfigurationPath || strings.ContainsFunc(p, func(r rune) bool { return unicode.Is(unicode.Bidi_Control, r) }) {
		return nil, false
	}
	return strings.Split(strings.ToLower(bare), "/"), true
}

func isPrivateFolder(name string) bool {
	switch name {
	case "web", "tiles", "regions", "schematics", // what maps and builders write by the thousand
		"playerdata", "userdata", "userfiles", "players", "player", "users", "stats", "advancements", "logs", "log", "crash-reports", "cache", "caches", "backups", "backup", "dumps", "tmp", "temp":
		return true
	}
	return isUUID(name)
}

func isPrivateFile(base string) bool {
	stem := strings.TrimSuffix(base, path.Ext(base))
	switch stem {
	case "whitelist", "ops", "usercache", "usernamecache", "bans", "banlist", "userdata", "players", "playerdata":
		return true
	}
	return strings.HasPrefix(stem, "banned") || strings.HasSuffix(stem, "log") || isUUID(stem)
}

// isUUID is true for the names that files of players have.
func isUUID(s string) bool {
	bare := strings.ReplaceAll(s, "-", "")
	return len(bare) == 32 && strings.Trim(bare, "0123456789abcdef") == ""
}

// below says whether one of two paths is in the other, or is it.
func below(a, b string) bool {
	return a == b || a == "/" || b == "/" || strings.HasPrefix(a, b+"/") || strings.HasPrefix(b, a+"/")
}
