package review

import "github.com/modyard/modyard/domain/reason"

func linksStep() Step {
	about := "可以在[链接设置](%PROJECT_URL%/settings/links)里修改。"
	return Step{
		ID: "links", Title: "外部链接", Question: "链接都能打开，而且不会误导人吗？",
		Rules:    []string{"每个链接都指向它的名目所说的地方。", "不需要登录就能看到内容。", "不使用短链接与跳转广告。"},
		Examples: []string{"「源代码」指向下载页。", "「反馈」指向群聊邀请。", "源代码仓库是私有的，或者是空的。"},
		Exceptions: []string{
			"群聊的邀请页可以要求登录。", "源代码随发布一起公开的，注明即可。",
		},
		Options: []Option{
			{
				ID: "links-misused", Name: "链接被误用", Reason: reason.Misleading, Verdict: Reject,
				Text: "有的链接没有指向它的名目所说的地方，例如「源代码」应当是代码仓库，「反馈」应当是提交问题的地方。请换成对应的地址，没有就留空。" + about,
			},
			{
				ID: "links-source-inaccessible", Name: "不可访问（源）", Reason: reason.Misleading, Verdict: Reject,
				Text: "源代码的链接打不开，或者仓库是私有的、空的。请把仓库公开，或先去掉这个链接。如果许可证要求公开源代码，还请一并提供。" + about,
			},
			{
				ID: "links-inaccessible", Name: "不可访问（其他）", Reason: reason.Misleading, Verdict: Reject,
				Fillers: []Filler{{ID: "LINK", Question: "哪个链接", Required: true}},
				Text:    "这个链接打不开：%LINK%。请检查地址是否还有效，或先去掉它。" + about,
			},
		},
		shown: func(f Facts) bool { return len(f.Links) > 0 },
	}
}

func categoriesStep() Step {
	return Step{
		ID: "categories", Title: "标签", Question: "标签准确吗？",
		Rules:      []string{"标签说的是项目的主要内容。", "宁少勿多，不为曝光选无关的标签。"},
		Examples:   []string{"加了一把剑，就选「科技」「魔法」「冒险」。", "没有优化性能，却选「优化」。"},
		Exceptions: []string{"大型整合包可以有较多标签。"},
		Options: []Option{{
			ID: "categories-inaccurate", Name: "不准确", Reason: reason.Misleading, Verdict: Reject,
			Text: "有的标签和项目的主要内容不太相符。请只留下最能说明它的几个，这样搜索的人更容易找到真正需要的资源。可以在[标签设置](%PROJECT_URL%/settings/tags)里修改。",
		}},
		shown: func(f Facts) bool { return len(f.Categories) > 0 },
	}
}

func sidesStep() Step {
	about := "可以在[基本设置](%PROJECT_URL%/settings)里修改。"
	return Step{
		ID: "side-types", Title: "运行环境", Question: "运行环境填写准确吗？",
		Rules:      []string{"「必需」指缺了它这一端就不能用。", "「可选」指装不装都能进入游戏。", "「不支持」指这一端装了没有作用，或者会出错。"},
		Examples:   []string{"只改界面的模组，服务端写成「必需」。", "增加方块的模组，服务端写成「不支持」。"},
		Exceptions: []string{"两端都能单独使用、功能不同的，写成「可选」。"},
		Options: []Option{
			{
				ID: "sides-inaccurate-pack", Name: "不准确（模组包）", Reason: reason.Misleading, Verdict: Reject,
				Text: "运行环境填写得不太准确。整合包里只要有一个资源需要装在服务端，服务端就应写成「必需」；只含界面与画面类资源的，写成「可选」或「不支持」。" + about,
			},
			{
				ID: "sides-inaccurate-mod", Name: "不准确（模组）", Reason: reason.Misleading, Verdict: Reject,
				Text: "运行环境填写得不太准确。请分别想一想：只装在客户端、只装在服务端时能不能正常使用，再选「必需」「可选」或「不支持」。" + about,
			},
		},
		shown: func(f Facts) bool { return f.is("mod", "modpack") },
	}
}

func galleryStep() Step {
	return Step{
		ID: "gallery", Title: "图库", Question: "图片都与项目相关吗？", Tab: Gallery,
		Rules:      []string{"图片展示项目本身。", "标题与说明和图片对得上。"},
		Examples:   []string{"赞助二维码、群聊截图、无关的表情包。"},
		Exceptions: []string{"宣传画、徽标只要与项目有关，就可以放。"},
		Options: []Option{{
			ID: "gallery-irrelevant", Name: "不相关", Reason: reason.Misleading, Verdict: Reject,
			Text: "图库里有的图片与项目无关。请换成项目的画面，或先移除它们。可以在[图库](%PROJECT_URL%/gallery)里修改。",
		}},
		shown: func(f Facts) bool { return f.Pictures > 0 },
	}
}
