package render

import (
	"slices"
	"testing"
)

// The lists are as a browser sorts them: localeCompare with zh-Hans, and Intl.Collator with zh-Hans-u-co-pinyin, numeric
// and base sensitivity.
func TestTextsAreOrderedAsInABrowser(t *testing.T) {
	for _, c := range []struct {
		numeric bool
		sorted  []string
	}{
		{false, []string{
			"", "10 个", "2 个", "阿澄", "存储", "管理", "经济", "科技", "冒险", "前置", "实用工具", "世界生成", "小游戏", "优化", "装备", "装饰",
			"alpha", "Beta", "Verdi", "vérité",
		}},
		{true, []string{"2 号", "10 号", "阿澄", "Lumen 2", "Lumen 10"}},
	} {
		compare := order()
		got := slices.Clone(c.sorted)
		slices.Reverse(got)
		slices.SortStableFunc(got, func(a, b string) int { return compare(a, b, c.numeric) })
		if !slices.Equal(got, c.sorted) {
			t.Errorf("numeric %v:\n got %q\nwant %q", c.numeric, got, c.sorted)
		}
	}
}
