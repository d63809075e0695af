package contract

import "time"

// Thread is the document of a conversation. Members are the authors whose names are not hidden.
type Thread struct {
	ID        string          `json:"id"`
	Type      string          `json:"type"`
	ProjectID *string         `json:"project_id"`
	ReportID  *string         `json:"report_id"`
	Messages  []ThreadMessage `json:"messages"`
	Members   []User          `json:"members"`
}

// ThreadMessage is one line of a thread. The staff write in the site's name: others do not see who wrote.
type ThreadMessage struct {
	ID           string     `json:"id"`
	AuthorID     *string    `json:"author_id"`
	Body         ThreadText `json:"body"`
	Created      time.Time  `json:"created"`
	HideIdentity bool       `json:"hide_identity"`
}

// ThreadText is the content of a line. Type is text, status_change, thread_closure, thread_reopen or deleted. The statuses
// belong to a status_change, the other fields to a text. Decision is true for the message of a decision about the project.
type ThreadText struct {
	Type       string   `json:"type" enum:"text,status_change,thread_closure,thread_reopen,deleted"`
	Body       *string  `json:"body,omitempty"`
	BodyHTML   *string  `json:"body_html,omitempty"`
	Private    bool     `json:"private"`
	ReplyingTo *string  `json:"replying_to"`
	Images     []string `json:"associated_images"` // ids of its author's pictures
	OldStatus  *string  `json:"old_status,omitempty" enum:"draft,processing,approved,archived,unlisted,private,withheld,rejected,scheduled"`
	NewStatus  *string  `json:"new_status,omitempty" enum:"draft,processing,approved,archived,unlisted,private,withheld,rejected,scheduled"`
	Decision   bool     `json:"decision,omitempty"`
}
