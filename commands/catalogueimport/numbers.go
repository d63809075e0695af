package catalogueimport

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"
)

// inOrder sorts versions by time, and those of one time by number. Of versions of one time, each later one gets a time a
// millisecond later, so that every reader has them in this order.
func inOrder(list []planned) {
	slices.SortStableFunc(list, func(a, b planned) int {
		return cmp.Or(a.at.Compare(b.at), compareNumbers(a.command.Number, b.command.Number))
	})
	for i := 1; i < len(list); i++ {
		if !list[i].at.After(list[i-1].at) {
			list[i].at = list[i-1].at.Add(time.Millisecond)
		}
	}
}

var (
	numberPart = regexp.MustCompile(`\d+|[a-z]+`)
	unstable   = regexp.MustCompile(`^(alpha|beta|a|b|pre|rc|snapshot|dev|preview)$`)
)

// compareNumbers orders version numbers: 1.5.10 before 1.6.0, 2.0-beta before 2.0, 2.0 before 2.0.1.
func compareNumbers(a, b string) int {
	as, bs := numberPart.FindAllString(strings.ToLower(a), -1), numberPart.FindAllString(strings.ToLower(b), -1)
	for i := range max(len(as), len(bs)) {
		if c := comparePart(part(as, i), part(bs, i)); c != 0 {
			return c
		}
	}
	return cmp.Compare(a, b)
}

func part(all []string, i int) string {
	if i < len(all) {
		return all[i]
	}
	return ""
}

// comparePart compares words and numerals of one place: what is unstable comes first, then nothing, then other words, then
// numerals.
func comparePart(a, b string) int {
	rank := func(s string) int {
		switch {
		case s == "":
			return 1
		case s[0] >= '0' && s[0] <= '9':
			return 3
		case unstable.MatchString(s):
			return 0
		}
		return 2
	}
	if c := cmp.Compare(rank(a), rank(b)); c != 0 || rank(a) != 3 {
		return cmp.Or(c, cmp.Compare(a, b))
	}
	a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}

var (
	fileParts = regexp.MustCompile(`[-_+ ()\[\]{}]+`)
	plainly   = regexp.MustCompile(`^[vrb]?\d+(\.\w+)+$`)
)

// ownNumbers are the parts of a file's name that look like versions of the game and are the number of the file's own
// content: beside a part that is marked as the game's ("mc1.20.1"), otherwise beside one of a later release of the game,
// unless the name has a number that is no version of the game: then the others are a range ("3.7.6+1.14.4-1.20.1").
// The source took every such part for a version of the game.
func (f *facts) ownNumbers(v versionRecord) []string {
	stem := strings.ToLower(strings.TrimSuffix(plain(v.FileName), path.Ext(plain(v.FileName))))
	var marked, bare []string
	numbered := false
	for _, token := range fileParts.Split(stem, -1) {
		game := strings.TrimPrefix(strings.TrimPrefix(token, "minecraft"), "mc")
		if _, known := f.games[game]; !known {
			numbered = numbered || plainly.MatchString(token)
			continue
		}
		if game != token {
			marked = append(marked, game)
		} else if !slices.Contains(bare, game) {
			bare = append(bare, game)
		}
	}
	if len(marked) > 0 {
		return slices.DeleteFunc(bare, func(g string) bool { return slices.Contains(marked, g) })
	}
	if len(bare) < 2 || numbered {
		return nil
	}
	newest := slices.MaxFunc(bare, func(a, b string) int { return f.games[a].Compare(f.games[b]) })
	return slices.DeleteFunc(bare, func(g string) bool { return g == newest })
}

// impossible says whether a version for NeoForge alone names a release of the game that is older than NeoForge: what the source
// took for one is the number of the file's own content ("createaddition-1.5.1.jar").
func (f *facts) impossible(loaders []string, game string) bool {
	released, known := f.games[game]
	return known && slices.Equal(loaders, []string{"neoforge"}) && released.Before(f.games["1.20.1"])
}
