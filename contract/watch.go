package contract

// Watch is how much the caller hears of what happens in a discussion, an issue, the board of a project or a section of the forum.
//
//	GET /v3/watch/{kind}/{id}  Watch
//	PUT /v3/watch/{kind}/{id}  {level}: 204
//
// The kinds are discussion, issue, board and section. Who writes in a discussion or an issue, or is named there, watches it until
// they choose otherwise.
type Watch struct {
	Level string `json:"level" enum:"all,addressed,never" doc:"all：有新内容时通知；addressed：只在被回复或提及时通知；never：不通知"`
	Known bool   `json:"known" doc:"自己选择过，或因参与、被提及而自动关注"`
}
