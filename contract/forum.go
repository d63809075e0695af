package contract

import "time"

// Forum is a discussion in the shape of the family, with more for the site's own pages. Lists leave out the text.
type Forum struct {
	ID             string     `json:"id"`
	Title          string     `json:"title"`
	Content        string     `json:"content,omitempty" doc:"Markdown；列表中没有"`
	ContentHTML    string     `json:"content_html,omitempty"`
	Category       string     `json:"category" enum:"chat,project,article,notice"`
	SectionTitle   string     `json:"section_title"`
	CreatedAt      time.Time  `json:"created_at"`
	UpdatedAt      time.Time  `json:"updated_at" doc:"标题或正文最后一次修改的时间"`
	UserID         *string    `json:"user_id"`
	UserName       string     `json:"user_name" doc:"账号已注销时为空"`
	Avatar         *string    `json:"avatar"`
	Organization   *string    `json:"organization"`
	OrganizationID *string    `json:"organization_id"`
	State          string     `json:"state" enum:"open,closed" doc:"closed：已锁定"`
	Pinned         bool       `json:"pinned"`
	Deleted        bool       `json:"deleted" doc:"正文已被删除，回复仍在"`
	DeletedAt      *time.Time `json:"deleted_at"`
	LastPostTime   time.Time  `json:"last_post_time"`
	LastPostUser   *Author    `json:"last_post_user" doc:"最后回复的作者；没有回复时为 null"`
	LastFloor      int        `json:"last_floor" doc:"最后一楼的编号"`
	Replies        int        `json:"replies" doc:"未被删除或隐藏的回复"`
	ProjectID      *string    `json:"project_id"`

	Project    *ProjectLink `json:"project" doc:"所属的资源"`
	Revision   int          `json:"revision" doc:"修改次数，修改时作为 revision 发送"`
	Hidden     bool         `json:"hidden" doc:"已被隐藏，只有作者、资源成员与管理人员能看到"`
	Reason     *ForumReason `json:"reason" doc:"隐藏的原因"`
	LockReason *ForumReason `json:"lock_reason"`
	ReadFloor  *int         `json:"read_floor" doc:"自己读到的楼层；没有记录时为 null"`
	Can        *ForumRights `json:"can,omitempty" doc:"自己可以做什么；列表中没有"`
}

// ForumRights are what the viewer may do with a discussion. Why says in Chinese why they may not answer.
type ForumRights struct {
	Answer   bool    `json:"answer"`
	Why      *string `json:"why"`
	Edit     bool    `json:"edit"`
	Delete   bool    `json:"delete"`
	Moderate bool    `json:"moderate" doc:"锁定、置顶与隐藏整个讨论"`
	// HidePosts is also the right of the project's members on its board.
	HidePosts bool `json:"hide_posts" doc:"隐藏与恢复回复；资源成员可以在自己的讨论中进行"`
}

// ForumReason is why the staff has hidden or locked something.
type ForumReason struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// ForumPagination is the length of a list. Next continues it, null at the end.
type ForumPagination struct {
	Total    int     `json:"total"`
	Page     int     `json:"page"`
	PageSize int     `json:"page_size"`
	Next     *string `json:"next" doc:"下一页的 cursor；没有下一页时为 null"`
}

// Forums is a list of discussions. Sections are all sections of the forum, with their counts.
type Forums struct {
	Forums     []Forum         `json:"forums"`
	Pagination ForumPagination `json:"pagination"`
	Sections   []ForumSection  `json:"sections"`
}

// ForumSection is a section of the forum.
type ForumSection struct {
	ID          string `json:"id"`
	Title       string `json:"title"`
	Group       string `json:"group"`
	Discussions int    `json:"discussions"`
	Answers     int    `json:"answers"`
	Opens       string `json:"opens" enum:"everybody,admins,managers" doc:"谁可以发起讨论"`
}

// ForumPost is an answer. Where it is deleted, or hidden from the viewer, Deleted is true and there is no text.
type ForumPost struct {
	PostID       string          `json:"post_id"`
	DiscussionID string          `json:"discussion_id"`
	FloorNumber  *int            `json:"floor_number" doc:"刚发送的回复可能尚无楼层"`
	Content      string          `json:"content"`
	ContentHTML  string          `json:"content_html"`
	CreatedAt    time.Time       `json:"created_at"`
	UpdatedAt    time.Time       `json:"updated_at"`
	UserID       *string         `json:"user_id"`
	UserName     string          `json:"user_name"`
	UserAvatar   *string         `json:"user_avatar"`
	RepliedTo    *string         `json:"replied_to"`
	ReplyContent *ForumQuote     `json:"reply_content"`
	ReplyDeleted bool            `json:"reply_to_deleted"`
	ReplyEdited  bool            `json:"reply_to_edited" doc:"所回复的内容在回复之后被修改过"`
	Replies      []ForumReplying `json:"replies" doc:"回复它的楼层"`
	Deleted      bool            `json:"deleted"`
	Hidden       bool            `json:"hidden"`
	HiddenBy     *string         `json:"hidden_by" enum:"team,staff" doc:"由谁隐藏：资源成员或管理人员；后者只能由管理人员恢复"`
	Reason       *ForumReason    `json:"reason"`
	Revision     int             `json:"revision" doc:"修改次数，修改时作为 revision 发送"`
}

// ForumQuote is the beginning of the answer that another one answers.
type ForumQuote struct {
	FloorNumber int     `json:"floor_number"`
	Content     string  `json:"content" doc:"开头的 200 个字符"`
	UserName    string  `json:"user_name"`
	UserAvatar  *string `json:"user_avatar"`
}

// ForumReplying is an answer to an answer.
type ForumReplying struct {
	PostID      string  `json:"post_id"`
	FloorNumber int     `json:"floor_number"`
	Content     string  `json:"content" doc:"开头的 200 个字符"`
	UserName    string  `json:"user_name"`
	UserAvatar  *string `json:"user_avatar"`
	Deleted     bool    `json:"deleted"`
}

// ForumPosts is a part of a discussion's answers by their floors.
type ForumPosts struct {
	Posts      []ForumPost     `json:"posts"`
	Pagination ForumPagination `json:"pagination" doc:"total 为最后一楼的编号；被删除的楼层也计入"`
}

// ForumRevision is one wording of a text.
type ForumRevision struct {
	Revision int       `json:"revision"`
	At       time.Time `json:"at"`
	By       *Author   `json:"by"`
	Title    *string   `json:"title" doc:"讨论当时的标题"`
	Content  string    `json:"content"`
}

// ForumHistory are the wordings of a text, the oldest first.
type ForumHistory struct {
	Revisions []ForumRevision `json:"revisions"`
}

// ForumOpened is the answer to a new discussion.
type ForumOpened struct {
	Discussion string `json:"discussion"`
}

// ProjectForum is the board of a project: the discussion about it, which its team opens. Why says in Chinese why a member
// may not.
type ProjectForum struct {
	Discussion *string `json:"discussion" doc:"讨论的 ID；没有开启，或自己看不到时为 null"`
	Opens      bool    `json:"opens" doc:"自己可以开启讨论"`
	Why        *string `json:"why" doc:"成员为何不能开启"`
}

// UserForumPost is an answer in the list of a person.
type UserForumPost struct {
	Post       ForumPost `json:"post"`
	Discussion Forum     `json:"discussion"`
}

// UserForum is what a person wrote, the newest first.
type UserForum struct {
	Discussions []Forum         `json:"discussions" doc:"只在第一页：最近发起的讨论"`
	Posts       []UserForumPost `json:"posts"`
	Next        *string         `json:"next" doc:"下一页的 cursor；没有下一页时为 null"`
}
