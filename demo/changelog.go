package demo

import (
	"math/rand/v2"
	"strings"
)

// words are texts about changes.
type words struct{ added, fixed, changed []string }

// changelog writes the changelog of a version.
func changelog(r *rand.Rand, c Project, e edition, place int) string {
	w := wordsOf(c.Type)
	if place == 0 {
		first := []string{
			"第一个公开的版本。\n\n%s\n\n遇到问题请带上日志，我会尽快看。",
			"从自用到公开，前后改了三个月。\n\n%s",
			"首次发布，适用于 " + list(e.Games) + "。\n\n%s\n\n已知问题写在描述里。",
			"终于敢放出来了。%s\n\n欢迎挑刺。",
		}
		return strings.Replace(first[r.IntN(len(first))], "%s", c.Summary, 1)
	}
	var b strings.Builder
	section := func(title string, lines []string) {
		if len(lines) == 0 {
			return
		}
		if b.Len() > 0 {
			b.WriteString("\n")
		}
		b.WriteString("### " + title + "\n\n")
		for _, l := range lines {
			b.WriteString("- " + l + "\n")
		}
	}
	if r.IntN(4) == 0 {
		intros := []string{"这一版主要是还债。\n", "感谢大家的反馈，挑了最常被提到的几条先做。\n", "更新前请备份存档。\n", "小修小补，可以放心更新。\n", "攒了很久的一版。\n"}
		b.WriteString(intros[r.IntN(len(intros))])
	}
	added := some(r, r.IntN(3), w.added)
	if r.IntN(2) == 0 {
		added = append(added, "适配 "+e.Games[len(e.Games)-1])
	}
	section("新增", added)
	section("修复", some(r, 1+r.IntN(2), w.fixed))
	section("调整", some(r, r.IntN(3), w.changed))
	if e.Channel != "release" {
		b.WriteString("\n> 测试版本，不建议用在长期存档里。\n")
	}
	return b.String()
}

func list(games []string) string {
	if len(games) == 1 {
		return games[0]
	}
	return games[0] + " 至 " + games[len(games)-1]
}
