package node

import "time"

// Limits of a console's socket.
const (
	// MaxConsoleFrame is the largest frame that a browser may send, in bytes.
	MaxConsoleFrame = 64 << 10
	// MaxCommand is the largest command in bytes.
	MaxCommand = 1024
	// History is the number of lines that a console gets after it has authenticated, unless it names one.
	History = 500
)

// Events of a console's socket, as the hosting API names them.
const (
	EventAuth          = "auth"
	EventCommand       = "command"
	EventAuthOK        = "auth-ok"
	EventAuthExpiring  = "auth-expiring"
	EventAuthIncorrect = "auth-incorrect"
	EventLog           = "log"
	EventStats         = "stats"
	EventPowerState    = "power-state"
	EventUptime        = "uptime"
	// EventNewMod: a version was installed.
	EventNewMod = "new-mod"
	// EventLines is an addition: the lines of EventLog with their numbers, for clients that name the number of a line in EventAuth.
	EventLines = "lines"
	// EventRefused is an addition: a command was not given to the server.
	EventRefused = "refused"
)

// Reasons for closing a console's socket, as WebSocket status codes.
const (
	StatusUnauthorized = 4401
	StatusForbidden    = 4403
	StatusGone         = 4404
	StatusSuspended    = 4409
	StatusTooMany      = 4429
)

// FromBrowser is a frame of a browser.
type FromBrowser struct {
	Event string `json:"event"`
	JWT   string `json:"jwt,omitempty"`
	// Since is the number of the last line that the client has; the lines after it follow. A client that sends it, even as 0, gets
	// EventLines instead of EventLog.
	Since *uint64 `json:"since,omitempty"`
	Cmd   string  `json:"cmd,omitempty"`
}

// Line is a line of a console. Numbers count from 1 for the life of the server, over all its runs.
type Line struct {
	Number uint64    `json:"n"`
	At     time.Time `json:"t"`
	// Stream is "out", "err", "in" (a typed command) or "node" (a remark of the node).
	Stream string `json:"s"`
	Text   string `json:"m"`
}

// Lines is EventLines. Missing is the number of lines before the first one that are not kept any more, or were left out for a slow reader.
type Lines struct {
	Event   string `json:"event"`
	Missing uint64 `json:"missing,omitempty"`
	Lines   []Line `json:"lines"`
}

// NewMod is EventNewMod.
type NewMod struct {
	Event   string `json:"event"`
	Project string `json:"project_id"`
	Version string `json:"version_id"`
}

// Log is EventLog: lines joined by line breaks.
type Log struct {
	Event   string `json:"event"`
	Message string `json:"message"`
	Stream  string `json:"stream,omitempty"`
}

// Stats is EventStats. Members of what is not measured are null.
type Stats struct {
	Event        string   `json:"event"`
	CPUPercent   *float64 `json:"cpu_percent"`
	RAMUsage     *int64   `json:"ram_usage_bytes"`
	RAMTotal     int64    `json:"ram_total_bytes"`
	StorageUsage *int64   `json:"storage_usage_bytes"`
	StorageTotal int64    `json:"storage_total_bytes"`
	NetSent      *int64   `json:"net_tx_bytes"`
	NetReceived  *int64   `json:"net_rx_bytes"`
	// Players is an addition.
	Players *Players `json:"players,omitempty"`
}

// PowerState is EventPowerState. OOMKilled and ExitCode are set in the state crashed.
type PowerState struct {
	Event     string `json:"event"`
	State     string `json:"state"`
	OOMKilled *bool  `json:"oom_killed,omitempty"`
	ExitCode  *int   `json:"exit_code,omitempty"`
	// Since and Next are additions: when the state began, and when a crashed server is started again.
	Since time.Time  `json:"since"`
	Next  *time.Time `json:"next,omitempty"`
}

// Uptime is EventUptime: seconds since the process was started.
type Uptime struct {
	Event  string `json:"event"`
	Uptime int64  `json:"uptime"`
}

// Refused is EventRefused: Reason is "not-running", "rate", "length", "characters" or "forbidden".
type Refused struct {
	Event  string `json:"event"`
	Cmd    string `json:"cmd"`
	Reason string `json:"reason"`
}
