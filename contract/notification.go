package contract

import "time"

// Notification is one line of an inbox. Fields that do not belong to its type are null. Open says that an invitation
// is unanswered. Title, Text and Link come from its kind, for clients without texts of their own. FromStatus and
// ToStatus are the statuses of a project, Message is a moderator's message, Reason and Points why the staff refused it.
type Notification struct {
	ID              string               `json:"id"`
	Type            string               `json:"type"`
	Position        int64                `json:"position"`
	Created         time.Time            `json:"created"`
	Read            bool                 `json:"read"`
	Open            bool                 `json:"open"`
	Actor           *Author              `json:"actor"`
	Project         *NotificationProject `json:"project"`
	Version         *NotificationVersion `json:"version"`
	Organization    *Organization        `json:"organization"`
	FromStatus      *string              `json:"from_status" enum:"draft,processing,approved,archived,unlisted,private,withheld,rejected,scheduled"`
	ToStatus        *string              `json:"to_status" enum:"draft,processing,approved,archived,unlisted,private,withheld,rejected,scheduled"`
	Message         *string              `json:"message"`
	Reason          *StepReason          `json:"reason"`
	Points          []DecisionPoint      `json:"points"`
	Role            *string              `json:"role"`
	ReportID        *string              `json:"report_id"`
	ThreadID        *string              `json:"thread_id"`
	ThreadMessageID *string              `json:"thread_message_id"`
	WikiDraftID     *string              `json:"wiki_draft_id,omitempty"`
	Server          *NotificationServer  `json:"server,omitempty"`
	Forum           *NotificationForum   `json:"forum,omitempty"`
	Issue           *NotificationIssue   `json:"issue,omitempty"`
	Title           string               `json:"title"`
	Text            string               `json:"text"`
	Link            string               `json:"link"`
}

// NotificationProject is the project of a line.
type NotificationProject struct {
	ProjectLink
	TitleZH *string `json:"title_zh"`
	Status  string  `json:"status" enum:"draft,processing,approved,archived,unlisted,private,withheld,rejected,scheduled"`
}

// NotificationServer is the hosted server of a line. Name is empty for those who have no part in it any more. Detail is what the
// line says of it: a suspension, or a number of crashes.
type NotificationServer struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Detail string `json:"detail"`
}

// NotificationForum is the discussion of a line. Title is empty where the discussion is gone or hidden from the account. Why
// says why the account is notified.
type NotificationForum struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Type  string `json:"type" enum:"chat,project,article,notice"`
	Floor int    `json:"floor" doc:"楼层；0 为正文"`
	Why   string `json:"why" enum:"answer,reply,mention,watched,opened,hidden,shown"`
}

// NotificationVersion is the version of a line.
type NotificationVersion struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Number  string `json:"version_number"`
	Channel string `json:"version_type" enum:"release,beta,alpha"`
}

// NotificationPage is a part of the inbox, newest first. Next is the position to continue before, null at the end. Position is
// the inbox's current position: marking all as read up to it marks nothing newer than this page. Change counts the
// account's own changes to its inbox: a live stream that is opened with it sends the later ones.
type NotificationPage struct {
	Notifications []Notification     `json:"notifications"`
	Counts        NotificationCounts `json:"counts"`
	Next          *int64             `json:"next"`
	Position      uint64             `json:"position"`
	Change        uint64             `json:"change"`
}

// NotificationCounts are of the whole inbox, whatever the page filters.
type NotificationCounts struct {
	Total  int64               `json:"total"`
	Unread int64               `json:"unread"`
	Types  []NotificationCount `json:"types"`
}

// NotificationCount counts one type.
type NotificationCount struct {
	Type   string `json:"type"`
	Filter string `json:"filter" enum:"update,invite,status,message,other" doc:"属于哪个筛选"`
	Total  int64  `json:"total"`
	Unread int64  `json:"unread"`
}

// NotificationV2 is a notification in the v2 shape.
type NotificationV2 struct {
	ID      string               `json:"id"`
	UserID  string               `json:"user_id"`
	Type    string               `json:"type"`
	Title   string               `json:"title"`
	Name    string               `json:"name"` // the title in v3
	Text    string               `json:"text"`
	Link    string               `json:"link"`
	Read    bool                 `json:"read"`
	Created time.Time            `json:"created"`
	Actions []NotificationAction `json:"actions"`
	Body    NotificationBody     `json:"body"`
}

// NotificationAction is an action that a notification offers: ActionRoute is a method and a path below the API's version.
type NotificationAction struct {
	Title       string    `json:"title"`
	Name        string    `json:"name"` // the title in v3
	ActionRoute [2]string `json:"action_route"`
}

// NotificationBody describes the event of a notification. Fields that do not belong to its type are omitted.
type NotificationBody struct {
	Type           string  `json:"type"`
	ProjectID      *string `json:"project_id,omitempty"`
	VersionID      *string `json:"version_id,omitempty"`
	TeamID         *string `json:"team_id,omitempty"`
	OrganizationID *string `json:"organization_id,omitempty"`
	InvitedBy      *string `json:"invited_by,omitempty"`
	Role           *string `json:"role,omitempty"`
	OldStatus      *string `json:"old_status,omitempty"`
	NewStatus      *string `json:"new_status,omitempty"`
	ReportID       *string `json:"report_id,omitempty"`
	ThreadID       *string `json:"thread_id,omitempty"`
	MessageID      *string `json:"message_id,omitempty"`
	ProjectTitle   *string `json:"project_title,omitempty"` // of a wiki_cache, like the following
	Msg            *string `json:"msg,omitempty"`
	WikiCacheID    *string `json:"wiki_cache_id,omitempty"`
	Kind           string  `json:"type_,omitempty" enum:"review,accept,reject,time_out"`
	ForumID        *string `json:"forum_id,omitempty"` // of a forum, like the following
	ForumTitle     *string `json:"forum_title,omitempty"`
	ForumType      *string `json:"forum_type,omitempty"`
	NumberOfPosts  *int    `json:"number_of_posts,omitempty"`
	Sender         *string `json:"sender,omitempty"`
}
