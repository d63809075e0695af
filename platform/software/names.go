package software

import (
	"regexp"
	"strings"
)

// order is the order in which loaders are offered.
func order() []string {
	return []string{Vanilla, Paper, Purpur, Fabric, Quilt, Forge, NeoForge, Spigot}
}

// Normal is the written name of a loader in any case, such as NeoForge for neoforge; false if there is no such loader.
func Normal(name string) (string, bool) {
	for _, known := range order() {
		if strings.EqualFold(known, name) {
			return known, true
		}
	}
	return "", false
}

var (
	versionName = regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z.+_-]{0,63}$`)
	releaseName = regexp.MustCompile(`^[0-9]+(\.[0-9]+)+$`)
)

// ValidVersion is true for what can be the name of a version of the game or of a loader: 1 to 64 letters, digits and .+_-
func ValidVersion(name string) bool { return versionName.MatchString(name) }

// stableGame is true for the names of the game's releases. Snapshots and previews have letters in theirs.
func stableGame(name string) bool { return releaseName.MatchString(name) }
