package contract

import "time"

// HostedCrash is an end of a server's process that nobody asked for, and what may have led to it.
type HostedCrash struct {
	HostedRun
	// Clean is the last run before that was ready for ten minutes and ended in order; null if there was none. Recovered is the first such run after.
	Clean     *HostedRun `json:"clean" doc:"此前最近一次正常的运行：就绪至少十分钟且正常结束"`
	Recovered *HostedRun `json:"recovered" doc:"此后第一次正常的运行"`
	// Suspects are what was changed since the start of Clean and before this run, the most likely first.
	Suspects []HostedSuspect `json:"suspects" doc:"可疑的更改，最可疑的在前"`
	// Changes is everything that was decided or changed since then, newest first; More is true if there is more of it.
	Changes []HostedEntry `json:"changes"`
	More    bool          `json:"more"`
	// Similar are other crashes of this server with the same stack trace, newest first, at most ten; Times is how many there are.
	Similar []HostedRun `json:"similar" doc:"此服务器上堆栈相同的其他崩溃"`
	Times   int64       `json:"times"`
	// Elsewhere is the number of other servers with the same stack trace; null for fewer than five.
	Elsewhere *int64 `json:"elsewhere" doc:"出现过相同堆栈的其他服务器的数量；少于 5 台时为 null"`
}

// HostedRun is a process of a server from its start to its end. Times are by the node's clock.
type HostedRun struct {
	Run         string     `json:"run"`
	Started     *time.Time `json:"started"`
	Ready       *time.Time `json:"ready"`
	Ended       *time.Time `json:"ended"`
	Attempt     int64      `json:"attempt"`
	Code        int64      `json:"code"`
	Signal      string     `json:"signal"`
	OutOfMemory bool       `json:"out_of_memory"`
	Seconds     int64      `json:"seconds"`
	Cause       string     `json:"cause"`
	Stack       string     `json:"stack" doc:"最后一段堆栈的哈希；没有堆栈时为空"`
}

// HostedSuspect is a change that may have caused a crash. Content names a project with its versions, as far as the caller may see them; Keys
// are the settings of server.properties.
type HostedSuspect struct {
	Kind     string       `json:"kind" enum:"added,version,removed,installation,restore,properties,startup"`
	Position int64        `json:"position" doc:"最近一次更改的记录"`
	At       time.Time    `json:"at"`
	Actor    *Author      `json:"actor"`
	Role     string       `json:"role"`
	Project  *ProjectLink `json:"project"`
	ID       string       `json:"id" doc:"资源的 ID，即使它已不可见"`
	File     string       `json:"file"`
	Version  string       `json:"version" doc:"版本号"`
	From     string       `json:"from" doc:"此前的版本号"`
	FromID   string       `json:"from_id" doc:"此前的版本的 ID"`
	Holds    bool         `json:"holds" doc:"此更改现在仍然有效"`
	Keys     []string     `json:"keys"`
}
