package view

import (
	"encoding/json"
	"fmt"
)

// ShownTitle is the name that a project's page shows first: the Chinese one if its page document has one.
func ShownTitle(title string, page []byte) (string, error) {
	var names struct {
		Chinese *string `json:"title_zh"`
	}
	if err := json.Unmarshal(page, &names); err != nil {
		return "", fmt.Errorf("read names of a project: %w", err)
	}
	if names.Chinese != nil && *names.Chinese != "" {
		return *names.Chinese, nil
	}
	return title, nil
}
