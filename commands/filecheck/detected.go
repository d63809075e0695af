package filecheck

// Detected is what files say of the version they are for. A missing member was not found.
type Detected struct {
	Name          *DetectedText        `json:"name,omitempty"`
	VersionNumber *DetectedText        `json:"version_number,omitempty"`
	VersionType   *DetectedText        `json:"version_type,omitempty"`
	Loaders       *DetectedList        `json:"loaders,omitempty"`
	GameVersions  *DetectedList        `json:"game_versions,omitempty"`
	Environment   *DetectedEnvironment `json:"environment,omitempty"`
	Dependencies  []DetectedDependency `json:"dependencies"`
	ModIDs        []string             `json:"mod_ids"`
	Embedded      []string             `json:"embedded"` // ids of the mods packed within
}

// DetectedText is a value with the place it was read in.
type DetectedText struct {
	Value  string `json:"value"`
	Source string `json:"source"`
}

// DetectedList is a list with the place it was read in. More holds what an open range would allow as well.
type DetectedList struct {
	Value  []string `json:"value"`
	More   []string `json:"more,omitempty"`
	Source string   `json:"source"`
}

// DetectedEnvironment says where a file runs: required, optional or unsupported on each side.
type DetectedEnvironment struct {
	ClientSide string `json:"client_side" enum:"required,optional,unsupported,unknown"`
	ServerSide string `json:"server_side" enum:"required,optional,unsupported,unknown"`
	Source     string `json:"source"`
}

// DetectedDependency is something the file needs, with the project that is called the same, if there is one.
type DetectedDependency struct {
	ID      string           `json:"id"`
	Kind    string           `json:"dependency_type" enum:"required,optional,incompatible,embedded"`
	Range   string           `json:"range,omitempty"`
	Source  string           `json:"source"`
	Project *DetectedProject `json:"project"`
}

// DetectedProject is a project of the site.
type DetectedProject struct {
	ID      string  `json:"id"`
	Slug    string  `json:"slug"`
	Title   string  `json:"title"`
	IconURL *string `json:"icon_url"`
}
