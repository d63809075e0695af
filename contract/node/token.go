package node

// Scopes of a user's token.
const (
	ScopeConsole  = "console"
	ScopeCommands = "commands"
	// ScopeFilesRead lists and downloads files; ScopeFilesWrite changes them.
	ScopeFilesRead  = "files-read"
	ScopeFilesWrite = "files-write"
)

// Claims are the content of a user's token: a JWT signed with EdDSA by the site, for at most ten minutes. The node checks it without
// asking the site.
type Claims struct {
	// Audience is the node.
	Audience string `json:"aud"`
	// Subject is the account.
	Subject string `json:"sub"`
	Server  string `json:"srv"`
	// ID is the public id of the session or access token by which the account asked. Where the site itself writes a file for the account, it may
	// have more after a full stop; reports name it whole.
	ID     string   `json:"jti"`
	Scopes []string `json:"scp"`
	Epoch  uint64   `json:"epo"`
	// NotBefore and Expires are seconds since 1970.
	NotBefore int64 `json:"nbf"`
	Expires   int64 `json:"exp"`
}
