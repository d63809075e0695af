package revenue

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

const (
	// platformDays are the shared days from $1 to $2, both included.
	platformDays = `
select day, platform, creators from revenue.days where finished is not null and day >= $1::date and day <= $2::date order by day`

	// platformSums are the creators' parts of all days, and of the days of months that can be withdrawn on the day $1.
	platformSums = `
select coalesce(sum(d.creators), 0)::bigint,
    coalesce(sum(d.creators) filter (where m.value_date <= $1::date and m.state = 'settled'), 0)::bigint
from revenue.days d left join revenue.months m on m.month = to_char(d.day, 'YYYY-MM') where d.finished is not null`
)

// maxDays is how many days an answer has.
const maxDays = 1100

type platformIn struct {
	Start string `query:"start" doc:"第一天，YYYY-MM-DD 或 RFC 3339 的时间；默认 30 天前"`
	End   string `query:"end" doc:"最后一天，YYYY-MM-DD 或 RFC 3339 的时间；默认今天"`
}

// platform answers the creators' parts of all time, of which the second can be withdrawn, and the days.
func (s *Routes) platform(ctx context.Context, in *platformIn) (contract.PlatformRevenue, error) {
	out, now := contract.PlatformRevenue{}, s.o.Now().UTC()
	end, err := moment("end", in.End, now)
	if err != nil {
		return out, err
	}
	start, err := moment("start", in.Start, end.AddDate(0, 0, -30))
	if err != nil {
		return out, err
	}
	if start.After(end) || end.Sub(start) > maxDays*24*time.Hour {
		return out, httpkit.Invalid("start", "开始日期须不晚于结束日期，且最多 1100 天")
	}
	if err := s.source.Pool.QueryRow(ctx, platformSums, now).Scan(&out.AllTime, &out.AllTimeAvailable); err != nil {
		return out, fmt.Errorf("add up the revenue: %w", err)
	}
	out.Data, err = view.Rows(ctx, s.source, "revenue by day", func(row pgx.CollectableRow) (d contract.PlatformRevenueDay, err error) {
		var day time.Time
		err = row.Scan(&day, &d.Revenue, &d.CreatorRevenue)
		d.Time = day.Unix()
		return d, err
	}, platformDays, start, end)
	return out, err
}

// moment reads a day or a moment; empty is a default.
func moment(field, value string, otherwise time.Time) (time.Time, error) {
	if value == "" {
		return otherwise, nil
	}
	for _, form := range []string{time.DateOnly, time.RFC3339} {
		if t, err := time.Parse(form, value); err == nil && t.Year() >= 1970 && t.Year() <= 9999 {
			return t.UTC(), nil
		}
	}
	return otherwise, httpkit.Invalid(field, "参数 "+field+" 应为 YYYY-MM-DD 的日期")
}
