package demo

import (
	"context"
	"slices"
	"time"

	commands "github.com/modyard/modyard/commands/collection"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/ids"
)

// shelf is a collection of the set: projects of some types, selected by its name.
type shelf struct {
	owner, name, description string
	status                   collection.Status
	types                    []string
	size                     int
}

func shelves() []shelf {
	return []shelf{
		{CreatorName, "周末开荒", "和朋友从零开始的一套：够用、好懂、不拖电脑。", collection.Listed, []string{"mod", "datapack"}, 9},
		{CreatorName, "光影试用清单", "", collection.Unlisted, []string{"shader"}, 5},
		{CreatorName, "下一台服务器", "还没决定，先放着。", collection.Private, []string{"plugin", "software"}, 6},
		{"北灯", "旧电脑也能跑", "十年前的核显，稳定六十帧。", collection.Listed, []string{"mod", "shader"}, 8},
		{"榫卯", "造城素材", "木、石、瓦，和一点点想象。", collection.Listed, []string{"resourcepack", "mod"}, 10},
		{"零号站台", "开服必备", "插件按装机顺序排好，照着装就行。", collection.Listed, []string{"plugin"}, 9},
		{"阿澄", "等汉化的", "", collection.Listed, []string{"language", "mod"}, 7},
		{"夜航船", "夜里看的光影", "关灯，戴耳机。", collection.Listed, []string{"shader", "resourcepack"}, 8},
	}
}

// Keep creates follows and collections for the people of the set. Accounts that have some already are not changed.
func Keep(ctx context.Context, d Deps, c Catalogue) error {
	return each(ctx, append(follows(d, c), collections(d, c)...), func(p plan) error {
		writes, err := p(ctx)
		return d.add(ctx, "create follows and collections", writes, err)
	})
}

type plan func(ctx context.Context) ([]eventlog.Write, error)

// follows are a few projects for each person, with a higher probability for more downloaded ones.
func follows(d Deps, c Catalogue) []plan {
	public := slugsOf(c)
	var plans []plan
	for i, name := range append([]string{CreatorName}, names(c)...) {
		r := chance("follows " + name)
		var picked []string
		for _, slug := range some(r, 4+r.IntN(10), public[:len(public)/3]) {
			picked = append(picked, projectID(slug))
		}
		for _, slug := range some(r, r.IntN(6), public[len(public)/3:]) {
			picked = append(picked, projectID(slug))
		}
		p := commands.Planned{Command: "demo follows " + name, Account: accountID(name), At: Today().Add(-time.Duration(i) * 24 * time.Hour)}
		plans = append(plans, func(ctx context.Context) ([]eventlog.Write, error) {
			return commands.PlanFollows(ctx, d.Codec, p, picked)
		})
	}
	return plans
}

func collections(d Deps, c Catalogue) []plan {
	byOwner := map[string][]collection.Create{}
	var owners []string
	for _, s := range shelves() {
		if !slices.Contains(owners, s.owner) {
			owners = append(owners, s.owner)
		}
		var picked []string
		for _, slug := range some(chance("collection "+s.name), s.size, slugsOf(c, s.types...)) {
			picked = append(picked, projectID(slug))
		}
		byOwner[s.owner] = append(byOwner[s.owner], collection.Create{
			Collection: ids.FromBytes([]byte("demo collection " + s.name)), Name: s.name, Description: s.description, Status: s.status, Projects: picked,
		})
	}
	var plans []plan
	for i, owner := range owners {
		p := commands.Planned{Command: "demo collections " + owner, Account: accountID(owner), At: Today().Add(-time.Duration(i) * 30 * time.Hour)}
		plans = append(plans, func(ctx context.Context) ([]eventlog.Write, error) {
			return commands.PlanCollections(ctx, d.Codec, p, byOwner[owner])
		})
	}
	return plans
}

// slugsOf are the public projects of some types, or of all types, the most downloaded first.
func slugsOf(c Catalogue, types ...string) []string {
	told := stories(c)
	var list []Project
	for _, p := range c.Projects {
		if told[p.Slug].status == "approved" && (len(types) == 0 || slices.Contains(types, p.Type)) {
			list = append(list, p)
		}
	}
	slices.SortStableFunc(list, func(a, b Project) int { return int(b.Downloads - a.Downloads) })
	out := make([]string, len(list))
	for i, p := range list {
		out[i] = p.Slug
	}
	return out
}

func names(c Catalogue) []string {
	out := make([]string, len(c.People))
	for i, p := range c.People {
		out[i] = p.Username
	}
	return out
}
