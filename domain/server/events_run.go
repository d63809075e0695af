package server

import "time"

// Seen is what each report of a node contains.
type Seen struct {
	Server string `json:"server"`
	Node   string `json:"node"`
	// Incarnation and Sequence identify the report: a repeated one is not recorded again.
	Incarnation string    `json:"incarnation"`
	Sequence    int64     `json:"sequence"`
	At          time.Time `json:"at"` // by the node's clock
	Run         string    `json:"run,omitempty"`
	// Power is the number of the request that caused it; 0 where none did.
	Power int64 `json:"power,omitempty"`
}

// Exit is how a process ended.
type Exit struct {
	Code        int    `json:"code"`
	Signal      string `json:"signal,omitempty"`
	OutOfMemory bool   `json:"out_of_memory,omitempty"`
	Seconds     int64  `json:"seconds"`
	Stack       string `json:"stack,omitempty"` // hash of the last stack trace
}

// RunStarted reports a started process.
//
// History: the node {node} starts the server {server}.
type RunStarted struct {
	Seen
	Attempt int `json:"attempt,omitempty"` // after crashes
}

// RunReady reports that players can join.
//
// History: the server {server} is ready.
type RunReady struct{ Seen }

// RunStopped reports an orderly end.
//
// History: the server {server} stops.
type RunStopped struct {
	Seen
	Exit Exit `json:"exit"`
}

// RunCrashed reports an end that nobody asked for.
//
// History: the server {server} crashes with the code {exit.code}[ because {cause}].
type RunCrashed struct {
	Seen
	Exit  Exit   `json:"exit"`
	Cause string `json:"cause,omitempty"`
}

// RunGivenUp reports that the node does not start a crashed server again by itself.
//
// History: the node {node} gives up starting the server {server} after {attempt} crashes.
type RunGivenUp struct {
	Seen
	Attempt int `json:"attempt"`
}

// RunRefused reports a request that the node could not execute.
//
// History: the node {node} could not start the server {server} because {cause}.
type RunRefused struct {
	Seen
	Cause string `json:"cause"`
}
