package contract

import "time"

// WikiPage is a page of a project's wiki with the pages below it, in the shape of the family: a root's ParentWikiID is its
// own id. Body is empty where bodies were not asked for.
type WikiPage struct {
	ID           string     `json:"id"`
	ProjectID    string     `json:"project_id"`
	SortOrder    int        `json:"sort_order"`
	Title        string     `json:"title"`
	Body         string     `json:"body"`
	ParentWikiID string     `json:"parent_wiki_id"`
	Featured     bool       `json:"featured"`
	Created      time.Time  `json:"created"`
	Updated      time.Time  `json:"updated"`
	Slug         string     `json:"slug"`
	Child        []WikiPage `json:"child"`
}

// WikiMessage is a message of a draft's review: the reason of a submission or of a rejection.
type WikiMessage struct {
	Username  string    `json:"username"`
	AvatarURL *string   `json:"avatar_url"`
	Time      time.Time `json:"time"`
	Message   string    `json:"message"`
}

// WikiCache is a draft in the shape of the family. Cache is the draft's tree, Old the published one.
type WikiCache struct {
	ID         string        `json:"id"`
	ProjectID  string        `json:"project_id"`
	UserID     string        `json:"user_id"`
	Created    time.Time     `json:"created"`
	Status     string        `json:"status" enum:"draft,review,success,reject,timeout,given_up"`
	Cache      []WikiPage    `json:"cache"`
	Old        []WikiPage    `json:"old"`
	Message    []WikiMessage `json:"message"`
	AgainCount int           `json:"again_count"`
	AgainTime  time.Time     `json:"again_time"`
}

// Wiki is a project's wiki in the shape of the family, with Standing for the site's own pages. Cache is the viewer's own
// unfinished draft, for reviewers without one the oldest in review, else null; EditorUser is its author.
type Wiki struct {
	Wikis        []WikiPage   `json:"wikis"`
	IsEditor     bool         `json:"is_editor" doc:"可以开始编辑"`
	Cache        *WikiCache   `json:"cache"`
	IsEditorUser bool         `json:"is_editor_user" doc:"cache 是自己的草稿"`
	EditorUser   *Author      `json:"editor_user"`
	IsVisitors   bool         `json:"is_visitors" doc:"不能看到草稿"`
	Standing     WikiStanding `json:"standing"`
}

// WikiStanding is what the viewer may do with a wiki, and its state. Why is the reason, in Chinese, that no draft may be
// begun; empty where one may.
type WikiStanding struct {
	Revision    int64           `json:"revision" doc:"已发布的更改次数"`
	Editing     string          `json:"editing" enum:"members,named,open,closed"`
	Locked      bool            `json:"locked"`
	MayDraft    bool            `json:"may_draft"`
	MayReview   bool            `json:"may_review" doc:"可以审核他人的草稿，并直接发布自己的"`
	MaySettle   bool            `json:"may_settle" doc:"可以修改百科设置"`
	MayLock     bool            `json:"may_lock"`
	Why         string          `json:"why"`
	BannedUntil *time.Time      `json:"banned_until"`
	Draft       *WikiDraftState `json:"draft" doc:"自己未结束的草稿"`
	Ended       *WikiDraftState `json:"ended" doc:"自己最近超时或放弃、仍可继续的草稿"`
	Waiting     int64           `json:"waiting" doc:"等待审核的草稿数；不能审核时为 0"`
	Former      []WikiFormer    `json:"former,omitempty" doc:"现有页面以前的链接，仍会转到该页；不能编辑时没有"`
}

// WikiFormer is a former slug, in lower case, that still leads to a page: a page that takes it ends that.
type WikiFormer struct {
	Slug  string `json:"slug"`
	Page  string `json:"page"`
	Title string `json:"title"`
}

// WikiDraftState is a draft in a list. Ends is when it times out, or null; Rejection is the reason of the last rejection.
type WikiDraftState struct {
	ID         string     `json:"id"`
	Status     string     `json:"status" enum:"draft,review,success,reject,timeout,given_up"`
	Author     *Author    `json:"author"`
	Own        bool       `json:"own"`
	Opened     time.Time  `json:"opened"`
	Changed    time.Time  `json:"changed"`
	Submitted  *time.Time `json:"submitted"`
	Ends       *time.Time `json:"ends"`
	Msg        string     `json:"msg" doc:"提交原因"`
	Rejection  string     `json:"rejection"`
	AgainCount int        `json:"again_count"`
	Pages      int64      `json:"pages" doc:"修改的页面数"`
	Change     string     `json:"change" doc:"发布后的更改 ID，否则为空"`
}

// WikiDraftItem is a draft of any project.
type WikiDraftItem struct {
	WikiDraftState
	Project *ProjectLink `json:"project"`
}

// WikiDraftList is a page of drafts, oldest submission first where they wait for review, else newest first.
type WikiDraftList struct {
	Drafts []WikiDraftItem `json:"drafts"`
	Total  int64           `json:"total"`
}

// WikiHeading is an entry of a page's table of contents.
type WikiHeading struct {
	Level int    `json:"level"`
	ID    string `json:"id"`
	Text  string `json:"text"`
}

// WikiLink names a page of the wiki.
type WikiLink struct {
	ID    string `json:"id"`
	Slug  string `json:"slug"`
	Title string `json:"title"`
}

// WikiArticle is a published page as it is read. Slug is the present one, also where a former one was asked for.
type WikiArticle struct {
	ID          string        `json:"id"`
	Slug        string        `json:"slug"`
	Title       string        `json:"title"`
	SortOrder   int           `json:"sort_order"`
	Featured    bool          `json:"featured"`
	Created     time.Time     `json:"created"`
	Updated     time.Time     `json:"updated"`
	Body        string        `json:"body"`
	HTML        string        `json:"html"`
	TOC         []WikiHeading `json:"toc"`
	Authors     []Author      `json:"authors" doc:"写过此页的人，最近的在前，最多 20 人"`
	Change      *WikiChange   `json:"change" doc:"最近修改此页的更改"`
	Editions    int64         `json:"editions"`
	Breadcrumbs []WikiLink    `json:"breadcrumbs"`
	Children    []WikiLink    `json:"children"`
	Previous    *WikiLink     `json:"previous"`
	Next        *WikiLink     `json:"next"`
}

// WikiChange is a published change. Number is its place in its wiki, from 1.
type WikiChange struct {
	ID           string     `json:"id"`
	Number       int64      `json:"number"`
	Author       *Author    `json:"author"`
	PublishedBy  *Author    `json:"published_by"`
	At           time.Time  `json:"at"`
	Msg          string     `json:"msg"`
	Reverts      string     `json:"reverts" doc:"撤销的更改的 ID，否则为空"`
	RevertsNo    int64      `json:"reverts_number"`
	RevertedBy   string     `json:"reverted_by" doc:"撤销了此更改的更改的 ID，否则为空"`
	RevertedByNo int64      `json:"reverted_by_number"`
	Pages        []WikiPart `json:"pages" doc:"最多 20 项"`
	PageCount    int64      `json:"page_count"`
	Added        int64      `json:"added" doc:"增加的字符数"`
	Removed      int64      `json:"removed" doc:"减少的字符数"`
}

// WikiPart is a page of a change, by the title that it has after it.
type WikiPart struct {
	Page  string   `json:"page"`
	Slug  string   `json:"slug"`
	Title string   `json:"title"`
	Ops   []string `json:"ops" enum:"added,retitled,readdressed,moved,reweighted,written,featured,removed,restored"`
}

// WikiChangeList is a page of changes, newest first. Next is the number to ask for the next page before; 0 at the end.
type WikiChangeList struct {
	Changes []WikiChange `json:"changes"`
	Next    int64        `json:"next"`
	Total   int64        `json:"total"`
}

// WikiChangeDetail is a change with what it did to each page.
type WikiChangeDetail struct {
	Change WikiChange      `json:"change"`
	Pages  []WikiPageDelta `json:"pages"`
}

// WikiPageDelta is a page before and after: Was is null where it did not exist, Now where it was removed. Text says that
// the bodies differ; otherwise they are left out.
type WikiPageDelta struct {
	Page string         `json:"page"`
	Ops  []string       `json:"ops" enum:"added,retitled,readdressed,moved,reweighted,written,featured,removed,restored"`
	Text bool           `json:"text"`
	Was  *WikiPageState `json:"was"`
	Now  *WikiPageState `json:"now"`
}

// WikiPageState is what a page is at one moment. Parent is empty for a root.
type WikiPageState struct {
	Title     string `json:"title"`
	Slug      string `json:"slug"`
	Parent    string `json:"parent"`
	SortOrder int    `json:"sort_order"`
	Featured  bool   `json:"featured"`
	Body      string `json:"body"`
}

// WikiEdition is the text of a page as one change published it. Erased says that it was deleted.
type WikiEdition struct {
	Page   string     `json:"page"`
	Change WikiChange `json:"change"`
	Body   string     `json:"body"`
	HTML   string     `json:"html"`
	Erased bool       `json:"erased"`
}

// WikiHit is a page that a search found. Excerpt is plain text around the first match.
type WikiHit struct {
	WikiLink
	Excerpt string `json:"excerpt"`
}

// WikiHits are the pages that a search found, best first.
type WikiHits struct {
	Hits []WikiHit `json:"hits"`
}

// WikiSettings are who may edit a wiki, and the named editors.
type WikiSettings struct {
	Editing string       `json:"editing" enum:"members,named,open,closed"`
	Locked  bool         `json:"locked"`
	Editors []WikiEditor `json:"editors"`
	Bans    []WikiBan    `json:"bans" doc:"未到期的"`
}

// WikiEditor is a named editor.
type WikiEditor struct {
	User  *Author   `json:"user"`
	Named time.Time `json:"named"`
}

// WikiBan keeps an account from beginning drafts until a moment.
type WikiBan struct {
	User  *Author   `json:"user"`
	Until time.Time `json:"until"`
	Cause string    `json:"cause" enum:"repeats,given_up,again,reviewer"`
	By    *Author   `json:"by" doc:"由系统自动限制时为 null"`
	Msg   string    `json:"msg"`
}
