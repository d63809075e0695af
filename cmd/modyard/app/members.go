package app

// familyMembers are the members of bodies that programs of this API family send and that no route here acts on, in any
// place of a body. An answer names those that were sent (httpkit.HeaderIgnored). A member on which a route acts is
// known to that route, whatever this list says.
func familyMembers() []string {
	return []string{
		// Projects: the names of the other version of the API, and what the site decides or derives itself.
		"title", "name", "summary", "description", "body", "body_url", "categories", "link_urls", "license", "monetization_status", "moderation_message_body",
		"client_side", "server_side", "color", "team", "team_id", "thread_id", "organization", "organization_id", "games", "project_types", "project_type",
		"side_types_migration_review_status", "uploaded_images", "is_draft", "gallery_items", "initial_versions", "donation_urls", "issues_type",
		"wiki_open", "forum", "default_type", "default_game_version", "default_loader",
		// Versions.
		"ordering", "requested_status", "environment", "mrpack_loaders", "software_loaders", "singleplayer", "client_and_server", "client_only",
		"server_only", "author_id", "downloads", "downloads_update", "files", "file_parts", "primary_file", "file_types", "version_body", "release_channel",
		"version_links", "disk_urls", "disk_only", "loader_fields", "status", "id", "project_id",
		// Teams, accounts, threads and reports.
		"organization_permissions", "is_owner", "accepted", "allow_friend_requests", "venmo_handle", "flame_anvil_key", "payout_data", "phone_number", "is_sponsor",
		"hide_identity", "associated_images", "thread", "captcha", "sign_up_newsletter", "badges",
		// Installation.
		"force_project_ids",
	}
}

// apiDescription is the introduction of the API's documentation.
const apiDescription = "请求内容中，本站认识但不采用的成员（例如本系列 API 的其他程序会发送的 ordering）会被接受，" +
	"并以逗号分隔列在应答的响应头 Ignored-Members 中；未列出的成员都已生效。PATCH 请求里没有意义的 null 同样会列出。" +
	"其他未知成员会以 400 拒绝，field 指出它的名字。本站没有好友和屏蔽名单：GET /v3/friends 与 GET /v3/blocks 总是 []，写入它们会得到 404。"
