package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/loadtest/searchbench"
	"github.com/modyard/modyard/search"
	"github.com/modyard/modyard/search/searchtest"
)

// subject is the name and description of a project.
type subject struct {
	kind         project.Type
	title        string
	summary      string
	aliases      []project.Alias
	categories   []string
	loaders      []string
	gameVersions []string
	downloads    int64
}

var (
	first  = strings.Fields("amber brass cedar copper crystal deep dusk ember fern frost glass golden hidden hollow iron ivory jade lost lunar misty moss oak old pale quiet rapid river ruby rustic silent silver stone storm sunny timber tiny velvet wild winter woven")
	second = strings.Fields("anvils archers banners beacons bells boats bridges caves chests crops doors engines farms fields forges gates gears hammers harbours hats kilns lanterns looms maps mills mines mirrors orchards paths pipes quests rails roofs shelves ships towers tunnels villages wagons wells")
	han    = strings.Fields("琥珀 黄铜 雪松 赤铜 水晶 深谷 黄昏 余烬 蕨叶 霜原 玻璃 金色 隐秘 空谷 玄铁 象牙 碧玉 遗落 月影 薄雾")
	things = strings.Fields("铁砧 弓手 旗帜 信标 钟楼 小舟 长桥 溶洞 箱子 农田 木门 引擎 田野 锻炉 城门 齿轮 铁锤 港口 灯笼 织机")
)

// invented is the n-th subject of an endless list, always the same for the same n.
func invented(n int) subject {
	rng := rand.New(rand.NewPCG(uint64(n), 7))
	pick := func(list []string) string { return list[rng.IntN(len(list))] }
	title := fmt.Sprintf("%s %s %d", pick(first), pick(second), n%1000)
	categories := project.Categories(project.TypeMod)
	loader, minor := rng.IntN(4), 12+rng.IntN(9)
	return subject{
		kind: project.TypeMod, title: title, summary: "Adds " + pick(second) + " and " + pick(second) + " to the world, one at a time.",
		aliases:      []project.Alias{{Text: pick(han) + "的" + pick(things), Kind: "zh"}},
		categories:   []string{categories[rng.IntN(len(categories))]},
		loaders:      []string{[]string{"fabric", "forge", "neoforge", "quilt"}[loader]},
		gameVersions: []string{fmt.Sprintf("1.%d.1", minor), fmt.Sprintf("1.%d.1", minor+1)},
		downloads:    int64(rng.ExpFloat64() * 20_000),
	}
}

// catalogue returns subjects with the names of the real catalogue, as many again that combine two of its names, and
// invented ones beyond; without the shared data, only invented ones. known says which it is.
func catalogue() (about func(n int) subject, known string) {
	dir, err := searchtest.DataDir()
	if err != nil {
		return invented, "invented names"
	}
	docs, err := searchtest.Catalogue(dir)
	if err != nil {
		return invented, "invented names"
	}
	docs = searchbench.Doubled(docs)
	return func(n int) subject {
		if n >= len(docs) {
			return invented(n)
		}
		return ofDoc(docs[n])
	}, "names of the real catalogue"
}

func ofDoc(d search.Doc) subject {
	s := subject{
		kind: project.Type(d.ProjectTypes[0]), title: cut(d.Title, 64), summary: cut(d.Description, 256),
		loaders: distinct(d.Loaders), gameVersions: distinct(d.GameVersions), downloads: d.Downloads,
	}
	s.loaders = slices.DeleteFunc(s.loaders, func(l string) bool { return !slices.Contains(project.Loaders(s.kind), l) })
	s.categories = slices.DeleteFunc(distinct(d.Categories), func(c string) bool { return !slices.Contains(project.Categories(s.kind), c) })
	s.categories = s.categories[:min(3, len(s.categories))]
	if d.TitleZH != "" {
		s.aliases = append(s.aliases, project.Alias{Text: cut(d.TitleZH, 128), Kind: "zh"})
	}
	for _, a := range distinct(d.Aliases) {
		if a != d.TitleZH {
			s.aliases = append(s.aliases, project.Alias{Text: cut(a, 128), Kind: "other"})
		}
	}
	return s
}

func distinct(list []string) []string {
	sorted := slices.Sorted(slices.Values(list))
	return slices.Compact(sorted)
}

func cut(s string, runes int) string {
	if r := []rune(s); len(r) > runes {
		return string(r[:runes])
	}
	return s
}
