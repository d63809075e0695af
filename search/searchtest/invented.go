// Package searchtest tests every search engine: conformance tests, a simple engine for comparison, and the evaluation
// on judged queries.
package searchtest

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/modyard/modyard/search"
)

// Invented returns the documents of the conformance tests. Their ids are A to J, as in the tables.
func Invented() []search.Doc {
	docs := []search.Doc{
		{ID: "A", Slug: "lanternquay", Title: "Lanternquay", TitleZH: "灯笼码头", Aliases: []string{"LQ"}, Downloads: 90_000},
		{ID: "B", Slug: "lanternquay-night-ferries", Title: "Lanternquay: Night Ferries", TitleZH: "灯笼码头：夜航渡轮", Downloads: 8_000},
		{ID: "C", Slug: "brasswick-engines-2", Title: "Brasswick Engines 2", TitleZH: "黄铜维克机关", Downloads: 50_000},
		{ID: "D", Slug: "tideloom", Title: "TideLoomWorks", TitleZH: "潮汐织坊", Downloads: 1_200, Description: "Weaves nets; goes well with Lanternquay. 编织渔网"},
		{ID: "E", Slug: "of-moss-and-marrow", Title: "Of Moss and Marrow", Downloads: 300},
		{ID: "F", Slug: "quiet-quarry-fabric", Title: "Quiet Quarry (Fabric)", Downloads: 20_000},
		{ID: "G", Slug: "quiet-quarry", Title: "Quiet Quarry", Downloads: 5_000},
		{ID: "H", Slug: "changle", Title: "Evermirth City", TitleZH: "长乐重城", Downloads: 700},
		{ID: "I", Slug: "velvet-rok", Title: "Vëlvet Rök", Downloads: 400},
		{ID: "J", Slug: "lqz", Title: "Lofty Quern Zone", Downloads: 60},
	}
	start := time.Date(2024, 3, 1, 12, 0, 0, 0, time.UTC)
	for i := range docs {
		d := &docs[i]
		d.Position = uint64(i + 1)
		d.Follows = int64(len(docs)-i) * 3
		d.Created = start.AddDate(0, 0, i)
		d.Updated = start.AddDate(0, 1, -i)
		d.Author = "quaymaster"
		d.License = "MIT"
		d.OpenSource = i%2 == 0
		d.ProjectTypes = []string{"mod"}
		d.ClientSide, d.ServerSide = "required", "optional"
		d.Hit = HitOf(*d)
	}
	two := func(i int, versions ...search.VersionFacets) {
		for _, v := range versions {
			docs[i].Loaders = append(docs[i].Loaders, v.Loaders...)
			docs[i].GameVersions = append(docs[i].GameVersions, v.GameVersions...)
		}
		docs[i].Versions = versions
	}
	fabric, forge := []string{"fabric"}, []string{"forge"}
	two(0, search.VersionFacets{Loaders: fabric, GameVersions: []string{"1.19.2"}}, search.VersionFacets{Loaders: forge, GameVersions: []string{"1.20.1"}})
	two(1, search.VersionFacets{Loaders: fabric, GameVersions: []string{"1.20.1"}})
	two(2, search.VersionFacets{Loaders: []string{"fabric", "quilt"}, GameVersions: []string{"1.20.1", "1.20.4"}})
	two(3, search.VersionFacets{Loaders: []string{"paper"}, GameVersions: []string{"1.20.4"}})
	docs[0].Categories = []string{"adventure", "decoration"}
	docs[1].Categories = []string{"adventure"}
	docs[2].Categories = []string{"technology"}
	docs[3].ProjectTypes = []string{"plugin"}
	docs[4].ProjectTypes = []string{"resourcepack"}
	docs[5].ProjectTypes = []string{"datapack"}
	docs[6].Author, docs[6].License = "Someone Else", "LicenseRef-All-Rights-Reserved"
	docs[7].ClientSide, docs[7].ServerSide = "optional", "unsupported"
	docs[7].Environments, docs[8].Environments = []string{"client_only", "singleplayer_only"}, []string{"client_only"}
	return docs
}

// HitOf makes a hit for tests, which engines return byte for byte.
func HitOf(d search.Doc) json.RawMessage {
	return json.RawMessage(fmt.Sprintf(`{"project_id":%q,"slug":%q,"downloads":%d}`, d.ID, d.Slug, d.Downloads))
}
