package demo

import "math/rand/v2"

func moodTitles() map[string][]string {
	return map[string][]string{
		"dawn":   {"清晨的第一缕光", "雾还没散的时候", "天刚亮，炉子先热", "日出前一刻钟"},
		"day":    {"正午，从山顶往下看", "晴天的河湾", "白天的村口", "风很大的下午"},
		"dusk":   {"收工前的最后一眼", "黄昏的湖岸", "太阳落到桥那边", "傍晚，灯刚亮起来"},
		"night":  {"夜里只开一盏灯", "星星比平时多", "深夜的营地", "月光下的石桥"},
		"snow":   {"第一场雪", "雪原上的烟囱", "积雪压弯了云杉", "冬天的路标"},
		"desert": {"沙丘背阴的一面", "正午的沙海", "绿洲边的石墙", "风沙过后"},
		"ember":  {"下界的余烬", "熔岩湖畔", "火光照亮的岩壁", "烧红的天边"},
		"aurora": {"极光下的针叶林", "北边的天亮了一整夜", "冰湖上的极光", "绿色的夜"},
	}
}

// pictureWords is a caption; many pictures have none.
func pictureWords(r *rand.Rand, c Project) string {
	switch r.IntN(4) {
	case 0:
		return "在《" + c.Title + "》的测试存档里拍的，游戏版本 " + c.Games[len(c.Games)-1] + "。"
	case 1:
		return "未使用其他光影或材质。"
	}
	return ""
}
