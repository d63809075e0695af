package render

import "time"

// zones knows the time zone that an engine used last. It belongs to one engine.
type zones struct {
	name string
	in   *time.Location
}

// offset is how many minutes east of Greenwich a zone is at a time in minutes since 1970: engines
// have two kinds of numbers, and this is always a whole one. Without the database of
// zones every zone is that of the readers.
func (z *zones) offset(name string, at int) int {
	if z.in == nil || z.name != name {
		in, err := time.LoadLocation(name)
		if err != nil {
			in = time.FixedZone("Asia/Shanghai", 8*60*60)
		}
		z.name, z.in = name, in
	}
	_, seconds := time.Unix(int64(at)*60, 0).In(z.in).Zone()
	return seconds / 60
}
