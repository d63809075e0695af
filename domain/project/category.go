package project

import (
	"fmt"
	"slices"
	"strings"

	"github.com/modyard/modyard/domain/fault"
)

const (
	maxFeaturedCategories   = 3
	maxAdditionalCategories = 256
)

var (
	modCategories = strings.Fields(`adventure cursed decoration economy equipment food game-mechanics library magic
		management minigame mobs optimization social storage technology transportation utility worldgen`)
	modpackCategories = strings.Fields(`adventure challenging combat kitchen-sink lightweight magic multiplayer
		optimization quests technology`)
	resourcepackCategories = strings.Fields(`8x- 16x 32x 48x 64x 128x 256x 512x+
		combat cursed decoration modded realistic simplistic themed tweaks utility vanilla-like
		audio blocks core-shaders entities environment equipment fonts gui items locale models`)
	shaderCategories = strings.Fields(`cartoon cursed fantasy realistic semi-realistic vanilla-like
		atmosphere bloom colored-lighting foliage path-tracing pbr reflections shadows
		potato low medium high screenshot`)
	languageCategories = []string{"其他汉化", "材质包", "硬编码汉化"}
)

// Categories are the valid categories of a type. Software has none of its own.
func Categories(t Type) []string {
	switch t {
	case TypeMod, TypePlugin, TypeDatapack:
		return slices.Clone(modCategories)
	case TypeModpack:
		return slices.Clone(modpackCategories)
	case TypeResourcepack:
		return slices.Clone(resourcepackCategories)
	case TypeShader:
		return slices.Clone(shaderCategories)
	case TypeLanguage:
		return slices.Clone(languageCategories)
	}
	return nil
}

// categories checks both lists. A featured category is removed from the additional ones.
func categories(t Type, featured, additional []string) ([]string, []string, error) {
	if len(featured) > maxFeaturedCategories {
		return nil, nil, fault.Invalid("categories", fmt.Sprintf("展示分类最多 %d 个。", maxFeaturedCategories))
	}
	if len(additional) > maxAdditionalCategories {
		return nil, nil, fault.Invalid("additional_categories", fmt.Sprintf("附加分类最多 %d 个。", maxAdditionalCategories))
	}
	known := Categories(t)
	for field, list := range map[string][]string{"categories": featured, "additional_categories": additional} {
		for i, c := range list {
			if !slices.Contains(known, c) {
				return nil, nil, fault.Invalid(field, "未知的分类，或该分类不属于此项目类型。")
			}
			if slices.Contains(list[:i], c) {
				return nil, nil, fault.Invalid(field, "分类不能重复："+c+"。")
			}
		}
	}
	// Never nil: in an event an empty list clears the value, and nil changes nothing.
	rest := []string{}
	for _, c := range additional {
		if !slices.Contains(featured, c) {
			rest = append(rest, c)
		}
	}
	return append([]string{}, featured...), rest, nil
}
