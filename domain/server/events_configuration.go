package server

// RunConfigurationChanged reports configuration files that are other than before. No event has their content.
//
// History: the files {files.path} of the server {server} change by {cause}[ by {account}][, restored as of the entry {restored.revision}].
type RunConfigurationChanged struct {
	Seen
	Cause ConfigurationCause `json:"cause"`
	// Account is a member that changed the files by a request to the node, and Token its session or access token.
	Account string              `json:"account,omitempty"`
	Token   string              `json:"token,omitempty"`
	Files   []ConfigurationFile `json:"files"`
	// Restored says that the change is a restore that was decided.
	Restored *ConfigurationRestored `json:"restored,omitempty"`
}

// ConfigurationRestored is what a restore has written: the only file of its report as of a revision, or one setting of it.
type ConfigurationRestored struct {
	Revision int64  `json:"revision"` // the position of the report that brought it
	Key      string `json:"key,omitempty"`
}

// ConfigurationFile is a file as the node found it. Hash is a keyed one that the node alone can compute; it is empty for a file that is gone, too
// large, or no text.
type ConfigurationFile struct {
	Path string `json:"path"`
	Hash string `json:"hash,omitempty"`
	Size int64  `json:"size"`
	Gone bool   `json:"gone,omitempty"`
}

// ConfigurationRestoreRequested asks the node to write a file, or one setting of it, as it was at a revision. The revision is the position of the
// report that brought it.
//
// History: {actor} restores[ the setting {key} of] the file {path} of the server {server} as of the entry {revision}.
type ConfigurationRestoreRequested struct {
	Server   string `json:"server"`
	Path     string `json:"path"`
	Key      string `json:"key,omitempty"`
	Revision int64  `json:"revision"`
}

// ConfigurationRestoreFailed ends a restore that the node did not write.
//
// History: the file {path} of the server {server} is not restored as of the entry {revision} because {cause}.
type ConfigurationRestoreFailed struct {
	Server   string              `json:"server"`
	Path     string              `json:"path"`
	Key      string              `json:"key,omitempty"`
	Revision int64               `json:"revision"`
	Cause    RestoreFailureCause `json:"cause"`
}

// RestoreFailureCause is why a node did not write a file.
type RestoreFailureCause string

// The causes.
const (
	NotWrittenChanged RestoreFailureCause = "changed" // somebody has written the file meanwhile
	NotWrittenGone    RestoreFailureCause = "gone"
	NotWrittenRefused RestoreFailureCause = "refused" // it is no file that the node writes
	NotWrittenDisk    RestoreFailureCause = "disk"    // the disk of the plan is full
	NotWrittenAway    RestoreFailureCause = "away"    // the node did not answer, and may have written it
)
