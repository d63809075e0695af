package contract

import "time"

// The routes of issues. A project is named by its id or its address; an issue by its id, below its project by its number. The
// paths below /v3/project/{id}/issues without a further part are also those of the family, /v3/issues/project/{id}.
//
//	GET    /v3/issues/labels                       IssueLabels: the labels that every project has
//	GET    /v3/project/{id}/issues                 Issues; the parameters are those of the lists, see Issues
//	POST   /v3/project/{id}/issues                 {title, body, labels?[], assignees?[]}: IssueOpened
//	GET    /v3/project/{id}/issues/board           IssueBoard
//	PATCH  /v3/project/{id}/issues/board           {issues_type?, template?}: 204
//	POST   /v3/project/{id}/issues/labels          {name, color, description?}: IssueLabel
//	PATCH  /v3/project/{id}/issues/labels/{label}  {name?, color?, description?}: 204
//	DELETE /v3/project/{id}/issues/labels/{label}  204
//	GET    /v3/project/{id}/issues/{number}        Issue
//	GET    /v3/issues/{id}                         Issue
//	PATCH  /v3/issues/{id}                         {title?, body?, state?, state_reason?, duplicate_of?, labels?[], assignees?[], revision?, reason?}: 204
//	GET    /v3/issues/{id}/history                 ForumHistory
//	POST   /v3/issues/{id}/fixed                   {version_id}: 204; null takes the version away again
//	POST   /v3/issues/{id}/lock, unlock, pin, unpin, hide, restore  {reason?}: 204
//	GET    /v3/issues/{id}/comments                IssueComments; the parameters are those of the answers of a discussion: page, page_size, sort (floor_asc, floor_desc), after, before, around, comment
//	POST   /v3/issues/{id}/comments                {body, reply_to_id?}: IssueCommented
//	PATCH  /v3/issues/comments/{id}                {body, revision?, reason?}: 204
//	DELETE /v3/issues/comments/{id}                {reason?}: 204
//	GET    /v3/issues/comments/{id}/history        ForumHistory
//	POST   /v3/issues/comments/{id}/hide, restore  {reason?}: 204
//
// Writing needs the scope THREAD_WRITE or PROJECT_WRITE. The live topic of an issue is issue:<id>.

// IssueLabel is a label of issues. Common ones belong to no project and cannot be changed.
type IssueLabel struct {
	ID          string `json:"id"`
	Name        string `json:"name" doc:"1 到 32 个字符"`
	Color       string `json:"color" doc:"#rrggbb"`
	Description string `json:"description" doc:"最多 100 个字符"`
	Common      bool   `json:"common" doc:"所有资源共有的标签"`
}

// IssueLabels are labels, the common ones first.
type IssueLabels struct {
	Labels []IssueLabel `json:"labels"`
}

// IssueBoard is how a project takes issues, with the labels that its issues may have. Answers to GET /v3/project/{id}/issues/board.
type IssueBoard struct {
	ProjectID   string       `json:"project_id"`
	IssuesType  int          `json:"issues_type" enum:"0,1,2,3" doc:"0：只用外部链接；1：外部链接与本站都可以；2：只在本站；3：关闭"`
	IssuesURL   *string      `json:"issues_url" doc:"外部的问题反馈地址"`
	Template    string       `json:"template" doc:"新反馈的正文模板，最多 8192 个字符"`
	Labels      []IssueLabel `json:"labels" doc:"共有的标签在前"`
	Open        int          `json:"open" doc:"进行中的反馈"`
	Closed      int          `json:"closed" doc:"已关闭的反馈"`
	Assignables []Author     `json:"assignables" doc:"可以指派的成员；非成员看到的是空列表"`
	CanOpen     bool         `json:"can_open" doc:"自己可以提交反馈"`
	Why         *string      `json:"why" doc:"为什么不能提交"`
	Member      bool         `json:"member" doc:"自己可以管理标签、指派、锁定与置顶"`
	Settings    bool         `json:"settings" doc:"自己可以修改设置与标签"`
}

// Issue is an issue of a project. Lists leave out the text, its HTML and Can.
type Issue struct {
	ID            string       `json:"id"`
	Number        int          `json:"number" doc:"在资源内的编号，从 1 开始"`
	ProjectID     string       `json:"project_id"`
	Project       *ProjectLink `json:"project"`
	Title         string       `json:"title"`
	Body          string       `json:"body,omitempty" doc:"Markdown；列表中没有"`
	BodyHTML      string       `json:"body_html,omitempty"`
	State         string       `json:"state" enum:"open,closed"`
	StateReason   *string      `json:"state_reason" enum:"done,not_planned,duplicate" doc:"关闭的原因"`
	DuplicateOf   *IssueLink   `json:"duplicate_of"`
	FixedIn       *IssueFix    `json:"fixed_in" doc:"修复它的版本"`
	CreatedAt     time.Time    `json:"created_at"`
	UpdatedAt     time.Time    `json:"updated_at" doc:"标题、正文、状态、评论等最后一次变化的时间"`
	EditedAt      time.Time    `json:"edited_at" doc:"标题或正文最后一次修改的时间"`
	ClosedAt      *time.Time   `json:"closed_at"`
	Author        *Author      `json:"author" doc:"账号已注销时为 null"`
	Locked        bool         `json:"locked"`
	Pinned        bool         `json:"pinned"`
	Hidden        bool         `json:"hidden" doc:"已被隐藏，只有作者、资源成员与管理人员能看到"`
	Reason        *ForumReason `json:"reason" doc:"隐藏的原因"`
	LockReason    *ForumReason `json:"lock_reason"`
	Labels        []IssueLabel `json:"labels"`
	Assignees     []Author     `json:"assignees"`
	CommentsCount int          `json:"comments_count" doc:"未被删除或隐藏的评论"`
	LastFloor     int          `json:"last_floor" doc:"最后一条评论的楼层"`
	Revision      int          `json:"revision" doc:"标题与正文的修改次数，修改时作为 revision 发送"`
	Can           *IssueRights `json:"can,omitempty" doc:"自己可以做什么；列表中没有"`
}

// IssueLink names another issue of the same project. Title is empty where the viewer does not see it.
type IssueLink struct {
	ID     string `json:"id"`
	Number int    `json:"number"`
	Title  string `json:"title"`
}

// IssueFix is the version that fixes an issue. Number and Name are null while the viewer does not see the version.
type IssueFix struct {
	VersionID string  `json:"version_id"`
	Number    *string `json:"version_number"`
	Name      *string `json:"name"`
	Published bool    `json:"published" doc:"false：版本公开时反馈会自动关闭"`
}

// IssueRights are what the viewer may do with an issue. Why says in Chinese why they may not comment.
type IssueRights struct {
	Comment  bool    `json:"comment"`
	Why      *string `json:"why"`
	Edit     bool    `json:"edit" doc:"修改标题与正文"`
	Close    bool    `json:"close"`
	Reopen   bool    `json:"reopen"`
	Manage   bool    `json:"manage" doc:"标签、指派、锁定、置顶、修复的版本与隐藏"`
	Moderate bool    `json:"moderate" doc:"以管理人员的身份隐藏；须给出原因"`
}

// Issues is a list of issues of a project. Parameters of the query: state (open, closed, all), labels (ids or names, joined by
// commas: all of them), assignee and author (id or user name), version (id: fixed in it), query (a part of the title, or #number),
// sort (created, updated, comments), direction (asc, desc), page and page_size (1–100), or cursor. Pinned ones come first where all
// are listed by creation.
type Issues struct {
	Issues     []Issue         `json:"issues"`
	Pagination ForumPagination `json:"pagination"`
	Open       int             `json:"open" doc:"资源的全部进行中的反馈，不受筛选影响"`
	Closed     int             `json:"closed"`
}

// IssueOpened is the answer to a new issue. Number is null where it is not known yet.
type IssueOpened struct {
	Issue  string `json:"issue"`
	Number *int   `json:"number"`
}

// IssueComment is a comment on an issue. Where it is deleted, or hidden from the viewer, Deleted is true and there is no text.
type IssueComment struct {
	ID             string          `json:"id"`
	IssueID        string          `json:"issue_id"`
	Author         *Author         `json:"author"`
	Body           string          `json:"body"`
	BodyHTML       string          `json:"body_html"`
	CommentType    string          `json:"comment_type" enum:"reply,notification" doc:"总是 reply；状态的变化在 events 中"`
	ReplyToID      *string         `json:"reply_to_id"`
	ReplyToFloor   *int            `json:"reply_to_floor"`
	ReplyToDeleted bool            `json:"reply_to_deleted"`
	ReplyToEdited  bool            `json:"reply_to_edited" doc:"所回复的内容在回复之后被修改过"`
	ReplyContent   *ForumQuote     `json:"reply_content"`
	FloorNumber    *int            `json:"floor_number" doc:"刚发送的评论可能尚无楼层"`
	CreatedAt      time.Time       `json:"created_at"`
	UpdatedAt      time.Time       `json:"updated_at"`
	Replies        []ForumReplying `json:"replies" doc:"回复它的评论"`
	Deleted        bool            `json:"deleted"`
	Hidden         bool            `json:"hidden"`
	Reason         *ForumReason    `json:"reason"`
	Revision       int             `json:"revision" doc:"修改次数，修改时作为 revision 发送"`
}

// IssueCommented is the answer to a new comment.
type IssueCommented struct {
	Comment IssueComment `json:"comment"`
}

// IssueComments is a part of an issue's comments by their floors, with what happened between them.
type IssueComments struct {
	Comments   []IssueComment  `json:"comments"`
	Events     []IssueEvent    `json:"events" doc:"这些评论之间发生的事，按时间先后；每一件都在 after_floor 这一楼之后"`
	Pagination ForumPagination `json:"pagination" doc:"total 为最后一楼的编号；被删除的楼层也计入"`
}

// IssueEvent is what happened to an issue between its comments. The fields that do not belong to its kind are null. Label is as
// it is called now; the label of a deleted one has no name.
type IssueEvent struct {
	Kind        string       `json:"kind" enum:"retitled,labelled,unlabelled,assigned,unassigned,closed,reopened,locked,unlocked,pinned,unpinned,hidden,restored,fixed,unfixed"`
	AfterFloor  int          `json:"after_floor" doc:"它之前最后一条评论的楼层；0：在第一条评论之前"`
	At          time.Time    `json:"at"`
	Actor       *Author      `json:"actor" doc:"由版本的公开引起、账号已注销，或看不到是哪位管理人员时为 null"`
	Staff       bool         `json:"staff" doc:"由管理人员处理"`
	Label       *IssueLabel  `json:"label"`
	Assignee    *Author      `json:"assignee"`
	StateReason *string      `json:"state_reason" enum:"done,not_planned,duplicate"`
	DuplicateOf *IssueLink   `json:"duplicate_of"`
	FixedIn     *IssueFix    `json:"fixed_in" doc:"closed：由这个版本的公开关闭"`
	Title       *string      `json:"title" doc:"retitled：新的标题"`
	Reason      *ForumReason `json:"reason"`
}

// NotificationIssue is the issue of a line. Title and Number are empty where the issue is hidden from the account. Why says why the
// account is notified.
type NotificationIssue struct {
	ID     string `json:"id"`
	Number int    `json:"number"`
	Title  string `json:"title"`
	Floor  int    `json:"floor" doc:"楼层；0 为正文"`
	Why    string `json:"why" enum:"opened,comment,reply,mention,assigned,closed,reopened,fixed,hidden,shown"`
}
