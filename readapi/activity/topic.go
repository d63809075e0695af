package activity

import (
	"github.com/modyard/modyard/readapi/live"
	"github.com/modyard/modyard/readapi/view"
)

// Topic is the live topic of public changes.
func Topic() live.Shared {
	return live.Shared{
		Topic: "activity", Shows: "公开动态", Model: view.Watermark,
		At: `select coalesce((select position from catalog.projects where listed order by position desc limit 1), 0)`,
	}
}
