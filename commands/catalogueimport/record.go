package catalogueimport

import (
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

// record is one line of the catalogue, with the fields that are used.
type record struct {
	Slug            string   `json:"slug"`
	Title           string   `json:"title"`
	TitleZH         string   `json:"title_zh"`
	Aliases         []alias  `json:"aliases"`
	Description     string   `json:"description"`
	DescriptionZH   string   `json:"description_zh"`
	Type            string   `json:"project_type"`
	Client          string   `json:"client_side"`
	Server          string   `json:"server_side"`
	Loaders         []string `json:"loaders"`
	GameVersions    []string `json:"game_versions"`
	Categories      []string `json:"categories"`
	Author          string   `json:"author"`
	Downloads       *int64   `json:"downloads"`
	DownloadsSource string   `json:"downloads_source"`
	Created         string   `json:"date_created"`
	Modified        string   `json:"date_modified"`
	IconURL         string   `json:"icon_url"`
	SourceURL       string   `json:"source_url"`
	CurseforgeSlug  string   `json:"curseforge_slug"`
	SpigotID        int64    `json:"spigot_id"`
	BukkitSlug      string   `json:"bukkit_slug"`
	McmodID         int64    `json:"mcmod_id"`
	McmodModpackID  int64    `json:"mcmod_modpack_id"`
	ModIDs          []string `json:"mod_ids"`
	PackCount       int64    `json:"pack_count"`
	Archived        bool     `json:"archived"`
}

type alias struct {
	Text string `json:"text"`
	Kind string `json:"kind"`
}

// versionRecord is one line of the versions.
type versionRecord struct {
	Project      string   `json:"project"`
	Number       string   `json:"version_number"`
	FileName     string   `json:"filename"`
	GameVersions []string `json:"game_versions"`
	Loaders      []string `json:"loaders"`
	Published    string   `json:"date_published"`
	URL          string   `json:"url"`
}

var errText = errors.New("not valid UTF-8")

// decode parses one line. The error for a line of another shape is readable text.
func decode(line []byte, into any) error {
	if !utf8.Valid(line) {
		return errText
	}
	if err := json.Unmarshal(line, into); err != nil {
		return fmt.Errorf("not readable as JSON: %w", err)
	}
	return nil
}
