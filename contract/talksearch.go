package contract

import "time"

// TalkHit is a found text: a discussion or an answer of the forum, an issue or a comment.
type TalkHit struct {
	Kind         string       `json:"kind" enum:"discussion,post,issue,comment"`
	ID           string       `json:"id"`
	Thing        string       `json:"thing" doc:"所在的讨论或反馈的 ID"`
	Title        string       `json:"title" doc:"讨论或反馈的标题"`
	Marked       []TalkPiece  `json:"marked_title"`
	Excerpt      []TalkPiece  `json:"excerpt" doc:"内容的片段，去掉了 Markdown 的标记"`
	Section      string       `json:"section" enum:"chat,project,article,notice,issues"`
	SectionTitle string       `json:"section_title"`
	Project      *ProjectLink `json:"project"`
	Number       int          `json:"number" doc:"反馈的编号；讨论为 0"`
	Floor        int          `json:"floor" doc:"楼层；0 为正文"`
	Author       *Author      `json:"author" doc:"账号已注销时为 null"`
	CreatedAt    time.Time    `json:"created_at"`
}

// TalkPiece is a part of a text. Match is true for the words that were looked for.
type TalkPiece struct {
	Text  string `json:"text"`
	Match bool   `json:"match"`
}

// TalkHits are found texts, the newest first. Only what everybody may read is found.
type TalkHits struct {
	Hits []TalkHit `json:"hits"`
	Next *string   `json:"next" doc:"下一页的 cursor；没有下一页时为 null"`
}

// TalkBar says until when a person may not write in a section or on the board of a project; null: they may.
//
//	GET, PUT, DELETE /v3/forum/sections/{id}/bars/{account}  PUT {days, reason}: 204
//	GET, PUT, DELETE /v3/project/{id}/bars/{account}         PUT {days, reason}: 204
type TalkBar struct {
	Until  *time.Time   `json:"until"`
	Reason *ForumReason `json:"reason"`
}

// TalkBars are those who may not write in a section or on the board of a project now, the one whose bar ends last first.
type TalkBars struct {
	Bars       []TalkBarred    `json:"bars"`
	Pagination ForumPagination `json:"pagination"`
}

// TalkBarred is somebody who may not write in a place for a while.
type TalkBarred struct {
	Person Author      `json:"person"`
	Until  time.Time   `json:"until"`
	Since  time.Time   `json:"since"`
	By     *Author     `json:"by" doc:"谁作出的；账号已注销时为 null"`
	Reason ForumReason `json:"reason"`
}
