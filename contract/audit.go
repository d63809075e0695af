package contract

import (
	"encoding/json"
	"time"
)

// AuditEntry is one line of the audit: who decided or changed what. Actor is null for the program and for a deleted
// account, whose id remains in ActorID. From and To are statuses; Round is 0 outside of a review.
type AuditEntry struct {
	Position int64        `json:"position"`
	At       time.Time    `json:"at"`
	Kind     string       `json:"kind"`
	Mark     string       `json:"mark" enum:",import,demo" doc:"import：目录导入；demo：演示数据；空：本站的操作"`
	ActorID  string       `json:"actor_id"`
	Actor    *Author      `json:"actor"`
	Role     string       `json:"role"`
	Subject  AuditSubject `json:"subject"`
	// About is the account whose rights, role or claim it is; null where there is none or it is deleted.
	AboutID string  `json:"about_id"`
	About   *Author `json:"about"`
	// ItemType and Item are what a report is about, the organization that a project joined or left, the draft or change of
	// a wiki, or the discussion of an answer.
	ItemType string       `json:"item_type"`
	Item     string       `json:"item"`
	Round    int          `json:"round"`
	From     string       `json:"from"`
	To       string       `json:"to"`
	Value    string       `json:"value" doc:"随种类而定：角色、权限、结果或名称"`
	Options  []string     `json:"options"`
	Message  string       `json:"message"`
	Reason   *ClaimReason `json:"reason"`
	Event    AuditEvent   `json:"event"`
}

// AuditSubject is the thing of an entry. Name is that of the time of the entry; Project is set where the project is not
// deleted.
type AuditSubject struct {
	Type    string       `json:"type" enum:"project,version,organization,collection,user,report,place,content,template,term,discussion,post"`
	ID      string       `json:"id"`
	Name    string       `json:"name"`
	Account *Author      `json:"account"`
	Project *ProjectLink `json:"project"`
	Version *string      `json:"version_number"`
}

// AuditEvent names the event of an entry.
type AuditEvent struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Stream   string `json:"stream"`
	Revision int64  `json:"revision"`
}

// AuditPage is a page of the audit, newest first. Next is the before of the following page; null on the last one.
type AuditPage struct {
	Entries []AuditEntry `json:"entries"`
	Next    *int64       `json:"next"`
}

// AuditRecord is an event as the log stores it. Sealed texts stay sealed, as in its leaf.
type AuditRecord struct {
	Position int64           `json:"position"`
	ID       string          `json:"id"`
	Type     string          `json:"type"`
	Stream   string          `json:"stream"`
	Revision int64           `json:"revision"`
	Recorded time.Time       `json:"recorded"`
	Metadata json.RawMessage `json:"metadata"`
	Data     json.RawMessage `json:"data"`
	Leaf     *int64          `json:"leaf" doc:"透明日志中的序号；尚未封存时为 null"`
}

// LogProof proves that an event is in the log (docs/log-proofs.md).
type LogProof struct {
	Key        string          `json:"key"`
	Checkpoint string          `json:"checkpoint"`
	Leaf       json.RawMessage `json:"leaf"`
	Index      int64           `json:"index"`
	Hashes     []string        `json:"hashes"`
}
