package forum

import (
	"testing"
	"time"
)

func FuzzCursorsOfLists(f *testing.F) {
	f.Add(cursor{time.UnixMicro(1_700_000_000_000_000), "Disc0001", true}.String())
	f.Add(cursor{time.UnixMicro(0), "a", false}.String())
	f.Add("MC50cnVlLmE=")
	f.Add("")
	f.Fuzz(func(t *testing.T, raw string) {
		c, err := parseCursor(raw)
		if err != nil {
			return
		}
		again, err := parseCursor(c.String())
		if err != nil || again != c || c.id == "" || len(c.id) > 16 || c.at.Year() < 1970 || c.at.Year() > 2200 {
			t.Errorf("%q is read as %+v and again as %+v: %v", raw, c, again, err)
		}
	})
}
