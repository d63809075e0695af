package node

// ReportConfigurationChanged: configuration files are other than the node has reported before.
const ReportConfigurationChanged = "configuration-changed"

// PathConfiguration is the path of the site at which a node puts the content of a configuration file, once for each hash:
//
//	PUT /_node/configuration/{server}/{hash}   the body is the content; 204
//
// The request carries a token of the node, as PathLink does. Any other answer below 500 than 401 and 429 means that the site does not want it.
const PathConfiguration = "/_node/configuration"

// Limits of configuration files.
const (
	// MaxConfiguration is the largest content that is kept, in bytes.
	MaxConfiguration = 1 << 20
	// MaxConfigurationFiles is the largest number of files in one report.
	MaxConfigurationFiles = 100
	// MaxConfigurationPath is the longest path, in bytes.
	MaxConfigurationPath = 512
)

// Causes of a ConfigurationReport.
const (
	// ConfigurationFound: the node has looked at the server for the first time.
	ConfigurationFound = "found"
	// ConfigurationProcess: the server's process has run.
	ConfigurationProcess = "process"
	// ConfigurationAccount: somebody has changed files of the server by the node.
	ConfigurationAccount = "account"
	// ConfigurationSettings: the node has written settings that were decided at the site.
	ConfigurationSettings = "settings"
	// ConfigurationInstall and ConfigurationRestore: an installation, and a restored backup.
	ConfigurationInstall = "install"
	ConfigurationRestore = "restore"
	// ConfigurationOutside: neither of these; somebody has changed the files on the host.
	ConfigurationOutside = "outside"
)

// ConfigurationReport are changed configuration files.
type ConfigurationReport struct {
	// Cause is one of the constants Configuration….
	Cause string `json:"cause"`
	// Account and Token are those of a request that changed the files.
	Account string              `json:"account,omitempty"`
	Token   string              `json:"token,omitempty"`
	Files   []ConfigurationFile `json:"files"`
}

// ConfigurationFile is a file as it is now.
type ConfigurationFile struct {
	Path string `json:"path"` // with a slash before it
	// Hash is a keyed hash of the content: 64 hexadecimal digits. It is empty for a file that is gone, too large or no text any more.
	Hash string `json:"hash,omitempty"`
	Size int64  `json:"size"`
	Gone bool   `json:"gone,omitempty"`
}
