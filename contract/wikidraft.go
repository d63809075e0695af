package contract

import "time"

// WikiDraft is a draft as its author and the reviewers see it: the published tree with its edits.
type WikiDraft struct {
	WikiDraftState
	ProjectID  string          `json:"project_id"`
	Base       string          `json:"base" doc:"草稿所依据的更改的 ID，百科还没有页面时为空"`
	BaseNumber int64           `json:"base_number"`
	Revision   int64           `json:"revision" doc:"当前的更改次数"`
	Behind     int64           `json:"behind" doc:"之后发布的更改次数"`
	Conflicts  int             `json:"conflicts"`
	Reverts    string          `json:"reverts"`
	MayReview  bool            `json:"may_review" doc:"可以通过或拒绝"`
	Publishes  bool            `json:"publishes" doc:"提交后直接发布，不经审核"`
	Featured   string          `json:"featured" doc:"首页的页面 ID"`
	Tree       []WikiDraftPage `json:"tree" doc:"所有页面：上级页面在前，同级按权重和标题"`
	Messages   []WikiMessage   `json:"messages"`
	Submission string          `json:"submission" doc:"最近一次提交的 ID"`
}

// WikiDraftPage is a page in a draft's tree. Edits are what the draft changes of it; Saved says that a text was saved
// automatically that is not yet part of the draft.
type WikiDraftPage struct {
	ID        string   `json:"id"`
	Title     string   `json:"title"`
	Slug      string   `json:"slug"`
	Parent    string   `json:"parent" doc:"一级页面为空"`
	SortOrder int      `json:"sort_order"`
	Featured  bool     `json:"featured"`
	Removed   bool     `json:"removed" doc:"草稿删除了此页"`
	Edits     []string `json:"edits" enum:"added,retitled,readdressed,moved,reweighted,written,featured,removed,restored"`
	Conflict  bool     `json:"conflict"`
	Saved     bool     `json:"saved"`
}

// WikiDraftText is the text of a page in a draft. Edition is the change whose text the draft's is based on; Published is
// the text that is published now, null for a page that is not. Save is the last automatic save, if it is newer.
type WikiDraftText struct {
	Page      WikiDraftPage `json:"page"`
	Body      string        `json:"body"`
	Edition   string        `json:"edition"`
	Published *string       `json:"published"`
	Save      *WikiSave     `json:"save"`
}

// WikiSave is an automatic save. Version is sent back as If-Match with the next one.
type WikiSave struct {
	Version int64     `json:"version"`
	At      time.Time `json:"at"`
	Body    string    `json:"body"`
}

// WikiSaved is the answer to an automatic save.
type WikiSaved struct {
	Version int64     `json:"version"`
	At      time.Time `json:"at"`
}

// WikiPreview is what publishing a draft would do. Seen is what an acceptance sends back, so that nothing else is
// published than was seen.
type WikiPreview struct {
	Draft      string         `json:"draft"`
	Base       string         `json:"base"`
	BaseNumber int64          `json:"base_number"`
	Onto       string         `json:"onto"`
	OntoNumber int64          `json:"onto_number"`
	Seen       string         `json:"seen"`
	Msg        string         `json:"msg"`
	Groups     WikiGroups     `json:"groups"`
	Conflicts  []WikiConflict `json:"conflicts"`
	Problem    *WikiProblem   `json:"problem" doc:"不能提交的原因，例如没有任何修改；可以提交时为 null"`
}

// WikiProblem is why a draft cannot be submitted as it is.
type WikiProblem struct {
	Code        string `json:"code"`
	Field       string `json:"field"`
	Description string `json:"description"`
	Page        string `json:"page"`
}

// WikiGroups are the parts of a change by kind.
type WikiGroups struct {
	Featured []WikiPreviewPart `json:"featured" doc:"首页变更"`
	Bodies   []WikiPreviewPart `json:"bodies" doc:"正文变更"`
	Orders   []WikiPreviewPart `json:"orders" doc:"权重变更"`
	Added    []WikiPreviewPart `json:"added" doc:"新增"`
	Removed  []WikiPreviewPart `json:"removed" doc:"删除"`
	Renamed  []WikiPreviewPart `json:"renamed" doc:"改名与移动"`
}

// WikiPreviewPart is a page before and after. Digest identifies what the part shows, so that what a reviewer has looked
// at stays marked while it is unchanged.
type WikiPreviewPart struct {
	Page   string         `json:"page"`
	Title  string         `json:"title"`
	Digest string         `json:"digest"`
	Was    *WikiPageState `json:"was"`
	Now    *WikiPageState `json:"now"`
}

// WikiConflict is an edit that a published change contradicts. Base is the value that the draft's author saw, if it is
// known.
type WikiConflict struct {
	Page     string   `json:"page"`
	Title    string   `json:"title"`
	Field    string   `json:"field" enum:"title,slug,parent,sort_order,featured,body,presence"`
	Base     *string  `json:"base"`
	Mine     string   `json:"mine"`
	Theirs   string   `json:"theirs"`
	Change   string   `json:"change" doc:"已发布的一方来自哪次更改"`
	ByHand   bool     `json:"by_hand" doc:"可以手工合并"`
	Sides    []string `json:"sides" enum:"mine,theirs,hand" doc:"可以选择的解决方式"`
	MineText string   `json:"mine_text" doc:"供阅读的说明，例如上级页面的标题"`
	ThemText string   `json:"theirs_text"`
}

// WikiSubmitted is the answer to a submission: Change is set where it was published at once.
type WikiSubmitted struct {
	Status string `json:"status" enum:"review,success"`
	Change string `json:"change"`
}

// WikiReverted is the answer to a revert: it was published as Change, or waits in Draft with conflicts or for review.
type WikiReverted struct {
	Change string `json:"change"`
	Draft  string `json:"draft"`
}
