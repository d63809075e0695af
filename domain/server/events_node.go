package server

import (
	"time"

	"github.com/modyard/modyard/domain/reason"
)

// NodeAdded begins a node: a process on a game host that runs servers.
//
// History: {actor} adds the node {node} named {name} with the ports from {first_port} to {last_port}.
type NodeAdded struct {
	Node      string `json:"node"`
	Name      string `json:"name"`
	FirstPort int    `json:"first_port"`
	LastPort  int    `json:"last_port"`
}

// CodeIssued makes the code with which a host becomes the node. It replaces the code before.
//
// History: {actor} issues a code to join as the node {node}.
type CodeIssued struct {
	Node string `json:"node"`
	// Hash is the SHA-256 of a code of 160 random bits, in hex: the code does not follow from it.
	Hash    string    `json:"hash"`
	Expires time.Time `json:"expires"`
}

// NodeJoined uses up the code: the node signs with this key from now on.
//
// History: the node {node} joins at {address}.
type NodeJoined struct {
	Node    string `json:"node"`
	Key     string `json:"key"`     // Ed25519, public, base64url
	Address string `json:"address"` // URL under which browsers reach it
}

// NodeRetired ends a node: its key does not hold any more.
//
// History: {actor} retires the node {node}[ because {reason.code}].
type NodeRetired struct {
	Node   string         `json:"node"`
	Reason *reason.Reason `json:"reason,omitempty"`
}

// NodeAway reports that a node has not been connected for some minutes, once for each absence. What its servers do meanwhile is not known.
//
// History: the node {node} with the servers {servers} is away since {since}.
type NodeAway struct {
	Node    string    `json:"node"`
	Name    string    `json:"name"`
	Since   time.Time `json:"since"`
	Servers []string  `json:"servers"`
}
