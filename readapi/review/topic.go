package review

import (
	"github.com/modyard/modyard/readapi/live"
	"github.com/modyard/modyard/readapi/view"
)

// QueueTopic is the live topic of the review queue. That a moderator takes, leaves or opens a review is no event.
func QueueTopic() live.Shared {
	return live.Shared{
		Topic: "queue", Shows: "审核队列，仅审核人员", Staff: queueOfStaff, Model: view.Watermark, At: queueAt,
		Changes: &live.Changes{
			Channel: "reviewing", Last: `select a, case when is_called then last_value else 0 end from reviewing.changes, unnest($1::text[]) a`,
		},
	}
}

// queueOfStaff is what others are told.
const queueOfStaff = "只有审核人员可以查看审核队列"

// queueAt is the position of the last event that changed the review queue.
const queueAt = `select greatest(
    (select max(position) from catalog.history where from_status = 'processing' or to_status = 'processing'),
    (select max(position) from catalog.projects where status = 'processing'),
    (select max(position) from catalog.deleted_projects), 0)`
