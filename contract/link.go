package contract

// ProjectLink is a project as the target of a link.
type ProjectLink struct {
	ID      string  `json:"id"`
	Slug    string  `json:"slug"`
	URLType string  `json:"url_type" enum:"mod,plugin,datapack,shader,resourcepack,modpack,software,language"`
	Title   string  `json:"title"`
	IconURL *string `json:"icon_url"`
}
