package contract

import "time"

// AccountActivity is a page of what the caller's account did, the newest first. Answers to GET /v3/account/activity; next is the
// parameter before of the following page.
type AccountActivity struct {
	Entries []AccountDeed `json:"entries"`
	Next    *int64        `json:"next"`
}

// AccountDeed is one kind of event on one thing by one key within an hour.
type AccountDeed struct {
	Position int64        `json:"position" doc:"最后一个事件在日志中的位置"`
	Type     string       `json:"type" doc:"事件的种类，如 project.renamed.v1"`
	Times    int          `json:"times"`
	First    time.Time    `json:"first"`
	Last     time.Time    `json:"last"`
	Role     string       `json:"role" doc:"最后一次操作时的身份"`
	Key      *AccountKey  `json:"key" doc:"操作时使用的会话、访问令牌或应用；null 表示没有记录"`
	Thing    AccountThing `json:"thing"`
}

// AccountKey is a session, an access token or an authorization of an account.
type AccountKey struct {
	ID   string `json:"id"`
	Kind string `json:"kind" enum:"session,token,application,gone" doc:"gone：已经不存在，无法说明它是什么"`
	Name string `json:"name" doc:"会话的浏览器与系统、令牌或应用的名称；可能为空"`
}

// AccountThing is what an event is about. Title and URL are empty where the caller may not see the thing now.
type AccountThing struct {
	Kind   string `json:"kind" doc:"种类：project、version、organization……"`
	ID     string `json:"id"`
	Stream string `json:"stream"`
	Title  string `json:"title"`
	URL    string `json:"url"`
}
