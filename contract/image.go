package contract

import "time"

// Image is the v3 document of an uploaded picture: its size in bytes, its public address, its uploader, and the text to
// which it belongs.
type Image struct {
	ID        string    `json:"id"`
	URL       string    `json:"url"`
	Size      int64     `json:"size"`
	Created   time.Time `json:"created"`
	Owner     string    `json:"owner_id"`
	Context   string    `json:"context"`
	ProjectID *string   `json:"project_id,omitempty"`
	VersionID *string   `json:"version_id,omitempty"`
	MessageID *string   `json:"thread_message_id,omitempty"`
	ReportID  *string   `json:"report_id,omitempty"`

	DiscussionID *string `json:"discussion_id,omitempty"`
	PostID       *string `json:"post_id,omitempty"`
}
