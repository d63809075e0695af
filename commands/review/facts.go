package review

import (
	"context"
	"fmt"
	"slices"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/project"
	domain "github.com/modyard/modyard/domain/project"
)

const (
	// shownVersions bounds the versions whose files a step shows; the tab beside it has all of them.
	shownVersions = 3
	shownPictures = 12
)

// picturesOf are the pictures of the gallery in its order.
func picturesOf(p domain.State) []Fact {
	var out []Fact
	gallery := slices.Clone(p.Gallery)
	slices.SortStableFunc(gallery, func(a, b domain.Picture) int { return a.Ordering - b.Ordering })
	for _, g := range gallery[:min(len(gallery), shownPictures)] {
		title := g.Title
		if title == "" {
			title = "无标题"
		}
		out = append(out, Fact{Name: title, Text: g.Description, Kind: "picture", Image: g.URL, URL: g.URL})
	}
	return out
}

// filesOf are the files of the newest versions of a project. Name is the number of the version, and what the file is for.
func filesOf(ctx context.Context, tx *commands.Tx, id string) ([]Fact, error) {
	list, err := project.Lists().Get(ctx, tx, id)
	if err != nil {
		return nil, fmt.Errorf("list the versions of a checklist: %w", err)
	}
	all := list.State().IDs()
	newest := slices.Clone(all[max(0, len(all)-shownVersions):])
	slices.Reverse(newest)
	var out []Fact
	for _, one := range newest {
		v, err := project.Versions().Get(ctx, tx, one)
		if err != nil {
			return nil, fmt.Errorf("load a version of a checklist: %w", err)
		}
		for _, f := range v.State().Files {
			out = append(out, Fact{Name: v.State().Number + " · " + useOf(f), Text: f.Name, Kind: "file", Size: f.Size})
		}
	}
	return out, nil
}

// useOf is what a file is for.
func useOf(f domain.File) string {
	switch {
	case f.Primary:
		return "主文件"
	case f.Kind == "sources-jar":
		return "源码"
	case f.Kind == "dev-jar":
		return "开发包"
	case f.Kind == "javadoc-jar":
		return "文档"
	case f.Kind == "required-resource-pack":
		return "必需的资源包"
	case f.Kind == "optional-resource-pack":
		return "可选的资源包"
	case f.Kind == "signature":
		return "签名"
	}
	return "附加文件"
}
