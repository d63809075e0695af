package notification

import (
	"fmt"
	"slices"

	"github.com/modyard/modyard/domain/fault"
)

// MaxIDs is the maximum number of notifications in one request.
const MaxIDs = 1000

// checkIDs returns the ids in order, without duplicates.
func checkIDs(ids []string) ([]string, error) {
	if len(ids) == 0 {
		return nil, fault.Invalid("ids", "请指定通知。")
	}
	if len(ids) > MaxIDs {
		return nil, fault.Invalid("ids", fmt.Sprintf("一次最多处理 %d 条通知。", MaxIDs))
	}
	for _, id := range ids {
		if !validID(id) {
			return nil, fault.Invalid("ids", "通知的 ID 不正确。")
		}
	}
	return slices.Compact(slices.Sorted(slices.Values(ids))), nil
}

// validID checks the form of a notification's id: up to ten letters and digits.
func validID(id string) bool {
	if id == "" || len(id) > 10 {
		return false
	}
	for i := range len(id) {
		c := id[i]
		if (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return true
}
