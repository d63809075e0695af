package app

import "github.com/modyard/modyard/domain/quota"

func quotaArea() area {
	return area{name: "quota", events: quota.EventTypes(), private: []string{"quota"}}
}
