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

// ThreadText is the content of a line. Type is text, thread_closure, thread_reopen or deleted; the other fields belong
// to a text.
type ThreadText struct {
	Type       string   `json:"type" enum:"text,thread_closure,thread_reopen,deleted"`
	Body       *string  `json:"body,omitempty"`
	BodyHTML   *string  `json:"body_html,omitempty"`
	Private    bool     `json:"private"`
	ReplyingTo *string  `json:"replying_to"`
	Images     []string `json:"associated_images"` // empty: the body contains them
}
