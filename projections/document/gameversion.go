package document

import (
	_ "embed" // the list of game versions
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/modyard/modyard/contract"
)

//go:generate go run ./internal/gameversions $GAME_VERSIONS game_versions.generated.json

//go:embed game_versions.generated.json
var gameVersionsJSON []byte

// GameVersion is one version of the game, as the tag list serves it. Major marks the release that begins a line.
type GameVersion struct {
	Version     string    `json:"version"`
	VersionType string    `json:"version_type" enum:"release,snapshot,beta,alpha"` // release, snapshot, beta or alpha
	Date        time.Time `json:"date"`
	Major       bool      `json:"major"`
}

type gameVersionList struct {
	all   []GameVersion
	place map[string]int // 0 is the newest
}

var gameVersions = sync.OnceValue(func() gameVersionList {
	var rows [][3]string
	if err := json.Unmarshal(gameVersionsJSON, &rows); err != nil {
		panic(fmt.Sprintf("embedded game versions: %v", err))
	}
	l := gameVersionList{place: make(map[string]int, len(rows))}
	for i, r := range rows {
		at, err := time.Parse(time.RFC3339, r[2])
		if err != nil {
			panic(fmt.Sprintf("embedded game version %s: %v", r[0], err))
		}
		l.all = append(l.all, GameVersion{Version: r[0], VersionType: r[1], Date: at})
		l.place[r[0]] = i
	}
	begun := map[string]bool{}
	for i := len(l.all) - 1; i >= 0; i-- { // oldest first: the first release of a line begins it
		v := &l.all[i]
		if v.VersionType == "release" && !begun[line(v.Version)] {
			v.Major, begun[line(v.Version)] = true, true
		}
	}
	return l
})

// line is the first two numbers of a release: 1.20 of 1.20.4.
func line(version string) string {
	parts := strings.SplitN(version, ".", 3)
	return strings.Join(parts[:min(2, len(parts))], ".")
}

// GameVersions is every version of the game, newest first. The caller must not change it.
func GameVersions() []GameVersion { return gameVersions().all }

// SortGameVersions sorts versions oldest first, in place. Versions that are not on the list come first, by name.
func SortGameVersions(versions []string) { contract.OldestFirst(versions, gameVersions().place) }
