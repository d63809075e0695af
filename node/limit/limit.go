// Package limit keeps a server's processes within their plan: by cgroups where the host has them, by limits of the process and by a user of
// its own where the node may. What is not kept is told by Facts, and shown to people.
package limit

import (
	"github.com/modyard/modyard/contract/node"
)

// Versions of Cgroups, as node.Host names them.
const (
	V2   = "v2"
	V1   = "v1"
	None = "none"
)

// Tiers of node.Host.
const (
	// Limited: each server has a user and limits of its own.
	Limited = "limited"
	// Plain: servers run as the node's user.
	Plain = "plain"
)

const (
	// Processes is the number of processes and threads of a server.
	Processes = 512
	// Files is the number of files that a process may have open.
	Files = 65536
	// FirstUser and LastUser bound the users and groups of servers.
	FirstUser = 20000
	LastUser  = 29999
)

// Limits are what the processes of a server may use. 0 is no limit.
type Limits struct {
	MemoryBytes int64 `json:"memory_bytes,omitempty"`
	// CPUPercent is 100 for one core.
	CPUPercent int    `json:"cpu_percent,omitempty"`
	Processes  int    `json:"processes,omitempty"`
	Files      uint64 `json:"files,omitempty"`
	// FileBytes is the size of the largest file.
	FileBytes uint64 `json:"file_bytes,omitempty"`
}

// User is the user and group of a server. The zero value is those of the node.
type User struct {
	UID int `json:"uid,omitempty"`
	GID int `json:"gid,omitempty"`
}

// Of is what a plan allows.
func Of(p node.Plan) Limits {
	return Limits{
		MemoryBytes: int64(p.MemoryMiB) << 20, CPUPercent: p.CPUPercent, Processes: Processes, Files: Files,
		FileBytes: uint64(max(p.DiskMiB, 0)) << 20,
	}
}

// Facts names the tier and what a server is not kept from. No tier counts a folder's size or separates networks.
func Facts(c Cgroups, plain bool) (tier string, unlimited []string) {
	tier = Limited
	if plain {
		tier = Plain
	}
	if c.Version == None {
		unlimited = append(unlimited, "memory", "cpu")
	}
	unlimited = append(unlimited, "disk")
	if c.Version == None && plain {
		unlimited = append(unlimited, "processes")
	}
	return tier, append(unlimited, "network")
}
