package review

import "github.com/modyard/modyard/domain/reason"

func versionsStep() Step {
	about := "可以在[版本页](%PROJECT_URL%/versions)里修改。"
	return Step{
		ID: "versions", Title: "版本文件", Question: "文件都正确吗？", Tab: Versions,
		Rules: []string{
			"整合包用整合包的归档格式上传，不用 zip。", "资源包只选「资源包」这一种加载器。", "每个版本只有一个主 jar 文件。", "附加文件是源码、开发包一类，不是另一个版本。",
		},
		Examples:   []string{"一个版本里放了 Fabric 与 Forge 两个 jar。", "把整合包的 zip 当成模组上传。", "把资源包的加载器选成 Fabric。"},
		Exceptions: []string{"同时支持多种加载器的单个文件可以放在一个版本里。"},
		Options: []Option{
			{
				ID: "versions-extra-files", Name: "额外文件不正确", Reason: reason.Incomplete, Verdict: Reject,
				Text: "有的版本里附了不属于这个版本的文件。每个版本请只放一个主文件，面向其他加载器或游戏版本的文件另建一个版本，附加文件只用来放源码包一类的内容。" + about,
			},
			{
				ID: "versions-invalid-modpack", Name: "文件类型无效（模组包）", Reason: reason.Incomplete, Verdict: Reject,
				Text: "这个项目的内容是整合包，但上传的文件不是整合包的归档格式。请用启动器导出 mrpack 文件，再以整合包的类型发布，这样大家可以一键安装，包内资源的作者也会得到署名。" + about,
			},
			{
				ID: "versions-invalid-resourcepack", Name: "文件类型无效（资源包）", Reason: reason.Incomplete, Verdict: Reject,
				Text: "这个项目的内容是资源包，请只选择「资源包」这一种加载器，并上传可以直接放进资源包文件夹的压缩包。" + about,
			},
		},
		shown: func(f Facts) bool { return !f.is("modpack") },
	}
}

func copyrightStep() Step {
	return Step{
		ID: "copyright", Title: "版权", Question: "作者有权发布这些内容吗？",
		Rules: []string{
			"内容由作者自己制作，或者得到了原作者的许可。", "修改他人的作品时，许可证允许，并且写明了出处。",
		},
		Examples:   []string{"把别人的模组换个名字再传一遍。", "资源包直接用了别的游戏的素材。"},
		Exceptions: []string{"许可证明确允许转载的，可以发布，但要保留署名。", "有原作者书面许可的，请作者在对话里出示。"},
		Options: []Option{{
			ID: "copyright-reupload", Name: "重新上传", Reason: reason.Copyright, Verdict: Reject,
			Fillers: []Filler{
				{ID: "ORIGINAL_PROJECT", Question: "原项目的标题", Required: true}, {ID: "ORIGINAL_AUTHOR", Question: "原作者", Required: true},
			},
			Text: "这个项目含有「%ORIGINAL_PROJECT%」的内容，它的作者是 %ORIGINAL_AUTHOR%。没有原作者的许可，我们不能让它公开。\n\n如果你已经得到许可，请在下面的对话里附上证明，例如原作者的公开声明或来往消息的截图；如果你就是原作者，请告诉我们怎样核实。",
		}},
	}
}

func rulesStep() Step {
	return Step{
		ID: "rule-following", Title: "规则", Question: "项目遵守内容规则吗？", Tab: Overview,
		Rules: []string{
			"没有仇恨、色情、暴力煽动与歧视的内容。", "没有恶意代码，不偷偷上传数据，不绕过启动器的授权。", "不提供在多人游戏里作弊的功能。",
		},
		Examples:   []string{"透视、自动瞄准一类的功能。", "下载后才联网取得主要文件。", "描述里含有侮辱他人的文字。"},
		Exceptions: []string{"只能由服务端开启的管理功能可以发布。"},
		Options: []Option{{
			ID: "rules-broken", Name: "否", Reason: reason.Rules, Verdict: Reject,
			Fillers: []Filler{{ID: "MESSAGE", Question: "违反了哪一条，怎样改", Large: true}},
			Text:    "项目里有不符合[内容规则](%SITE_URL%/legal2/rules)的地方：\n\n%MESSAGE%",
		}},
	}
}

func packPermissionsStep() Step {
	return Step{
		ID: "modpack-permissions", Title: "整合包授权", Question: "包内的每个文件都允许放进整合包吗？", Tab: Versions,
		Rules: []string{
			"本站有的资源由清单引用，不必放进包里。", "放进包里的文件，许可证须允许再分发，或者有作者的许可。", "允许但要求署名的，描述里写明来源与作者。",
		},
		Examples:   []string{"overrides 里放了写明不许转载的模组。", "要求署名的资源没有写出处。"},
		Exceptions: []string{"整合包作者自己制作的脚本、配置与素材。"},
		Options: []Option{
			{
				ID: "pack-not-permitted", Name: "含有未获许可的文件", Reason: reason.Copyright, Verdict: Reject,
				Fillers: []Filler{{ID: "FILES", Question: "哪些文件", Required: true, Large: true}},
				Text:    "包内有些文件的许可证不允许再分发，或者我们没有找到许可：\n\n%FILES%\n\n请改为引用它们在本站的版本，或在下面的对话里附上作者的许可，也可以先把它们移出整合包。",
			},
			{
				ID: "pack-attribution-missing", Name: "缺少署名", Reason: reason.Copyright, Verdict: Reject,
				Fillers: []Filler{{ID: "FILES", Question: "哪些文件", Required: true, Large: true}},
				Text:    "包内有些文件要求署名，但描述里还没有写：\n\n%FILES%\n\n请在描述里写明它们的来源与作者。",
			},
		},
		shown: func(f Facts) bool { return f.is("modpack") },
	}
}

func privateServerStep() Step {
	return Step{
		ID: "private-server", Title: "私人服务器", Question: "这个整合包是只给一个私人服务器用的吗？",
		Rules:      []string{"只为进入某个服务器准备的整合包，不列入搜索。"},
		Examples:   []string{"描述里只有服务器的地址与进群方式。"},
		Exceptions: []string{"离开服务器也能完整游玩的整合包，可以公开。"},
		Options: []Option{{
			ID: "private-server", Name: "私人服务器（保留）", Reason: reason.Rules, Verdict: Withhold,
			Text: "这个整合包主要是为了进入某个服务器而准备的。我们把它设为保留：它不会出现在搜索里，但有链接的人都可以打开和下载，服务器的玩家使用不受影响。\n\n如果它离开服务器也能完整游玩，请在描述里说明，再重新提交。",
		}},
		shown: func(f Facts) bool { return f.is("modpack") },
	}
}
