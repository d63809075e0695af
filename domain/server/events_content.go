package server

// Folder is where a kind of content lies in a server's folder.
type Folder string

// The folders. Data packs belong to a world: see Folder.Path.
const (
	Mods      Folder = "mods"
	Plugins   Folder = "plugins"
	Datapacks Folder = "datapacks"
)

// ContentAdded decides that a server has a version of a project. The same version again asks the node once more.
//
// History: {actor} adds the version {version} of the project {project} to the server {server}.
type ContentAdded struct {
	Server  string `json:"server"`
	Project string `json:"project"`
	Version string `json:"version"`
	Folder  Folder `json:"folder"`
	File    string `json:"file"` // name of the version's file
	SHA512  string `json:"sha512"`
	Size    int64  `json:"size"` // in bytes
	URL     string `json:"url"`
	Pinned  bool   `json:"pinned,omitempty"`
}

// ContentLoss is why content is no more without a decision about it.
type ContentLoss string

// The reasons. The node has nothing to remove.
const (
	LostByInstall ContentLoss = "install" // which has emptied the folder
	LostByRestore ContentLoss = "restore" // of a backup that does not have it
)

// ContentRemoved takes a project's version from a server. The node removes the file, unless somebody has changed it; with a cause it is gone
// already.
//
// History: {actor} removes the version {version} of the project {project} from the server {server}[, because of {cause}].
type ContentRemoved struct {
	Server  string `json:"server"`
	Project string `json:"project"`
	Version string `json:"version"`
	Folder  Folder `json:"folder"`
	File    string `json:"file"`
	SHA512  string `json:"sha512"`
	// Cause is absent where somebody has decided it.
	Cause ContentLoss `json:"cause,omitempty"`
}

// ContentVersionSet replaces the version of a project that a server has.
//
// History: {actor} replaces the version {from} of the project {project} by {version} on the server {server}.
type ContentVersionSet struct {
	Server  string `json:"server"`
	Project string `json:"project"`
	From    string `json:"from"` // version
	Version string `json:"version"`
	Folder  Folder `json:"folder"`
	File    string `json:"file"`
	SHA512  string `json:"sha512"`
	Size    int64  `json:"size"`
	URL     string `json:"url"`
	// Replaced and ReplacedSHA512 are the file of the version before.
	Replaced       string `json:"replaced"`
	ReplacedSHA512 string `json:"replaced_sha512"`
}

// ContentPinned keeps a project at its version: no update of everything changes it.
//
// History: {actor} pins the project {project} on the server {server} to the version {version}.
type ContentPinned struct {
	Server  string `json:"server"`
	Project string `json:"project"`
	Version string `json:"version"`
}

// ContentUnpinned ends ContentPinned.
//
// History: {actor} unpins the project {project} on the server {server}, which has the version {version}.
type ContentUnpinned struct {
	Server  string `json:"server"`
	Project string `json:"project"`
	Version string `json:"version"`
}

// RunContentInstalled reports that a file stands in its place with the decided content.
//
// History: the node {node} installs the version {version} of the project {project} on the server {server}.
type RunContentInstalled struct {
	Seen
	Generation int64  `json:"generation"` // of the decision
	Path       string `json:"path"`
	Project    string `json:"project"`
	Version    string `json:"version"`
}

// RunContentFailed reports that a file could not be installed.
//
// History: the node {node} could not install the version {version} of the project {project} on the server {server} because {cause}.
type RunContentFailed struct {
	Seen
	Generation int64  `json:"generation"`
	Path       string `json:"path"`
	Project    string `json:"project"`
	Version    string `json:"version"`
	Cause      string `json:"cause"`
}

// RunContentRemoved reports that the node is done with a file that shall not be there any more. With a cause it stays.
//
// History: the node {node} removes the file {path} from the server {server}[, which stays because {cause}].
type RunContentRemoved struct {
	Seen
	Generation int64  `json:"generation"`
	Path       string `json:"path"`
	Cause      string `json:"cause,omitempty"`
}
