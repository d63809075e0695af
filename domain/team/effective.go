package team

import (
	"time"

	"github.com/modyard/modyard/domain/fault"
)

// Effective is the first day of a weight, a UTC date (YYYY-MM-DD): today if none is given, and never an earlier day,
// because earlier payouts used the weights of their time.
func Effective(asked, today string) (string, error) {
	if asked == "" {
		return today, nil
	}
	day, err := time.Parse(time.DateOnly, asked)
	if err != nil || day.Format(time.DateOnly) != asked {
		return "", fault.Invalid("payouts_effective", "生效日期的格式须为 YYYY-MM-DD。")
	}
	if asked < today {
		return "", fault.Invalid("payouts_effective", "生效日期不能早于今天。")
	}
	return asked, nil
}
