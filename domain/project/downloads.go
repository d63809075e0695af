package project

import (
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

// OpenDownloads records, once, the downloads that another site counted before the import.
type OpenDownloads struct {
	Count     int64
	Estimated bool
	Source    string
}

func (c OpenDownloads) decide(s State) ([]any, role.Role, error) {
	if !s.Exists() {
		return nil, "", notFound()
	}
	if c.Count < 0 {
		return nil, "", fault.Invalid("downloads", "下载量不能为负数。")
	}
	source, err := line("source", "来源", c.Source, 0, 128)
	if err != nil {
		return nil, "", err
	}
	e := DownloadsOpened{Count: c.Count, Estimated: c.Estimated, Source: source}
	if s.Downloads != nil {
		if *s.Downloads == e {
			return nil, "", nil
		}
		return nil, "", fault.Conflict("期初下载量已经登记过。")
	}
	return []any{e}, role.System, nil
}
