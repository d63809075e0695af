package review

import "github.com/modyard/modyard/domain/reason"

func titleStep() Step {
	return Step{
		ID: "title", Title: "标题", Question: "标题里没有多余的信息吗？",
		Rules:      []string{"标题只写项目的名字。", "版本号、加载器、游戏版本、分类与宣传语有各自的位置，不放进标题。", "装饰用的符号与表情不属于名字。"},
		Examples:   []string{"「【1.20.1】超好玩！某某模组（Fabric）」", "「★某某光影★ v2.3」", "「某某整合包 最新版」"},
		Exceptions: []string{"名字本来就含数字或外文的，保留原样。", "一个项目的移植版可以注明平台，以便区分。"},
		Options: []Option{{
			ID: "title-useless-info", Name: "包含无用信息", Reason: reason.Misleading, Verdict: Reject,
			Text: "现在的标题是「%PROJECT_TITLE%」。标题里请只留项目的名字，版本、加载器、分类和宣传语都可以拿掉：它们在页面上各有位置，大家一样看得到。可以在[基本设置](%PROJECT_URL%/settings)里修改。",
		}},
	}
}

func slugStep() Step {
	return Step{
		ID: "slug", Title: "链接名", Question: "链接名准确、得体吗？",
		Rules:      []string{"链接名应与标题对应，让人一看就知道是哪个项目。", "不占用别的项目、作者或品牌的名字。"},
		Examples:   []string{"随手敲的字母或纯数字。", "用了另一个知名项目的名字。"},
		Exceptions: []string{"中文标题用拼音、缩写或英文译名都可以。", "名字已被占用时，可以加作者名等后缀。"},
		Options: []Option{{
			ID: "slug-misused", Name: "误用", Reason: reason.Misleading, Verdict: Reject,
			Text: "项目的链接名 `%PROJECT_SLUG%` 与标题对不上，或者容易让人以为是另一个项目。请换成能代表「%PROJECT_TITLE%」的链接名，拼音、缩写或英文译名都可以，在[基本设置](%PROJECT_URL%/settings)里修改。",
		}},
	}
}

func summaryStep() Step {
	return Step{
		ID: "summary", Title: "简介", Question: "简介足以说明这是什么吗？",
		Rules:      []string{"一两句话说清楚它做什么、和别的有什么不同。", "不能与标题相同。", "只写普通文字，不用 Markdown 与装饰符号。"},
		Examples:   []string{"「一个模组」「很好玩」。", "把标题再写一遍。", "「**超级** | 好看 | ~~收费~~」"},
		Exceptions: []string{"用途单一的前置库，一句话就够了。"},
		Options: []Option{
			{
				ID: "summary-insufficient", Name: "不足", Reason: reason.Incomplete, Verdict: Reject,
				Text: "只看现在的简介，还不太能明白这个项目做什么。请用一两句话写出它最主要的内容或用处，大家在搜索结果里先看到的就是这一行。可以在[基本设置](%PROJECT_URL%/settings)里修改。",
			},
			{
				ID: "summary-repeats-title", Name: "重复标题", Reason: reason.Incomplete, Verdict: Reject,
				Text: "简介和标题的内容是一样的。标题已经在旁边了，简介里请写一写它做什么、适合谁用。可以在[基本设置](%PROJECT_URL%/settings)里修改。",
			},
			{
				ID: "summary-formatting", Name: "格式化", Reason: reason.Incomplete, Verdict: Reject,
				Text: "简介会按普通文字显示，Markdown 标记与装饰符号会原样露出来。请去掉这些符号，换成通顺的一句话。可以在[基本设置](%PROJECT_URL%/settings)里修改。",
			},
		},
	}
}

func descriptionStep() Step {
	explain := []Filler{{ID: "EXPLAINER", Question: "还缺什么", Required: true, Large: true}}
	about := "可以在[描述设置](%PROJECT_URL%/settings/description)里修改。"
	return Step{
		ID: "description", Title: "描述", Question: "描述充分吗？", Tab: Overview,
		Rules: []string{"说清楚它做什么、怎样开始、有什么前提。", "正文用文字表达，图片与视频只作补充。", "标题用来分段，不用来写句子。", "正文以中文为主。"},
		Examples: []string{
			"只有一张图，或者只有一个视频链接。", "只有「介绍见群」。", "整段文字都是标题。", "用特殊字符拼成的花体字。",
		},
		Exceptions: []string{"前置库可以只写接口说明。", "外文原文可以保留，附上中文说明即可。"},
		Options: []Option{
			{ID: "description-insufficient", Name: "不足", Fillers: explain, Reason: reason.Incomplete, Verdict: Reject, Text: "描述里还缺一些内容，补上之后大家更容易决定要不要用：\n\n%EXPLAINER%\n\n" + about},
			{
				ID: "description-insufficient-pack", Name: "不足（默认包）", Reason: reason.Incomplete, Verdict: Reject,
				Text: "描述还不足以让人了解这个整合包。建议写上：它的主题与玩法，主要包含哪些内容，和单独安装这些资源相比改动了什么，以及大约需要多少内存。" + about,
			},
			{
				ID: "description-insufficient-project", Name: "不足（默认项目）", Reason: reason.Incomplete, Verdict: Reject,
				Text: "描述还不足以让人了解这个项目。建议写上：它增加或改变了什么，怎样开始使用，需要哪些前置，以及已知的不兼容。" + about,
			},
			{
				ID: "description-not-chinese", Name: "非中文", Reason: reason.Incomplete, Verdict: Reject,
				Text: "描述里没有中文说明。请补上中文的介绍，原来的外文可以留在后面。" + about,
			},
			{
				ID: "description-unfinished", Name: "未完成", Reason: reason.Incomplete, Verdict: Reject,
				Text: "描述看起来还没有写完，有空着的段落或占位的文字。请写完再提交，不急，准备好了随时可以重新提交。" + about,
			},
			{
				ID: "description-headers", Name: "标题作为正文", Reason: reason.Incomplete, Verdict: Reject,
				Text: "描述里有些句子用了标题的格式。标题会出现在目录里，屏幕阅读器也靠它分段，请只用来分段，句子改成普通段落，需要强调可以加粗。" + about,
			},
			{
				ID: "description-images", Name: "仅图像", Reason: reason.Incomplete, Verdict: Reject,
				Text: "描述里只有图片。图片里的字搜索不到，看不清图片的人也读不到，请把主要内容用文字写出来，图片可以继续留着。" + about,
			},
			{
				ID: "description-nonstandard", Name: "非标准文本", Reason: reason.Incomplete, Verdict: Reject,
				Text: "描述里用了花体字或特殊字符拼成的文字。它们在很多设备上显示不出来，也无法搜索和朗读，请换成普通文字。" + about,
			},
		},
	}
}
