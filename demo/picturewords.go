package demo

import "math/rand/v2"

// pictureTitle says when and where a picture was taken.
func pictureTitle(r *rand.Rand, mood, composition string) string {
	when := map[string]string{
		"dawn": "清晨的", "day": "正午的", "dusk": "黄昏的", "night": "深夜的", "snow": "雪后的", "desert": "旱季的", "ember": "火光里的", "aurora": "极光下的",
	}
	where := map[string][]string{
		"lake":   {"湖湾", "湖边村口", "对岸", "浅滩"},
		"peak":   {"雪峰", "山谷", "针叶林", "垭口"},
		"forest": {"林间空地", "老林子", "萤火", "阔叶林"},
		"towers": {"城墙", "塔群", "城里的灯", "新城"},
		"isles":  {"浮岛", "云海", "岛边瀑布", "天上人家"},
		"cave":   {"洞厅", "晶洞", "地下水潭", "钟乳石"},
		"sea":    {"灯塔", "归船", "海面", "外海"},
		"fields": {"麦田", "磨坊", "田埂", "篱笆外"},

		"workshop": {"工坊", "机房", "锻炉旁", "齿轮墙"},
		"reef":     {"珊瑚礁", "海底", "鱼群", "海草丛"},
		"market":   {"集市", "老街", "货摊", "灯笼巷"},
		"library":  {"书房", "藏书室", "阅览室", "书架间"},
	}
	places := where[composition]
	return when[mood] + places[r.IntN(len(places))]
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
