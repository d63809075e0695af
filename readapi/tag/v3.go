package tag

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/document"
)

// LoaderV3 is a loader as the tag list of v3 serves it.
type LoaderV3 struct {
	Icon                  string         `json:"icon"`
	Name                  string         `json:"name"`
	SupportedProjectTypes []string       `json:"supported_project_types"`
	SupportedGames        []string       `json:"supported_games"`
	SupportedFields       []string       `json:"supported_fields"` // of versions with this loader
	Metadata              LoaderMetadata `json:"metadata"`
}

// LoaderMetadata says of a loader whether it runs plugins.
type LoaderMetadata struct {
	Platform bool `json:"platform"`
}

const (
	fieldGameVersions  = "game_versions"
	fieldMrpackLoaders = "mrpack_loaders"
	fieldEnvironment   = "environment"
)

// loadersV3 are the loaders with the types of v3, in which a modpack has a loader of its own.
func loadersV3() []LoaderV3 {
	var out []LoaderV3
	for _, l := range contract.Loaders() {
		one := LoaderV3{
			Icon: icon(l.ID), Name: l.ID, SupportedProjectTypes: []string{l.Family}, SupportedGames: contract.Games(),
			SupportedFields: []string{fieldGameVersions, fieldEnvironment},
		}
		switch l.Family {
		case contract.FamilyMod, contract.FamilyLegacy:
			one.SupportedProjectTypes = []string{"mod"}
		case contract.FamilyPlugin, contract.FamilyProxy:
			one.SupportedProjectTypes, one.Metadata.Platform = []string{"plugin"}, true
		case "modpack":
			one.SupportedFields = append(one.SupportedFields, fieldMrpackLoaders)
		}
		out = append(out, one)
	}
	slices.SortFunc(out, func(a, b LoaderV3) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// Game is a game that projects are made for.
type Game struct {
	Slug   string  `json:"slug"`
	Name   string  `json:"name"`
	Icon   *string `json:"icon"`
	Banner *string `json:"banner"`
}

func gamesV3() []Game {
	var out []Game
	for _, slug := range contract.Games() {
		out = append(out, Game{Slug: slug, Name: slug})
	}
	return out
}

// LinkPlatform is a platform of v3's link_urls.
type LinkPlatform struct {
	Name     string `json:"name"`
	Donation bool   `json:"donation"` // a further link: donation_urls in v2
}

func linkPlatforms() []LinkPlatform {
	out := []LinkPlatform{}
	for _, name := range contract.OwnLinks() {
		out = append(out, LinkPlatform{Name: name})
	}
	for _, p := range contract.Platforms() {
		if !slices.Contains(contract.OwnLinks(), p.Short) {
			out = append(out, LinkPlatform{Name: p.Short, Donation: true})
		}
	}
	return out
}

// FieldValue is one of the values of a field of versions. Type and Major belong to game versions.
type FieldValue struct {
	ID       int        `json:"id"`
	EnumID   int        `json:"enum_id"`
	Value    string     `json:"value"`
	Ordering *int       `json:"ordering"`
	Created  *time.Time `json:"created"`
	Type     string     `json:"type,omitempty"`
	Major    *bool      `json:"major,omitempty"`
}

type fieldIn struct {
	Field   string `query:"loader_field" required:"true" doc:"字段：game_versions、mrpack_loaders 或 environment"`
	Filters string `query:"filters" doc:"game_versions 的条件，例如 {\"type\":\"release\",\"major\":true}"`
}

// loaderField answers the values of a field of versions.
func loaderField(_ context.Context, in *fieldIn) ([]FieldValue, error) {
	var wanted struct {
		Type  *string `json:"type"`
		Major *bool   `json:"major"`
	}
	if in.Filters != "" {
		d := json.NewDecoder(strings.NewReader(in.Filters))
		d.DisallowUnknownFields()
		if err := d.Decode(&wanted); err != nil {
			return nil, httpkit.Invalid("filters", "参数 filters 应为 JSON 对象，只支持 type 和 major")
		}
	}
	if in.Field == "" {
		return nil, httpkit.Invalid("loader_field", "缺少参数 loader_field")
	}
	values, ok := valuesOf(in.Field)
	if !ok {
		return nil, httpkit.NotFound()
	}
	return slices.DeleteFunc(values, func(v FieldValue) bool {
		return wanted.Type != nil && v.Type != *wanted.Type || wanted.Major != nil && (v.Major == nil || *v.Major != *wanted.Major)
	}), nil
}

// valuesOf are the values of a field, false for an unknown one.
func valuesOf(field string) ([]FieldValue, bool) {
	values := []FieldValue{}
	add := func(enum int, value string) *FieldValue {
		values = append(values, FieldValue{ID: len(values) + 1, EnumID: enum, Value: value})
		return &values[len(values)-1]
	}
	switch field {
	case fieldGameVersions:
		for _, g := range document.GameVersions() {
			v := add(1, g.Version)
			v.Type, v.Major, v.Created = g.VersionType, &g.Major, &g.Date
		}
	case fieldMrpackLoaders:
		for _, id := range contract.LoadersOf(contract.FamilyMod, contract.FamilyLegacy) {
			add(2, id)
		}
	case fieldEnvironment:
		for i, name := range contract.EnvironmentNames() {
			add(3, name).Ordering = &i
		}
	default:
		return nil, false
	}
	return values, true
}
