package catalogueimport

import (
	"slices"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/project"
)

func gamesFor(t *testing.T, names ...string) *facts {
	t.Helper()
	f := &facts{games: map[string]time.Time{}}
	for i, name := range names {
		f.games[name] = time.Date(2012+i, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	return f
}

func TestTheNumberOfAModIsNoVersionOfTheGame(t *testing.T) {
	f := gamesFor(t, "1.2.2", "1.6.2", "1.7.6", "1.14.4", "1.19.2", "1.19.4", "1.20.1", "1.21", "1.21.1")
	for name, want := range map[string]struct{ own, number string }{
		"entityculling-forge-1.6.2-mc1.19.4.jar": {"1.6.2", "1.6.2"},
		"iris-1.7.6+mc1.20.1.jar":                {"1.7.6", "1.7.6+mc1.20.1"},
		"createaddition-1.20.1-1.2.2.jar":        {"1.2.2", "1.2.2"},
		"Pehkui-3.7.6+1.14.4-1.20.1.jar":         {"", "3.7.6+1.14.4"},
		"cicada-lib-0.9.1+1.21-1.21.1.jar":       {"", "0.9.1+1.21"},
		"lantern-1.20.1.jar":                     {"", "1.20.1"},
	} {
		v := versionRecord{FileName: name}
		own := f.ownNumbers(v)
		if got := append(own, "")[0]; got != want.own || len(own) > 1 {
			t.Errorf("%s: %v, want %s", name, own, want.own)
		}
		if got := numberOf(v, own); want.own != "" && got != want.number {
			t.Errorf("%s has the number %s, want %s", name, got, want.number)
		}
	}
}

func TestWhatFollowsANumberInAFilesNameTellsThatItIsUnfinished(t *testing.T) {
	for name, want := range map[string]struct {
		number  string
		channel project.Channel
	}{
		"sodium-fabric-0.8.12-beta.2+mc1.21.1.jar": {"0.8.12-beta.2+mc1.21.1", project.Beta},
		"lithium-3.0-rc1.jar":                      {"3.0-rc1", project.Beta},
		"alpha-tools-2.1.jar":                      {"2.1", project.Release},
		"lantern-2.1-presets.jar":                  {"2.1", project.Release},
	} {
		number := numberOf(versionRecord{FileName: name}, nil)
		if number != want.number || channelOf(number) != want.channel {
			t.Errorf("%s is %s, %s", name, number, channelOf(number))
		}
	}
}

func TestAVersionForNeoForgeIsForNoOlderGame(t *testing.T) {
	f := gamesFor(t, "1.5.1", "1.19.2", "1.20.1", "1.21.1")
	for _, c := range []struct {
		loaders, games, want []string
	}{
		{[]string{"neoforge"}, []string{"1.5.1"}, []string{}},
		{[]string{"neoforge"}, []string{"1.19.2", "1.20.1", "1.21.1"}, []string{"1.20.1", "1.21.1"}},
		{[]string{"forge"}, []string{"1.5.1"}, []string{"1.5.1"}},
		{[]string{"forge", "neoforge"}, []string{"1.19.2", "1.21.1"}, []string{"1.19.2", "1.21.1"}},
	} {
		v := f.version(record{Slug: "adds", Type: "mod"}, versionRecord{Number: "1", Loaders: c.loaders, GameVersions: c.games}, 0, time.Time{})
		if got := v.command.GameVersions; !slices.Equal(got, c.want) {
			t.Errorf("%v for %v: %v, want %v", c.games, c.loaders, got, c.want)
		}
	}
}

func TestVersionsOfOneDateAreOrderedByNumber(t *testing.T) {
	sorted := []string{"0.9", "1.5.10-beta", "1.5.10", "1.5.11", "1.6.0-rc1", "1.6.0", "1.6.0.1", "2.0"}
	for i := range len(sorted) - 1 {
		if compareNumbers(sorted[i], sorted[i+1]) >= 0 || compareNumbers(sorted[i+1], sorted[i]) <= 0 {
			t.Errorf("%s is not before %s", sorted[i], sorted[i+1])
		}
	}
	day := time.Date(2021, 1, 25, 0, 0, 0, 0, time.UTC)
	var list []planned
	for _, number := range []string{"1.6.0", "1.5.11", "1.5.10"} {
		list = append(list, planned{at: day, command: project.CreateVersion{Number: number}})
	}
	inOrder(list)
	for i, number := range []string{"1.5.10", "1.5.11", "1.6.0"} {
		if list[i].command.Number != number || i > 0 && !list[i].at.After(list[i-1].at) || list[i].at.Sub(day) > time.Second {
			t.Errorf("%d: %+v", i, list[i])
		}
	}
}

func TestEveryFormOfDateInTheCatalogueIsRead(t *testing.T) {
	for text, want := range map[string]time.Time{
		"2021-01-25":                time.Date(2021, 1, 25, 0, 0, 0, 0, time.UTC),
		"2023-02-15T12:47:00Z":      time.Date(2023, 2, 15, 12, 47, 0, 0, time.UTC),
		"2023-02-15T12:47:00+08:00": time.Date(2023, 2, 15, 4, 47, 0, 0, time.UTC),
		"2023-02-15T12:47:00":       time.Date(2023, 2, 15, 12, 47, 0, 0, time.UTC),
		"2023-02-15 12:47:00":       time.Date(2023, 2, 15, 12, 47, 0, 0, time.UTC),
	} {
		if got, known := date(text); !known || !got.Equal(want) {
			t.Errorf("%s: %s, %t", text, got, known)
		}
	}
	for _, text := range []string{"", "gestern", "1970-01-20T10:47:21Z", "2999-01-01"} {
		if got, known := date(text); known {
			t.Errorf("%q is taken for %s", text, got)
		}
	}
}
